"""Users are written into a product by the server that owns their world, and by the one that takes the world over."""

import collections
import threading
import urllib.parse

import pytest
import requests

from cluster.views import View, eventually, owned_elsewhere
from provision.scim_server import ScimServer


@pytest.fixture
def product():
    with ScimServer() as server:
        yield server


def provisioned(cluster, postgres, product, prefix):
    """A world of everybody in `happy-path`, who are all written into the product; another server than the first one owns it."""
    world = owned_elsewhere(cluster, postgres, cluster.replicas[0], prefix=prefix)
    view = View(cluster.replicas[0], world)
    settings = {"tenantUrl": product.url, "secretToken": "t0ken", "scope": "all", "groups": False}
    # The clock stands, so that no cycle comes by itself.
    assert view.ask_control("POST", "clock", json={"freeze": True}).status_code == 200
    patched = view.ask_control("PATCH", "apps/web", json={"provisioning": settings})
    assert patched.status_code == 200, patched.text
    return world, view


def made(product):
    """How often each user was created, by the names that were sent."""
    return collections.Counter(body["userName"] for method, _, body in product.http.log if method == "POST")


def asked_for(product):
    """The values of filters on users, in order, without the random ones of probes."""
    filters = [urllib.parse.parse_qs(urllib.parse.urlsplit(path).query).get("filter", [""])[0] for method, path, _ in product.http.log if method == "GET"]
    return [text.split('"')[1] for text in filters if "@" in text]


def run_cycle(view):
    answer = view.ask_control("POST", "apps/web/provisioning/run", json={})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_user_who_was_created_when_the_owner_was_killed_is_not_created_again(three, postgres, product):
    world, view = provisioned(three, postgres, product, "k")
    owner = three.owner(postgres, world.name)
    reached, go_on = threading.Event(), threading.Event()

    def third_creation(method, _):
        # The product has the third user, and the owner does not hear of it.
        if method == "POST" and sum(made(product).values()) == 3:
            reached.set()
            go_on.wait(30)

    product.http.carried_out = third_creation
    answers = []
    asking = threading.Thread(target=lambda: answers.append(view.ask_control("POST", "apps/web/provisioning/run", json={})))
    asking.start()
    assert reached.wait(30)
    owner.kill()
    product.http.carried_out = lambda method, body: None
    go_on.set()
    asking.join()
    assert [answer.status_code for answer in answers] != [200], "a cycle was told that nobody finished"
    before = asked_for(product)
    assert sum(made(product).values()) == 3
    product.http.log.clear()

    report = eventually(lambda: run_cycle(view))
    assert report["state"] == "Succeeded", report
    taken = three.owner(postgres, world.name)
    assert taken not in (owner, None)
    # Each entry began with its filter again, and who was found there was linked.
    assert asked_for(product)[: len(before)] == before
    users = product.scim.tenants["t0ken"].users.values()
    assert len({user["userName"] for user in users}) == len(users) > 3
    assert not set(made(product)) & set(before), "a user was created twice"
    product.http.log.clear()
    assert run_cycle(view)["entries"] == [] and not made(product)


def test_what_was_sent_is_known_after_a_takeover(three, postgres, product):
    world, view = provisioned(three, postgres, product, "t")
    first = run_cycle(view)
    assert first["state"] == "Succeeded" and made(product)
    count = len(product.scim.tenants["t0ken"].users)
    owner = three.owner(postgres, world.name)
    owner.kill()
    product.http.log.clear()
    second = eventually(lambda: run_cycle(view))
    # The second cycle of the job, and nobody is looked at: the links and the watermark came along.
    assert second["cycle"] == first["cycle"] + 1 and second["entries"] == []
    assert not made(product) and not asked_for(product)
    assert view.ask_control("PATCH", "users/alice", json={"enabled": False}).status_code == 200
    assert [entry["action"] for entry in run_cycle(view)["entries"]] == ["disable"]
    assert len(product.scim.tenants["t0ken"].users) == count


def test_one_server_provisions_whoever_is_asked(three, postgres, product):
    world, _ = provisioned(three, postgres, product, "o")
    views = [View(replica, world) for replica in three.replicas]
    run_cycle(views[0])
    for turn, view in enumerate(views, start=2):
        product.http.log.clear()
        moved = view.ask_control("POST", "clock", json={"advance": "40m"})
        assert moved.status_code == 200, moved.text
        # One probe: one cycle, at one server.
        assert len(product.http.log) == 1, product.http.log
        for other in views:
            assert other.ask_control("GET", "apps/web/provisioning").json()["cycles"] == turn
