"""A daemon in a pod, which proves itself by the token of its service account."""

import tempfile
from pathlib import Path

import msal
from support.msal_apps import _app
from support.world import CONTOSO, DAEMON

from play.azure import attempt, settings
from play.daemon import ALL_ROLES
from play.saw import answer

TILL = "system:serviceaccount:shop:till"
CART = "system:serviceaccount:shop:cart"


class Pod:
    def __init__(self, server):
        self.server = server
        self.file = Path(tempfile.mkdtemp()) / "token"

    def mount(self, subject):
        """Has a new token in the file, as the cluster writes it."""
        claims = {"iss": "https://cluster.test/shop/", "sub": subject, "aud": ["api://AzureADTokenExchange"], "mockidp": "standIn"}
        made = self.server.post_control("tokens", {"client": DAEMON.id, "lifetime": "24h", "claims": claims})
        self.file.write_text(made.json()["token"], encoding="ascii")


class PodCredential(Pod):
    name = "azure-identity, WorkloadIdentityCredential"
    needs = ("azure.identity",)

    def get(self):
        from azure.identity import WorkloadIdentityCredential

        credential = WorkloadIdentityCredential(
            tenant_id=CONTOSO, client_id=DAEMON.id, token_file_path=str(self.file), **settings(self.server)
        )
        return attempt(lambda: credential.get_token(ALL_ROLES))


class PodClient(Pod):
    name = "MSAL for Python, daemon in a pod"
    needs = ("msal",)

    def get(self):
        proof = {"client_assertion": self.file.read_text(encoding="ascii")}
        app = _app(msal.ConfidentialClientApplication, self.server, CONTOSO, DAEMON, None, client_credential=proof)
        return answer(app.acquire_token_for_client([ALL_ROLES]))
