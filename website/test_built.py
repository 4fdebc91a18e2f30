"""The built site in Chromium, as a reader meets it: `website/build` runs this last. Pictures of it go to .artifacts/site."""

import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "clients/browser"), str(ROOT / "clients")]

from chromium.axe import violations  # noqa: E402
from chromium.installation import options  # noqa: E402

SITE = ROOT / ".build/site"
ARTIFACTS = ROOT / ".artifacts/site"
#: One page of each kind.
PAGES = ["", "quick-start/", "pages/", "library/", "library/expired-refresh/", "errors/", "errors/AADSTS700082/", "control-api/routes/",
         "control-api/users/", "control-api/objects/", "schema/", "command-line/", "scenarios/", "fidelity/", "packages/python/"]  # fmt: skip

#: Those that show what colours there are.
DARK = ["", "pages/", "library/expired-refresh/", "errors/AADSTS700082/"]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def origin():
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**options(tmp_path_factory.mktemp("home")))
        yield browser
        browser.close()


@pytest.fixture
def open_window(chromium):
    """Opens pages. What leaves the origin, and what the console complains about, fails the test."""
    contexts, asked, complaints = [], [], []

    def open_page(**view):
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **view})
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not [url for url in asked if not url.startswith(("http://localhost:", "file://", "data:"))]
    assert not complaints


def search(page, words):
    """Types into the search, and gives the first answer."""
    page.locator("[data-md-component=search-query]").click()
    page.keyboard.type(words)
    first = page.locator(".md-search-result__item > a.md-search-result__link").first
    first.wait_for()
    return first


@pytest.mark.parametrize("words, page, heading", [
    ("AADSTS700082", "errors/AADSTS700082/", "AADSTS700082"),
    ("700082", "errors/AADSTS700082/", "AADSTS700082"),
    ("grantRevoked", "errors/AADSTS50173/", "AADSTS50173"),
    ("expired-refresh", "library/expired-refresh/", "expired-refresh"),
])  # fmt: skip
@pytest.mark.parametrize("place", ["server", "disk"])
def test_the_search_finds_the_page(origin, open_window, place, words, page, heading):
    window = open_window()
    start, end = (origin, "") if place == "server" else (SITE.as_uri() + "/", "index.html")
    window.goto(start + end)
    search(window, words).click()
    window.wait_for_url(lambda url: url.split("?")[0].split("#")[0] == start + page + end)
    expect(window.locator("article h1")).to_contain_text(heading)


@pytest.mark.parametrize("path, scheme", [*((path, "light") for path in PAGES), *((path, "dark") for path in DARK)])
def test_a_page_is_fit_to_read(origin, open_window, path, scheme):
    window = open_window(color_scheme=scheme)
    window.goto(origin + path)
    name = path.strip("/").replace("/", "-") or "home"
    window.screenshot(path=ARTIFACTS / f"{name}-{scheme}.png")
    assert window.locator("article h1").count() == 1
    found = violations(window)
    assert not found, found
    # A narrow window scrolls downwards alone; wide tables scroll by themselves.
    window.set_viewport_size({"width": 360, "height": 740})
    assert window.evaluate("document.documentElement.scrollWidth") <= 360
    if scheme == "light":
        window.screenshot(path=ARTIFACTS / f"{name}-narrow.png")


@pytest.mark.parametrize("scheme, other", [("light", "dark"), ("dark", "light")])
def test_pictures_follow_the_colours(origin, open_window, scheme, other):
    window = open_window(color_scheme=scheme)
    window.goto(f"{origin}pages/")
    window.wait_for_load_state()
    assert window.locator(f'article img[src$="#only-{scheme}"]').first.is_visible()
    assert not window.locator(f'article img[src$="#only-{other}"]').first.is_visible()
    # Each one is a picture once the reader comes to it.
    for image in window.locator(f'article img[src$="#only-{scheme}"]').all():
        image.scroll_into_view_if_needed()
        window.wait_for_function("image => image.complete && image.naturalWidth > 700", arg=image.element_handle())


def test_every_part_of_the_navigation_leads_somewhere(origin, open_window):
    window = open_window()
    window.goto(origin)
    tabs = [tab.inner_text().strip() for tab in window.locator(".md-tabs__link").all()]
    assert tabs == ["Try it", "Point an app at it", "Make it fail", "Put it into CI", "Look things up", "Work on it"]
    for tab in tabs:
        window.locator(".md-tabs__link", has_text=tab).click()
        expect(window.locator(".md-tabs__item--active")).to_have_text(tab)
