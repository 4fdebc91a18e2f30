"""Tokens, keys and clocks: what an API and its libraries make of them."""


from play.native import Native, Web
from play.plain import Plain, graph_said
from play.pyjwt import Api
from play.run import meets
from support.world import API, API_SCOPE, CONTOSO

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


@meets("key-rollover", Native, Web)
@meets("key-withdrawn", Native, Web)
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


@meets("clock-ahead", Native, Web, Plain)
@meets("clock-behind", Native, Web, Plain)
def test_an_app_whose_clock_is_not_the_services(run):
    first = run.sees("signs in", run.client.sign_in())
    if first.has_tokens:  # An MSAL of former years is strict.
        run.sees("asks Graph", graph_said(run.server.me(first.result["access_token"])))


