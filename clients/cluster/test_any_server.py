"""Any server of a cluster answers any request for any world, as if it were alone."""

import threading
import time

import pytest
import requests

from cluster.replicas import LEASE, TOKEN
from cluster.views import Balancer, View, eventually, make_world, owned_elsewhere, redeem, refresh, sign_in, tokens
from support.browser import Browser
from support.requests_by_hand import grant
from support.world import ALICE, DAEMON, GRAPH_SCOPE, MOBILE
from test_journal_follow import Follower


def test_a_new_world_is_everywhere_at_once(three):
    for number, replica in enumerate(three.replicas * 4):
        world = make_world(replica, f"t{number}")
        for other in three.replicas:
            view = View(other, world)
            document = view.get("/common/v2.0/.well-known/openid-configuration")
            assert document.status_code == 200 and f"t{number}.localhost" in document.text
            form = {"grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
                    "scope": "https://graph.microsoft.com/.default"}  # fmt: skip
            # By its name, and by its tenant on everybody's host.
            for place in (view, View(other)):
                answer = place.token(form, world.tenant)
                assert answer.status_code == 200, answer.text
    for replica in three.replicas:
        names = {w["name"] for w in replica.http_session.get(f"{replica.control}/worlds").json()["worlds"]}
        assert names == {"default", *(f"t{n}" for n in range(12))}


def test_a_code_goes_with_any_server_to_its_end(three):
    """`common` on everybody's host: only what was handed out says which world it is."""
    a, b, c = three.replicas
    world = make_world(a, "t1")
    for first, second, third in ((a, b, c), (b, c, a), (c, a, b)):
        granted = sign_in(View(first, world), world)
        answer = redeem(View(second), granted, "common")
        renewed = refresh(View(third), answer["refresh_token"], "common")
        assert renewed.status_code == 200, renewed.text
        assert View(first).me(renewed.json()["access_token"]).json()["id"] == world.user("alice").oid
        again = View(third).token(granted.form, "common")
        assert again.status_code == 400 and again.json()["error_codes"] == [54005], again.text


def test_the_default_world_is_one(three):
    a, b, c = three.replicas
    granted = sign_in(View(a), _Default())
    answer = redeem(View(b), granted)
    assert refresh(View(c), answer["refresh_token"]).status_code == 200
    assert len({tuple(e["number"] for e in View(one).exchanges()) for one in three.replicas}) == 1


class _Default:
    def user(self, alias):
        return ALICE


def test_pages_come_from_a_different_server_each_time(three):
    world = make_world(three.replicas[0], "t1")
    balancer = Balancer(three.replicas)
    try:
        for _ in range(4):
            told = tokens(View(balancer, world), world)
            assert View(balancer, world).me(told["access_token"]).json()["id"] == world.user("alice").oid
    finally:
        balancer.close()


def test_a_device_code_is_asked_entered_and_polled_at_three(three):
    a, b, c = three.replicas
    for name, (first, second, third) in {"t1": (a, b, c), "t2": (b, c, a), "t3": (c, a, b)}.items():
        world = make_world(a, name)
        form = {"client_id": MOBILE.id, "scope": f"openid {GRAPH_SCOPE}"}
        flow = first.http_session.post(f"{View(first, world).authority}/{world.tenant}/oauth2/v2.0/devicecode", data=form).json()
        flow["verification_uri"] = flow["verification_uri"].replace(f":{first.port}", f":{second.port}")
        poll = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": MOBILE.id, "device_code": flow["device_code"]}
        pending = View(third).token(poll, "common")
        assert pending.json()["error"] == "authorization_pending", pending.text
        _device_pages(View(second), flow, world.user("alice"))
        done = View(third).token(poll, "common")
        assert done.status_code == 200, done.text


def _device_pages(view, flow, user):
    browser = Browser(view)
    page = browser.open(flow["verification_uri"])
    page = browser.submit(page, {"otc": flow["user_code"]} if "otc" in page.form.fields else {"user_code": flow["user_code"]})
    for _ in range(6):
        if not page.forms:
            return
        values = {}
        if "loginfmt" in page.form.fields:
            values["loginfmt"] = user.name
        if "passwd" in page.form.fields:
            values["passwd"] = user.password
        if not values and not page.form.buttons:
            return
        page = browser.submit(page, values)


