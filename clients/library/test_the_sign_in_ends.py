"""The sign-in has ended: silent calls are refused until the user comes back."""

import base64
import re

from play.azure import InteractiveBrowser
from play.native import Native, SinglePage
from play.plain import graph_said
from play.run import meets
from support.world import CONTOSO

TEMPORARY = "Temp0rary!"


def falls_back(run, refusal, **way_back):
    """Silent, refused, interactive, and silent again."""
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    refused = run.sees("renews", run.client.renew())
    assert refused.codes == [refusal[2]], refused
    if refused.kind == "refusal":
        assert refused.refusal == (refusal[0], refusal[1], [refusal[2]])
    again = run.sees("signs in again", run.client.sign_in(**way_back))
    assert again.has_tokens and again.pages, again
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("expired-refresh", Native, InteractiveBrowser)
def test_an_idle_refresh_token(run):
    falls_back(run, ("invalid_grant", "bad_token", 700082))


@meets("password-changed", Native, InteractiveBrowser)
def test_a_password_changed_elsewhere(run):
    falls_back(run, ("invalid_grant", "bad_token", 50173))


@meets("password-reset", Native)
def test_a_password_that_an_administrator_reset(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("renews", run.client.renew()).codes == [50173]
    old = run.sees("signs in with the old password", run.client.sign_in())
    assert (old.kind, old.codes) == ("page", [50126])
    again = run.sees("signs in with the one from the administrator", run.client.sign_in(password=TEMPORARY))
    assert again.has_tokens and again.pages[-1] == "Update your password", again
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("session-revoked", Native, InteractiveBrowser)
def test_revoked_sessions(run):
    falls_back(run, ("invalid_grant", "bad_token", 50173))


@meets("sign-in-frequency", Native, InteractiveBrowser)
def test_a_sign_in_that_is_too_old_for_a_policy(run):
    falls_back(run, ("invalid_grant", "token_expired", 70043))


@meets("spa-refresh-expired", SinglePage)
def test_the_last_day_of_a_single_page_app(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("renews", run.client.renew()).refusal == ("invalid_grant", "bad_token", [700084])
    again = run.sees("asks with `prompt=none`", run.client.sign_in(prompt="none"))
    assert again.has_tokens and not again.pages


@meets("session-expired", Native)
def test_tokens_outlive_the_session(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    refused = run.sees("asks with `prompt=none`", run.client.sign_in(prompt="none"))
    assert refused.refusal == ("login_required", "", [50058])
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("code-expired", Native)
def test_a_code_that_waited_too_long(run):
    late = run.sees("signs in", run.client.sign_in())
    assert late.refusal == ("invalid_grant", "", [70008]), late
    again = run.sees("signs in again", run.client.sign_in())
    assert again.has_tokens and not again.pages


class Evaluated(Native):
    """A native app that can handle claims challenges."""

    name = "MSAL for Python with the capability CP1"

    def __init__(self, server):
        super().__init__(server, tenant=CONTOSO, client_capabilities=["CP1"])


@meets("continuous-access", Evaluated)
def test_graph_refuses_a_token_that_has_not_expired(run):
    app = run.client
    first = run.sees("signs in", app.sign_in())
    run.sees("asks Graph", graph_said(run.server.me(first.result["access_token"])))
    refused = run.sees("asks again", graph_said(run.server.me(first.result["access_token"])))
    assert refused.error == "401 InvalidAuthenticationToken" and refused.claims
    claims = challenge(refused.claims)
    silent = run.sees("asks for a token with the claims, silently", app.renew(claims_challenge=claims))
    assert silent.refusal == ("invalid_grant", "bad_token", [50173])
    again = run.sees("signs in again with the claims", app.sign_in(claims_challenge=claims))
    assert again.has_tokens and again.pages
    run.sees("asks Graph", graph_said(run.server.me(again.result["access_token"])))


@meets("continuous-access", Native)
def test_without_the_capability_the_token_lives_out_its_hour(run):
    first = run.sees("signs in", run.client.sign_in())
    for doing in ("asks Graph", "asks again"):
        assert run.sees(doing, graph_said(run.server.me(first.result["access_token"]))).kind == "said"


def challenge(header):
    """The claims of a challenge, as the client sends them back."""
    return base64.b64decode(re.search(r'claims="([^"]+)"', header)[1]).decode("ascii")
