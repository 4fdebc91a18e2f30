"""The service is in trouble: what is not a refusal must not sign anybody out."""

import time

from play.azure import InteractiveBrowser
from play.graph_sdk import GraphSDK
from play.native import Native
from play.plain import Plain
from play.run import meets
from play.saw import said

TIME_LIMIT = 2  # seconds; far more than an answer takes


def keeps_account(run):
    accounts = run.client.app.get_accounts()
    run.sees("looks for its account", said("it is there" if len(accounts) == 1 else f"{len(accounts)} accounts"))
    assert len(accounts) == 1


@meets("outage", Native)
def test_an_outage_leaves_the_account(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    failed = run.sees("renews", run.client.renew())
    assert failed.kind == "failure"
    assert "503" in str(failed.result)
    keeps_account(run)


@meets("outage", InteractiveBrowser, Plain)
@meets("html-error", InteractiveBrowser, Plain)
def test_something_else_than_an_answer(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert not run.sees("renews", run.client.renew()).has_tokens


@meets("throttled", Native)
def test_patience_is_asked_for(run):
    app = run.client
    assert run.sees("signs in", app.sign_in()).has_tokens
    first = run.sees("renews", app.renew())
    # The words of the service's gateway are not JSON.
    assert first.kind == "failure", first
    before = len(app.app.recorder.token_answers)
    run.sees("renews at once", app.renew())
    assert len(app.app.recorder.token_answers) == before, "MSAL answers from memory"
    app.restart()
    assert run.sees("renews after a restart", app.renew()).kind == "failure"
    app.restart()
    assert run.sees("renews after another", app.renew()).has_tokens


@meets("throttled", InteractiveBrowser)
def test_the_credential_waits_by_itself(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    begun = time.monotonic()
    assert run.sees("renews", run.client.renew()).has_tokens
    assert time.monotonic() - begun >= 4


@meets("throttled", Plain)
def test_too_many_requests_by_hand(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    for doing in ("renews", "renews at once"):
        seen = run.sees(doing, run.client.renew())
        assert not seen.has_tokens, seen
    assert run.sees("renews once more", run.client.renew()).has_tokens


@meets("flaky", Native, Plain)
def test_one_failure_passes(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert not run.sees("renews", run.client.renew()).has_tokens
    if isinstance(run.client, Native):
        run.client.restart()
    assert run.sees("renews again", run.client.renew()).has_tokens


@meets("flaky", InteractiveBrowser)
def test_the_credential_tries_again_by_itself(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("slow", Native)
def test_answers_take_their_time(run):
    begun = time.monotonic()
    seen = run.sees("signs in", run.client.sign_in())
    assert seen.has_tokens and time.monotonic() - begun >= 3


@meets("html-error", Native)
def test_html_is_no_token(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("renews", run.client.renew()).kind == "failure"
    keeps_account(run)


@meets("graph-throttled", Plain)
def test_graph_asks_for_patience(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    first = run.sees("asks Graph", run.client.ask_graph())
    assert first.error == "429 TooManyRequests" and first.result.headers["Retry-After"] == "1"
    assert run.sees("asks once more", run.client.ask_graph()).result.status_code == 200


@meets("graph-throttled", GraphSDK)
def test_the_sdk_waits_by_itself(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("asks Graph", run.client.ask_graph()).kind == "said"


@meets("connection-reset", Native)
@meets("answer-cut", Native)
@meets("no-answer", Native)
def test_a_broken_connection_leaves_the_account(run):
    app = run.client
    assert run.sees("signs in", app.sign_in()).has_tokens
    app.limit_time(TIME_LIMIT)
    assert run.sees("renews", app.renew()).kind == "failure"
    keeps_account(run)
    assert run.sees("renews again", app.renew()).has_tokens


@meets("connection-reset", Plain)
@meets("answer-cut", Plain)
@meets("no-answer", Plain)
def test_a_broken_connection_by_hand(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    run.client.timeout = TIME_LIMIT
    assert not run.sees("renews", run.client.renew()).has_tokens
    assert run.sees("renews again", run.client.renew()).has_tokens


@meets("connection-reset", InteractiveBrowser)
def test_the_credential_does_not_notice_a_reset(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("answer-lost", Native)
def test_an_answer_that_is_lost(run):
    assert run.sees("signs in", run.client.sign_in()).kind == "failure"
    again = run.sees("signs in again", run.client.sign_in())
    assert again.has_tokens and not again.pages


@meets("answer-lost", Plain)
def test_a_code_is_good_for_one_redemption(run):
    assert run.sees("signs in", run.client.sign_in()).kind == "failure"
    refused = run.sees("sends the code again", run.client.repeat())
    assert refused.refusal == ("invalid_grant", "", [54005])
    again = run.sees("signs in again", run.client.sign_in())
    assert again.has_tokens and not again.pages


@meets("refresh-token-missing", Native)
def test_nothing_to_renew_with(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("asks silently", run.client.renew()).text == "nothing"
    again = run.sees("signs in again", run.client.sign_in())
    assert again.has_tokens and not again.pages


@meets("refresh-token-missing", InteractiveBrowser)
def test_nothing_for_the_credential_to_renew_with(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    seen = run.sees("asks silently", run.client.renew())
    assert seen.text == "AuthenticationRequiredError" and not seen.codes
