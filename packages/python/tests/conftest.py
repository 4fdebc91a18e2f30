"""The package under test is the one beside this folder, as an editable installation would have it."""

import os

import pytest

pytest_plugins = ["pytester"]


def pytest_configure():
    # The tests must not need a variable of the machine to find or trust the server.
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR", "MOCKIDP_URL"):
            del os.environ[name]


class App:
    """An app that signs a user in by MSAL and shows a profile: the program under test of these examples."""

    GRAPH = "https://graph.microsoft.com/v1.0/me"

    def __init__(self, world, capabilities=None):
        msal = pytest.importorskip("msal")
        self.times_asked = 0
        self._world, self._browser = world, world.browser()
        self._http = world.session()
        self._msal = msal.PublicClientApplication(
            world.apps["mobile"].client_id, authority="https://login.microsoftonline.com/common", http_client=self._http,
            client_capabilities=capabilities,
        )  # fmt: skip

    def profile(self):
        token = self._token()
        answer = self._http.get(self.GRAPH, headers={"Authorization": f"Bearer {token}"})
        answer.raise_for_status()
        return answer.json()

    def _token(self):
        for account in self._msal.get_accounts():
            found = self._msal.acquire_token_silent(["User.Read"], account)
            if found and "access_token" in found:
                return found["access_token"]
        return self._ask()

    def _ask(self):
        self.times_asked += 1
        flow = self._msal.initiate_auth_code_flow(["User.Read"], redirect_uri="http://localhost")
        arrival = self._browser.sign_in(flow["auth_uri"], self._world.user)
        return self._msal.acquire_token_by_auth_code_flow(flow, arrival.parameters)["access_token"]


@pytest.fixture
def app(request, mockidp_world):
    return App(mockidp_world, getattr(request, "param", None))
