"""A company of one's own: a world without Contoso, with the ids that the apps have in their settings."""

import msal
from play.daemon import AzureCertificate, CertificateDaemon
from play.native import Native, Web
from play.plain import Plain
from play.pyjwt import Api
from play.run import meets
from play.saw import answer
from support.msal_apps import _app
from support.woodgrove import DANA, JOB, ORDERS, ORDERS_READ, PHONE, SITE, WOODGROVE
from test_msal_grants import THUMBPRINT, private_key

ALL_ROLES = "api://orders/.default"


def at_home(kind, registration, name):
    """The same kind of client as another app of Woodgrove's."""

    def __init__(self, server):
        super(own, self).__init__(server, tenant=WOODGROVE)

    own = type(name, (kind,), {"__init__": __init__, "registration": registration, "name": name})
    return own


class Job(CertificateDaemon):
    name = "MSAL for Python, daemon with a certificate"

    def __init__(self, server):
        credential = {"private_key": private_key(), "thumbprint": THUMBPRINT}
        self.app = _app(msal.ConfidentialClientApplication, server, WOODGROVE, JOB, None, client_credential=credential)

    def get(self):
        return answer(self.app.acquire_token_for_client([ALL_ROLES]))


class AzureJob(AzureCertificate):
    registration = JOB

    def __init__(self, server):
        super().__init__(server, tenant=WOODGROVE)

    def get(self):
        from play.azure import attempt

        return attempt(lambda: self.make().get_token(ALL_ROLES))


@meets(
    "own-world",
    at_home(Native, PHONE, "MSAL for Python, phone app"),
    at_home(Web, SITE, "MSAL for Python, web app"),
    at_home(Plain, PHONE, "requests, phone app"),
)
def test_the_api_accepts_what_the_apps_bring(run):
    seen = run.sees("signs in for the orders API", run.client.sign_in(user=DANA, scopes=[ORDERS_READ]))
    checked = run.sees("API checks the token with PyJWT", Api(run.server, WOODGROVE).check(seen.result["access_token"], ORDERS))
    assert checked.result["roles"] == ["Approver"]


@meets("own-world", Job, AzureJob)
def test_the_api_accepts_the_nightly_job(run):
    seen = run.sees("asks for the orders API", run.client.get())
    token = getattr(seen.result, "token", None) or seen.result["access_token"]
    checked = run.sees("API checks the token with PyJWT", Api(run.server, WOODGROVE).check(token, ORDERS))
    assert checked.result["roles"] == ["Orders.Process"]
