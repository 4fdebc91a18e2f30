"""A service provider on python3-saml, as its documentation has it: python with_python3_saml.py PORT METADATA ENTITY."""

import html
import http.cookies
import http.server
import secrets
import sys
from urllib.parse import parse_qsl

from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser as Parser

port, metadata, entity = sys.argv[1:]
with open(metadata, encoding="utf-8") as file:
    identity_provider = Parser.parse(file.read())
settings = Parser.merge_settings(
    identity_provider,
    {
        "strict": True,
        "sp": {"entityId": entity, "assertionConsumerService": {"url": f"http://localhost:{port}/acs"}},
        "security": {"requestedAuthnContext": False, "wantAssertionsSigned": True},
    },
)
sessions = {}


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        session = self.session()
        if self.path == "/login":
            auth = self.auth()
            address = auth.login(return_to="/me")
            session["request"] = auth.get_last_request_id()
            self.answer(302, "", address)
        elif self.path == "/me" and "user" in session:
            self.answer(200, f"<p>Hello {html.escape(session['user'])}</p>")
        elif self.path == "/":
            self.answer(200, "<p>Sign in, please.</p>")
        else:
            self.answer(403, "<p>Nobody is signed in.</p>")

    def do_POST(self):
        session = self.session()
        form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode(), keep_blank_values=True))
        auth = self.auth(form)
        try:
            auth.process_response(request_id=session.pop("request", None))
        except Exception as error:  # What a framework makes of any error.
            return self.answer(500, f"<p>{html.escape(str(error))}</p>")
        if auth.get_errors() or not auth.is_authenticated():
            return self.answer(403, f"<p>{html.escape(str(auth.get_last_error_reason()))}</p>")
        session["user"] = auth.get_nameid() or ""
        return self.answer(302, "", "/me")

    def auth(self, form=None):
        return OneLogin_Saml2_Auth(
            {"https": "off", "http_host": f"localhost:{port}", "script_name": "/acs", "get_data": {}, "post_data": form or {}}, settings
        )

    def session(self):
        cookie = http.cookies.SimpleCookie(self.headers.get("Cookie", "")).get("session")
        self.key = cookie.value if cookie and cookie.value in sessions else secrets.token_hex(16)
        return sessions.setdefault(self.key, {})

    def answer(self, status, body, location=None):
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body.encode())))
        self.send_header("Set-Cookie", f"session={self.key}; Path=/; HttpOnly")
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Site).serve_forever()
