"""Worlds of one server: one for each test."""

import socket
from contextlib import contextmanager

from support.world import User


class World:
    """A world that was made on a server; looks like a server of its own."""

    def __init__(self, server, **recipe):
        answer = server.http_session.post(f"{server.control}/worlds", json=recipe)
        assert answer.status_code == 201, answer.text
        self.made = answer.json()
        self.server = server
        self.name = self.made["name"]
        self.ca = server.ca
        self.authority = self.made["base"]
        self.graph = self.made["base"]
        self.control = self.made["control"]
        self.http_session = server.http_session

    @property
    def tenant(self):
        return self.made["tenants"][0]["id"]

    def user(self, alias):
        made = next(user for user in self.made["users"] if user["alias"] == alias)
        return User(made["userPrincipalName"], made["id"], alias, made["password"], self.tenant)

    def exchanges(self):
        return self.http_session.get(f"{self.control}/exchanges", params={"limit": 1000}).json()["exchanges"]

    def post_control(self, name, body):
        answer = self.http_session.post(f"{self.control}/{name}", json=body)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json()

    def me(self, token):
        return self.http_session.get(f"{self.graph}/v1.0/me", headers={"Authorization": f"Bearer {token}"})

    def remove(self):
        assert self.http_session.delete(self.control).status_code == 204


@contextmanager
def names_under_localhost():
    """Resolves `t1.localhost` as browsers do (RFC 6761 §6.3); not every system does."""
    original = socket.getaddrinfo

    def resolve(host, *arguments, **named):
        name = host.decode() if isinstance(host, bytes) else host
        return original("127.0.0.1" if name and name.endswith(".localhost") else host, *arguments, **named)

    socket.getaddrinfo = resolve
    try:
        yield
    finally:
        socket.getaddrinfo = original
