"""Signs in to the sample app as a browser would, and exits with the verdict."""

import html.parser
import os
import re
import socket
import sys
import time
import urllib.parse

import requests

APP = os.environ.get("BASE_URL", "http://localhost:3000")
USER = os.environ.get("TEST_USER", "alice@contoso.onmicrosoft.com")
PASSWORD = os.environ.get("TEST_PASSWORD", "Passw0rd!")
CONTOSO = "c0270500-0000-4000-8000-000000000001"


class Form(html.parser.HTMLParser):
    """The first form of a page: where it goes, and its fields."""

    def __init__(self, page):
        super().__init__()
        self.action, self.fields = None, {}
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and self.action is None:
            self.action = attributes.get("action", "")
        elif tag == "input" and attributes.get("name") and attributes.get("type") != "checkbox":
            self.fields[attributes["name"]] = attributes.get("value") or ""


def check(what, holds):
    print(("ok      " if holds else "FAILED  ") + what, flush=True)
    if not holds:
        sys.exit(1)


def signed_in(browser):
    """Answers every page from the app's sign-in link on, until the app shows its own again."""
    page = browser.get(APP + "/login", timeout=30)
    check("the app sends the browser to login.microsoftonline.com", "//login.microsoftonline.com/" in page.url)
    check("the certificate is good for that name", page.url.startswith("https:"))
    for _ in range(6):
        if page.url.startswith(APP):
            return page
        form = Form(page.text)
        check(f"a page waits for an answer: {form.fields.keys() - {'ctx', 'canary'}}", form.action is not None)
        if "loginfmt" in form.fields:
            form.fields["loginfmt"] = USER
        if "passwd" in form.fields:
            form.fields["passwd"] = PASSWORD
        page = browser.post(urllib.parse.urljoin(page.url, form.action), data=form.fields, timeout=30)
    check("the sign-in comes to an end", False)


def main():
    for host in ("login.microsoftonline.com", "graph.microsoft.com"):
        address = socket.gethostbyname(host)
        private = re.match(r"10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.", address)
        check(f"{host} leads to {address}, within the network", bool(private))
    browser = requests.Session()
    # Where nothing waits for health checks, the app may still be starting.
    for _ in range(60):
        try:
            browser.get(APP + "/health", timeout=5)
            break
        except requests.ConnectionError:
            time.sleep(0.5)
    check("nobody is signed in", "Nobody is signed in" in browser.get(APP, timeout=30).text)
    page = signed_in(browser)
    check("the app greets alice: " + re.sub("<[^>]+>", " ", page.text).strip(), '<p id="address">' + USER in page.text)
    check("the issuer is the real one", f"https://login.microsoftonline.com/{CONTOSO}/v2.0" in page.text)
    check("she stays signed in", USER in browser.get(APP, timeout=30).text)
    browser.get(APP + "/logout", timeout=30)
    check("she can sign out", "Nobody is signed in" in browser.get(APP, timeout=30).text)


main()
