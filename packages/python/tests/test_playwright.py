"""A browser under Playwright signs in at Microsoft's name, without a proxy."""

import shutil
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from mockidp import sign_in

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome-stable")


class Callback(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"signed in")

    def log_message(self, *_):
        pass


@pytest.fixture
def app_url():
    with HTTPServer(("127.0.0.1", 0), Callback) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_a_user_signs_in_by_the_pages(mockidp_world, app_url):
    playwright = pytest.importorskip("playwright.sync_api")
    query = {
        "client_id": mockidp_world.apps["mobile"].client_id, "response_type": "code", "scope": "openid User.Read",
        "redirect_uri": app_url,
    }  # fmt: skip
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *mockidp_world.browser_arguments()])
        page = browser.new_context(**mockidp_world.browser_context()).new_page()
        page.goto(f"https://login.microsoftonline.com/common/oauth2/v2.0/authorize?{urlencode(query)}")
        sign_in(page, mockidp_world.users["bob"])
        assert page.url.startswith(app_url)
        assert "code" in parse_qs(urlsplit(page.url).query), page.url
        browser.close()
    assert [exchange["user"]["alias"] for exchange in mockidp_world.journal(event="signIn")] == ["bob"]
