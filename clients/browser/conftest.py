"""A real browser as fixtures: Chromium from the distribution, driven by Playwright, verifying certificates as it does at home."""

import importlib.util
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

# The environment with the oldest libraries has no Playwright: one browser is enough for the pages.
if importlib.util.find_spec("playwright") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    from chromium.installation import launch, trusting_home
    from chromium.listener import Listener
    from chromium.window import Window
    from playwright.sync_api import sync_playwright

ARTIFACTS = HERE.parent.parent / ".artifacts/browser"


@pytest.fixture(scope="session")
def scenarios():
    """Where the walks' own scenario files are."""
    return HERE / "scenarios"


@pytest.fixture(scope="session")
def gallery():
    """Pictures of the pages, for people to look at."""
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    for old in ARTIFACTS.glob("*.png"):
        old.unlink()
    return ARTIFACTS


@pytest.fixture(scope="session")
def chromium(shared_servers, tmp_path_factory):
    """One browser process for all; all servers of a run show certificates of one authority."""
    home = trusting_home(tmp_path_factory.mktemp("chromium"), shared_servers("happy-path").ca)
    with sync_playwright() as playwright:
        browser = launch(playwright, home)
        yield browser
        browser.close()


@pytest.fixture
def listener():
    listener = Listener()
    yield listener
    listener.close()


@pytest.fixture
def window(chromium, listener, gallery):
    """Opens windows that share nothing: `window(server)`. What a page complains about on the console fails the test."""
    windows = []

    def open_window(server, **options):
        context = chromium.new_context(locale="en-US", viewport={"width": 1000, "height": 760}, **options)
        made = Window(context, listener, gallery, server)
        windows.append(made)
        return made

    yield open_window
    complaints = [text for made in windows for text in made.complaints]
    for made in windows:
        made.context.close()
    assert not complaints, complaints
