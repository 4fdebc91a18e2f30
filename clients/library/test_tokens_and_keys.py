"""Tokens, keys and clocks: what an API and its libraries make of them."""


import jwt
import msal
from play.azure import InteractiveBrowser
from play.graph_sdk import GraphSDK
from play.native import Native
from play.plain import Plain, graph_said
from play.pyjwt import Api
from play.run import meets
from play.saw import failure, said
from support.world import API, API_SCOPE, BOB, CONTOSO, MOBILE

SCOPES = [API_SCOPE]


class Checker(Plain):
    """Somebody with tokens for the API, and the API."""

    name = "PyJWT"
    needs = ("jwt",)

    def __init__(self, server):
        super().__init__(server, tenant=CONTOSO)
        self.api = Api(server, CONTOSO)

    def sign_in(self):
        seen = super().sign_in(scopes=SCOPES)
        assert seen.has_tokens, seen
        return seen.result["access_token"]

    def renewed(self):
        seen = self.renew(scopes=["openid", "offline_access", *SCOPES])
        assert seen.has_tokens, seen
        return seen.result["access_token"]

    def check(self, token, **options):
        return self.api.check(token, API.id, **options)


@meets("key-rollover", Checker)
def test_both_keys_are_published(run):
    app = run.client
    first = app.sign_in()
    assert run.sees("checks the first token", app.check(first)).kind == "said"
    second = app.renewed()
    assert run.sees("checks one signed with the next key", app.check(second)).kind == "said"
    assert run.sees("checks the first token again", app.check(first)).kind == "said"


@meets("key-withdrawn", Checker)
def test_the_old_key_is_gone(run):
    app = run.client
    first = app.sign_in()
    refused = run.sees("checks the first token", app.check(first))
    assert refused.text == "PyJWKClientError", refused
    assert run.sees("checks one signed with the next key", app.check(app.renewed())).kind == "said"


@meets("key-rollover", Native)
@meets("key-withdrawn", Native)
def test_an_app_does_not_notice_keys(run):
    first = run.sees("signs in", run.client.sign_in())
    assert run.sees("renews", run.client.renew(force_refresh=True)).has_tokens
    run.sees("asks Graph with the first token", graph_said(run.server.me(first.result["access_token"])))


@meets("clock-ahead", Checker)
def test_a_token_from_the_future(run):
    token = run.client.sign_in()
    refused = run.sees("checks the token", run.client.check(token))
    assert refused.text == "ImmatureSignatureError", refused
    assert run.sees("checks it with ten minutes of tolerance", run.client.check(token, leeway=600)).kind == "said"


@meets("clock-behind", Checker)
def test_a_token_that_has_expired_when_it_comes(run):
    token = run.client.sign_in()
    refused = run.sees("checks the token", run.client.check(token))
    assert refused.text == "ExpiredSignatureError", refused
    leeway = run.sees("checks it with two hours of tolerance", run.client.check(token, leeway=7_200))
    assert leeway.kind == "said"


@meets("clock-ahead", Native)
@meets("clock-behind", Native)
def test_an_app_whose_clock_is_not_the_services(run):
    first = run.sees("signs in", run.client.sign_in())
    if first.has_tokens:  # An MSAL of former years is strict.
        run.sees("asks Graph", graph_said(run.server.me(first.result["access_token"])))




REFUSALS = {
    "token-bad-signature": "InvalidSignatureError",
    "token-wrong-audience": "InvalidAudienceError",
    "token-wrong-issuer": "InvalidIssuerError",
    "token-expired": "ExpiredSignatureError",
    "token-not-yet-valid": "ImmatureSignatureError",
    "token-unknown-key": "PyJWKClientError",
    "token-unsigned": "PyJWKClientError",
}


@meets("token-bad-signature", Checker)
@meets("token-wrong-audience", Checker)
@meets("token-wrong-issuer", Checker)
@meets("token-expired", Checker)
@meets("token-not-yet-valid", Checker)
@meets("token-unknown-key", Checker)
@meets("token-unsigned", Checker)
def test_an_api_refuses_a_damaged_token(run):
    refused = run.sees("checks the token", run.client.check(run.client.sign_in()))
    assert refused.text == REFUSALS[run.scenario], refused


@meets("token-wrong-tenant", Checker)
def test_the_tenant_is_the_apis_affair(run):
    seen = run.sees("checks the token", run.client.check(run.client.sign_in()))
    claims = seen.result
    assert claims["tid"] not in claims["iss"]
    run.sees("compares `tid` with `iss`", said("they differ"))


@meets("token-claim-missing", Checker)
def test_required_claims_are_the_apis_affair(run):
    token = run.client.sign_in()
    assert run.sees("checks the token", run.client.check(token)).kind == "said"
    refused = run.sees("requires `oid`", run.client.check(token, options={"require": ["oid"]}))
    assert refused.text == "MissingRequiredClaimError"


