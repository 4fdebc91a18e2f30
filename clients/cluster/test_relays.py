"""What changes a world is never sent twice by a server that relays it: an owner that ends after it has kept a change, and before it has told of it."""

import threading
import time

import pytest
import requests

from cluster.replicas import LEASE
from cluster.test_backup import code
from cluster.views import View, owned_elsewhere, redeem, refresh, sign_in, until
from cluster.workload import SCENARIO
from durability.server import MOBILE, REDIRECT_URI
from support.binary import BINARY

#: Redemptions on their way when an owner is killed, and how often one is killed.
AT_ONCE, KILLS = 34, 3


def ask(replica, form, answers, place):
    """One request of a client that does not try again."""
    began = time.monotonic()
    answer = requests.post(f"{replica.authority}/organizations/oauth2/v2.0/token", data=form, headers={"Mockidp-World": place},
                           verify=replica.ca, timeout=60)  # fmt: skip
    answers.append((answer, time.monotonic() - began))


def kept_exchanges(cluster, postgres, world):
    return int(postgres.sql(f'SELECT count(*) FROM "{cluster.schema}".row r JOIN "{cluster.schema}".world w ON w.id = r.world '
                            f"WHERE w.name = '{world.name}' AND r.kind = 21"))  # fmt: skip


@pytest.mark.skipif("release" in BINARY.parts or "static" in BINARY.parts, reason="only debug builds have the fault")
def test_a_relayed_redemption_is_carried_out_once_whoever_is_killed(found, postgres, tmp_path):
    """The owners hold their answers to relayed redemptions back, and are killed when all are kept: each client hears 200, or 503."""
    cluster = found()
    scenario = tmp_path / "checked.yaml"
    scenario.write_text(SCENARIO)
    cluster.start(3, scenario, environment={"MOCKIDP_CLUSTER_FAULT": "hold"})
    longest = 0
    for turn in range(KILLS):
        door = cluster.replicas[turn % 3]
        world = owned_elsewhere(cluster, postgres, door, prefix=f"k{turn}x")
        owner = cluster.owner(postgres, world.name)
        own = View(owner, world)
        form = {"client_id": MOBILE, "grant_type": "authorization_code", "redirect_uri": REDIRECT_URI}
        granted = [{**form, "code": code(own, world, "alice")} for _ in range(AT_ONCE)]
        until(lambda world=world, own=own: kept_exchanges(cluster, postgres, world) == len(own.exchanges()), 10, "the journal is kept")
        before = kept_exchanges(cluster, postgres, world)
        answers = []
        threads = [threading.Thread(target=ask, args=(door, form, answers, world.name)) for form in granted]
        for thread in threads:
            thread.start()
        until(lambda world=world, before=before: kept_exchanges(cluster, postgres, world) >= before + AT_ONCE, 30, "all are kept")
        owner.kill()
        for thread in threads:
            thread.join()
        assert len(answers) == AT_ONCE
        told = [(answer.status_code, answer.json().get("error_codes")) for answer, _ in answers]
        assert all(status == 200 or (status, codes) == (503, [90033]) for status, codes in told), told
        longest = max(longest, *(took for _, took in answers))
        # The client itself sends its code again: it was redeemed, and no second time.
        assert View(door, world).get("/common/v2.0/.well-known/openid-configuration").status_code == 200
        # Asked at the new owner, which relays nothing and so holds nothing back.
        heir = View(cluster.owner(postgres, world.name), world)
        for form in granted[:3]:
            again = heir.token(form)
            assert again.status_code == 400 and again.json()["error_codes"] == [54005], again.text
        # One exchange for each request.
        redeemed = [e for e in heir.exchanges() if e["endpoint"] == "token" and e.get("grant") == "authorization_code"]
        assert [e["status"] for e in redeemed] == [200] * AT_ONCE + [400] * 3, [e["status"] for e in redeemed]
        owner.start()
    # Nobody waits for an answer that will not come.
    assert longest < 30, longest


def test_a_redemption_waits_no_longer_than_the_page_says(three, postgres):
    """One that comes after the kill finds the next owner; one that the dead owner has begun is refused at once."""
    door = three.replicas[0]
    world = owned_elsewhere(three, postgres, door)
    view = View(door, world)
    granted = [sign_in(view, world) for _ in range(2)]
    told = redeem(view, granted[0])["refresh_token"]
    three.owner(postgres, world.name).kill()
    began = time.monotonic()
    redeem(view, granted[1])
    took = time.monotonic() - began
    assert took < LEASE + 2.5, f"{took:.2f} s"
    assert refresh(view, told).status_code == 200
