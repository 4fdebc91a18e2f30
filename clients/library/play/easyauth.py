"""A Flask app behind App Service authentication, and somebody at a browser."""

import tempfile
from pathlib import Path

from support.browser import Browser
from support.world import ALICE

from play.saw import Saw


class BehindEasyAuth:
    name = "Flask behind mockidp easyauth"
    needs = ("flask", "azure.identity")

    def __init__(self, server):
        from support.gate import App, Gate

        self.app = App()
        self.gate = Gate(
            "easyauth", self.app.url, server, server.home, Path(tempfile.mkdtemp()),
            "--login-parameter", "scope=openid profile email offline_access User.Read",
        )  # fmt: skip
        self.session = self.gate.session(**{"User-Agent": "Mozilla/5.0"})
        self.service = Browser(server)

    def _get(self, path):
        return self.session.get(self.gate.site + path, allow_redirects=False)

    def sign_in(self):
        begun = self._get("/.auth/login/aad?post_login_redirect_uri=/")
        arrival = self.service.sign_in(begun.headers["Location"], ALICE)
        answer = self.session.post(arrival.redirect_uri, data=dict(arrival.pairs), allow_redirects=False)
        return self._said(answer, "is back at the app")

    def refresh(self):
        return self._said(self._get("/.auth/refresh"), "has new tokens")

    def visit(self):
        answer = self._get("/")
        return self._said(answer, f"the app knows {answer.json()['headers']['x-ms-client-principal-name']}")

    @staticmethod
    def _said(answer, words):
        return Saw("said", words if answer.status_code in (200, 302) else f"`{answer.status_code}`")

    def close(self):
        self.gate.stop()
        self.app.close()
