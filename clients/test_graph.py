"""What MSAL for Python brings opens Microsoft Graph, and what a token leaves out is fetched there."""

import jwt
import pytest
from support.browser import Browser
from support.msal_apps import public_app, sign_in
from support.world import ALICE, API_SCOPE, BOB, COMPANY, ENGINEERS, PAT, STAFF


def test_a_personal_account_has_a_token_that_graph_alone_reads(happy):
    app = public_app(happy, tenant="consumers")
    result = sign_in(app, Browser(happy), PAT, ["User.Read"])
    token = result["access_token"]
    assert token.startswith("EwB")
    with pytest.raises(jwt.DecodeError):
        jwt.decode(token, options={"verify_signature": False})
    assert happy.me(token).json()["userPrincipalName"] == PAT.name


def test_too_many_groups_are_fetched_from_graph(serve):
    server = serve("group-overage")
    app = public_app(server)
    result = sign_in(app, Browser(server), ALICE, ["User.Read"])
    claims = result["id_token_claims"]
    assert "groups" not in claims
    assert claims["_claim_names"] == {"groups": "src1"}
    endpoint = claims["_claim_sources"]["src1"]["endpoint"]
    [account] = app.get_accounts()
    token = app.acquire_token_silent(["User.Read"], account)["access_token"]
    answer = server.http_session.post(
        endpoint, json={"securityEnabledOnly": True}, headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 200, answer.text
    groups = answer.json()["value"]
    assert len(groups) == len(set(groups)) == 202
    assert STAFF in groups and COMPANY not in groups


def test_few_groups_are_in_the_token(serve):
    server = serve("group-overage")
    app = public_app(server)
    result = sign_in(app, Browser(server), BOB, [API_SCOPE])
    api = jwt.decode(result["access_token"], options={"verify_signature": False})
    for claims in (result["id_token_claims"], api):
        assert claims["groups"] == [ENGINEERS, STAFF]
        assert "_claim_names" not in claims and "hasgroups" not in claims
