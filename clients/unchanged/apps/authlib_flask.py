"""A web app with Authlib, an OpenID Connect library that is told the address of the metadata and finds out the rest."""

import json
import os
from urllib.parse import urlencode

from apps.person import signs_in
from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect

# The redirect URI is plain HTTP on this machine, as in development.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

app = Flask(__name__)
app.secret_key = "only for the session cookie of this run"
entra = OAuth(app).register(
    "entra",
    server_metadata_url="https://login.microsoftonline.com/c0270500-0000-4000-8000-000000000001/v2.0/.well-known/openid-configuration",
    client_id="3eb00000-0000-4000-8000-000000000003",
    client_secret="web-secret",
    client_kwargs={"scope": "openid profile email offline_access", "code_challenge_method": "S256"},
)


@app.get("/login")
def login():
    return entra.authorize_redirect("http://localhost/auth/callback")


@app.get("/auth/callback")
def callback():
    # Signature by the key set, issuer, audience, nonce and times are Authlib's to check.
    return dict(entra.authorize_access_token()["userinfo"])


@app.get("/")
def home():
    return redirect("/login")


with app.test_client() as client:
    arrival = signs_in(client.get("/login").location)
    claims = client.get("/auth/callback?" + urlencode(arrival.parameters)).json
print(json.dumps({"issuer": claims["iss"], "me": claims["preferred_username"], "nonce": bool(claims["nonce"])}))
