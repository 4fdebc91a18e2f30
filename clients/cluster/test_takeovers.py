"""What a server had goes to the others when it is killed, paused, cut off or told to end, and nothing that was told is lost."""

import base64
import re
import ssl
import threading
import time
import zlib
from urllib.parse import urlencode

import pytest
import requests
from cryptography import x509

from cluster.replicas import LEASE
from cluster.views import View, closing_session, eventually, make_world, owned_elsewhere, redeem, refresh, sign_in, tokens, until
from support.browser import Arrival, Browser

#: Beyond the lease: what a loaded machine adds.
SLACK = 2.5


def others(cluster, replica):
    return [one for one in cluster.replicas if one is not replica]


def test_a_kill_costs_no_more_than_the_lease(three, postgres):
    a = three.replicas[0]
    worlds = [make_world(three.replicas[n % 3], f"t{n}") for n in range(9)]
    told = {w.name: tokens(View(a, w), w)["refresh_token"] for w in worlds}
    granted = {w.name: sign_in(View(a, w), w) for w in worlds}
    for turn in range(2):
        victim = three.owner(postgres, worlds[turn].name)
        asked = others(three, victim)[0]
        began = time.monotonic()
        victim.kill()
        for world in worlds:
            renewed = refresh(View(asked, world), told[world.name])
            assert renewed.status_code == 200, renewed.text
        took = time.monotonic() - began
        assert took < LEASE + SLACK, f"{took:.2f} s"
        victim.start()
    for world in worlds:
        answer = redeem(View(a, world), granted[world.name])
        assert refresh(View(a, world), answer["refresh_token"]).status_code == 200
        again = View(a, world).token(granted[world.name].form)
        assert again.json()["error_codes"] == [54005], again.text


def test_what_a_world_keeps_in_memory_outlives_a_kill(three, postgres):
    """Its clock, its rules with their counts, its lifetimes, its users, its journal."""
    a, b, _ = three.replicas
    world = owned_elsewhere(three, postgres, a)
    view = View(a, world)
    told = tokens(view, world)
    rule = {"name": "busy", "when": {"endpoint": "token", "occurrence": "1..2"}, "then": {"refuse": "AADSTS90033"}}
    assert view.ask_control("POST", "rules", json=rule).status_code == 201
    assert view.ask_control("POST", "clock", json={"advance": "2h"}).status_code == 200
    assert view.ask_control("PATCH", "lifetimes", json={"accessToken": "7m"}).status_code == 200
    made = view.ask_control("POST", "users", json={"alias": "zoe", "displayName": "Zoe", "password": "Passw0rd!"})
    assert made.status_code == 201, made.text
    assert refresh(view, told["refresh_token"]).status_code == 503
    until(lambda: postgres.sql(f'SELECT count(*) >= {len(view.exchanges())} FROM "{three.schema}".row r JOIN "{three.schema}".world w '
                               f"ON w.id = r.world WHERE w.name = '{world.name}' AND r.kind = 21") == "t", 5, "the journal is kept")  # fmt: skip
    before = view.exchanges()
    three.owner(postgres, world.name).kill()
    assert refresh(view, told["refresh_token"]).status_code == 503
    renewed = refresh(view, told["refresh_token"])
    assert renewed.status_code == 200 and renewed.json()["expires_in"] <= 7 * 60, renewed.text
    assert view.ask_control("GET", "clock").json()["offset"] == "2h"
    assert any(user["alias"] == "zoe" for user in view.ask_control("GET", "users").json()["users"])
    after = view.exchanges()
    assert after[: len(before)] == before and [e["number"] for e in after] == sorted({e["number"] for e in after})


WIKI = {"type": "web", "identifierUris": ["https://wiki.test/saml"], "web": {"redirectUris": ["https://wiki.test/acs"]}, "saml": {}}
SAML = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
#: What a damage and a sign-out have to find again.
FACTS = {"session": 'SessionIndex="([^"]+)"', "ids": ' ID="([^"]+)"', "certificate": "<X509Certificate>([^<]+)<"}


def message(view, kind, attributes="", inner=""):
    """The address that carries a message of the app by redirect."""
    text = f'<samlp:{kind} {SAML} ID="_a" Version="2.0" IssueInstant="2026-01-05T09:00:00Z" {attributes}><saml:Issuer>https://wiki.test/saml</saml:Issuer>{inner}</samlp:{kind}>'
    packed = zlib.compress(text.encode())[2:-4]
    return f"{view.authority}/organizations/saml2?" + urlencode({"SAMLRequest": base64.b64encode(packed).decode()})


