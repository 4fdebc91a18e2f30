"""Customers of External ID: MSAL for Python by the address that a server on localhost has, and apps with pages of their own."""

import jwt
import msal
from support.browser import Browser, Page
from support.msal_apps import Recorder
from support.native_auth import IOS, SCOPES, Android, JavaScript

from play.saw import Saw, answer, dead_end, said

TENANT = "flowers.onmicrosoft.com"
GARDEN = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b21"
REDIRECT = "http://localhost:5001"
KIM = "kim@example.com"
PASSWORD = "Passw0rd!"
CODE = "12345678"


class Customer:
    """A native app in front of a browser."""

    name = "MSAL for Python, native app at External ID"
    needs = ("msal",)

    def __init__(self, server):
        self.server = server
        self.browser = Browser(server)
        self.app = msal.PublicClientApplication(
            GARDEN, authority=f"{server.authority}/{TENANT}", instance_discovery=False, http_client=Recorder(server.ca)
        )

    def sign_in(self, *forms, **arguments):
        """Each form is the fields and, where it is not the main one, the button of one page."""
        begun = self.app.initiate_auth_code_flow(["User.Read"], redirect_uri=REDIRECT, **arguments)
        where, pages = self.browser.open(begun["auth_uri"]), []
        for fields, press in forms:
            pages.append(where.heading)
            where = self.browser.submit(where, fields, press and ("action", press))
        if isinstance(where, Page):
            return dead_end(where, pages)
        return answer(self.app.acquire_token_by_auth_code_flow(begun, where.parameters), pages)

    def renew(self):
        [account] = self.app.get_accounts()
        return answer(self.app.acquire_token_silent_with_error(["User.Read"], account, force_refresh=True))


class _Native:
    """An app with pages of its own, by the requests of one library."""

    needs = ()
    kind = None

    def __init__(self, server):
        self.server = server
        self.native = self.kind(server, server.authority, TENANT, GARDEN)

    def saw(self, response):
        body = response.json()
        if "access_token" in body or "error" in body:
            return answer(body)
        if body.get("challenge_type") == "redirect":
            return said("is sent to a browser", body)
        words = {"password": "is asked for a password", "oob": f"is asked for a code of {body.get('challenge_target_label')}"}
        if "challenge_type" in body:
            return Saw("said", words[body["challenge_type"]], result=body)
        if "methods" in body:
            return Saw("said", "chooses among " + ", ".join(method["challenge_channel"] for method in body["methods"]), result=body)
        return Saw("said", body.get("status", "goes on"), result=body)

    def does(self, name, *positional, **more):
        return self.saw(getattr(self.native, name)(*positional, **more))


class NativeIOS(_Native):
    name = "the requests of MSAL for iOS"
    kind = IOS


class NativeAndroid(_Native):
    name = "the requests of MSAL for Android"
    kind = Android


class NativeJavaScript(_Native):
    name = "the requests of MSAL.js, native authentication"
    kind = JavaScript


NATIVE = (NativeIOS, NativeAndroid, NativeJavaScript)


def claims(saw):
    assert saw.has_tokens, saw
    return jwt.decode(saw.result["id_token"], options={"verify_signature": False}) if "id_token" in saw.result else {}


__all__ = ["CODE", "KIM", "NATIVE", "PASSWORD", "SCOPES", "Customer", "claims"]
