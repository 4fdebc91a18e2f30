"""An API that checks tokens with PyJWT and the server's published keys."""

import ssl

import jwt

from play.saw import failure, said


class Api:
    """Fetches keys when it meets a `kid` it does not know, as PyJWT does."""

    def __init__(self, server, tenant, **options):
        self.document = server.get(f"/{tenant}/v2.0/.well-known/openid-configuration").json()
        trust = ssl.create_default_context(cafile=server.ca)
        self.keys = jwt.PyJWKClient(self.document["jwks_uri"], ssl_context=trust, **options)

    def check(self, token, audience, **options):
        """The claims of a token, or why it is refused."""
        try:
            key = self.keys.get_signing_key_from_jwt(token).key
            claims = jwt.decode(
                token, key, algorithms=["RS256"], audience=audience, issuer=self.document["issuer"], **options
            )
        except jwt.PyJWTError as error:
            return failure(error)
        return said("accepts it", claims)