def facts(arrival):
    assert isinstance(arrival, Arrival), arrival.text[:500]
    text = base64.b64decode(arrival.parameters["SAMLResponse"]).decode()
    return {name: sorted(set(re.findall(pattern, text))) for name, pattern in FACTS.items()}


def test_a_sign_in_by_saml_outlives_a_kill(three, postgres):
    """Its session, the assertion that a sign-out names, the certificate that was activated, and the ids of a Response that is sent again."""
    a, *_ = three.replicas
    world = owned_elsewhere(three, postgres, a, overrides={"signIn": "auto", "world": {"apps": {"wiki": WIKI}}})
    view = View(a, world)
    browser = Browser(view)
    first = facts(browser.open(message(view, "AuthnRequest")))
    changes = [{"addSamlCertificate": "new", "client": "wiki"}, {"activateSamlCertificate": "new", "client": "wiki"}]
    assert view.ask_control("POST", "actions", json=changes).status_code == 200
    again = {"when": {"endpoint": "saml", "client": "wiki"}, "then": {"damage": "samlResponse", "with": "replay"}}
    assert view.ask_control("POST", "rules", json=again).status_code == 201
    passive = message(view, "AuthnRequest", 'IsPassive="true"')
    before = facts(browser.open(passive))
    assert before["certificate"] != first["certificate"] and before["ids"] != first["ids"]
    three.owner(postgres, world.name).kill()
    # A page says to try again in a moment while nobody has the world.
    assert eventually(lambda: facts(browser.open(passive))) == before
    [session] = first["session"]
    out = browser.open(message(view, "LogoutRequest", inner=f"<saml:NameID>a</saml:NameID><samlp:SessionIndex>{session}</samlp:SessionIndex>"))
    assert "50070" not in out.text
    left = base64.b64decode(browser.open(passive).parameters["SAMLResponse"]).decode()
    assert "AADSTS50058" in left and "<Assertion" not in left


def test_an_end_hands_over_at_once(three, postgres):
    """A client that asks once more sees nothing of a rolling restart."""
    worlds = [make_world(three.replicas[n % 3], f"t{n}") for n in range(12)]
    told = {w.name: tokens(View(three.replicas[0], w), w)["refresh_token"] for w in worlds}
    failures, slowest, stop = [], [0.0], threading.Event()
    living = list(three.replicas)

    def client(number):
        session = closing_session(three.replicas[0].ca)
        turn = number
        while not stop.is_set():
            world = worlds[turn % len(worlds)]
            turn += 1
            began, problems = time.monotonic(), []
            for attempt in range(2):
                replica = living[(turn + attempt) % len(living)]
                form = {"grant_type": "refresh_token", "client_id": "30b11e00-0000-4000-8000-000000000001", "refresh_token": told[world.name]}
                try:
                    answer = session.post(f"{View(replica, world).authority}/organizations/oauth2/v2.0/token", data=form)
                    if answer.status_code == 200:
                        break
                    problems.append(f"{replica.name}: {answer.status_code} {answer.text[:200]}")
                except requests.exceptions.ConnectionError as error:
                    problems.append(f"{replica.name}: {error}"[:200])
            else:
                failures.append(problems)
            slowest[0] = max(slowest[0], time.monotonic() - began)

    threads = [threading.Thread(target=client, args=(n,)) for n in range(3)]
    for thread in threads:
        thread.start()
    took = []
    try:
        for replica in list(three.replicas):
            living.remove(replica)
            began = time.monotonic()
            replica.stop()
            took.append(time.monotonic() - began)
            replica.start()
            living.append(replica)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert not failures, failures[:3]
    assert max(took) < 3, took
    # Nobody waited for the end of a lease.
    assert slowest[0] < LEASE, slowest


