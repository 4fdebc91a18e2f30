"""Apps without a user."""

import re

import msal
from support.msal_apps import _app, confidential_app
from support.world import CONTOSO, DAEMON
from test_msal_grants import SEED, THUMBPRINT, private_key

from play.azure import attempt, settings
from play.plain import Plain
from play.saw import answer

ALL_ROLES = "https://graph.microsoft.com/.default"


class Daemon:
    name = "MSAL for Python, daemon"
    needs = ("msal",)
    registration = DAEMON

    def __init__(self, server, tenant=CONTOSO):
        self.app = confidential_app(server, tenant=tenant, app=self.registration)

    def get(self):
        return answer(self.app.acquire_token_for_client([ALL_ROLES]))


class CertificateDaemon(Daemon):
    name = "MSAL for Python, daemon with a certificate"

    def __init__(self, server):
        credential = {"private_key": private_key(), "thumbprint": THUMBPRINT}
        self.app = _app(msal.ConfidentialClientApplication, server, CONTOSO, DAEMON, None, client_credential=credential)


class PlainDaemon(Plain):
    name = "requests, daemon"
    registration = DAEMON

    def __init__(self, server):
        super().__init__(server, tenant=CONTOSO)

    def get(self):
        return self._ask({"grant_type": "client_credentials", "scope": ALL_ROLES})


class AzureSecret:
    name = "azure-identity, ClientSecretCredential"
    needs = ("azure.identity",)
    registration = DAEMON

    def __init__(self, server, tenant=CONTOSO):
        self.server, self.tenant = server, tenant

    def make(self):
        from azure.identity import ClientSecretCredential

        return ClientSecretCredential(
            self.tenant, self.registration.id, self.registration.secret, **settings(self.server)
        )

    def get(self):
        """With a new credential each time, since one keeps its token."""
        return attempt(lambda: self.make().get_token(ALL_ROLES))


class AzureCertificate(AzureSecret):
    name = "azure-identity, CertificateCredential"

    def make(self):
        from azure.identity import CertificateCredential

        pem = f"{private_key()}\n{certificate()}"
        return CertificateCredential(
            self.tenant, self.registration.id, certificate_data=pem.encode("ascii"), **settings(self.server)
        )


def certificate():
    """The published certificate of the seeded daemon."""
    found = re.search(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", SEED.read_text(), re.DOTALL)
    return "\n".join(line.strip() for line in found.group().splitlines())
