"""A small web app as one would ship it: it knows Microsoft's hosts and nothing of a test.

    /                its first page: who is signed in, and what Graph says about them
    /login           sends the browser to sign in
    /auth/callback   where the browser comes back with a code
    /logout
"""

import html
import http.cookies
import http.server
import os
import secrets
import urllib.parse

import msal
import requests

CLIENT_ID = os.environ["CLIENT_ID"]
CLIENT_SECRET = os.environ["CLIENT_SECRET"]
AUTHORITY = "https://login.microsoftonline.com/" + os.environ.get("TENANT", "organizations")
GRAPH = "https://graph.microsoft.com/v1.0"
SCOPES = ["User.Read"]
BASE = os.environ.get("BASE_URL", "http://localhost:3000")

sessions = {}
"""By the value of the cookie: the flow that has begun, then the tokens' cache."""


def application(cache=None):
    return msal.ConfidentialClientApplication(
        CLIENT_ID, client_credential=CLIENT_SECRET, authority=AUTHORITY, token_cache=cache
    )


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        pages = {
            "/": self.home, "/login": self.login, "/auth/callback": self.callback, "/logout": self.logout,
            "/health": self.health,
        }  # fmt: skip
        pages.get(url.path, self.nothing)(query)

    def home(self, _):
        session = self.session()
        if "cache" not in session:
            return self.answer(200, '<p>Nobody is signed in.</p><p><a href="/login">Sign in</a></p>')
        app = application(session["cache"])
        result = app.acquire_token_silent_with_error(SCOPES, app.get_accounts()[0])
        if not result or "access_token" not in result:
            return self.answer(401, f'<p id="error">{html.escape(str(result))}</p><p><a href="/login">Sign in</a></p>')
        me = requests.get(GRAPH + "/me", headers={"Authorization": "Bearer " + result["access_token"]}, timeout=10)
        name = html.escape(me.json().get("displayName", me.text))
        address = html.escape(me.json().get("userPrincipalName", ""))
        issuer = html.escape(session["issuer"])
        return self.answer(
            200,
            f'<h1>Hello <span id="name">{name}</span></h1><p id="address">{address}</p>'
            f'<p>Says <span id="issuer">{issuer}</span>.</p><p><a href="/logout">Sign out</a></p>',
        )

    def login(self, _):
        flow = application().initiate_auth_code_flow(SCOPES, redirect_uri=BASE + "/auth/callback")
        handle = secrets.token_urlsafe()
        sessions[handle] = {"flow": flow}
        self.redirect(flow["auth_uri"], cookie=f"session={handle}; HttpOnly; Path=/; SameSite=Lax")

    def callback(self, query):
        session = self.session()
        cache = msal.TokenCache()
        try:
            result = application(cache).acquire_token_by_auth_code_flow(session.pop("flow", {}), query)
        except ValueError as error:
            return self.answer(400, f'<p id="error">{html.escape(str(error))}</p>')
        if "error" in result:
            text = html.escape(result.get("error_description", result["error"]))
            return self.answer(400, f'<p id="error">{text}</p>')
        session.update(cache=cache, issuer=result["id_token_claims"]["iss"])
        return self.redirect("/")

    def logout(self, _):
        self.session().clear()
        self.redirect(f"{AUTHORITY}/oauth2/v2.0/logout?post_logout_redirect_uri={urllib.parse.quote(BASE, safe='')}")

    def health(self, _):
        self.answer(200, "ok")

    def nothing(self, _):
        self.answer(404, "<p>There is no such page.</p>")

    # What every page needs.

    def session(self):
        cookie = http.cookies.SimpleCookie(self.headers.get("Cookie", "")).get("session")
        return sessions.get(cookie.value, {}) if cookie else {}

    def answer(self, status, body):
        data = f"<!doctype html><title>Sample</title>{body}".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def redirect(self, location, cookie=None):
        self.send_response(302)
        self.send_header("Location", location)
        if cookie:
            self.send_header("Set-Cookie", cookie)
        self.send_header("Content-Length", "0")
        self.end_headers()


if __name__ == "__main__":
    http.server.ThreadingHTTPServer(("", 3000), Page).serve_forever()
