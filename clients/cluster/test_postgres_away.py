"""PostgreSQL is away, comes back, or another one takes its place."""

import time

import pytest
import requests

from cluster.postgres import PostgreSQL, with_standby
from cluster.test_takeovers import until_told
from cluster.views import View, make_world, redeem, refresh, sign_in, tokens, until
from support.world import DAEMON, MOBILE


@pytest.fixture
def own_postgres():
    server = PostgreSQL()
    yield server
    server.remove()


def daemon_token(view, tenant):
    form = {"grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret,
            "scope": "https://graph.microsoft.com/.default"}  # fmt: skip
    return view.token(form, tenant)


@pytest.mark.parametrize("ending", ["stop", "kill"])
def test_what_changes_nothing_is_answered_and_the_rest_is_trouble(found, own_postgres, ending):
    cluster = found([own_postgres])
    replicas = cluster.start(3)
    a = replicas[0]
    worlds = [make_world(one, f"t{number}") for number, one in enumerate(replicas)]
    told = {w.name: tokens(View(a, w), w) for w in worlds}
    granted = {w.name: sign_in(View(a, w), w) for w in worlds}
    # Each server has heard of each world, though not of who has it.
    for one in replicas:
        until(lambda one=one: set(told) <= {w["name"] for w in one.get("/_mockidp/v1/worlds").json()["worlds"]}, 10, "all worlds")
    getattr(own_postgres, ending)()
    try:
        # Also when the leases are over: nobody else can have taken the worlds.
        for pause in (0, 3.5):
            time.sleep(pause)
            for world in worlds:
                for one in replicas:
                    view = View(one, world)
                    assert view.get("/common/v2.0/.well-known/openid-configuration").status_code == 200
                    assert view.get("/common/discovery/v2.0/keys").status_code == 200
                    assert view.me(told[world.name]["access_token"]).status_code == 200
                    answer = daemon_token(view, world.tenant)
                    assert answer.status_code == 200, answer.text
        for one in replicas:
            assert one.get("/_mockidp/v1/health").status_code == 200
            unready = requests.get(f"{one.authority}/_mockidp/v1/ready", verify=one.ca)
            assert unready.status_code == 503
            failing = [each["name"] for each in unready.json()["conditions"] if not each["holds"]]
            assert failing == ["cluster"], unready.text
        refused = a.http_session.post(f"{a.control}/worlds", json={"name": "later"})
        assert refused.status_code == 503, refused.text
        for world in worlds:
            began = time.monotonic()
            refused = View(a, world).token(granted[world.name].form)
            assert refused.status_code == 503 and refused.json()["error_codes"] == [90033], refused.text
            assert time.monotonic() - began < 12
    finally:
        own_postgres.start()
    for one in replicas:
        ready = until_told(lambda one=one: one.get("/_mockidp/v1/ready"), 15)
        assert ready.status_code == 200, ready.text
    for world in worlds:
        renewed = until_told(lambda world=world: refresh(View(a, world), told[world.name]["refresh_token"]), 15)
        assert renewed.status_code == 200, renewed.text
        # The client was told that it may try again. It may have been carried out, and is then used up.
        again = until_told(lambda world=world: View(a, world).token(granted[world.name].form), 15)
        assert again.status_code == 200 or again.json()["error_codes"] == [54005], again.text
        for one in replicas:
            fresh = redeem(View(one, world), sign_in(View(one, world), world))
            assert refresh(View(one, world), fresh["refresh_token"]).status_code == 200


def test_a_short_restart_is_waited_for(found, own_postgres):
    """Below the patience of the servers, a client sees an answer that is late."""
    cluster = found([own_postgres])
    [only] = cluster.start(1)
    world = make_world(only, "t1")
    told = tokens(View(only, world), world)["refresh_token"]
    for _ in range(3):
        own_postgres.kill()
        own_postgres.start()
        answer = until_told(lambda: refresh(View(only, world), told))
        assert answer.status_code == 200, answer.text
        told = answer.json()["refresh_token"]


def test_a_standby_takes_over_and_nothing_that_was_told_is_lost(found):
    first, second = with_standby()
    try:
        cluster = found([first, second])
        replicas = cluster.start(3)
        worlds = [make_world(one, f"t{number}") for number, one in enumerate(replicas)]
        told = {w.name: tokens(View(replicas[0], w), w)["refresh_token"] for w in worlds}
        used = {w.name: sign_in(View(replicas[1], w), w) for w in worlds}
        for world in worlds:
            redeem(View(replicas[2], world), used[world.name])
        first.kill()
        for one in replicas:
            # Nobody listens there any more.
            one.stores[0].cut()
        second.promote()
        for world in worlds:
            for one in replicas:
                renewed = until_told(lambda one=one, world=world: refresh(View(one, world), told[world.name]), 20)
                assert renewed.status_code == 200, renewed.text
                again = until_told(lambda one=one, world=world: View(one, world).token(used[world.name].form), 20)
                assert again.json()["error_codes"] == [54005], again.text
        # What is kept there outlives all servers.
        fresh = tokens(View(replicas[0], worlds[0]), worlds[0])["refresh_token"]
        for one in replicas:
            one.kill()
        replicas[1].start()
        assert until_told(lambda: refresh(View(replicas[1], worlds[0]), fresh)).status_code == 200
    finally:
        first.remove()
        second.remove()