def test_journal_and_verdict_are_the_same_from_any(three):
    a, b, c = three.replicas
    world = make_world(a, "t1")
    tokens(View(b, world), world)
    refresh(View(c, world), "not-a-token")
    seen = [View(one, world).exchanges() for one in three.replicas]
    assert seen[0] == seen[1] == seen[2]
    assert [e["number"] for e in seen[0]] == list(range(1, len(seen[0]) + 1))
    expect = {"expect": [{"event": "token.refused", "count": 1}, {"event": "token.issued", "count": 1}]}
    verdicts = [View(one, world).ask_control("POST", "verify", json=expect) for one in three.replicas]
    assert [v.status_code for v in verdicts] == [200] * 3
    assert len({v.text for v in verdicts}) == 1 and verdicts[0].json()["ok"] is True, verdicts[0].text


def test_what_the_control_api_changes_holds_everywhere(three):
    a, b, c = three.replicas
    world = make_world(a, "t1")
    told = tokens(View(a, world), world)
    rule = {"name": "busy", "when": {"endpoint": "token", "occurrence": "1..2"}, "then": {"refuse": "AADSTS90033"}}
    assert View(b, world).ask_control("POST", "rules", json=rule).status_code == 201
    # Its count is one for all.
    outcomes = [refresh(View(one, world), told["refresh_token"]).status_code for one in (a, b, c)]
    assert outcomes == [503, 503, 200]
    assert View(c, world).ask_control("POST", "clock", json={"advance": "91d"}).status_code == 200
    for one in three.replicas:
        refused = refresh(View(one, world), told["refresh_token"])
        assert refused.json()["error_codes"] == [700082], refused.text
    clocks = [View(one, world).ask_control("GET", "clock").json()["offset"] for one in three.replicas]
    assert clocks == ["91d"] * 3


def test_a_world_ends_and_begins_anew_through_any(three):
    a, b, c = three.replicas
    for turn, (maker, remover, asker) in enumerate(((a, b, c), (b, c, a), (c, a, b))):
        world = make_world(maker, f"t{turn}")
        told = tokens(View(asker, world), world)
        assert View(remover, world).ask_control("DELETE").status_code == 204
        for one in three.replicas:
            assert View(one, world).ask_control("GET").status_code == 404
            refused = refresh(View(one), told["refresh_token"], "common")
            assert refused.status_code == 400, refused.text
        made = asker.http_session.put(f"{asker.control}/worlds/{world.name}", json={})
        assert made.status_code == 201, made.text
        for one in three.replicas:
            assert View(one, world).exchanges() == []
        assert View(remover, world).ask_control("POST", "clock", json={"advance": "1h"}).status_code == 200
        # In the place of one that is there.
        replaced = maker.http_session.put(f"{maker.control}/worlds/{world.name}", json={"scenario": "expired-refresh"})
        assert replaced.status_code in (200, 201), replaced.text
        for one in three.replicas:
            assert View(one, world).ask_control("GET").json()["scenario"] == "expired-refresh"
            assert View(one, world).ask_control("GET", "clock").json()["offset"] in ("0s", "0", "0d", None)


def test_two_make_a_world_of_one_name(three):
    """Exactly one is told that it made it."""
    for turn in range(6):
        barrier, answers = threading.Barrier(3), []

        def make(replica):
            session = requests.Session()
            session.verify, session.trust_env = replica.ca, False
            session.headers.update(replica.http_session.headers)
            barrier.wait()
            answers.append(session.post(f"{replica.control}/worlds", json={"name": f"same{turn}"}).status_code)

        threads = [threading.Thread(target=make, args=(replica,)) for replica in three.replicas]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [201, 409, 409], answers


