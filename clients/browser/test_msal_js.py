"""MSAL.js in a real page, with its default authority: Chromium is led to the server by its proxy.

The build of MSAL.js is the one inside a component for Streamlit, which is how it can be had as a Python package. The app here is a
page of our own that makes its `PublicClientApplication`.
"""

import importlib.util
import json
import re
from pathlib import Path

import pytest
from chromium.window import TIMEOUT, Window
from support.world import ALICE, CONTOSO, SPA

SHORT_TOKENS = Path(__file__).parents[1] / "scenarios/short-tokens.yaml"
REQUEST = {"scopes": ["User.Read"]}
APP = """<!DOCTYPE html>
<html lang="en">
<title>A single-page app</title>
<div id="root"></div>
<script type="module" src="/msal.js"></script>
<script type="module">
  const app = new PublicClientApplication(CONFIGURATION);
  await app.initialize();
  window.call = async (name, request) => {
    try {
      return await app[name]({ account: app.getAllAccounts()[0], ...request });
    } catch ({ name, errorCode, subError, errorNo }) {
      return { error: name, errorCode, subError, errorNo };
    }
  };
  window.ready = true;
</script>
"""


def bundle():
    """The script, which keeps the class to itself, with a line at its end that does not."""
    package = importlib.util.find_spec("msal_streamlit_authentication")
    (script,) = (Path(package.submodule_search_locations[0]) / "frontend/dist/assets").glob("*.js")
    text = script.read_text()
    made = re.search(r"new (\w+)\(\{auth:\w+,cache:\w+,", text)
    return f"{text};window.PublicClientApplication={made[1]};".encode()


class App:
    def __init__(self, server, window, listener):
        self.server, self.page, self.listener = server, window.page, listener
        # Chromium's console names every answer with a status of 400 and more; here they are meant.
        window.complaints = Complaints()

    def load(self):
        self.page.goto(self.listener.origin + "/app.html")
        self.page.wait_for_function("window.ready")
        return self

    def call(self, name, **request):
        return self.page.evaluate("([name, request]) => call(name, request)", [name, {**REQUEST, **request}])

    def sign_in(self, known=False):
        with self.page.expect_popup() as popup:
            self.page.evaluate("request => { window.result = call('loginPopup', request) }", REQUEST)
        popup.value.set_default_timeout(TIMEOUT)
        window = Window.at(popup.value)
        window.give_password(ALICE) if known else window.sign_in(ALICE)
        return self.page.evaluate("result")

    def steps(self):
        """What the server was asked for by MSAL, and drops it."""
        steps = [(e["endpoint"], e["status"]) for e in self.server.exchanges() if e["endpoint"] in ("authorize", "token")]
        self.server.http_session.delete(f"{self.server.control}/exchanges")
        return steps


class Complaints(list):
    def append(self, text):
        if "Failed to load resource" not in text:
            super().append(text)


@pytest.fixture
def app(serve, profile, listener):
    """For a server whose access tokens live a minute, so that MSAL renews at every call."""
    server = serve(SHORT_TOKENS)
    configuration = {
        "auth": {"clientId": SPA.id, "redirectUri": listener.origin},  # and no authority
        "cache": {"cacheLocation": "localStorage"},
    }
    listener.assets["/msal.js"] = ("text/javascript", bundle())
    listener.pages["/app.html"] = APP.replace("CONFIGURATION", json.dumps(configuration))
    return App(server, profile(server, proxy={"server": server.http, "bypass": "localhost"}), listener)


def test_the_default_authority(app):
    result = app.load().sign_in()
    assert result["authority"] == "https://login.microsoftonline.com/common/"
    assert result["idTokenClaims"]["iss"] == f"https://login.microsoftonline.com/{CONTOSO}/v2.0"
    assert result["account"]["username"] == ALICE.name
    assert result["account"]["homeAccountId"] == ALICE.home_account_id


def test_silence_as_long_as_it_can_be_had(app):
    first = app.load().sign_in()
    app.steps()

    # A token that is about to end is renewed by the refresh token.
    renewed = app.load().call("acquireTokenSilent")
    assert renewed["accessToken"] != first["accessToken"]
    assert app.steps() == [("token", 200)]

    # A refresh token that is too old: MSAL asks the session, in a hidden frame.
    app.server.post_control("age", {"kind": "refreshTokens", "by": "91d"})
    again = app.call("acquireTokenSilent")
    assert again.get("accessToken") not in (None, first["accessToken"], renewed["accessToken"]), again
    assert app.steps() == [("token", 400), ("authorize", 302), ("token", 200)]

    # No session either: the app has to let the user sign in.
    app.server.post_control("users/alice/revokeSessions", {})
    refused = app.call("acquireTokenSilent")
    assert refused["error"] == "InteractionRequiredAuthError", refused
    assert app.sign_in(known=True)["account"]["username"] == ALICE.name


def test_the_user_declines_the_consent(app):
    """Signing in for a permission nobody granted shows a page; refusing it is consent_required."""
    app.load().sign_in()
    with app.page.expect_popup() as popup:
        app.page.evaluate("request => { window.result = call('acquireTokenPopup', request) }", {"scopes": ["Calendars.Read"]})
    popup.value.locator("#idBtn_Back").click()
    assert app.page.evaluate("result")["errorCode"] == "consent_required"


def test_a_scripted_429_is_read_and_waited_for(app):
    """MSAL.js reads the answer, and asks no more until the time is over."""
    app.load().sign_in()
    app.steps()
    app.server.post_control(
        "rules", {"when": {"endpoint": "token"}, "then": {"respond": {"status": 429, "retryAfter": "1m", "json": {"error": "busy"}}}}
    )
    assert "error" in app.call("acquireTokenSilent")
    assert ("token", 429) in app.steps()
    assert "error" in app.call("acquireTokenSilent")
    assert [step for step in app.steps() if step[0] == "token"] == []
