"""Programs on machines with a managed identity: a virtual machine, and a server that Azure Arc manages."""

import os
from unittest import mock

import msal
from support.msal_apps import Recorder

from play.azure import attempt
from play.saw import Saw, answer, failure

RESOURCE = "https://graph.microsoft.com"
#: What says where a program runs.
VARIABLES = [
    "IDENTITY_ENDPOINT", "IDENTITY_HEADER", "IDENTITY_SERVER_THUMBPRINT", "IMDS_ENDPOINT", "MSI_ENDPOINT", "MSI_SECRET",
    "AZURE_POD_IDENTITY_AUTHORITY_HOST", "MSAL_MANAGED_IDENTITY_ENDPOINT", "AZURE_CLIENT_ID",
]  # fmt: skip


class Machine:
    """A virtual machine."""

    def __init__(self, server):
        self.server = server

    def environment(self):
        return {"AZURE_POD_IDENTITY_AUTHORITY_HOST": self.server.http}

    def there(self, work):
        """Does something where this machine's environment is that of the process."""
        others = {name: value for name, value in os.environ.items() if name not in VARIABLES}
        with mock.patch.dict(os.environ, {**others, **self.environment()}, clear=True):
            return work()


class MachineCredential(Machine):
    name = "azure-identity, ManagedIdentityCredential"
    needs = ("azure.identity",)

    def get(self):
        from azure.identity import ManagedIdentityCredential

        return self.there(lambda: attempt(lambda: ManagedIdentityCredential(connection_verify=self.server.ca).get_token(f"{RESOURCE}/.default")))


class MachineClient(Machine):
    name = "MSAL for Python, ManagedIdentityClient"
    needs = ("azure.identity",)

    def get(self):
        client = msal.ManagedIdentityClient(msal.SystemAssignedManagedIdentity(), http_client=Recorder(self.server.ca))
        try:
            return self.there(lambda: answer(client.acquire_token_for_client(resource=RESOURCE)))
        except Exception as error:
            return failure(error)


class ArcMachine(Machine):
    """A server that Azure Arc manages. Its keys are in a directory of the test's own: the real one belongs to root."""

    def environment(self):
        return {
            "IDENTITY_ENDPOINT": f"{self.server.http}/arc/metadata/identity/oauth2/token", "IMDS_ENDPOINT": self.server.http,
        }  # fmt: skip


    def there(self, work):
        # azure-identity asks through MSAL.
        prefixes = {"linux": self.server.arc_tokens}
        with mock.patch.object(msal.managed_identity, "_supported_arc_platforms_and_their_prefixes", prefixes):
            return super().there(work)


class ArcCredential(ArcMachine, MachineCredential):
    name = "azure-identity, ManagedIdentityCredential on Azure Arc"


class ArcClient(ArcMachine, MachineClient):
    name = "MSAL for Python, ManagedIdentityClient on Azure Arc"


class PlainArc(ArcMachine):
    name = "requests, Azure Arc"
    needs = ()

    def get(self):
        where, headers = self.environment()["IDENTITY_ENDPOINT"], {"Metadata": "true"}
        params = {"api-version": "2020-06-01", "resource": RESOURCE}
        challenge = self.server.http_session.get(where, params=params, headers=headers)
        path = challenge.headers["WWW-Authenticate"].removeprefix("Basic realm=")
        if os.path.dirname(path) != self.server.arc_tokens:
            return Saw("said", f"does not read {path}")
        with open(path, encoding="ascii") as file:
            key = file.read()
        proof = {**headers, "Authorization": f"Basic {key}"}
        return answer(self.server.http_session.get(where, params=params, headers=proof).json())
