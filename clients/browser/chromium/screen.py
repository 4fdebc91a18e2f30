"""Somebody at the console: its screens by their names, and what must never happen on any of them."""

import re

from support.requests_by_hand import grant, redeem
from support.world import ALICE, MOBILE

# A browser says of its own what the server refuses on purpose, and what it cannot reach.
ANSWERS = re.compile(r"Failed to load resource|net::ERR_")


class Screen:
    def __init__(self, window, server):
        self.window, self.server, self.page = window, server, window.page
        self.faults = []
        """Faults of scripts, and each breach of the page's policy."""
        self.strangers = []
        """Requests to another origin."""
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._see)
        self.page.add_init_script(
            "window.breaches = [];"
            "document.addEventListener('securitypolicyviolation', (event) => breaches.push(event.violatedDirective));"
        )

    def _see(self, request):
        if not request.url.startswith((self.server.authority + "/", "blob:", "data:")):
            self.strangers.append(request.url)

    def open(self, screen="", world="", ready=True):
        query = f"?world={world}" if world else ""
        target = f"{self.server.authority}/_mockidp/{query}#/{screen}"
        if self.page.url == target:
            self.page.reload()
        else:
            self.page.goto(target)
        return self.settled() if ready else self

    def settled(self):
        """The screen has what it asked for."""
        self.page.evaluate(
            """() => new Promise((done) => {
              const look = () => {
                const main = document.getElementById("main");
                if (location.hash.length > 2 && main?.dataset.shown === location.hash) done();
                else requestAnimationFrame(look);
              };
              look();
            })"""
        )
        return self

    def to(self, label):
        """By the navigation, as people go."""
        self.page.locator("#nav").get_by_role("link", name=label, exact=True).click()
        self.page.get_by_role("heading", level=1, name=label).wait_for()
        return self.settled()

    def press(self, label, within=None, exact=True):
        (within or self.page).get_by_role("button", name=label, exact=exact).click()
        return self

    def fill(self, label, text, within=None):
        (within or self.page).get_by_label(label, exact=True).fill(text)
        return self

    def says(self, text):
        """The message that the page gives and screen readers say."""
        self.page.locator("#messages", has_text=text).wait_for()
        return self

    def has(self, text, within="#main"):
        self.page.locator(within).get_by_text(text).first.wait_for()
        return self

    @property
    def lines(self):
        return self.page.locator(".lines li")

    def line(self, text):
        return self.lines.filter(has_text=text).first

    @property
    def dialog(self):
        return self.page.locator("dialog[open]")

    @property
    def hash(self):
        return self.page.evaluate("location.hash")

    def check(self):
        """Nothing broke, nothing left the origin, no rule of the page's policy was touched."""
        breaches = self.page.evaluate("window.breaches ?? []")
        assert (self.faults, self.strangers, breaches) == ([], [], [])
        self.window.complaints[:] = [text for text in self.window.complaints if not ANSWERS.search(text)]
        assert self.window.complaints == []


def sign_in_and_refuse(server, browser):
    """One user signs in, calls Graph, renews, is revoked and refused. The tokens that were good."""
    tokens = redeem(server, grant(server, browser))
    server.me(tokens["access_token"])
    form = {"grant_type": "refresh_token", "client_id": MOBILE.id, "refresh_token": tokens["refresh_token"], "scope": "User.Read"}
    renewed = server.token(form)
    assert renewed.status_code in (200, 400)
    server.post_control(f"users/{ALICE.oid}/revokeSessions", {})
    assert server.token(form).status_code == 400
    return tokens
