"""The mail of a server, by the helper that the package for Python has."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "packages/python/src"))

from mockidp.mail import Mail  # noqa: E402


class Steered:
    """What the helper needs of a world: the calls of the control API, in the world that the server begins with."""

    def __init__(self, server):
        self.server = server

    def call(self, method, path, body=None):
        answer = self.server.http_session.request(method, f"{self.server.control}/{path}", json=body)
        assert answer.ok, answer.text
        return answer.json() if answer.content else None


def mail_of(server):
    return Mail(Steered(server))