def test_a_lost_postgresql_is_in_the_log_and_the_metrics(found, own_postgres):
    cluster = found([own_postgres])
    [only] = cluster.start(1, arguments=["--log-format", "json"])
    world = make_world(only, "t1")
    view = View(only, world)
    told = tokens(view, world)["refresh_token"]

    def failures():
        text = only.http_session.get(f"{only.authority}/_mockidp/metrics").text
        return int(next(line for line in text.splitlines() if line.startswith("mockidp_failures_total")).split()[1])

    assert failures() == 0
    own_postgres.kill()
    # The first waits for an answer that does not come, the next is refused at once.
    for _ in range(2):
        assert refresh(view, told).status_code == 503
    assert failures() >= 2
    until(lambda: sum('"level":"error"' in line for line in only.log.splitlines()) >= 2, 5, "the log says so")
    signed_in = view.ask_control("POST", "signIn", json={"url": f"{view.authority}/organizations/oauth2/v2.0/authorize?client_id={MOBILE.id}", "user": "alice"})
    assert signed_in.status_code == 503, signed_in.text
    own_postgres.start()
    assert until_told(lambda: refresh(view, told)).status_code == 200


def test_a_refused_request_takes_no_exchanges_place(found, own_postgres):
    """The log tells of it, and the journal does not have it: what stands there goes from server to server whole."""
    cluster = found([own_postgres])
    cluster.start(2)
    world = make_world(cluster.replicas[0], "t1")
    owner = cluster.owner(own_postgres, "t1")
    [other] = [one for one in cluster.replicas if one is not owner]
    told = tokens(View(owner, world), world)["refresh_token"]
    numbers = [e["number"] for e in View(owner, world).exchanges()]
    assert numbers[0] == 1
    own_postgres.kill()
    assert refresh(View(owner, world), told).status_code == 503
    own_postgres.start()
    assert until_told(lambda: refresh(View(owner, world), told)).status_code == 200
    owner.stop()
    taken = [e["number"] for e in View(other, world).exchanges()]
    assert taken[: len(numbers)] == numbers, (numbers, taken)


def test_another_role_gets_the_rights_of_a_server_later(found, own_postgres, tmp_path):
    own_postgres.sql("CREATE ROLE later LOGIN")
    cluster = found([own_postgres])
    secrets = own_postgres.sql(f'SELECT md5(secrets) FROM "{cluster.schema}".cluster')
    said = cluster.init(own_postgres.url(), role="later")
    assert "role later may do what a server does" in said and "control token" not in said, said
    assert own_postgres.sql(f'SELECT md5(secrets) FROM "{cluster.schema}".cluster') == secrets
    cluster.login = "later"
    [only] = cluster.start(1)
    world = make_world(only, "t1")
    assert tokens(View(only, world), world)["refresh_token"]
    # Who has not the cluster's key changes nothing, and no key is left that opens nothing.
    own = cluster.key
    cluster.key = tmp_path / "another.key"
    with pytest.raises(AssertionError, match="the key file is not that of the cluster"):
        cluster.init(own_postgres.url(), role="later")
    assert not cluster.key.exists() and own.exists()


def test_a_role_needs_no_more_rights_than_it_is_given(found, own_postgres):
    own_postgres.sql("CREATE ROLE seat LOGIN")
    own_postgres.sql("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    cluster = found([own_postgres], role="seat")
    replicas = cluster.start(2)
    world = make_world(replicas[0], "t1")
    told = tokens(View(replicas[1], world), world)["refresh_token"]
    # A connection of its rows that has gone is replaced with these rights, too.
    own_postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'seat'")
    for one in replicas:
        assert until_told(lambda one=one: refresh(View(one, world), told)).status_code == 200
    cluster.owner(own_postgres, "t1").kill()
    living = next(one for one in replicas if one.process.poll() is None)
    assert until_told(lambda: refresh(View(living, world), told)).status_code == 200
    assert View(living, world).ask_control("DELETE").status_code == 204
    for statement in (f'DROP TABLE "{cluster.schema}".row', f'UPDATE "{cluster.schema}".cluster SET id = id', "CREATE TABLE x ()"):
        refused = subprocess_sql(own_postgres, statement)
        assert "permission denied" in refused or "must be owner" in refused, refused
    living.stop()
    until(lambda: own_postgres.sql(f'SELECT count(*) FROM "{cluster.schema}".replica WHERE ends > clock_timestamp()') == "0", 5, "it leaves")


def subprocess_sql(server, statement):
    try:
        server.sql(statement, user="seat")
    except AssertionError as error:
        return str(error)
    return ""
