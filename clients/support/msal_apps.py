"""MSAL applications that trust the server, and what travels between the two."""

import inspect

import msal
import requests

from support.world import MOBILE, WEB


class Recorder(requests.Session):
    """MSAL's way to the network, with a memory."""

    def __init__(self, ca):
        super().__init__()
        self.verify = ca
        self.trust_env = False
        self.answers = []

    def request(self, method, url, **arguments):
        answer = super().request(method, url, **arguments)
        self.answers.append(answer)
        return answer

    @property
    def token_answers(self):
        return [a for a in self.answers if a.request.method == "POST" and a.url.endswith("/token")]


def _app(kind, server, tenant, app, cache, **arguments):
    recorder = Recorder(server.ca)
    made = kind(
        app.id, authority=f"{server.authority}/{tenant}", instance_discovery=False, http_client=recorder,
        token_cache=cache or msal.SerializableTokenCache(), **arguments,
    )  # fmt: skip
    made.recorder = recorder
    return made


def public_app(server, cache=None, tenant="organizations", app=MOBILE, **arguments):
    return _app(msal.PublicClientApplication, server, tenant, app, cache, **arguments)


def confidential_app(server, cache=None, tenant="organizations", app=WEB, **arguments):
    return _app(
        msal.ConfidentialClientApplication, server, tenant, app, cache, client_credential=app.secret, **arguments
    )


def accepts(function, parameter):
    return parameter in inspect.signature(function).parameters


def sign_in(app, browser, user, scopes, redirect_uri=None, password=None, **arguments):
    """The authorization code flow with somebody at the browser; MSAL's result."""
    redirect_uri = redirect_uri or (WEB if isinstance(app, msal.ConfidentialClientApplication) else MOBILE).redirect_uri
    flow = app.initiate_auth_code_flow(scopes, redirect_uri=redirect_uri, **arguments)
    arrival = browser.sign_in(flow["auth_uri"], user, password)
    assert arrival.redirect_uri.rstrip("/") == redirect_uri.rstrip("/")
    return app.acquire_token_by_auth_code_flow(flow, arrival.parameters)
