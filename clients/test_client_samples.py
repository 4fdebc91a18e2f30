"""The samples in Python of the quick start and the page about clients: each is run as it is printed, with the address of this server."""

import re
import socket
import ssl
import webbrowser
from urllib.parse import urlencode

import jwt
import msal
import pytest
from support.binary import ROOT
from support.browser import Browser
from support.msal_apps import public_app, sign_in
from support.world import ALICE, API, API_SCOPE, CONTOSO, GRAPH_SCOPE
from test_msal_sign_in import Desktop

DOCS = ROOT / "docs"


def sample(page, begins, server):
    """The sample that has a line with this beginning. The app trusts what the variable or `verify` names, as the page says."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (DOCS / page).read_text(), re.MULTILINE | re.DOTALL)
    [text] = [text for text in blocks if re.search(rf"^{re.escape(begins)}", text, re.MULTILINE)]
    assert "https://localhost:8443" in text or "https://login.microsoftonline.com" in text or "app.acquire_token_silent" in text
    for address in ("https://localhost:8443", "https://login.microsoftonline.com"):
        text = text.replace(address, server.authority)
    return text.replace("/path/to/ca.pem", str(server.ca))


def test_the_samples_for_msal(serve, capsys):
    server = serve("expired-refresh")
    names = {"msal": msal}
    exec(sample("clients.md", "app = msal.PublicClientApplication(", server), names)
    assert "access_token" in sign_in(names["app"], Browser(server), ALICE, ["User.Read"])
    names["account"] = names["app"].get_accounts()[0]
    capsys.readouterr()
    silent = sample("clients.md", "result = app.acquire_token_silent_with_error", server)
    exec(silent, names)
    promised = re.search(r"# expired-refresh: (\w+), (\w+), (\[\d+\])", silent)
    assert capsys.readouterr().out.strip() == " ".join(promised.groups())


def test_the_samples_of_the_quick_start(serve, monkeypatch, capsys):
    server = serve("expired-refresh")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(server.ca))
    desktop = Desktop(server, ALICE)
    monkeypatch.setattr(webbrowser, "open", desktop.open)
    names = {}
    exec(sample("quick-start.md", "# pip install msal", server), names)
    for thread in desktop.threads:
        thread.join(timeout=10)
    assert capsys.readouterr().out.strip().splitlines()[-1] == ALICE.name
    silent = sample("quick-start.md", "account = app.get_accounts()[0]", server)
    exec(silent, names)
    assert capsys.readouterr().out.strip() == re.search(r"# (invalid_grant \[700082\])", silent)[1]


def test_the_sample_for_the_azure_sdk(happy, monkeypatch):
    identity = pytest.importorskip("azure.identity")
    desktop = Desktop(happy, ALICE)
    monkeypatch.setattr(webbrowser, "open", desktop.open)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    names = {"InteractiveBrowserCredential": identity.InteractiveBrowserCredential}
    exec(sample("clients.md", "credential = InteractiveBrowserCredential(", happy).replace(":8400", f":{port}"), names)
    assert happy.me(names["credential"].get_token(GRAPH_SCOPE).token).json()["id"] == ALICE.oid


def test_the_sample_for_authlib(happy, browser, monkeypatch):
    authlib = pytest.importorskip("authlib.integrations.flask_client")
    flask = pytest.importorskip("flask")
    # The redirect URI is plain HTTP on this machine, as in development.
    monkeypatch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(happy.ca))
    app = flask.Flask("sample")
    app.secret_key = "only for the session cookie of this run"
    oauth = authlib.OAuth(app)
    exec(sample("clients.md", "OAuth(app).register(", happy), {"OAuth": lambda _: oauth, "app": app})
    app.add_url_rule("/login", "login", lambda: oauth.entra.authorize_redirect("http://localhost/auth/callback"))
    app.add_url_rule("/auth/callback", "callback", lambda: dict(oauth.entra.authorize_access_token()["userinfo"]))
    with app.test_client() as client:
        arrival = browser.sign_in(client.get("/login").location, ALICE)
        claims = client.get("/auth/callback?" + urlencode(arrival.parameters)).json
    assert claims["preferred_username"] == ALICE.name


@pytest.mark.parametrize("audience, accepted", [(API.id, True), ("another", False)])
def test_the_sample_for_apis(happy, browser, audience, accepted):
    token = sign_in(public_app(happy, tenant=CONTOSO), browser, ALICE, [API_SCOPE])["access_token"]
    names = {"jwt": jwt, "ssl": ssl, "token": token}
    text = sample("clients.md", "keys = jwt.PyJWKClient(", happy)
    assert f'audience="{API.id}"' in text
    text = text.replace(f'audience="{API.id}"', f'audience="{audience}"')
    if accepted:
        exec(text, names)
        assert names["claims"]["oid"] == ALICE.oid
    else:
        with pytest.raises(jwt.InvalidAudienceError):
            exec(text, names)
