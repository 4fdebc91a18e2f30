"""A program that administers a tenant: an app's own token, and Graph's directory by hand."""

from play.daemon import PlainDaemon
from play.plain import graph_said
from play.saw import Saw


class Program(PlainDaemon):
    name = "requests, a setup program"

    def call(self, method, path, body=None):
        """What Graph answers: the status, and the id of what was made or found."""
        reply = self.server.http_session.request(
            method, f"{self.server.graph}/v1.0{path}", json=body, timeout=self.timeout,
            headers={"Authorization": f"Bearer {self.tokens['access_token']}"},
        )  # fmt: skip
        if reply.status_code >= 400:
            seen = graph_said(reply)
            details = reply.json()["error"].get("details")
            seen.suberror = details[0]["code"] if details else ""
            return seen
        return Saw("said", str(reply.status_code), result=reply)
