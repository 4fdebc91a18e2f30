"""Tokens checked as an API checks them: by PyJWT, with the keys that the server publishes."""

import jwt


def verified(server, tenant, token, audience, version=2):
    """The claims of a token with a good signature, audience, issuer and time."""
    documents = server.get(f"/{tenant}/discovery/v2.0/keys").json()["keys"]
    kid = jwt.get_unverified_header(token)["kid"]
    key = jwt.PyJWK(next(document for document in documents if document["kid"] == kid), algorithm="RS256")
    issuer = f"{server.authority}/{tenant}/" + ("v2.0" if version == 2 else "")
    return jwt.decode(token, key.key, algorithms=["RS256"], audience=audience, issuer=issuer)
