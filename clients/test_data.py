"""A server with --data goes on where the last one stopped; one without begins anew."""

import threading

import pytest
import requests
from support.browser import Browser
from support.requests_by_hand import authorize_url, grant, redeem
from support.until import all_keys
from support.world import ALICE, MOBILE


def refresh(server, token):
    return server.token({"grant_type": "refresh_token", "client_id": MOBILE.id, "refresh_token": token})


def test_refresh_tokens_outlive_the_server(serve, tmp_path):
    data = tmp_path / "state"
    server = serve("happy-path", data=data)
    body = redeem(server, grant(server, Browser(server)))
    server.stop()

    server = serve("happy-path", data=data)
    answer = refresh(server, body["refresh_token"])
    assert answer.status_code == 200, answer.text
    assert server.me(answer.json()["access_token"]).json()["id"] == ALICE.oid


def test_signing_keys_outlive_the_server(serve):
    def key_ids(server):
        return {key["kid"] for key in all_keys(server)}

    first = serve("happy-path")
    ids = key_ids(first)
    first.stop()
    assert key_ids(serve("happy-path")) == ids


def test_without_data_nothing_is_remembered(serve):
    server = serve("happy-path")
    body = redeem(server, grant(server, Browser(server)))
    server.stop()
    answer = refresh(serve("happy-path"), body["refresh_token"])
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_grant"


def test_the_ready_file_is_gone_after_the_server(serve):
    server = serve("happy-path")
    assert server.ready_file.exists()
    server.stop()
    assert not server.ready_file.exists()


@pytest.mark.parametrize("round_", range(3))
def test_a_stop_in_the_midst_of_work_is_clean(serve, round_):
    server = serve("happy-path")
    started, stopping = threading.Barrier(5), threading.Event()

    def work():
        session = requests.Session()
        session.verify, session.trust_env = server.ca, False
        session.get(f"{server.authority}/common/discovery/v2.0/keys")
        started.wait()
        while not stopping.is_set():
            try:
                session.get(f"{server.authority}/common/v2.0/.well-known/openid-configuration", timeout=5)
            except requests.exceptions.RequestException:
                return

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    started.wait()
    try:
        server.stop()
    finally:
        stopping.set()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize("scenario", ["no-such-scenario"])
def test_a_scenario_nobody_has_is_refused_in_words(serve, scenario):
    with pytest.raises(AssertionError, match=scenario):
        serve(scenario)


def test_a_server_can_be_asked_for_what_it_is(serve):
    server = serve("happy-path")
    assert server.scenario == "happy-path"
    assert server.pid == server._process.pid
    assert server.control == f"{server.authority}/_mockidp/v1"
    page = Browser(server).open(authorize_url(server))
    assert page.id == "ConvergedSignIn"
