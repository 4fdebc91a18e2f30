"""External ID in Chromium: MSAL.js at `flowers.ciamlogin.com`, to which the server's proxy leads, and a page that calls the native
authentication API as the library's part for it does."""

import json
from pathlib import Path

import pytest
from chromium.window import TIMEOUT
from support.mail import mail_of
from test_msal_js import APP, Complaints, bundle
from test_msal_js_b2c import fill

FLOWERS = Path(__file__).parents[1] / "scenarios/flowers.yaml"
PAGE = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b25"
GARDEN = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b21"
HOST = "flowers.ciamlogin.com"
TENANT = "flowers.onmicrosoft.com"
REQUEST = {"scopes": ["User.Read"]}
KIM = "kim@example.com"
PASSWORD = "Passw0rd!"


class Garden:
    def __init__(self, server, window, listener):
        self.server, self.page, self.listener, self.window = server, window.page, listener, window
        self.mail = mail_of(server)
        window.complaints = Complaints()

    def load(self):
        self.page.goto(self.listener.origin + "/app.html")
        self.page.wait_for_function("window.ready")
        return self

    def opens(self, **more):
        """Begins an interactive request; the window that MSAL opens."""
        with self.page.expect_popup() as popup:
            self.page.evaluate("request => { window.result = call('loginPopup', request) }", {**REQUEST, **more})
        popup.value.set_default_timeout(TIMEOUT)
        return popup.value

    def keep(self, name, popup):
        """A picture, for people who look at the pages."""
        popup.screenshot(path=self.window.gallery / f"{name}.png", full_page=True)

    def result(self):
        return self.page.evaluate("result")


@pytest.fixture
def garden(serve, profile, listener, tmp_path):
    """Codes are drawn, so a test has to read them where a person reads them: in the mail."""
    path = tmp_path / "flowers-drawn.yaml"
    path.write_text(FLOWERS.read_text() + "externalId: { oneTimeCode: random }\n")
    server = serve(path)
    configuration = {
        "auth": {
            "clientId": PAGE, "redirectUri": listener.origin, "authority": f"https://{HOST}/{TENANT}", "knownAuthorities": [HOST],
        },
        "cache": {"cacheLocation": "localStorage"},
    }  # fmt: skip
    listener.assets["/msal.js"] = ("text/javascript", bundle())
    listener.pages["/app.html"] = APP.replace("CONFIGURATION", json.dumps(configuration))
    return Garden(server, profile(server, proxy={"server": server.http, "bypass": "localhost"}), listener)


def test_a_customer_signs_in_and_stays_signed_in(garden):
    popup = garden.load().opens()
    popup.wait_for_selector("#i0116")
    garden.keep("external-sign-in", popup)
    popup.fill("#i0116", KIM)
    popup.keyboard.press("Enter")
    popup.wait_for_selector("#i0118")
    garden.keep("external-password", popup)
    popup.fill("#i0118", PASSWORD)
    popup.keyboard.press("Enter")
    first = garden.result()
    assert first["idTokenClaims"]["preferred_username"] == KIM, first
    assert first["idTokenClaims"]["iss"].split("/")[2] == first["tenantId"] + ".ciamlogin.com"
    assert first["account"]["environment"] == HOST
    silent = garden.page.evaluate("request => call('acquireTokenSilent', request)", {**REQUEST, "forceRefresh": True})
    assert silent["accessToken"] != first["accessToken"], silent


def test_a_customer_signs_up_in_the_window(garden):
    popup = garden.load().opens(prompt="create")
    popup.wait_for_selector("#email")
    garden.keep("external-sign-up", popup)
    fill(popup, {"email": "new@example.com"}, "next")
    popup.wait_for_selector("#otc")
    garden.keep("external-code", popup)
    message = garden.mail.wait(to="new@example.com")
    assert message.subject == "Flowers account email verification code" and message.code() != "12345678"
    fill(popup, {"otc": message.code()}, "next")
    popup.wait_for_selector("#newPassword")
    garden.keep("external-details", popup)
    fill(popup, {"newPassword": "Fl0wers4me", "reenterPassword": "Fl0wers4me", "displayName": "New One"}, "next")
    assert garden.result()["idTokenClaims"]["name"] == "New One"


def test_a_forgotten_password_in_the_window(garden):
    popup = garden.load().opens(loginHint=KIM)
    popup.wait_for_selector("#forgotPassword")
    popup.click("#forgotPassword")
    popup.wait_for_selector("#otc")
    fill(popup, {"otc": garden.mail.wait(to=KIM).code(r"code is: (\d{8})")}, "next")
    popup.wait_for_selector("#reenterPassword")
    garden.keep("external-new-password", popup)
    fill(popup, {"newPassword": "Fl0wers4me", "reenterPassword": "Fl0wers4me"}, "next")
    assert garden.result()["idTokenClaims"]["preferred_username"] == KIM


# The requests of msal-browser's part for native authentication, by a script of a page.
SCRIPT = """<!DOCTYPE html>
<html lang="en">
<title>A page with a sign-in of its own</title>
<script type="module">
  const base = BASE;
  async function call(path, form) {
    const answer = await fetch(`${base}/${path}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded", "x-client-SKU": "msal.browser", "x-client-VER": "5.2.0", "x-client-OS": "",
        "x-client-CPU": "", "x-client-current-telemetry": "5|100001,0,,,|,", "client-request-id": crypto.randomUUID(),
      },
      body: new URLSearchParams({ client_id: "CLIENT", ...form }),
    });
    return { status: answer.status, id: answer.headers.get("x-ms-request-id"), ...(await answer.json()) };
  }
  window.signIn = async (username, password) => {
    try {
      const types = "oob password redirect";
      let step = await call("oauth2/v2.0/initiate", { username, challenge_type: types });
      step = await call("oauth2/v2.0/challenge", { continuation_token: step.continuation_token, challenge_type: types });
      return await call("oauth2/v2.0/token", {
        continuation_token: step.continuation_token, grant_type: "password", password, scope: "openid profile offline_access", client_info: "true",
      });
    } catch (error) {
      return { error: error.name };
    }
  };
  window.ready = true;
</script>
"""


@pytest.mark.parametrize("allowed", [True, False])
def test_a_page_calls_the_native_api_where_a_scenario_lets_it(serve, profile, listener, tmp_path, allowed):
    path = tmp_path / "flowers-cors.yaml"
    path.write_text(FLOWERS.read_text() + f"externalId: {{ cors: {str(allowed).lower()} }}\n")
    server = serve(path)
    window = profile(server)
    window.complaints = Complaints()
    listener.pages["/native.html"] = SCRIPT.replace("BASE", json.dumps(f"{server.authority}/{TENANT}")).replace("CLIENT", GARDEN)
    window.page.goto(listener.origin + "/native.html")
    window.page.wait_for_function("window.ready")
    told = window.page.evaluate("([name, password]) => signIn(name, password)", [KIM, PASSWORD])
    if not allowed:
        assert told == {"error": "TypeError"}
        return
    assert told["status"] == 200 and told["access_token"] and told["client_info"] and told["id"], told
    wrong = window.page.evaluate("([name, password]) => signIn(name, password)", [KIM, "wrong"])
    assert (wrong["status"], wrong["error_codes"]) == (400, [50126])
