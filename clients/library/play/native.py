"""MSAL for Python: a native app with a browser, and a web app with a secret."""

import functools

from support.browser import Browser, Page
from support.msal_apps import confidential_app, public_app
from support.world import ALICE, MOBILE, SPA, WEB

from play.pages import walk
from play.saw import answer, dead_end, failure

READ = ["User.Read"]


class Native:
    """A native app."""

    name = "MSAL for Python, native app"
    needs = ("msal",)
    registration = MOBILE

    def __init__(self, server, browser=None, tenant="organizations", **settings):
        self.server, self.tenant, self.settings = server, tenant, settings
        self.browser = browser or Browser(server)
        self.app = self._make()

    def _make(self, cache=None):
        return public_app(self.server, cache, self.tenant, app=self.registration, **self.settings)

    def restart(self):
        """The app is started again: MSAL's memory of refusals is gone, its tokens are there."""
        self.app = self._make(self.app.token_cache)

    def limit_time(self, seconds):
        """Gives up a request after so long."""
        self.app.recorder.request = functools.partial(self.app.recorder.request, timeout=seconds)

    def sign_in(self, user=ALICE, scopes=READ, password=None, press=None, **arguments):
        """Interactively, through whatever pages come."""
        redirect_uri = self.registration.redirect_uri
        flow = self.app.initiate_auth_code_flow(scopes, redirect_uri=redirect_uri, **arguments)
        where, pages = walk(self.browser.open(flow["auth_uri"]), self.browser, user, password, press)
        if isinstance(where, Page):
            return dead_end(where, pages)
        try:
            return answer(self.app.acquire_token_by_auth_code_flow(flow, where.parameters), pages)
        except Exception as error:
            return failure(error, pages)

    def account(self, user=None):
        accounts = self.app.get_accounts(user and user.name)
        assert len(accounts) == 1, accounts
        return accounts[0]

    def renew(self, scopes=READ, user=None, **arguments):
        """Silently, which is a request, since what is in the cache has too little time left."""
        try:
            return answer(self.app.acquire_token_silent_with_error(scopes, self.account(user), **arguments))
        except Exception as error:
            return failure(error)


class Web(Native):
    """A web app with a secret."""

    name = "MSAL for Python, web app"
    registration = WEB

    def _make(self, cache=None):
        return confidential_app(self.server, cache, self.tenant, app=self.registration, **self.settings)


class SinglePage(Native):
    """A single-page app, as far as the server can tell: its requests come from a page of its own origin."""

    name = "MSAL for Python as a single-page app"
    registration = SPA

    def _make(self, cache=None):
        app = super()._make(cache)
        app.recorder.headers["Origin"] = self.registration.redirect_uri
        return app
