"""The way is closed: no sign-in helps, and the app must not try for ever."""

from play.azure import InteractiveBrowser
from play.native import Native
from play.password import PasswordApp
from play.run import meets
from support.world import BOB


def stays_shut(run, code, at_page=None):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    refused = run.sees("renews", run.client.renew())
    assert refused.codes == [code], refused
    again = run.sees("signs in again", run.client.sign_in())
    assert not again.has_tokens and again.codes == [at_page or code], again


@meets("user-disabled", Native, InteractiveBrowser)
def test_a_user_who_is_switched_off(run):
    stays_shut(run, 50057)


@meets("user-deleted", Native, InteractiveBrowser)
def test_a_user_who_is_gone(run):
    # The page knows the name no more.
    stays_shut(run, 500341, at_page=50034)


@meets("user-locked", Native)
def test_an_account_that_is_locked(run):
    page = run.sees("signs in as alice", run.client.sign_in())
    assert (page.kind, page.codes) == ("page", [50053])
    assert run.sees("sends alice's password", PasswordApp(run.server).get()).refusal == ("invalid_grant", "", [50053])
    assert run.sees("signs in as bob", type(run.client)(run.server).sign_in(BOB)).has_tokens


@meets("conditional-access-block", Native, InteractiveBrowser)
def test_a_policy_that_blocks(run):
    stays_shut(run, 53003)


@meets("device-not-compliant", Native, InteractiveBrowser)
def test_a_policy_for_compliant_devices(run):
    stays_shut(run, 53000)


@meets("app-disabled", Native, InteractiveBrowser)
def test_an_app_that_is_switched_off(run):
    stays_shut(run, 7000112)


@meets("app-not-assigned", Native)
def test_only_who_is_assigned_comes_in(run):
    page = run.sees("signs in as alice", run.client.sign_in())
    assert (page.kind, page.codes) == ("page", [50105])
    assert run.sees("signs in as bob", type(run.client)(run.server).sign_in(BOB)).has_tokens
