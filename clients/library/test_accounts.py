"""Whose account it is: several in one browser, none, another than the hint, guests and personal accounts."""

import jwt
from play.azure import InteractiveBrowser
from play.native import Native, SinglePage
from play.plain import Plain, graph_said
from play.run import meets
from play.saw import said
from support.world import ALICE, BOB, CONTOSO, FABRIKAM, GINA, GUEST, PAT, PERSONAL


def claims(seen):
    token = seen.result.get("id_token") or seen.result["access_token"]
    return jwt.decode(token, options={"verify_signature": False})


@meets("account-picker", Native)
def test_the_user_picks(run):
    select = {"prompt": "select_account"}
    assert run.sees("signs in as alice", run.client.sign_in()).has_tokens
    picked = run.sees("asks with `prompt=select_account`, picks alice", run.client.sign_in(**select))
    assert picked.has_tokens and picked.pages == ["Pick an account"]
    other = run.sees("the same, uses another account", run.client.sign_in(BOB, **select))
    assert other.has_tokens and other.pages == ["Pick an account", "Sign in", "Enter password"]


@meets("accounts-several", Native)
def test_two_accounts_in_one_app(run):
    app = run.client
    assert run.sees("signs in as alice", app.sign_in(ALICE)).has_tokens
    second = run.sees("signs in as bob with `prompt=login`", app.sign_in(BOB, prompt="login"))
    assert second.has_tokens
    assert {account["username"] for account in app.app.get_accounts()} == {ALICE.name, BOB.name}
    for user in (ALICE, BOB):
        renewed = run.sees(f"renews for {user.name.split('@')[0]}", app.renew(user=user))
        assert renewed.result["id_token_claims"]["oid"] == user.oid
    assert run.sees("asks with `prompt=none`", app.sign_in(prompt="none")).refusal == ("interaction_required", "", [16000])
    hinted = run.sees("the same with `login_hint` of bob", app.sign_in(prompt="none", login_hint=BOB.name))
    assert hinted.result["id_token_claims"]["oid"] == BOB.oid


@meets("accounts-several", SinglePage, Plain)
def test_two_accounts_in_one_browser(run):
    app = run.client
    assert run.sees("signs in as alice", app.sign_in(ALICE)).has_tokens
    assert run.sees("signs in as bob with `prompt=login`", app.sign_in(BOB, prompt="login")).has_tokens
    assert run.sees("asks with `prompt=none`", app.sign_in(prompt="none")).refusal == ("interaction_required", "", [16000])
    hinted = run.sees("the same with `login_hint` of alice", app.sign_in(prompt="none", login_hint=ALICE.name))
    assert claims(hinted)["oid"] == ALICE.oid
    if isinstance(app, Plain):
        found = run.sees("the same with `sid` of alice", app.sign_in(prompt="none", sid=claims(hinted)["sid"]))
        assert claims(found)["oid"] == ALICE.oid


@meets("session-none", Native)
def test_nobody_is_signed_in(run):
    refused = run.sees("asks with `prompt=none`", run.client.sign_in(prompt="none"))
    assert refused.refusal == ("login_required", "", [50058])
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("asks with `prompt=none`", run.client.sign_in(prompt="none")).has_tokens


@meets("hint-mismatch", Native)
def test_the_hint_names_somebody_else(run):
    assert run.sees("signs in as alice", run.client.sign_in()).has_tokens
    refused = run.sees("asks with `prompt=none` for bob", run.client.sign_in(prompt="none", login_hint=BOB.name))
    assert refused.refusal == ("login_required", "", [50058])
    shown = run.sees("asks for bob interactively", run.client.sign_in(BOB, login_hint=BOB.name))
    assert shown.has_tokens and shown.pages == ["Enter password"]
    assert claims(shown)["oid"] == BOB.oid


@meets("sign-in-cancelled", Native, InteractiveBrowser, Plain)
def test_the_user_leaves(run):
    refused = run.sees("signs in", run.client.sign_in())
    assert not refused.has_tokens
    if refused.kind == "refusal":
        # MSAL for Python keeps the subcode to itself.
        assert (refused.error, refused.codes) == ("access_denied", [])
        assert refused.suberror == ("cancel" if isinstance(run.client, Plain) else "")


class NativeAtContoso(Native):
    def __init__(self, server):
        super().__init__(server, tenant=CONTOSO)


@meets("guest", NativeAtContoso, InteractiveBrowser)
def test_a_guest_is_another_object_here(run):
    seen = run.sees("signs in as gina at Contoso", run.client.sign_in(GINA))
    token = run.client.renew()
    token = getattr(token.result, "token", None) or token.result["access_token"]
    found = jwt.decode(token, options={"verify_signature": False})
    assert seen.has_tokens and (found["oid"], found["tid"]) == (GUEST, CONTOSO)
    run.sees("asks Graph", graph_said(run.server.me(token)))


@meets("user-of-another-tenant", NativeAtContoso, InteractiveBrowser)
def test_a_user_the_tenant_does_not_know(run):
    refused = run.sees("signs in as pat at Contoso", run.client.sign_in(PAT))
    assert not refused.has_tokens, refused


class Everybody(Native):
    def __init__(self, server):
        super().__init__(server, tenant="common")


@meets("personal-account", Everybody)
def test_a_personal_account(run):
    seen = run.sees("signs in as pat at `common`", run.client.sign_in(PAT))
    assert seen.has_tokens, seen
    assert claims(seen)["tid"] == PERSONAL
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("multi-tenant", Native)
def test_one_app_in_two_tenants(run):
    for user, tenant in ((ALICE, CONTOSO), (GINA, FABRIKAM)):
        name = user.name.split("@")[0]
        seen = run.sees(f"signs in as {name} at `organizations`", run.client.sign_in(user, prompt="login"))
        assert seen.result["id_token_claims"]["tid"] == tenant
        assert run.sees(f"renews for {name}", run.client.renew(user=user)).has_tokens


@meets("multi-tenant", Plain)
def test_each_token_names_its_tenant(run):
    for user, tenant in ((ALICE, CONTOSO), (GINA, FABRIKAM)):
        name = user.name.split("@")[0]
        seen = run.sees(f"signs in as {name} at `organizations`", run.client.sign_in(user, prompt="login"))
        assert claims(seen)["tid"] == tenant
        issuer = claims(seen)["iss"].removeprefix(run.server.authority)
        run.sees("finds the issuer", said(f"`…{issuer}`"))
