"""The Azure SDK's credentials."""

import socket
import threading
import webbrowser
from unittest import mock

import requests
from support.browser import Browser, Page
from support.world import ALICE, CONTOSO, GRAPH_SCOPE, MOBILE

from play.pages import walk
from play.saw import Saw, dead_end, failure


def settings(server):
    return {"authority": server.authority, "disable_instance_discovery": True, "connection_verify": server.ca}


def attempt(work):
    """What a credential brings: a token, or its exception."""
    try:
        return Saw("tokens", result=work())
    except Exception as error:
        return failure(error)


class InteractiveBrowser:
    """InteractiveBrowserCredential of a program that asks by itself when it needs the user."""

    name = "azure-identity, InteractiveBrowserCredential"
    needs = ("azure.identity",)

    def __init__(self, server, browser=None, **options):
        from azure.identity import InteractiveBrowserCredential

        self.server = server
        self.browser = browser or Browser(server)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        self.credential = InteractiveBrowserCredential(
            tenant_id=CONTOSO, client_id=MOBILE.id, redirect_uri=f"http://localhost:{port}", timeout=20,
            disable_automatic_authentication=True, **settings(server), **options,
        )  # fmt: skip

    def sign_in(self, user=ALICE, scopes=(GRAPH_SCOPE,), password=None, press=None, **options):
        """`authenticate`, with somebody at the browser that the credential opens."""
        way = {}

        def visit(url, *_, **__):
            where, way["pages"] = walk(self.browser.open(url), self.browser, user, password, press)
            if isinstance(where, Page):
                # The credential would wait until it gives up; the one at the browser knows already.
                way["end"] = where
                raise RuntimeError("the browser was closed")
            way["thread"] = threading.Thread(target=deliver, args=(where,))
            way["thread"].start()
            return True

        with mock.patch.object(webbrowser, "open", visit):
            seen = attempt(lambda: self.credential.authenticate(scopes=list(scopes), **options))
        if "thread" in way:
            way["thread"].join()
        seen.pages = way.get("pages", [])
        return dead_end(way["end"], seen.pages) if "end" in way else seen

    def renew(self, scopes=(GRAPH_SCOPE,), **options):
        return attempt(lambda: self.credential.get_token(*scopes, **options))


def deliver(arrival):
    """Calls the listener of the app, as a browser does."""
    with requests.Session() as session:
        session.trust_env = False
        if arrival.mode == "form_post":
            session.post(arrival.redirect_uri, data=arrival.pairs, timeout=10)
        else:
            session.get(arrival.redirect_uri, params=arrival.pairs, timeout=10)
