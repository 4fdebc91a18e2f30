"""Managed identities: a machine without one, one whose endpoint throttles, and the challenge of Azure Arc."""

from play.machine import ArcClient, ArcCredential, MachineClient, MachineCredential, PlainArc, PlainMachine
from play.run import meets


@meets("identity-missing", MachineCredential, MachineClient, PlainMachine)
def test_nobody_assigned_an_identity(run):
    assert not run.sees("asks", run.client.get()).has_tokens


@meets("identity-throttled", MachineCredential)
def test_the_credential_tries_again(run):
    assert run.sees("asks", run.client.get()).has_tokens


@meets("identity-throttled", MachineClient, PlainMachine)
def test_the_app_tries_again(run):
    assert run.sees("asks", run.client.get()).error == "too_many_requests"
    assert run.sees("asks at once", run.client.get()).error == "too_many_requests"
    assert run.sees("asks again", run.client.get()).has_tokens


@meets("arc-challenge", ArcCredential, ArcClient, PlainArc)
def test_a_file_elsewhere_is_not_read(run):
    assert not run.sees("asks", run.client.get()).has_tokens
    assert run.sees("asks again", run.client.get()).has_tokens
