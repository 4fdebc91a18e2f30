"""MSAL.js with the authority of Azure AD B2C: Chromium is led to `shop.b2clogin.com` by the server's proxy."""

import json
from pathlib import Path

import pytest
from chromium.window import TIMEOUT
from support.mail import mail_of
from test_msal_js import APP, Complaints, bundle

SHOP = Path(__file__).parents[1] / "scenarios/shop.yaml"
PAGE = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b13"
AUTHORITY = "https://shop.b2clogin.com/shop.onmicrosoft.com/"
CUSTOMER = {"email": "kim@example.com", "password": "Passw0rd!"}


class Shop:
    def __init__(self, server, window, listener):
        self.server, self.page, self.listener, self.window = server, window.page, listener, window
        window.complaints = Complaints()

    def load(self):
        self.page.goto(self.listener.origin + "/app.html")
        self.page.wait_for_function("window.ready")
        return self

    def request(self, flow):
        return {"scopes": [PAGE], "authority": AUTHORITY + flow}

    def opens(self, flow):
        """Begins an interactive request; the window that MSAL opens."""
        with self.page.expect_popup() as popup:
            self.page.evaluate("request => { window.result = call('loginPopup', request) }", self.request(flow))
        popup.value.set_default_timeout(TIMEOUT)
        return popup.value

    def keep(self, name, popup):
        """A picture, for people who look at the pages."""
        popup.screenshot(path=self.window.gallery / f"{name}.png", full_page=True)

    def result(self):
        return self.page.evaluate("result")

    def silent(self, flow):
        return self.page.evaluate("request => call('acquireTokenSilent', request)", self.request(flow))


def fill(popup, values, press):
    for name, value in values.items():
        popup.fill(f"#{name}", value)
    popup.click(f"#{press}")


@pytest.fixture
def shop(serve, profile, listener):
    server = serve(SHOP)
    configuration = {
        "auth": {
            "clientId": PAGE, "redirectUri": listener.origin, "authority": AUTHORITY + "B2C_1_susi",
            "knownAuthorities": ["shop.b2clogin.com"],
        },
        "cache": {"cacheLocation": "localStorage"},
    }  # fmt: skip
    listener.assets["/msal.js"] = ("text/javascript", bundle())
    listener.pages["/app.html"] = APP.replace("CONFIGURATION", json.dumps(configuration))
    return Shop(server, profile(server, proxy={"server": server.http, "bypass": "localhost"}), listener)


def test_the_profile_is_edited_without_a_prompt(shop):
    popup = shop.load().opens("B2C_1_susi")
    popup.wait_for_selector("#next")
    shop.keep("b2c-sign-in", popup)
    fill(popup, CUSTOMER, "next")
    first = shop.result()
    assert first["idTokenClaims"]["tfp"] == "B2C_1_susi" and first["idTokenClaims"]["name"] == "Kim Lee", first
    assert first["account"]["homeAccountId"].split(".")[0].endswith("-b2c_1_susi")

    popup = shop.opens("B2C_1_edit_profile")
    popup.wait_for_selector("#displayName")
    shop.keep("b2c-edit-profile", popup)
    assert popup.title() == "Edit your profile" and popup.input_value("#city") == "Oslo"
    fill(popup, {"displayName": "Kim Larsen", "givenName": "Kim", "city": "Bergen"}, "continue")
    second = shop.result()
    assert (second["idTokenClaims"]["tfp"], second["idTokenClaims"]["name"]) == ("B2C_1_edit_profile", "Kim Larsen"), second

    silent = shop.silent("B2C_1_susi")
    assert silent["accessToken"] == first["accessToken"]


def test_a_forgotten_password_reaches_the_app_as_a_number(shop):
    popup = shop.load().opens("B2C_1_susi")
    popup.wait_for_selector("#forgotPassword")
    popup.click("#forgotPassword")
    told = shop.result()
    assert (told["error"], told["errorCode"]) == ("ServerError", "access_denied"), told

    popup = shop.opens("B2C_1_reset")
    popup.wait_for_selector("#email")
    fill(popup, {"email": CUSTOMER["email"]}, "emailVerificationControl_but_send_code")
    popup.wait_for_selector("#VerificationCode")
    fill(popup, {"VerificationCode": mail_of(shop.server).wait(to=CUSTOMER["email"]).code()}, "continue")
    popup.wait_for_selector("#newPassword")
    fill(popup, {"newPassword": "N3w-passw0rd!", "reenterPassword": "N3w-passw0rd!"}, "continue")
    assert shop.result()["idTokenClaims"]["tfp"] == "B2C_1_reset"


def test_a_customer_signs_up_in_the_window(shop):
    popup = shop.load().opens("B2C_1_susi")
    popup.wait_for_selector("#createAccount")
    popup.click("#createAccount")
    popup.wait_for_selector("#emailVerificationControl_but_send_code")
    fill(popup, {"email": "new@example.com"}, "emailVerificationControl_but_send_code")
    popup.wait_for_selector("#VerificationCode")
    shop.keep("b2c-sign-up", popup)
    code = mail_of(shop.server).wait(to="new@example.com").code()
    fill(popup, {"VerificationCode": code}, "emailVerificationControl_but_verify_code")
    popup.wait_for_selector("text=verified")
    fill(popup, {"newPassword": "N3w-passw0rd!", "reenterPassword": "N3w-passw0rd!", "displayName": "New"}, "continue")
    assert shop.result()["idTokenClaims"]["newUser"] is True


def test_a_refresh_token_that_has_ended(shop):
    popup = shop.load().opens("B2C_1_susi")
    popup.wait_for_selector("#next")
    fill(popup, CUSTOMER, "next")
    assert shop.result()["accessToken"]
    shop.server.post_control("age", {"kind": "refreshTokens", "by": "2d"})
    shop.server.post_control("age", {"kind": "sessions", "by": "2d"})
    request = {**shop.request("B2C_1_susi"), "forceRefresh": True}
    refused = shop.page.evaluate("request => call('acquireTokenSilent', request)", request)
    assert refused["error"] in ("InteractionRequiredAuthError", "ServerError"), refused
