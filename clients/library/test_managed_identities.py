"""Managed identities and workloads: a machine without one, one whose endpoint throttles, the challenge of Azure Arc, tokens of pods,
and a site whose platform signs users in."""

from play.easyauth import BehindEasyAuth
from play.machine import ArcClient, ArcCredential, MachineClient, MachineCredential, PlainArc
from play.pod import CART, TILL, PodClient, PodCredential
from play.run import meets


@meets("identity-missing", MachineCredential, MachineClient)
def test_nobody_assigned_an_identity(run):
    assert not run.sees("asks", run.client.get()).has_tokens


@meets("identity-throttled", MachineCredential)
def test_the_credential_tries_again(run):
    assert run.sees("asks", run.client.get()).has_tokens


@meets("identity-throttled", MachineClient)
def test_the_app_tries_again(run):
    assert run.sees("asks", run.client.get()).error == "too_many_requests"
    assert run.sees("asks at once", run.client.get()).error == "too_many_requests"
    assert run.sees("asks again", run.client.get()).has_tokens


@meets("arc-challenge", ArcCredential, ArcClient, PlainArc)
def test_a_file_elsewhere_is_not_read(run):
    assert not run.sees("asks", run.client.get()).has_tokens
    assert run.sees("asks again", run.client.get()).has_tokens


@meets("federated-token-expired", PodCredential, PodClient)
def test_the_token_of_a_pod_comes_to_its_end(run):
    run.client.mount(CART)
    assert run.sees("asks", run.client.get()).has_tokens
    assert run.sees("asks again", run.client.get()).codes == [700024]
    run.client.mount(CART)
    assert run.sees("asks with a new token of the pod", run.client.get()).has_tokens


@meets("federated-subject-wrong", PodCredential, PodClient)
def test_another_pod_is_trusted(run):
    for doing in ("asks", "asks with a new token of the pod"):
        run.client.mount(TILL)
        assert run.sees(doing, run.client.get()).codes == [700213]


@meets("easyauth-signed-out", BehindEasyAuth)
def test_a_site_whose_user_is_signed_out(run):
    site = run.client
    try:
        run.sees("signs in", site.sign_in())
        assert run.sees("asks /.auth/refresh", site.refresh()).text == "`403`"
        assert run.sees("opens a page", site.visit()).text.startswith("the app knows")
        run.sees("signs in again", site.sign_in())
        assert run.sees("asks /.auth/refresh", site.refresh()).text == "has new tokens"
    finally:
        site.close()
