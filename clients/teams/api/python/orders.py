"""The API under test: who may ask for orders. It checks tokens as PyJWT's documentation says."""

import jwt
import requests

CLIENT_ID = "a9100000-0000-4000-8000-000000000005"


class Refused(Exception):
    pass


def claims_of(token, tenant):
    """What a good token states. Everybody else is refused."""
    authority = f"https://login.microsoftonline.com/{tenant}/v2.0"
    keys = requests.get(f"https://login.microsoftonline.com/{tenant}/discovery/v2.0/keys", timeout=10).json()["keys"]
    try:
        kid = jwt.get_unverified_header(token).get("kid")
        key = next((jwt.PyJWK(key) for key in keys if key["kid"] == kid), None)
        if key is None:
            raise Refused("the key is not published")
        return jwt.decode(token, key, algorithms=["RS256"], audience=CLIENT_ID, issuer=authority)
    except jwt.PyJWTError as error:
        raise Refused(str(error)) from error