def test_a_journal_is_followed_through_another_server(three, postgres):
    a = three.replicas[0]
    world = owned_elsewhere(three, postgres, a)
    follower = Follower(View(a, world), "--control-token", TOKEN)
    view = View(three.replicas[1], world)
    view.get("/before/v2.0/.well-known/openid-configuration")
    assert '"/before/' in follower.line()
    view.get("/later/v2.0/.well-known/openid-configuration")
    assert '"/later/' in follower.line()
    code, _, errors = follower.end(15)
    assert code == 0, errors


@pytest.mark.parametrize("fault", [{"cutBody": 20}, "resetConnection", {"slowBody": 4000}, {"delay": "300ms"}], ids=str)
def test_what_goes_wrong_on_the_way_goes_wrong_through_a_relay_too(three, postgres, fault):
    """The client of another server sees what the owner's client sees."""
    a = three.replicas[0]
    world = owned_elsewhere(three, postgres, a)
    owner = three.owner(postgres, world.name)
    rule = {"name": "fault", "when": {"endpoint": "discovery"}, "then": fault}
    made = View(a, world).ask_control("POST", "rules", json=rule)
    assert made.status_code == 201, made.text

    def outcome(replica):
        began = time.monotonic()
        try:
            answer = requests.get(f"{View(replica, world).authority}/common/v2.0/.well-known/openid-configuration", verify=replica.ca)
            result = answer.status_code, len(answer.content)
        except requests.exceptions.RequestException as error:
            result = type(error).__name__, "reset" in str(error).lower()
        return result, time.monotonic() - began > 0.25

    assert outcome(a) == outcome(owner)


def test_metrics_tell_of_leases_batches_and_relays(three, postgres):
    a = three.replicas[0]
    world = owned_elsewhere(three, postgres, a)
    owner = three.owner(postgres, world.name)

    def figures(replica):
        answer = replica.http_session.get(f"{replica.authority}/_mockidp/metrics")
        assert answer.status_code == 200, answer.text
        lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines) if name.startswith("mockidp_cluster_")}

    before, taken = figures(a), figures(owner)
    for _ in range(5):
        answer = requests.get(f"{View(a, world).authority}/common/v2.0/.well-known/openid-configuration", verify=a.ca)
        assert answer.status_code == 200
    after = figures(a)
    assert after['mockidp_cluster_relays_total{result="answered"}'] == before['mockidp_cluster_relays_total{result="answered"}'] + 5
    assert figures(owner)["mockidp_cluster_relays_taken_total"] == taken["mockidp_cluster_relays_taken_total"] + 5
    assert after["mockidp_cluster_relay_connections"] >= 1
    def is_complete(replica):
        told = figures(replica)
        assert told["mockidp_cluster_replicas"] == 3 and told["mockidp_cluster_lease_held"] == 1

    for replica in three.replicas:
        # A server looks at the list of servers when it renews its lease: once a second (docs/cluster.md).
        eventually(lambda replica=replica: is_complete(replica), within=LEASE)
        answer = requests.get(f"{replica.authority}/_mockidp/v1/ready", verify=replica.ca)
        assert answer.status_code == 200 and replica.http_session.get(f"{replica.control}/health").status_code == 200
    owned = figures(owner)
    assert owned["mockidp_cluster_worlds_owned"] >= 1 and owned["mockidp_cluster_batches_total"] >= 1
    assert owned["mockidp_cluster_rows_total"] >= owned["mockidp_cluster_batches_total"]


def test_a_browser_that_a_server_has_seen_before_it_signed_in_is_signed_out(three):
    replicas = three.replicas
    world = make_world(replicas[0], "t1")
    door = View(replicas[1])
    # The handle of an earlier session, which has ended: no world knows it yet.
    cookie = {"Cookie": "ESTSAUTH=kept-by-the-browser"}
    assert door.get("/common/oauth2/v2.0/logout", headers=cookie).status_code == 200
    view = View(replicas[1], world)
    browser = Browser(view)
    browser.session.cookies.set("ESTSAUTH", "kept-by-the-browser")
    grant(view, browser, MOBILE, world.user("alice"))
    assert door.get("/common/oauth2/v2.0/logout", headers=cookie).status_code == 200
    assert [e["user"]["alias"] for e in view.exchanges() if e["endpoint"] == "logout"] == ["alice"]
