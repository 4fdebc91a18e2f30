"""The seeded world, by the names people use for it."""

from dataclasses import dataclass

CONTOSO = "c0270500-0000-4000-8000-000000000001"
CONTOSO_DOMAIN = "contoso.onmicrosoft.com"
FABRIKAM = "fab21ca0-0000-4000-8000-000000000002"
PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad"
PASSWORD = "Passw0rd!"
GRAPH = "00000003-0000-0000-c000-000000000000"


@dataclass(frozen=True)
class User:
    name: str
    oid: str
    display_name: str
    password: str = PASSWORD
    tenant: str = CONTOSO

    @property
    def home_account_id(self):
        return f"{self.oid}.{self.tenant}"


ALICE = User("alice@contoso.onmicrosoft.com", "a11ce000-0000-4000-8000-000000000001", "Alice Archer")
BOB = User("bob@contoso.onmicrosoft.com", "b0b00000-0000-4000-8000-000000000002", "Bob Baker")
ADMIN = User("admin@contoso.onmicrosoft.com", "ad314000-0000-4000-8000-000000000003", "Ada Admin")
GINA = User("gina@fabrikam.onmicrosoft.com", "9e570000-0000-4000-8000-000000000004", "Gina Guest", tenant=FABRIKAM)
GUEST = "9e570000-0000-4000-8000-000000000005"
PAT = User("pat@outlook.com", "00000000-0000-0000-0000-00009e250a100006", "Pat Personal", tenant=PERSONAL)


# Groups, by their object ids
ENGINEERS = "97000000-0000-4000-8000-000000000001"
STAFF = "97000000-0000-4000-8000-000000000002"
COMPANY = "97000000-0000-4000-8000-000000000003"
NEWS = "97000000-0000-4000-8000-000000000004"


@dataclass(frozen=True)
class App:
    id: str
    redirect_uri: str = ""
    secret: str = ""


MOBILE = App("30b11e00-0000-4000-8000-000000000001", "http://localhost:7171")
SPA = App("59a00000-0000-4000-8000-000000000002", "http://localhost:3000")
WEB = App("3eb00000-0000-4000-8000-000000000003", "http://localhost/auth/callback", "web-secret")
DAEMON = App("dae30000-0000-4000-8000-000000000004", secret="daemon-secret")
API = App("a9100000-0000-4000-8000-000000000005")
MIDDLE = App(API.id, secret="api-secret")
API_SCOPE = "api://contoso/access_as_user"
GRAPH_SCOPE = "https://graph.microsoft.com/User.Read"
