"""Somebody who signs in: answers the pages, whatever host they come from. Knows nothing of the server's certificate or proxy."""

from types import SimpleNamespace

from support.browser import Browser
from support.world import ALICE

AUTHORITY = "https://login.microsoftonline.com"


def signs_in(url):
    """Walks from an authorize URL to the app; the full URL by which the app is called."""
    browser = Browser(SimpleNamespace(authority=AUTHORITY, ca=True))
    # As the app does, it takes proxy and trust from the environment.
    browser.session.trust_env = True
    return browser.sign_in(url, ALICE)
