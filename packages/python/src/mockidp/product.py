"""A product under test on a free port."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
import time
from socketserver import ThreadingMixIn
from typing import Any, Callable, Mapping, Optional, Sequence, Union
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from .errors import MockIdPError

PATIENCE = 60.0
"""So many seconds a command may take until it listens."""


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class Product:
    """A product that listens on a free port of this machine for as long as it is entered.

    It is a WSGI application, such as one of Flask or Django, or the words of a command. In a command ``{port}`` stands for the port, which the
    variable ``PORT`` has, too. ``url`` is where it is.
    """

    def __init__(self, product: Union[Callable[..., Any], Sequence[str]], environment: Optional[Mapping[str, str]] = None):
        self._product = product
        self._environment = environment
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Product:
        if callable(self._product):
            self._server = make_server("127.0.0.1", 0, self._product, server_class=_Server, handler_class=_Quiet)
            self.port = self._server.server_port
            threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        else:
            self._begin(list(self._product))
        return self

    def _begin(self, words: Sequence[str]) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        variables = {**os.environ, "PORT": str(self.port), **(self._environment or {})}
        try:
            self._process = subprocess.Popen([word.replace("{port}", str(self.port)) for word in words], env=variables, stdin=subprocess.DEVNULL)
        except OSError as error:
            raise MockIdPError(f"The product cannot be started: {error}") from error
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if self._process.poll() is not None:
                    raise MockIdPError(f"The product ended with {self._process.returncode} before it listened: {' '.join(words)}") from None
                if time.monotonic() > deadline:
                    self.__exit__()
                    raise MockIdPError(f"The product did not listen on port {self.port} within {PATIENCE:.0f} seconds: {' '.join(words)}") from None
                time.sleep(0.02)

    def __exit__(self, *_: object) -> None:
        if callable(self._product):
            self._server.shutdown()
            self._server.server_close()
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