@meets("token-bad-signature", Plain)
@meets("token-wrong-audience", Plain)
@meets("token-wrong-tenant", Plain)
@meets("token-expired", Plain, GraphSDK)
@meets("token-not-yet-valid", Plain)
@meets("token-unknown-key", Plain)
@meets("token-unsigned", Plain)
@meets("token-claim-missing", Plain)
def test_graph_refuses_a_damaged_token(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    refused = run.sees("asks Graph", run.client.ask_graph())
    assert refused.kind in ("refusal", "failure"), refused


@meets("token-wrong-issuer", Plain)
def test_graph_does_not_look_at_the_issuers_host(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("asks Graph", run.client.ask_graph()).kind == "said"


@meets("token-bad-signature", Native)
@meets("token-wrong-audience", Native)
@meets("token-wrong-issuer", Native)
@meets("token-wrong-tenant", Native)
@meets("token-expired", Native)
@meets("token-not-yet-valid", Native)
@meets("token-unknown-key", Native)
@meets("token-unsigned", Native)
@meets("token-claim-missing", Native)
def test_an_app_hands_on_what_it_was_given(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("asks silently", run.client.renew()).has_tokens


@meets("token-wrong-nonce", Native, InteractiveBrowser)
def test_a_library_compares_the_nonce(run):
    assert run.sees("signs in", run.client.sign_in()).kind == "failure"


@meets("token-wrong-nonce", Plain)
def test_an_app_by_hand_compares_the_nonce(run):
    seen = run.sees("signs in", run.client.sign_in(nonce="mine"))
    nonce = jwt.decode(seen.result["id_token"], options={"verify_signature": False})["nonce"]
    assert nonce != "mine"
    run.sees("compares the nonce", said("it is another"))


@meets("keys-stale", Checker)
def test_the_keys_are_an_old_copy(run):
    refused = run.sees("checks the token", run.client.check(run.client.sign_in()))
    assert refused.text == "PyJWKClientError"


@meets("keys-stale", Native)
def test_an_app_does_not_ask_for_keys(run):
    # Somebody does.
    run.server.get("/common/discovery/v2.0/keys")
    first = run.sees("signs in", run.client.sign_in())
    run.sees("asks Graph", graph_said(run.server.me(first.result["access_token"])))


@meets("keys-two-servers", Checker)
def test_two_servers_have_different_keys(run):
    app = run.client
    # Without the half minute that PyJWT lets pass before it fetches for an unknown kid again.
    app.api = Api(run.server, CONTOSO, cooldown_duration=0)
    first = app.sign_in()
    assert run.sees("checks the first token", app.check(first)).kind == "said"
    second = app.renewed()
    assert run.sees("checks one signed with the new key", app.check(second)).kind == "said"
    # Another API has no keys yet, and the next document is that of the server that does not know of the rotation.
    app.api = Api(run.server, CONTOSO, cooldown_duration=0)
    assert run.sees("another API checks it", app.check(second)).kind == "said"
    assert run.sees("checks the first token there", app.check(first)).kind == "said"


@meets("keys-two-servers", Native)
def test_an_app_renews_between_two_servers(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("renews", run.client.renew(force_refresh=True)).has_tokens


class OpenID(Native):
    """MSAL without any knowledge of Entra."""

    name = "MSAL for Python, `oidc_authority`"

    def __init__(self, server):
        self.server = server

    def begin(self):
        try:
            msal.PublicClientApplication(
                MOBILE.id, oidc_authority=f"{self.server.authority}/{CONTOSO}/v2.0", instance_discovery=False,
                verify=self.server.ca,
            )  # fmt: skip
        except Exception as error:
            return failure(error)
        return said("goes on")


@meets("discovery-wrong-issuer", OpenID)
def test_a_client_of_plain_openid_refuses_the_document(run):
    assert run.sees("reads the document", run.client.begin()).kind == "failure"


@meets("discovery-wrong-issuer", Checker)
def test_an_api_takes_its_issuer_from_the_document(run):
    assert run.sees("checks the token", run.client.check(run.client.sign_in())).text == "InvalidIssuerError"


@meets("discovery-wrong-issuer", Native, InteractiveBrowser)
def test_a_client_of_entra_does_not_look_at_the_issuer(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens


@meets("discovery-stale", Native, InteractiveBrowser)
def test_the_token_endpoint_has_moved(run):
    failed = run.sees("signs in", run.client.sign_in())
    assert failed.kind == "failure" and failed.pages, failed


@meets("group-overage", Native)
def test_groups_too_many_for_a_token(run):
    first = run.sees("signs in as alice", run.client.sign_in())
    found = jwt.decode(first.result["id_token"], options={"verify_signature": False})
    run.sees("looks for `groups` in the id token", said("`_claim_names`" if "_claim_names" in found else "`groups`"))
    assert "groups" not in found and found["_claim_names"] == {"groups": "src1"}
    reply = run.server.http_session.post(
        f"{run.server.graph}/v1.0/me/getMemberObjects", json={"securityEnabledOnly": True},
        headers={"Authorization": f"Bearer {first.result['access_token']}"},
    )  # fmt: skip
    assert reply.status_code == 200, reply.text
    run.sees("asks Graph for them", said(f"{len(reply.json()['value'])} groups"))
    other = type(run.client)(run.server).sign_in(BOB)
    found = jwt.decode(other.result["id_token"], options={"verify_signature": False})
    run.sees("looks into bob's id token", said(f"{len(found['groups'])} in `groups`"))
