"""What somebody new types first, in the order of README and the guides, on a clean home."""

import re

from support.pages import ROOT, found, served


def test_a_first_token(desk):
    decode = found("README.md", "mockidp token --decode")
    assert "alice@contoso.onmicrosoft.com" in desk(decode)


def test_a_first_call_by_curl(desk):
    curl = found("README.md", "curl --cacert").replace("https://localhost:8443", "$url")
    assert '"displayName":"Alice Archer"' in desk(*served([curl]))


def test_a_token_for_an_api(desk):
    mint = found("docs/tests-api.md", "TOKEN=$(mockidp token mint")
    assert "good: user alice, client mobile, tenant contoso, resource api" in desk(*served([mint, 'mockidp token inspect "$TOKEN"']))


def test_a_scenario_of_ones_own(desk):
    """The guide to scenarios: begin, check, run."""
    text = (ROOT / "docs/write-a-scenario.md").read_text()
    begin, check = (re.search(rf"`({words} [^`]*)`", text)[1] for words in ("mockidp scenario new", "mockidp scenario check"))
    desk(begin, check)
    told = desk("mockidp exec --scenario ./mine.yaml -- true 2>&1 || echo ended with $?")
    assert "ended with 3" in told and "not met  token.refused, AADSTS700082" in told, "nobody has signed in, so what it expects has not happened"


def test_the_name_of_a_scenario_is_enough(desk):
    """The first thing that a hand types."""
    begin = "mockidp serve expired-refresh --https-port 0 --http-port 0 --ready-file ready --quiet & trap 'kill %1; wait' EXIT"
    assert "expired-refresh" in desk(begin, "while [ ! -s ready ]; do sleep 0.1; done", "cat ready")
