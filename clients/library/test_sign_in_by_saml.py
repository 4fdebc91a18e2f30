"""Sign-in by SAML: what a service provider has to do with."""

from play.run import meets
from play.saml import DemandsPassword, KeepsFirst, ServiceProvider
from support.browser import Browser
from support.world import ALICE, BOB


@meets("saml-75011", DemandsPassword)
def test_another_way_to_sign_in_than_was_asked_for(run):
    assert run.sees("signs in as alice", run.client.sign_in()).has_tokens
    page = run.sees("signs in as bob", run.client.sign_in(BOB, browser=Browser(run.server)))
    assert (page.kind, page.codes) == ("page", [75011])


@meets("saml-certificate-expired", ServiceProvider)
def test_a_certificate_that_is_over(run):
    # python3-saml compares keys and does not look at the end of a certificate.
    run.sees("signs in", run.client.sign_in())


@meets("saml-rollover", ServiceProvider, KeepsFirst)
def test_another_certificate_signs(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    again = run.sees("signs in again", run.client.sign_in(browser=Browser(run.server)))
    assert again.has_tokens == (type(run.client) is ServiceProvider)


@meets("saml-groups-overage", ServiceProvider)
def test_more_groups_than_an_assertion_lists(run):
    assert run.sees("signs in as alice", run.client.sign_in(ALICE)).text == "signed in with groups.link"
    assert run.sees("signs in as bob", run.client.sign_in(BOB, browser=Browser(run.server))).text == "signed in with groups"


@meets("saml-not-assigned", ServiceProvider)
def test_only_who_is_assigned_comes_in_by_saml(run):
    page = run.sees("signs in as alice", run.client.sign_in())
    assert (page.kind, page.codes) == ("page", [50105])
    assert run.sees("signs in as bob", run.client.sign_in(BOB, browser=Browser(run.server))).has_tokens


@meets("saml-wrapped", ServiceProvider)
def test_a_forged_assertion_beside_the_signed_one(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    again = run.sees("signs in with another browser", run.client.sign_in(browser=Browser(run.server)))
    assert not again.has_tokens


@meets("saml-sign-out", ServiceProvider)
def test_the_other_app_is_told(run):
    assert run.sees("signs in to the second app", run.client.sign_in(app="board")).has_tokens
    assert run.sees("signs in to the first app", run.client.sign_in()).has_tokens
    assert "tells 1 other app" in run.sees("signs out of it", run.client.sign_out()).text