def test_a_server_that_slept_past_its_lease_tells_nothing_old(three, postgres):
    a = three.replicas[0]
    world = owned_elsewhere(three, postgres, a)
    sleeper = three.owner(postgres, world.name)
    first = tokens(View(a, world), world)
    granted = sign_in(View(a, world), world)
    sleeper.pause()
    # Asked while it sleeps: it will read these when it wakes.
    late = []

    def ask(form):
        session = closing_session(sleeper.ca)
        try:
            late.append(session.post(f"{View(sleeper, world).authority}/organizations/oauth2/v2.0/token", data=form, timeout=20))
        except requests.exceptions.RequestException as error:
            late.append(error)

    other = View(others(three, sleeper)[0], world)
    asking = threading.Thread(target=ask, args=(granted.form,))
    asking.start()
    # What was sent to the sleeper may be carried out when it wakes, as far as the other server knows. So that one sends it to nobody else, and the
    # client asks again.
    redeemed = until_told(lambda: other.token(granted.form))
    assert redeemed.status_code == 200, redeemed.text
    answer = redeemed.json()
    assert other.ask_control("POST", "users/alice/revokeSessions").status_code in (200, 204)
    sleeper.proceed()
    asking.join()
    [outcome] = late
    # The same code, and a refresh token that was revoked, at the one that woke up.
    assert isinstance(outcome, requests.Response) and outcome.status_code in (400, 503), getattr(outcome, "text", outcome)
    for one in three.replicas:
        for token in (first["refresh_token"], answer["refresh_token"]):
            refused = until_told(lambda one=one, token=token: refresh(View(one, world), token))
            assert refused.json()["error_codes"] == [50173], refused.text


def until_told(ask, seconds=10):
    """The first answer that is not the service's own trouble."""
    deadline = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer.status_code != 503 or time.monotonic() > deadline:
            return answer
        time.sleep(0.1)


def test_a_server_cut_off_from_postgresql_gives_its_worlds_up(three, postgres):
    a = three.replicas[0]
    world = owned_elsewhere(three, postgres, a)
    lonely = three.owner(postgres, world.name)
    told = tokens(View(a, world), world)["refresh_token"]
    for way in lonely.stores:
        way.cut()
    try:
        for other in others(three, lonely):
            renewed = until_told(lambda other=other: refresh(View(other, world), told))
            assert renewed.status_code == 200, renewed.text
        assert three.owner(postgres, world.name) is not lonely
        # It can neither keep anything nor know what is kept.
        alone = View(lonely, world).ask_control("POST", "users/alice/revokeSessions", timeout=30)
        assert alone.status_code in (200, 204, 503), alone.text
    finally:
        for way in lonely.stores:
            way.mend()
    renewed = until_told(lambda: refresh(View(lonely, world), told))
    assert renewed.status_code == (400 if alone.status_code != 503 else 200), renewed.text


def test_servers_cut_off_from_each_other(three, postgres):
    """Who cannot reach the owner cannot answer from its world, and says so; it never takes the world away."""
    a = three.replicas[0]
    world = owned_elsewhere(three, postgres, a)
    owner = three.owner(postgres, world.name)
    told = tokens(View(a, world), world)["refresh_token"]
    # A world that rests goes to where hashing has it; this one does not rest.
    done = threading.Event()

    def use():
        own = closing_session(owner.ca)
        while not done.wait(0.2):
            own.get(f"{View(owner, world).authority}/common/v2.0/.well-known/openid-configuration")

    using = threading.Thread(target=use)
    using.start()
    owner.relay.cut()
    try:
        refused = refresh(View(a, world), told)
        assert refused.status_code == 503 and refused.json()["error_codes"] == [90033], refused.text
        assert refresh(View(owner, world), told).status_code == 200
        assert three.owner(postgres, world.name) is owner
    finally:
        owner.relay.mend()
        done.set()
        using.join()
    assert until_told(lambda: refresh(View(a, world), told)).status_code == 200


def test_a_statement_that_comes_late_changes_nothing(found, postgres):
    """The way to PostgreSQL stalls with a batch on it, the server tries again on another way, and then the first batch arrives."""
    cluster = found()
    [only] = cluster.start(1)
    world = make_world(only, "t1")
    view = View(only, world)
    offset = lambda: view.ask_control("GET", "clock").json()["offset"]  # noqa: E731
    assert view.ask_control("POST", "clock", json={"advance": "1h"}).status_code == 200
    [way] = only.stores
    # A second way, which the first connections do not take.
    way.hold_old()
    slow = view.ask_control("POST", "clock", json={"advance": "1h"}, timeout=60)
    assert slow.status_code in (200, 503), slow.text
    answer = until_told(lambda: view.ask_control("POST", "clock", json={"set": "2031-01-01T00:00:00Z", "freeze": True}), 30)
    assert answer.status_code == 200, answer.text
    way.release_old()
    time.sleep(0.5)
    frozen = view.ask_control("GET", "clock").json()["now"]
    only.kill()
    only.start()
    again = until_told(lambda: view.ask_control("GET", "clock"), 15).json()["now"]
    assert again == frozen, (again, frozen, offset)


