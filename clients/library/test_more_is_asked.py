"""More is asked of the user: second factors, registration, a new password."""

from play.azure import InteractiveBrowser
from play.native import Native
from play.plain import Plain
from play.run import meets
from support.world import API_SCOPE

CODE_PAGE = "Enter code"


@meets("mfa-required", Native, InteractiveBrowser)
def test_a_second_factor_from_now_on(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("renews", run.client.renew()).codes == [50076]
    again = run.sees("signs in again", run.client.sign_in())
    assert again.has_tokens and again.pages[-1] == CODE_PAGE, again
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("mfa-registration", Native, InteractiveBrowser)
def test_a_second_factor_of_a_user_who_has_none(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("renews", run.client.renew()).codes == [50079]
    again = run.sees("signs in again", run.client.sign_in())
    assert again.has_tokens and len(again.pages) >= 1, again
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("mfa-step-up", Native)
def test_an_api_wants_more_than_a_password(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    refused = run.sees("asks for the API silently", run.client.renew(scopes=[API_SCOPE]))
    assert refused.refusal == ("invalid_grant", "basic_action", [50076])
    claims = refused.claims
    again = run.sees("asks for it with the claims", run.client.sign_in(scopes=[API_SCOPE], claims_challenge=claims))
    assert again.has_tokens and again.pages[-1] == CODE_PAGE
    assert run.sees("asks for the API silently", run.client.renew(scopes=[API_SCOPE])).has_tokens


@meets("mfa-step-up", Plain)
def test_an_api_wants_more_than_a_password_by_hand(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    refused = run.sees("asks for the API with the refresh token", run.client.renew(scopes=[API_SCOPE]))
    assert refused.refusal == ("invalid_grant", "basic_action", [50076])
    again = run.sees("asks for it with the claims", run.client.sign_in(scopes=[API_SCOPE], claims=refused.claims))
    assert again.has_tokens and again.pages[-1] == CODE_PAGE


@meets("mfa-failed", Native, InteractiveBrowser, Plain)
def test_the_second_factor_does_not_come(run):
    refused = run.sees("signs in", run.client.sign_in())
    assert not refused.has_tokens, refused


@meets("password-expired", Native, InteractiveBrowser)
def test_an_expired_password_is_changed_on_the_way(run):
    seen = run.sees("signs in", run.client.sign_in())
    assert seen.has_tokens and seen.pages[-1] == "Update your password", seen


@meets("mfa-expired", Native, InteractiveBrowser)
def test_a_second_factor_of_two_hours_ago(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    refused = run.sees("renews", run.client.renew())
    assert refused.codes == [50078], refused
    again = run.sees("signs in again", run.client.sign_in())
    assert again.has_tokens and again.pages[-1] == CODE_PAGE, again
    assert run.sees("renews", run.client.renew()).has_tokens
