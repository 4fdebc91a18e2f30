"""The app is set up wrong: what its developer sees."""

from play.daemon import AzureSecret, Daemon
from play.native import Native, Web
from play.plain import Plain
from play.run import meets
from play.saw import failure, said
from support.msal_apps import public_app
from support.world import MOBILE, App

STRANGER = App("99999999-0000-4000-8000-000000000001", MOBILE.redirect_uri, "a-secret")
NOWHERE = "nowhere.onmicrosoft.com"


class Misdirected(Native):
    registration = App(MOBILE.id, "https://app.example/elsewhere")


class MisdirectedWeb(Web):
    registration = App(Web.registration.id, "https://app.example/elsewhere", Web.registration.secret)


class MisdirectedPlain(Plain):
    registration = Misdirected.registration


@meets("redirect-mismatch", Misdirected, MisdirectedWeb, MisdirectedPlain)
def test_a_redirect_uri_that_is_not_registered(run):
    page = run.sees("signs in", run.client.sign_in())
    assert (page.kind, page.codes) == ("page", [50011])


class Unknown(Native):
    registration = STRANGER


class UnknownPlain(Plain):
    registration = STRANGER


class UnknownDaemon(Daemon):
    registration = STRANGER


class UnknownSecret(AzureSecret):
    registration = STRANGER


@meets("unknown-app", Unknown, UnknownPlain)
def test_an_app_that_nobody_has_registered(run):
    page = run.sees("signs in", run.client.sign_in())
    assert (page.kind, page.codes) == ("page", [700016])


@meets("unknown-app", UnknownDaemon, UnknownSecret)
def test_a_daemon_that_nobody_has_registered(run):
    refused = run.sees("asks", run.client.get())
    assert refused.codes == [700016], refused


class LostNative:
    name = Native.name
    needs = Native.needs

    def __init__(self, server):
        self.server = server

    def begin(self):
        """MSAL reads the document as soon as an application is made."""
        try:
            return said(f"goes on with {public_app(self.server, tenant=NOWHERE)}")
        except Exception as error:
            return failure(error)


class LostSecret(AzureSecret):
    def begin(self):
        self.tenant = NOWHERE
        return self.get()


class LostPlain(Plain):
    def begin(self):
        return self.heard(self.server.get(f"/{NOWHERE}/v2.0/.well-known/openid-configuration"))


@meets("unknown-tenant", LostNative, LostSecret, LostPlain)
def test_a_tenant_that_does_not_exist(run):
    refused = run.sees("reads the discovery document", run.client.begin())
    assert refused.kind in ("refusal", "failure"), refused
    page = run.sees("opens the sign-in page", Plain(run.server, tenant=NOWHERE).sign_in())
    assert (page.kind, page.codes) == ("page", [90002])

