"""A client that keeps cookies and fills in the sign-in pages, over one connection at a time."""

import base64
import hashlib
import html
import http.client
import json
import os
import re
import ssl
import urllib.parse

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Browser:
    """One keep-alive connection to an origin such as `https://localhost:8443`. Certificates are verified with `ca`."""

    def __init__(self, origin, ca=None):
        parts = urllib.parse.urlsplit(origin)
        self.origin, self.cookies = origin, {}
        if parts.scheme == "https":
            context = ssl.create_default_context(cafile=ca)
            self.connection = http.client.HTTPSConnection(parts.hostname, parts.port, context=context)
        else:
            self.connection = http.client.HTTPConnection(parts.hostname, parts.port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def ask(self, method, path, form=None, fields=None, body=None):
        """The answer and its text. A form becomes the body; cookies are sent and kept."""
        fields = dict(fields or {})
        if form is not None:
            body = urllib.parse.urlencode(form)
            fields.update(FORM)
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.connection.request(method, path, body, fields)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        for field in answer.headers.get_all("Set-Cookie") or []:
            name, value = field.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer, text

    def get(self, path, **arguments):
        """The text of a 200."""
        return self.expect(200, "GET", path, **arguments)[1]

    def expect(self, status, method, path, **arguments):
        answer, text = self.ask(method, path, **arguments)
        if answer.status != status:
            raise SystemExit(f"bench: {method} {path} was answered {answer.status}, not {status}: {text[:500]}")
        return answer, text

    def follow(self, path, redirect, password):
        """Goes through the pages from `path` on until the browser is sent to `redirect`; returns that URL."""
        answer, page = self.ask("GET", path)
        for _ in range(10):
            location = answer.headers.get("Location", "")
            if location.startswith(redirect):
                return location
            if location:
                answer, page = self.ask("GET", location)
                continue
            inputs = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in re.findall(r"<input\b([^>]*)>", page)]
            form = {
                one["name"]: html.unescape(one.get("value", ""))
                for one in inputs
                if one.get("name") and one.get("type") not in ("submit", "checkbox")
            }
            if "passwd" in form:
                form["passwd"] = password
            action = html.unescape(re.search(r'<form\b[^>]*action="([^"]*)"', page)[1])
            answer, page = self.ask("POST", action, form)
        raise SystemExit("bench: the sign-in does not end")


class Proof:
    """A code verifier and its challenge (RFC 7636)."""

    def __init__(self):
        self.verifier = base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode()
        digest = hashlib.sha256(self.verifier.encode()).digest()
        self.challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def code_in(location):
    """The authorization code in the URL that a browser was sent to."""
    found = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query).get("code")
    if not found:
        raise SystemExit(f"bench: there is no code in {location}")
    return found[0]


def claims_of(token):
    """The payload of a JWT, unverified."""
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