def numbers(view):
    answer = view.ask_control("GET", "exchanges", params={"limit": 100_000})
    assert answer.status_code == 200, answer.text
    return [e["number"] for e in answer.json()["exchanges"]]


def ask_often(view, count):
    for _ in range(count):
        assert view.get("/common/v2.0/.well-known/openid-configuration").status_code == 200


def test_a_whole_journal_goes_from_server_to_server(found, postgres):
    """It holds more than a thousand exchanges, and after a reset none of before it comes back."""
    cluster = found()
    a, b = cluster.start(2)
    world = owned_elsewhere(cluster, postgres, b)
    ask_often(View(a, world), 1_300)
    a.stop()
    view = View(b, world)
    assert numbers(view) == list(range(1, 1_301))
    assert "incomplete" not in view.ask_control("POST", "verify", json={"expect": []}).json()
    assert view.ask_control("POST", "reset").status_code in (200, 204)
    ask_often(view, 3)
    a.start()
    b.stop()
    view = View(a, world)
    assert numbers(view) == [1, 2, 3]
    ask_often(view, 1)
    assert numbers(view) == [1, 2, 3, 4]


def test_worlds_that_end_take_no_exchange_of_others_along(three, postgres):
    """Worlds are made and removed beside one whose journal goes from server to server without a kill."""
    a = three.replicas[0]
    world = owned_elsewhere(three, postgres, a)
    owner = three.owner(postgres, world.name)
    stop, failures = threading.Event(), []

    def come_and_go(number):
        session, turn = closing_session(owner.ca), 0
        while not stop.is_set():
            turn += 1
            made = session.put(f"{owner.control}/worlds/gone{number}-{turn}", json={})
            name = f"gone{number}-{turn}.localhost:{owner.port}"
            for _ in range(3):
                session.get(f"https://{name}/common/v2.0/.well-known/openid-configuration")
            removed = session.delete(f"{owner.control}/worlds/gone{number}-{turn}")
            if (made.status_code, removed.status_code) != (201, 204):
                failures.append((made.text, removed.text))

    threads = [threading.Thread(target=come_and_go, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    view = View(owner, world)
    try:
        began = time.monotonic()
        while time.monotonic() - began < 6:
            ask_often(view, 20)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert not failures, failures[0]
    told = numbers(view)
    owner.stop()
    view = View(a, world)
    assert numbers(view) == told
    assert "incomplete" not in view.ask_control("POST", "verify", json={"expect": []}).json()


def leaf_begins(replica):
    """When the certificate for its names was made, by its own clock."""
    pem = ssl.get_server_certificate(("127.0.0.1", replica.port))
    return x509.load_pem_x509_certificate(pem.encode()).not_valid_before_utc


@pytest.mark.parametrize("shift", [-600, 600])
def test_clocks_that_differ_by_minutes_harm_nothing(found, postgres, shift):
    cluster = found()
    a = cluster.add()
    b = cluster.add(shift=shift)
    for one in (a, b):
        one.launch()
    for one in (a, b):
        one.await_ready()
    # It does live in another time. (No certificate begins before its authority.)
    assert shift < 0 or abs((leaf_begins(b) - leaf_begins(a)).total_seconds() - shift) < 60
    worlds = [make_world(one, f"t{number}") for number, one in enumerate((a, b, a, b))]
    for world in worlds:
        told = tokens(View(a, world), world)
        assert refresh(View(b, world), told["refresh_token"]).status_code == 200
        assert View(b, world).me(told["access_token"]).status_code == 200
        assert View(a, world).me(told["access_token"]).status_code == 200
    b.kill()
    for world in worlds:
        assert View(a, world).me(told["access_token"]).status_code in (200, 401)
        times = [e["startedAt"] for e in View(a, world).exchanges()]
        assert times == sorted(times)
