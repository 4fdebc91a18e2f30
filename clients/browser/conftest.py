"""A real browser as fixtures: Chromium from the distribution, driven by Playwright, verifying certificates as it does at home."""

import contextlib
import importlib.util
import os
import sys
from pathlib import Path

import pytest
from support.binary import RUN_BEGAN

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

# The environment with the oldest libraries has no Playwright: one browser is enough for the pages.
if importlib.util.find_spec("playwright") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    from chromium.installation import options, profile_with_cookies_in_frames, trusting_home
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
    for picture in ARTIFACTS.glob("*.png"):
        # Another worker of this run may be at work beside this one.
        with contextlib.suppress(FileNotFoundError):
            if picture.stat().st_mtime < float(os.environ[RUN_BEGAN]):
                picture.unlink()
    return ARTIFACTS


@pytest.fixture(scope="session")
def trusting(shared_servers, tmp_path_factory):
    """A home that trusts every server of a run: their certificates come from one authority."""
    return trusting_home(tmp_path_factory.mktemp("chromium"), shared_servers("happy-path").ca)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright, trusting):
    """One browser process for all."""
    browser = playwright.chromium.launch(**options(trusting))
    yield browser
    browser.close()


@pytest.fixture
def listener():
    listener = Listener()
    yield listener
    listener.close()


VIEW = {"locale": "en-US", "viewport": {"width": 1000, "height": 760}}


@pytest.fixture
def windows():
    """All windows of a test. What a page complains about on the console fails it."""
    windows = []
    yield windows
    complaints = [text for window in windows for text in window.complaints]
    for window in windows:
        window.context.close()
    assert not complaints, complaints


@pytest.fixture
def window(chromium, listener, gallery, windows):
    """Opens windows that share nothing, as incognito ones do: `window(server)`."""

    def open_window(server, **changes):
        windows.append(Window(chromium.new_context(**{**VIEW, **changes}), listener, gallery, server))
        return windows[-1]

    return open_window


@pytest.fixture
def profile(playwright, trusting, listener, gallery, windows, tmp_path):
    """Opens a window of a profile in which frames of other sites have their cookies, unlike in incognito ones."""

    def open_profile(server, **changes):
        directory = profile_with_cookies_in_frames(tmp_path / f"profile-{len(windows)}")
        context = playwright.chromium.launch_persistent_context(directory, **VIEW, **options(trusting), **changes)
        windows.append(Window(context, listener, gallery, server))
        return windows[-1]

    return open_profile
