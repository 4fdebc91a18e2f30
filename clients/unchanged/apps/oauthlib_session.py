"""requests-oauthlib, which is told what the discovery document says and nothing else."""

import json
import os

import requests
from apps.person import signs_in
from requests_oauthlib import OAuth2Session

# The service names the scopes a token has, never offline_access, and oauthlib takes any difference for a mistake.
os.environ["OAUTHLIB_RELAX_TOKEN_SCOPE"] = "1"

METADATA = "https://login.microsoftonline.com/c0270500-0000-4000-8000-000000000001/v2.0/.well-known/openid-configuration"
CLIENT, SECRET = "3eb00000-0000-4000-8000-000000000003", "web-secret"

metadata = requests.get(METADATA, timeout=20).json()
session = OAuth2Session(
    CLIENT, redirect_uri="http://localhost/auth/callback", scope=["openid", "profile", "offline_access", "User.Read"]
)
url, state = session.authorization_url(metadata["authorization_endpoint"])
arrival = signs_in(url)
assert arrival.parameters["state"] == state
token = session.fetch_token(metadata["token_endpoint"], code=arrival.parameters["code"], client_secret=SECRET)
me = session.get("https://graph.microsoft.com/v1.0/me")
user = session.get(metadata["userinfo_endpoint"]).json()
renewed = session.refresh_token(metadata["token_endpoint"], client_id=CLIENT, client_secret=SECRET)
print(json.dumps({
    "issuer": metadata["issuer"],
    "userinfo": metadata["userinfo_endpoint"],
    "me": me.json()["userPrincipalName"],
    "name": user["name"],
    "renewed": renewed["access_token"] != token["access_token"],
}))  # fmt: skip
