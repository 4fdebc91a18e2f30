"""Steering a world and reading its journal."""

import pytest

from mockidp import MockIdPError


def test_worlds_do_not_see_each_other(mockidp):
    with mockidp.world() as first, mockidp.world() as second:
        assert first.tenant.id != second.tenant.id
        first.session().get("https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration").raise_for_status()
        assert len(first.journal()) == 1
        assert second.journal() == []


def test_a_user_signs_in_without_a_browser(mockidp_world, app):
    assert app.profile()["userPrincipalName"] == mockidp_world.user.name
    app.profile()
    assert app.times_asked == 1


@pytest.mark.mockidp("happy-path", user="bob", verify=False)
def test_the_mark_names_the_user(mockidp_world, app):
    assert app.profile()["displayName"] == "Bob Baker"


@pytest.mark.mockidp(overrides={"world": {"users": {"alice": {"mfa": "required"}}}}, verify=False)
def test_overrides_are_laid_over_the_scenario(mockidp_world, app):
    assert app.profile()["displayName"] == "Alice Archer"
    assert "signIn: auto enters the right code" in mockidp_world.describe()


def test_the_app_asks_again_after_its_refresh_token_became_old(mockidp_world, app):
    mockidp_world.call("PATCH", "lifetimes", {"accessToken": "1m"})
    app.profile()
    assert mockidp_world.age("refreshTokens", user="alice") == 1
    app.profile()
    assert app.times_asked == 2
    assert mockidp_world.journal(error="AADSTS700082")
    assert "AADSTS700082" in mockidp_world.explain()


@pytest.mark.parametrize("app", [["CP1"]], indirect=True, ids=["CP1"])
def test_revoked_sessions_are_refused_at_graph(mockidp_world, app):
    session = mockidp_world.session()
    app.profile()
    token = app._token()
    mockidp_world.revoke()
    answer = session.get(app.GRAPH, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 401
    assert "claims" in answer.headers["WWW-Authenticate"]


def test_a_rule_refuses_once(mockidp_world):
    mockidp_world.rule({"refuse": "AADSTS50173"}, grant="client_credentials", occurrence=1)
    assert [_daemon(mockidp_world).status_code for _ in range(2)] == [400, 200]
    mockidp_world.expect("token.refused", count=1)


def test_an_expectation_that_is_not_met_shows_the_journal(mockidp_world):
    _daemon(mockidp_world)
    mockidp_world.expect("token.refused", count=1)
    with pytest.raises(AssertionError, match="(?s)not met: token.refused.*#1 POST"):
        mockidp_world.verify()
    mockidp_world._expected.clear()


def test_a_minted_token_is_taken_by_graph(mockidp_world):
    token = mockidp_world.token("mobile", "alice", scope="https://graph.microsoft.com/User.Read")
    answer = mockidp_world.session().get("https://graph.microsoft.com/v1.0/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["id"] == mockidp_world.user.id


def test_time_moves_in_the_world(mockidp_world):
    before = mockidp_world.call("GET", "clock")["now"]
    assert mockidp_world.advance("366d")[:4] > before[:4]


def test_a_mistake_is_told_in_the_servers_words(mockidp_world):
    with pytest.raises(MockIdPError, match="kin.*Did you mean 'kind'") as told:
        mockidp_world.call("POST", "age", {"kin": "refreshTokens"})
    assert (told.value.status, told.value.problem) == (400, "unknown-member")


def test_an_unknown_scenario_is_refused(mockidp):
    with pytest.raises(MockIdPError, match="expired-refres") as told:
        mockidp.world("expired-refres")
    assert told.value.status == 400


def _daemon(world):
    app = world.apps["daemon"]
    form = {
        "grant_type": "client_credentials", "client_id": app.client_id, "client_secret": app.secret,
        "scope": "https://graph.microsoft.com/.default",
    }  # fmt: skip
    return world.session().post(f"{world.tenant.authority}/oauth2/v2.0/token", data=form)
