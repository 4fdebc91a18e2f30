"""The pages in Chromium, by Playwright for Python."""

import shutil
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import authorize

from mockidp import PageRefused, sign_in

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome-stable")
playwright_api = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


class App(BaseHTTPRequestHandler):
    """The app: a button that opens the sign-in in a popup, a link that goes there, and a page for the answer, which a popup closes."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        where = self.server.authorize
        body = f"""<button onclick="window.open('{where}', 'p', 'width=400,height=500')">popup</button> <a href="{where}">go</a>"""
        if "code=" in self.path:
            body = "signed in<script>if (window.opener) { opener.arrived = location.href; close() }</script>"
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def app(mockidp_world):
    with HTTPServer(("127.0.0.1", 0), App) as server:
        server.url = f"http://localhost:{server.server_port}"
        server.authorize = authorize(mockidp_world, redirect_uri=server.url)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def window(mockidp_world):
    with playwright_api.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *mockidp_world.browser_arguments()])
        yield browser.new_context(**mockidp_world.browser_context()).new_page()
        browser.close()


def signed_in(world):
    return [exchange["user"]["alias"] for exchange in world.journal(event="signIn")]


def test_page_sign_in(mockidp_world, app, window):
    window.goto(app.authorize)
    sign_in(window, mockidp_world.users["bob"])
    assert window.url.startswith(app.url) and "code" in parse_qs(urlsplit(window.url).query)
    assert signed_in(mockidp_world) == ["bob"]


def test_popup(mockidp_world, app, window):
    window.goto(app.url)
    with window.expect_popup() as opened:
        window.get_by_role("button").click()
    sign_in(opened.value, mockidp_world.user)
    assert "code=" in window.wait_for_function("window.arrived").json_value()


def test_session_no_page(mockidp_world, app, window):
    window.goto(app.url)
    for signs_in in (1, 1):
        window.get_by_role("link").click(no_wait_after=True)
        began = time.monotonic()
        sign_in(window, mockidp_world.user)
        assert time.monotonic() - began < 15
        playwright_api.expect(window.get_by_text("signed in")).to_be_visible()
        assert len(signed_in(mockidp_world)) == signs_in
        window.goto(app.url)


def test_page_refuses(mockidp_world, app, window):
    user = mockidp_world.user
    right, user.password = user.password, "wrong"
    window.goto(app.authorize)
    with pytest.raises(PageRefused) as told:
        sign_in(window, user)
    assert (told.value.code, "password is incorrect" in told.value.text) == ("AADSTS50126", True)
    user.password = right
    window.goto(app.authorize)
    sign_in(window, user)
    assert "code=" in window.url


def test_foreign_host(mockidp_world, app, window):
    """This machine's own name leads nowhere either: only localhost and Microsoft's names do."""
    for host in ("example.com", socket.gethostname()):
        with pytest.raises(playwright_api.Error, match="ERR_NAME_NOT_RESOLVED"):
            window.context.new_page().goto(f"http://{host}:{app.server_port}/")
    window.goto(app.url)
