"""`mockidp easyauth` and `mockidp guard` as processes, and the app behind them: a Flask app that shows what reaches it."""

import json
import logging
import os
import signal
import subprocess
import threading
import time

import requests
from flask import Flask, Response, jsonify, request
from werkzeug.serving import make_server

from support.binary import BINARY

READY_WITHIN = 20  # seconds


class App:
    """Shows the header fields of a request, and sends long and slow bodies."""

    def __init__(self):
        app = Flask("behind")
        self.seen = []
        self.roles = {}
        """What GetRoles answers, by user."""
        self.go = threading.Event()
        """The slow body goes on when it is set."""

        @app.before_request
        def note():
            self.seen.append(request.path)

        @app.route("/", defaults={"path": ""}, methods=["GET", "POST", "PUT", "DELETE"])
        @app.route("/<path:path>", methods=["GET", "POST", "PUT", "DELETE"])
        def show(path):
            answer = jsonify(
                path=request.full_path.rstrip("?"), method=request.method, body=request.get_data(as_text=True),
                headers={name.lower(): value for name, value in request.headers.items()},
            )  # fmt: skip
            answer.headers.add("Set-Cookie", "one=1")
            answer.headers.add("Set-Cookie", "two=2")
            return answer

        @app.get("/page")
        def page():
            return "<!doctype html><title>Orders</title><h1>Orders of " + request.headers.get("X-MS-CLIENT-PRINCIPAL-NAME", "nobody") + "</h1>"

        @app.get("/long")
        def long():
            return Response((b"x" * 100_000 for _ in range(50)), mimetype="application/octet-stream")

        @app.get("/slow")
        def slow():
            def pieces():
                yield b"data: one\n\n"
                assert self.go.wait(20)
                yield b"data: two\n\n"

            return Response(pieces(), mimetype="text/event-stream")

        @app.post("/api/GetRoles")
        def roles():
            user = request.get_json()
            self.seen.append(user)
            return jsonify(roles=self.roles.get(user["userDetails"], []))

        @app.get("/broken")
        def broken():
            def pieces():
                yield b"x" * 2_000_000
                raise OSError("the app breaks off")

            return Response(pieces(), mimetype="application/octet-stream")

        logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
        self._server = make_server("127.0.0.1", 0, app, threaded=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self):
        self.go.set()
        self._server.shutdown()
        self._server.server_close()


class Gate:
    """A gate with free ports. `stop` insists on a clean exit."""

    def __init__(self, command, upstream, server, home, directory, *words, environment=None):
        directory.mkdir(parents=True, exist_ok=True)
        file = directory / "site.json"
        self._log = directory / "gate.log"
        with open(self._log, "wb") as log:
            self._process = subprocess.Popen(
                [
                    str(BINARY), command, "--upstream", upstream, "--https-port", "0", "--http-port", "0", "--site-file", str(file),
                    "--ready-file", str(server.ready_file), *words,
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"], **(environment or {})}, cwd=directory,
            )  # fmt: skip
        deadline = time.monotonic() + READY_WITHIN
        while not file.exists():
            assert self._process.poll() is None, self.log
            assert time.monotonic() < deadline, self.log
            time.sleep(0.01)
        self.facts = json.loads(file.read_text())
        self.site, self.http = self.facts["site"], self.facts["http"]
        self.server = server

    @property
    def log(self):
        return self._log.read_text()

    def session(self, **headers):
        """A client that trusts the authority of the run and follows no redirect by itself."""
        session = requests.Session()
        session.verify, session.trust_env = self.server.ca, False
        session.headers.update(headers)
        return session

    def get(self, path, **headers):
        return self.session().get(self.site + path, headers=headers, allow_redirects=False)

    def stop(self):
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(timeout=15) == 0, self.log
