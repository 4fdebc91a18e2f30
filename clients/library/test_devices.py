"""Devices without a browser: the code that somebody enters elsewhere."""

import time
from unittest import mock

from play.azure import attempt, settings
from play.native import Native
from play.plain import Plain
from play.run import meets
from play.saw import answer
from support.world import CONTOSO, GRAPH_SCOPE, MOBILE

READ = ["User.Read"]


class Device(Native):
    name = "MSAL for Python, device code"

    def begin(self):
        return self.app.initiate_device_flow(READ)

    def poll(self, flow):
        """To the end. MSAL sleeps between its requests, as long as the server asks for; here it only counts."""
        self.slept = []
        with mock.patch.object(time, "sleep", self.slept.append):
            return answer(self.app.acquire_token_by_device_flow(flow))


class PlainDevice(Plain):
    name = "requests, device code"

    def begin(self):
        form = {"client_id": MOBILE.id, "scope": f"openid offline_access {GRAPH_SCOPE}"}
        url = f"{self.server.authority}/{self.tenant}/oauth2/v2.0/devicecode"
        return self.server.http_session.post(url, data=form).json()

    def poll(self, flow):
        """One request; patience is the caller's."""
        form = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": MOBILE.id}
        return self.heard(self.server.token({**form, "device_code": flow["device_code"]}, self.tenant))


class AzureDevice:
    name = "azure-identity, DeviceCodeCredential"
    needs = ("azure.identity",)

    def __init__(self, server):
        from azure.identity import DeviceCodeCredential

        self.credential = DeviceCodeCredential(
            MOBILE.id, tenant_id=CONTOSO, prompt_callback=lambda *_: None, timeout=20, **settings(server)
        )

    def wait(self):
        return attempt(lambda: self.credential.get_token(GRAPH_SCOPE))


@meets("device-code", Device)
def test_somebody_enters_the_code(run):
    flow = run.client.begin()
    assert run.sees("waits", run.client.poll(flow)).has_tokens
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("device-code", PlainDevice)
def test_pending_and_then_tokens(run):
    flow = run.client.begin()
    assert run.sees("polls", run.client.poll(flow)).refusal == ("authorization_pending", "", [70016])
    assert run.sees("polls again", run.client.poll(flow)).has_tokens
    used = run.sees("polls once more", run.client.poll(flow))
    assert used.refusal == ("invalid_grant", "", [70000])


@meets("device-code-declined", Device)
def test_somebody_declines(run):
    assert run.sees("waits", run.client.poll(run.client.begin())).error == "authorization_declined"


@meets("device-code-declined", PlainDevice)
def test_pending_and_then_declined(run):
    flow = run.client.begin()
    assert run.sees("polls", run.client.poll(flow)).error == "authorization_pending"
    assert run.sees("polls again", run.client.poll(flow)).error == "authorization_declined"


@meets("device-code-expired", Device)
def test_nobody_comes(run):
    refused = run.sees("waits", run.client.poll(run.client.begin()))
    assert (refused.error, refused.codes) == ("expired_token", [70020])


@meets("device-code-expired", AzureDevice)
def test_nobody_comes_to_the_credential(run):
    assert run.sees("waits", run.client.wait()).codes == [70020]


@meets("device-code-slow-down", Device)
def test_a_device_that_is_told_to_slow_down(run):
    assert run.sees("waits", run.client.poll(run.client.begin())).has_tokens
    assert sum(run.client.slept) >= 10


@meets("device-code-slow-down", PlainDevice)
def test_slow_down_is_no_end(run):
    flow = run.client.begin()
    for doing, error in (("polls", "slow_down"), ("polls again", "authorization_pending")):
        assert run.sees(doing, run.client.poll(flow)).error == error
    assert run.sees("polls once more", run.client.poll(flow)).has_tokens
