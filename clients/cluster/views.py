"""A world as it is seen through one server of the cluster, or through a balancer in front of all."""

import itertools
import time

import requests

from cluster.forwarder import Forwarder
from cluster.replicas import TOKEN
from support.browser import Browser
from support.requests_by_hand import grant, redeem
from support.world import MOBILE
from support.worlds import World

#: How long something may take that happens by itself, in seconds, where no page says how long: that a program has started, that a balancer has
#: seen all servers.
WITHIN = 20


class View:
    """Looks like a server of its own. Without a name it is the default world."""

    def __init__(self, door, world=None):
        self.port, self.ca = door.port, door.ca
        self.name = world.name if world else None
        self.authority = f"https://{self.name + '.' if self.name else ''}localhost:{self.port}"
        self.graph = self.authority
        self.server_control = f"https://localhost:{self.port}/_mockidp/v1"
        self.control = f"{self.server_control}/worlds/{self.name}" if self.name else self.server_control
        self.http_session = door.http_session

    def token(self, form, tenant="organizations", **arguments):
        return self.http_session.post(f"{self.authority}/{tenant}/oauth2/v2.0/token", data=form, **arguments)

    def get(self, path, **arguments):
        return self.http_session.get(self.authority + path, **arguments)

    def me(self, token):
        return self.http_session.get(f"{self.graph}/v1.0/me", headers={"Authorization": f"Bearer {token}"})

    def ask_control(self, method, path="", **arguments):
        return self.http_session.request(method, f"{self.control}{'/' + path if path else ''}", **arguments)

    def exchanges(self):
        answer = self.ask_control("GET", "exchanges", params={"limit": 1000})
        assert answer.status_code == 200, answer.text
        return answer.json()["exchanges"]


class Balancer:
    """One address for all servers. Each request is a connection of its own, and goes to the next server."""

    def __init__(self, replicas):
        turn = itertools.cycle(replicas)
        self._way = Forwarder(lambda: next(turn).port)
        self.port, self.ca = self._way.port, replicas[0].ca
        self.http_session = closing_session(self.ca)

    def close(self):
        self._way.close()


def closing_session(ca):
    session = requests.Session()
    session.verify, session.trust_env = ca, False
    session.headers["Authorization"] = f"Bearer {TOKEN}"
    session.headers["Connection"] = "close"
    return session


def make_world(replica, name, **recipe):
    return World(replica, name=name, **recipe)


def owned_elsewhere(cluster, postgres, replica, prefix="w", **recipe):
    """A world that another server than `replica` owns. Hashing decides, so some names are tried."""
    for number in range(40):
        world = make_world(cluster.replicas[number % len(cluster.replicas)], f"{prefix}{number}", **recipe)
        if cluster.owner(postgres, world.name) not in (replica, None):
            return world
    raise AssertionError("one server owns all worlds")


def sign_in(view, world, alias="alice", app=MOBILE, **changes):
    """The form that redeems a code."""
    browser = Browser(view)
    if view.http_session.headers.get("Connection") == "close":
        browser.session.headers["Connection"] = "close"
    return grant(view, browser, app, world.user(alias), **changes)


def tokens(view, world, **options):
    return redeem(view, sign_in(view, world, **options))


def refresh(view, token, tenant="organizations", app=MOBILE):
    form = {"grant_type": "refresh_token", "client_id": app.id, "refresh_token": token}
    return view.token(form, tenant)


def until(condition, seconds, what):
    """The time that it took."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < seconds, f"not within {seconds} s: {what}"
        time.sleep(0.02)
    return time.monotonic() - began


def eventually(body, within=WITHIN):
    """The result of `body` as soon as it has one. Where a page says how long something takes, `within` is that and what a loaded machine adds."""
    deadline = time.monotonic() + within
    while True:
        try:
            return body()
        except (AssertionError, OSError, LookupError, ValueError) as failure:
            if time.monotonic() > deadline or "ended with" in str(failure):
                raise
            time.sleep(0.05)
