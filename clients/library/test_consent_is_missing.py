"""Consent: required, incremental, declined, withdrawn, given before, an administrator's."""

from play.azure import InteractiveBrowser
from play.native import Native
from play.run import meets
from support.world import ADMIN, API_SCOPE, GRAPH_SCOPE

CALENDARS = ["https://graph.microsoft.com/Calendars.Read"]


@meets("consent-required", Native, InteractiveBrowser)
def test_consent_is_asked_for_once(run):
    first = run.sees("signs in", run.client.sign_in())
    assert first.has_tokens and first.pages[-1] == "Permissions requested"
    again = run.sees("signs in again", run.client.sign_in())
    assert again.has_tokens and "Permissions requested" not in again.pages


@meets("consent-incremental", Native, InteractiveBrowser)
def test_one_permission_more(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    refused = run.sees("asks for Calendars.Read silently", run.client.renew(scopes=CALENDARS))
    assert refused.codes == [65001], refused
    again = run.sees("asks for it interactively", run.client.sign_in(scopes=CALENDARS))
    assert again.has_tokens and again.pages[-1] == "Permissions requested"
    assert run.sees("asks for it silently", run.client.renew(scopes=CALENDARS)).has_tokens


@meets("consent-declined", Native, InteractiveBrowser)
def test_the_user_says_no(run):
    refused = run.sees("signs in", run.client.sign_in())
    assert refused.codes == [65004], refused
    assert refused.error in ("consent_required", ""), refused


@meets("consent-withdrawn", Native, InteractiveBrowser)
def test_what_was_granted_is_taken_away(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("renews", run.client.renew()).codes == [65001]
    again = run.sees("signs in again", run.client.sign_in())
    assert again.has_tokens and again.pages[-1] == "Permissions requested"
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("admin-consent-required", Native, InteractiveBrowser)
def test_a_user_cannot_consent_in_an_administrators_place(run):
    page = run.sees("signs in as alice", run.client.sign_in())
    assert (page.kind, page.text) == ("page", "“Approval required”")
    allowed = type(run.client)(run.server)
    assert run.sees("signs in as admin", allowed.sign_in(ADMIN)).has_tokens


@meets("consent-preauthorized", Native)
def test_an_api_trusts_the_app(run):
    first = run.sees("signs in for the API", run.client.sign_in(scopes=[API_SCOPE]))
    assert first.has_tokens and "Permissions requested" not in first.pages
    refused = run.sees("asks for Graph silently", run.client.renew(scopes=[GRAPH_SCOPE]))
    assert refused.refusal == ("invalid_grant", "consent_required", [65001])
    again = run.sees("asks for Graph interactively", run.client.sign_in(scopes=[GRAPH_SCOPE]))
    assert again.has_tokens and again.pages == ["Permissions requested"]
