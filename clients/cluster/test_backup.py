"""A cluster goes back to a copy of its schema, and then is what docs/cluster.md says."""

from urllib.parse import parse_qsl, urlencode, urlsplit

from cluster.postgres import run
from cluster.views import View, make_world, refresh
from cluster.workload import SCENARIO
from durability.server import MOBILE, REDIRECT_URI, SCOPE
from support.until import until

CODES = 100


def code(view, world, alias):
    """A code of `signIn: auto`."""
    query = urlencode({"client_id": MOBILE, "response_type": "code", "redirect_uri": REDIRECT_URI, "scope": SCOPE, "login_hint": world.user(alias).name})
    answer = view.get(f"/organizations/oauth2/v2.0/authorize?{query}", allow_redirects=False)
    return dict(parse_qsl(urlsplit(answer.headers["Location"]).query))["code"]


def redeem(view, code):
    return view.token({"client_id": MOBILE, "grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT_URI})


def test_a_cluster_goes_back_to_a_copy(found, postgres, tmp_path):
    scenario = tmp_path / "checked.yaml"
    scenario.write_text(SCENARIO)
    cluster = found()
    a, b = cluster.start(2, scenario)
    world, ended = make_world(a, "t1"), make_world(b, "ended-later")
    view = View(a, world)
    told = {alias: redeem(view, code(view, world, alias)).json()["refresh_token"] for alias in ("alice", "bob", "admin")}
    assert view.ask_control("POST", "users/alice/revokeSessions").status_code in (200, 204)
    codes = [code(view, world, "admin") for _ in range(CODES)]
    before = view.exchanges()
    authority = open(a.ca).read()

    dump = postgres.directory / f"{cluster.schema}.dump"
    run("pg_dump", "-h", "127.0.0.1", "-p", postgres.port, "-U", "postgres", "--format=custom", f"--schema={cluster.schema}", f"--file={dump}", "postgres")

    for one in codes:
        assert redeem(View(b, world), one).status_code == 200
    later = redeem(view, code(view, world, "admin")).json()["refresh_token"]
    assert view.ask_control("POST", "users/bob/revokeSessions").status_code in (200, 204)
    assert refresh(view, told["bob"]).status_code == 400
    make_world(a, "made-later")
    assert View(a, ended).ask_control("DELETE").status_code == 204

    for replica in (a, b):
        replica.stop()
    postgres.sql(f'DROP SCHEMA "{cluster.schema}" CASCADE')
    run("pg_restore", "-h", "127.0.0.1", "-p", postgres.port, "-U", "postgres", "--dbname=postgres", dump)
    for replica in (a, b):
        replica.launch()
    for replica in (a, b):
        replica.await_ready()

    assert open(b.ca).read() == authority
    names = {w["name"] for w in a.http_session.get(f"{a.control}/worlds").json()["worlds"]}
    assert names == {"default", "t1", "ended-later"}, names
    view = View(b, world)
    # On a busy machine a new lease may be over once more, and a server says 503 with `Retry-After: 1` then: a client asks again.
    until(lambda: refresh(view, told["alice"]).status_code != 503)
    # What was revoked before the copy stays so; what was revoked after it lives again; what was issued after it is unknown.
    assert refresh(view, told["alice"]).json()["error_codes"] == [50173]
    assert refresh(view, told["bob"]).status_code == refresh(view, told["admin"]).status_code == 200
    assert refresh(view, later).json()["error_codes"] == [70000]
    for one in codes:
        assert redeem(view, one).status_code == 200
        assert redeem(View(a, world), one).json()["error_codes"] == [54005]
    # Both servers have leases of their own, and the worlds owners among them.
    assert cluster.owner(postgres, "t1") in (a, b)
    exchanges = view.exchanges()
    kept = [e["traceId"] for e in exchanges if e["number"] <= before[-1]["number"]]
    assert kept == [e["traceId"] for e in before][: len(kept)] and len(kept) > CODES
    assert min(e["number"] for e in exchanges if e["traceId"] not in set(kept)) > 1_000
    assert "incomplete" in view.ask_control("POST", "verify", json={"expect": []}).json()
