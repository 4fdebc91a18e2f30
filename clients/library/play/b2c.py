"""Customers: MSAL for Python at a user flow of Azure AD B2C, by the address that a server on localhost has."""


import msal
from support.browser import Browser, Page
from support.msal_apps import Recorder

from play.saw import answer, dead_end

TENANT = "shop.onmicrosoft.com"
STORE = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b11"
REDIRECT = "http://localhost:5001"
KIM = {"email": "kim@example.com", "password": "Passw0rd!"}


class Customer:
    """A native app, whose user flows share one cache as an app's do."""

    name = "MSAL for Python, native app at B2C"
    needs = ("msal",)

    def __init__(self, server):
        self.server = server
        self.browser = Browser(server)
        self.cache = msal.SerializableTokenCache()

    def app(self, flow="B2C_1_susi"):
        return msal.PublicClientApplication(
            STORE, authority=f"{self.server.authority}/{TENANT}/{flow}", http_client=Recorder(self.server.ca), token_cache=self.cache
        )

    def sign_in(self, flow="B2C_1_susi", *forms, **arguments):
        """Each form is the fields and, where it is not the main one, the button of one page."""
        app = self.app(flow)
        begun = app.initiate_auth_code_flow([STORE], redirect_uri=REDIRECT, **arguments)
        where, pages = self.browser.open(begun["auth_uri"]), []
        for fields, press in forms:
            pages.append(where.heading)
            where = self.browser.submit(where, fields, press and ("action", press))
        if isinstance(where, Page):
            return dead_end(where, pages)
        return answer(app.acquire_token_by_auth_code_flow(begun, where.parameters), pages)

    def renew(self, flow="B2C_1_susi"):
        app = self.app(flow)
        [account] = app.get_accounts()
        return answer(app.acquire_token_silent_with_error([STORE], account, force_refresh=True))

    def discover(self, flow):
        response = self.server.get(f"/{TENANT}/{flow}/v2.0/.well-known/openid-configuration")
        return response.status_code


def claims(saw):
    assert saw.has_tokens, saw
    return saw.result["id_token_claims"]


