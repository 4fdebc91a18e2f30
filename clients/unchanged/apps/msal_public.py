"""MSAL for Python as shipped: no authority is named, and instance discovery is on."""

import json

import msal
import requests
from apps.person import signs_in

SCOPES = ["User.Read"]

app = msal.PublicClientApplication("30b11e00-0000-4000-8000-000000000001")
flow = app.initiate_auth_code_flow(SCOPES, redirect_uri="http://localhost:7171")
first = app.acquire_token_by_auth_code_flow(flow, signs_in(flow["auth_uri"]).parameters)
(account,) = app.get_accounts()
renewed = app.acquire_token_silent_with_error(SCOPES, account, force_refresh=True)
me = requests.get(
    "https://graph.microsoft.com/v1.0/me", headers={"Authorization": f"Bearer {renewed['access_token']}"}, timeout=20
)
print(json.dumps({
    "authority": flow["auth_uri"].split("?")[0],
    "issuer": first["id_token_claims"]["iss"],
    "environment": account["environment"],
    "renewed": renewed["access_token"] != first["access_token"],
    "me": me.json()["userPrincipalName"],
}))  # fmt: skip
