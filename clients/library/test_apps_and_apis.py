"""Apps by themselves, and APIs: daemons, on-behalf-of, and passwords sent by the app."""

import jwt
from play.azure import attempt, settings
from play.daemon import AzureCertificate, AzureSecret, CertificateDaemon, Daemon
from play.native import Native, Web
from play.password import PasswordApp
from play.plain import graph_said
from play.run import meets
from play.saw import answer
from support.msal_apps import confidential_app
from support.world import ALICE, API_SCOPE, BOB, CONTOSO, GRAPH_SCOPE, MIDDLE


def token_of(seen):
    return getattr(seen.result, "token", None) or seen.result["access_token"]


@meets("client-secret-expired", Daemon, AzureSecret)
def test_a_daemons_secret_comes_to_its_end(run):
    assert run.sees("asks", run.client.get()).has_tokens
    refused = run.sees("asks again", run.client.get())
    assert refused.codes == [7000222], refused
    assert refused.error in ("invalid_client", "")


@meets("client-secret-expired", Web)
def test_a_web_apps_secret_comes_to_its_end(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    refused = run.sees("renews", run.client.renew())
    assert (refused.error, refused.codes) == ("invalid_client", [7000222])


@meets("daemon-certificate", Daemon, AzureSecret)
def test_a_certificate_goes_on_where_the_secret_has_ended(run):
    certified = CertificateDaemon if isinstance(run.client, Daemon) else AzureCertificate
    assert run.sees("asks with its secret", run.client.get()).has_tokens
    assert run.sees("asks with its secret again", run.client.get()).codes == [7000222]
    seen = run.sees("asks with its certificate", certified(run.server).get())
    claims = jwt.decode(token_of(seen), options={"verify_signature": False})
    assert claims["appidacr"] == "2"


@meets("daemon-no-roles", Daemon, AzureSecret)
def test_a_daemon_without_roles_gets_a_token_that_opens_nothing(run):
    seen = run.sees("asks", run.client.get())
    assert "roles" not in jwt.decode(token_of(seen), options={"verify_signature": False})
    answer = run.sees("asks Graph for users", graph_said(run.server.me(token_of(seen), "/v1.0/users")))
    assert answer.error == "403 Authorization_RequestDenied"


class Chain(Native):
    """A native app, and behind it the API that acts for its user."""

    name = "MSAL for Python, app and API"

    def __init__(self, server):
        super().__init__(server, tenant=CONTOSO)
        self.api = confidential_app(server, tenant=CONTOSO, app=MIDDLE)

    def on_behalf(self, caller):
        return answer(self.api.acquire_token_on_behalf_of(token_of(caller), [GRAPH_SCOPE]))


class AzureOnBehalfOf(Chain):
    """The same with the credential of the Azure SDK in the API."""

    name = "azure-identity, OnBehalfOfCredential"
    needs = ("azure.identity",)

    def on_behalf(self, caller):
        from azure.identity import OnBehalfOfCredential

        credential = OnBehalfOfCredential(
            CONTOSO, MIDDLE.id, client_secret=MIDDLE.secret, user_assertion=token_of(caller), **settings(self.server)
        )
        seen = attempt(lambda: credential.get_token(GRAPH_SCOPE))
        if seen.kind == "failure":
            seen.claims = seen.result.response.json()["claims"]
        return seen


@meets("on-behalf-of", Chain, AzureOnBehalfOf)
def test_the_api_hands_the_claims_on_to_the_app(run):
    first = run.sees("app signs in for the API", run.client.sign_in(scopes=[API_SCOPE]))
    refused = run.sees("API asks for Graph on behalf of the user", run.client.on_behalf(first))
    assert refused.codes == [50076] and refused.claims
    again = run.sees("app signs in with the claims", run.client.sign_in(scopes=[API_SCOPE], claims_challenge=refused.claims))
    assert again.has_tokens and again.pages == ["Enter code"], again
    seen = run.sees("API asks again", run.client.on_behalf(again))
    me = run.sees("API asks Graph", graph_said(run.server.me(token_of(seen))))
    assert me.result.json()["id"] == ALICE.oid


@meets("password-grant-refused", PasswordApp)
def test_a_password_is_not_enough(run):
    assert run.sees("sends alice's password", run.client.get()).refusal == ("invalid_grant", "basic_action", [50076])
    wrong = run.sees("sends a wrong one of bob's", run.client.get(BOB, "wrong"))
    assert wrong.refusal == ("invalid_grant", "", [50126])
    assert run.sees("sends bob's right one", run.client.get(BOB)).codes == [50055]
