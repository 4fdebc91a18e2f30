"""Behind a proxy that ends TLS: the app knows the proxy's name, and everything the server says agrees with it."""

import msal
import pytest
import requests
from support.browser import Browser
from support.msal_apps import Recorder, sign_in
from support.requests_by_hand import authorize_url
from support.tls_terminator import TLSTerminator
from support.world import ALICE, CONTOSO, MOBILE

DESCRIPTIONS = {
    "Forwarded": lambda host, client: {"Forwarded": f'for="{client}";host="{host}";proto=https'},
    "X-Forwarded": lambda host, client: {
        "X-Forwarded-For": client, "X-Forwarded-Host": host, "X-Forwarded-Proto": "https",
    },
    "X-Forwarded with a port": lambda host, client: {
        "X-Forwarded-For": client, "X-Forwarded-Host": host.split(":")[0], "X-Forwarded-Port": host.split(":")[1],
        "X-Forwarded-Proto": "https",
    },
}  # fmt: skip


class Front:
    """The server as the proxy's clients see it."""

    def __init__(self, proxy):
        self.authority, self.graph, self.ca = proxy.authority, proxy.authority, proxy.ca


@pytest.fixture
def front(serve, tmp_path):
    proxies = []

    def start(describe, *arguments):
        server = serve("happy-path", arguments=list(arguments))
        proxies.append(TLSTerminator(server.http, tmp_path, describe))
        return Front(proxies[-1])

    yield start
    for proxy in proxies:
        proxy.stop()


@pytest.mark.parametrize("fields", DESCRIPTIONS)
def test_an_app_signs_in_through_it(front, fields):
    front = front(DESCRIPTIONS[fields], "--trusted-proxy", "127.0.0.1")
    app = msal.PublicClientApplication(
        MOBILE.id, authority=f"{front.authority}/{CONTOSO}", instance_discovery=False, http_client=Recorder(front.ca)
    )
    browser = Browser(front)
    result = sign_in(app, browser, ALICE, ["User.Read"])
    assert result["id_token_claims"]["iss"] == f"{front.authority}/{CONTOSO}/v2.0"
    # The browser sent the cookies back, so they were marked as the scheme demands.
    assert all(cookie.secure for cookie in browser.session.cookies)
    me = requests.Session()
    me.verify, me.trust_env = front.ca, False
    answer = me.get(front.graph + "/v1.0/me", headers={"Authorization": "Bearer " + result["access_token"]})
    assert answer.status_code == 200
    assert answer.json()["@odata.context"].startswith(front.authority + "/v1.0/")


def test_without_trust_the_fields_count_for_nothing(front):
    front = front(DESCRIPTIONS["Forwarded"])
    session = requests.Session()
    session.verify, session.trust_env = front.ca, False
    page = session.get(authorize_url(front), allow_redirects=False)
    assert front.authority not in page.text
    document = session.get(f"{front.authority}/common/v2.0/.well-known/openid-configuration").json()
    assert document["issuer"].startswith("http://")


def test_a_public_url_does_as_well(front):
    front = front(lambda host, client: {}, "--public-url", "https://idp.example.test")
    session = requests.Session()
    session.verify, session.trust_env = front.ca, False
    document = session.get(f"{front.authority}/common/v2.0/.well-known/openid-configuration").json()
    assert document["issuer"] == "https://idp.example.test/{tenantid}/v2.0"
