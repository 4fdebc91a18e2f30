"""The app's end: an HTTP server on localhost that the browser is sent back to, and that can serve pages of an app."""

import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit


@dataclass
class Call:
    """One request that reached the app."""

    method: str
    path: str
    query: str
    body: str
    headers: dict

    @property
    def form(self):
        return dict(parse_qsl(self.body, keep_blank_values=True, strict_parsing=True))


class Listener:
    def __init__(self):
        self.calls = []
        self.pages = {}
        """HTML by path, for apps that are pages themselves; everything else is answered with a line of text."""
        self.assets = {}
        """Type and bytes by path, of what such pages load."""
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                listener._answer(self, "")

            def do_POST(self):
                listener._answer(self, self.rfile.read(int(self.headers.get("Content-Length", 0))).decode("ascii"))

            def log_message(self, *arguments):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self.origin = f"http://localhost:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def _answer(self, handler, body):
        target = urlsplit(handler.path)
        if target.path == "/favicon.ico":
            handler.send_response(204)
            handler.end_headers()
            return
        self.calls.append(Call(handler.command, target.path, target.query, body, dict(handler.headers)))
        html = self.pages.get(target.path, "<!DOCTYPE html><html lang=en><title>The app</title><p>This is the app.")
        kind, content = self.assets.get(target.path, ("text/html; charset=utf-8", html.encode("utf-8")))
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
