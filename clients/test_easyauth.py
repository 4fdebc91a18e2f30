"""`mockidp easyauth`: App Service authentication before a Flask app, by requests and by tokens of MSAL."""

import base64
import json
import re
import socket
import ssl
import threading
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from support.browser import Browser
from support.world import ALICE, API, BOB, CONTOSO, DAEMON, WEB

pytest.importorskip("flask", reason="not installed beside this MSAL")

from support.gate import App, Gate  # noqa: E402

MOZILLA = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64)"}
OFFLINE = ("--login-parameter", "scope=openid profile email offline_access User.Read")
NAME = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name"
OBJECT = "http://schemas.microsoft.com/identity/claims/objectidentifier"


@pytest.fixture
def app():
    app = App()
    yield app
    app.close()


@pytest.fixture
def gate(home, tmp_path, app, happy):
    """`gate("--unauthenticated", "401", server=…)`."""
    gates = []

    def start(*words, server=happy, command="easyauth", upstream=None, **options):
        gate = Gate(command, upstream or app.url, server, home, tmp_path / f"gate-{len(gates)}", *words, **options)
        gates.append(gate)
        return gate

    yield start
    for one in gates:
        one.stop()


class Visitor:
    """A browser at a site and at the service."""

    def __init__(self, gate):
        self.gate, self.session, self.service = gate, gate.session(**MOZILLA), Browser(gate.server)

    def get(self, path, **arguments):
        return self.session.get(self.gate.site + path, allow_redirects=False, **arguments)

    def sign_in(self, user=ALICE, path="/.auth/login/aad", **arguments):
        """The answer to the callback."""
        begun = self.get(path, **arguments)
        assert begun.status_code == 302, begun.text
        return self.arrive(self.service.sign_in(begun.headers["Location"], user))

    def arrive(self, arrival):
        if arrival.mode == "query":
            return self.session.get(arrival.location, allow_redirects=False)
        return self.session.post(arrival.redirect_uri, data=dict(arrival.pairs), allow_redirects=False)


def principal(headers):
    return json.loads(base64.b64decode(headers["x-ms-client-principal"]))


def claims(token):
    body = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))


def refused(gate):
    return [line for line in gate.log.splitlines() if "→" in line]


# Signing in


def test_a_page_leads_to_the_service_and_back(gate):
    site = gate()
    visitor = Visitor(site)
    first = visitor.get("/orders?page=2&q=a%20b")
    assert first.status_code == 200 and "Nonce" in first.cookies
    url = re.search(r"window\.location\.replace\('([^']*)'", first.text)[1]
    assert [pair.split("=")[0] for pair in urlsplit(url).query.split("&")] == [
        "response_type", "redirect_uri", "client_id", "scope", "response_mode", "nonce", "state",
    ]  # fmt: skip
    assert "response_type=code+id_token" in url and "scope=openid+profile+email" in url
    query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
    assert re.fullmatch(r"[0-9a-f]{32}_\d{14}", query["nonce"])
    assert unquote(query["state"].removeprefix("redir=")) == "/orders?page=2&q=a%20b"
    landed = visitor.arrive(visitor.service.sign_in(url, ALICE))
    assert (landed.status_code, landed.headers["Location"]) == (302, "/orders?page=2&q=a%20b")
    cookies = landed.headers["Set-Cookie"]
    assert re.search(r"AppServiceAuthSession=[^;]{40,}; Path=/; Secure; HttpOnly; SameSite=Lax", cookies)
    assert "Nonce=; " in cookies
    page = visitor.get(landed.headers["Location"]).json()
    assert page["path"] == "/orders?page=2&q=a%20b" and page["headers"]["x-ms-client-principal-name"] == ALICE.name


def test_what_the_app_is_told(gate):
    visitor = Visitor(gate(*OFFLINE))
    assert visitor.sign_in().headers["Location"] == "/.auth/login/done"
    headers = visitor.get("/").json()["headers"]
    known = {name: value for name, value in headers.items() if name.startswith("x-ms-")}
    assert sorted(known) == [
        "x-ms-client-principal", "x-ms-client-principal-id", "x-ms-client-principal-idp", "x-ms-client-principal-name",
        "x-ms-token-aad-access-token", "x-ms-token-aad-expires-on", "x-ms-token-aad-id-token", "x-ms-token-aad-refresh-token",
    ]  # fmt: skip
    told = principal(headers)
    assert list(told) == ["auth_typ", "claims", "name_typ", "role_typ"] and told["auth_typ"] == "aad" and told["name_typ"] == NAME
    types = {entry["typ"]: entry["val"] for entry in told["claims"]}
    assert types[OBJECT] == known["x-ms-client-principal-id"] == claims(known["x-ms-token-aad-id-token"])["oid"]
    assert types["preferred_username"] == ALICE.name and types["aud"] == WEB.id
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z", known["x-ms-token-aad-expires-on"])
    assert visitor.gate.server.me(known["x-ms-token-aad-access-token"]).json()["userPrincipalName"] == ALICE.name
    assert headers["x-forwarded-proto"] == "https" and headers["host"] == urlsplit(visitor.gate.site).netloc


def test_me_has_the_shape_of_the_platform(gate):
    visitor = Visitor(gate(*OFFLINE))
    assert visitor.get("/.auth/me").status_code == 401
    visitor.sign_in()
    answer = visitor.get("/.auth/me")
    assert "http:\\/\\/schemas" in answer.text
    (entry,) = answer.json()
    assert list(entry) == ["access_token", "expires_on", "id_token", "provider_name", "refresh_token", "user_claims", "user_id"]
    assert entry["provider_name"] == "aad" and entry["user_id"] == ALICE.name


def test_without_a_token_store_the_app_gets_no_tokens(gate):
    visitor = Visitor(gate("--no-token-store", *OFFLINE))
    visitor.sign_in()
    headers = visitor.get("/").json()["headers"]
    assert not [name for name in headers if name.startswith("x-ms-token") and name != "x-ms-token-aad-id-token"]
    assert {entry["typ"] for entry in principal(headers)["claims"]} >= {"oid", "tid", "sub"}
    assert visitor.get("/.auth/me").status_code == 404


@pytest.mark.parametrize("name", [
    "X-MS-CLIENT-PRINCIPAL", "x-ms-client-principal-name", "X-MS-CLIENT-PRINCIPAL-ID", "X-Ms-Client-Principal-Idp",
    "X-MS-TOKEN-AAD-ACCESS-TOKEN", "X-MS-TOKEN-FACEBOOK-ACCESS-TOKEN",
])  # fmt: skip
@pytest.mark.parametrize("style", ["app-service", "container-apps", "static-web-apps"])
def test_what_a_client_sends_in_the_place_of_the_platform_is_removed(gate, name, style):
    site = gate("--as", style, "--unauthenticated", "anonymous")
    headers = site.get("/", **{name: "forged", "X-Other": "stays"}).json()["headers"]
    assert name.lower() not in headers and headers["x-other"] == "stays"


# What is refused at the callback


def test_the_answer_of_another_browser_is_refused(gate):
    site = gate()
    victim, thief = Visitor(site), Visitor(site)
    begun = thief.get("/.auth/login/aad")
    arrival = thief.service.sign_in(begun.headers["Location"], BOB)
    answer = victim.arrive(arrival)
    assert (answer.status_code, answer.text) == (401, "You do not have permission to view this directory or page.")
    assert refused(site) == ["easyauth: POST /.auth/login/aad/callback → 401: the nonce is none that this browser was given"]
    # The code was redeemed by the attempt, as the platform does before it looks at the nonce; the thief has to begin anew.
    assert thief.sign_in(BOB).status_code == 302


def test_a_sign_in_that_took_too_long_is_refused(gate, serve):
    server = serve("happy-path")
    visitor = Visitor(gate(server=server))
    begun = visitor.get("/.auth/login/aad")
    arrival = visitor.service.sign_in(begun.headers["Location"], ALICE)
    server.post_control("clock", {"advance": "6m"})
    assert visitor.arrive(arrival).status_code == 401
    assert "the sign-in began more than 5 minutes ago" in visitor.gate.log


@pytest.mark.parametrize("change, reason", [
    (lambda form: form.update(id_token=form["id_token"][:-8] + "AAAAAAAA"), "no key of the tenant has signed the token"),
    (lambda form: form.update(state="redir=https%3A%2F%2Fevil.test%2F"), "the state leads to another site"),
    (lambda form: form.update(state="redir=%2F%2Fevil.test"), "the state leads to another site"),
    (lambda form: form.update(state="redir=%2F%5Cevil.test"), "the state leads to another site"),
    (lambda form: form.update(code="0.none"), "AADSTS"),
    (lambda form: (form.clear(), form.update(error="access_denied", error_description="AADSTS65004: declined")), "AADSTS65004"),
], ids=["signature", "state", "two slashes", "backslash", "code", "refused"])  # fmt: skip
def test_an_answer_that_was_changed_is_refused(gate, change, reason):
    visitor = Visitor(gate())
    begun = visitor.get("/.auth/login/aad")
    arrival = visitor.service.sign_in(begun.headers["Location"], ALICE)
    form = dict(arrival.pairs)
    change(form)
    answer = visitor.session.post(arrival.redirect_uri, data=form, allow_redirects=False)
    assert answer.status_code == 401 and reason in visitor.gate.log
    assert visitor.get("/.auth/me").status_code == 401


def test_an_id_token_of_another_app_is_refused(gate):
    visitor = Visitor(gate())
    token = visitor.gate.server.post_control("tokens", {"kind": "idToken", "client": "spa", "user": "alice"}).json()["token"]
    answer = visitor.session.post(
        visitor.gate.site + "/.auth/login/aad/callback", data={"id_token": token, "state": "redir=%2F"}, allow_redirects=False
    )
    assert answer.status_code == 401 and f"and not for {WEB.id}" in visitor.gate.log


# Where a sign-in may end


@pytest.mark.parametrize("target", ["https://evil.test/", "//evil.test", "/\\evil.test", "http://localhost.evil.test"])
@pytest.mark.parametrize("path", ["/.auth/login/aad?post_login_redirect_uri=", "/.auth/logout?post_logout_redirect_uri="])
def test_no_other_site_is_an_end(gate, path, target):
    answer = Visitor(gate()).get(path + target)
    assert answer.status_code == 400 and "another site" in answer.text


def test_a_listed_site_and_pages_of_the_site_are(gate):
    visitor = Visitor(gate("--external-redirect", "https://shop.test/app"))
    for target in ("/here?x=1", visitor.gate.site + "/there", "https://shop.test/app", "https://shop.test/app/deep"):
        assert visitor.sign_in(path="/.auth/login/aad?post_login_redirect_uri=" + target).headers["Location"] == target
    assert visitor.get("/.auth/login/aad?post_login_redirect_uri=https://shop.test/application").status_code == 400


def test_hints_reach_the_service(gate):
    visitor = Visitor(gate("--login-parameter", "domain_hint=contoso.com"))
    url = visitor.get(f"/.auth/login/aad?login_hint={ALICE.name}&prompt=select_account").headers["Location"]
    query = parse_qs(urlsplit(url).query)
    assert (query["login_hint"], query["prompt"], query["domain_hint"]) == ([ALICE.name], ["select_account"], ["contoso.com"])


# Requests without a sign-in


def test_a_program_is_refused_with_the_way_to_the_service(gate):
    site = gate()
    answer = site.get("/orders")
    host = urlsplit(site.site).netloc
    assert (answer.status_code, answer.text) == (401, "")
    assert answer.headers["WWW-Authenticate"] == (
        f'Bearer realm="{host}" authorization_uri="{site.server.authority}/{CONTOSO}/oauth2/v2.0/authorize" resource_id="{WEB.id}"'
    )
    assert site.get("/orders", **MOZILLA, **{"X-Requested-With": "XMLHttpRequest"}).status_code == 401


@pytest.mark.parametrize("what, status", [("401", 401), ("403", 403), ("404", 404), ("anonymous", 200)])
def test_what_a_browser_without_a_sign_in_meets(gate, app, what, status):
    site = gate("--unauthenticated", what, "--exclude", "/health", "--exclude", "/public/*")
    assert site.get("/orders", **MOZILLA).status_code == status
    assert site.get("/health").status_code == 200 and site.get("/public/a/b").status_code == 200
    assert app.seen.count("/orders") == (1 if what == "anonymous" else 0)


# Bearer tokens


def token(server, **order):
    return {"Authorization": "Bearer " + server.post_control("tokens", order).json()["token"]}


def test_bearer_tokens_are_checked_before_the_app(gate, happy):
    site = gate("--unauthenticated", "401", "--audience", "api://contoso", "--audience", API.id)
    good = token(happy, client="daemon", scope="api://contoso/.default", kind="accessToken")
    headers = site.get("/", **good).json()["headers"]
    assert headers["authorization"] == good["Authorization"] and headers["x-ms-client-principal-idp"] == "aad"
    assert "x-ms-client-principal-name" not in headers and "x-ms-token-aad-id-token" not in headers
    types = {entry["typ"]: entry["val"] for entry in principal(headers)["claims"]}
    assert types[OBJECT] == headers["x-ms-client-principal-id"]
    for bad, reason in [
        (token(happy, client="daemon", kind="accessToken", scope="https://graph.microsoft.com/.default"), "the token is for"),
        (token(happy, client="daemon", scope="api://contoso/.default", kind="accessToken", claims={"exp": 1}), "the token has ended"),
        (token(happy, client="daemon", scope="api://contoso/.default", kind="accessToken", claims={"nbf": 33333333333}), "not valid yet"),
        ({"Authorization": "Bearer nonsense"}, "the token is none"),
        ({"Authorization": good["Authorization"][:-6] + "AAAAAA"}, "no key of the tenant"),
    ]:
        assert site.get("/", **bad).status_code == 401
        assert reason in refused(site)[-1], refused(site)


def test_a_client_that_is_not_allowed_is_told_403(gate, happy, app):
    site = gate("--unauthenticated", "anonymous", "--audience", "api://contoso", "--audience", API.id, "--application", WEB.id)
    answer = site.get("/orders", **token(happy, client="daemon", scope="api://contoso/.default", kind="accessToken"))
    assert (answer.status_code, answer.text) == (403, "") and not app.seen
    assert f"the client {DAEMON.id} is none of the allowed applications" in site.log


def test_tokens_of_a_client_become_a_session(gate, happy):
    site = gate()
    tokens = happy.post_control("tokens", {"kind": "idToken", "client": "web", "user": "alice"}).json()["token"]
    session = site.session()
    answer = session.post(site.site + "/.auth/login/aad", json={"access_token": tokens})
    assert answer.json()["user"]["userId"].startswith("sid:")
    told = site.get("/", **{"X-ZUMO-AUTH": answer.json()["authenticationToken"]}).json()["headers"]
    assert told["x-ms-client-principal-name"] == ALICE.name
    assert session.post(site.site + "/.auth/login/aad", json={"access_token": "none"}).status_code == 401
    assert session.post(site.site + "/.auth/login/aad", data="no").status_code == 400


# Renewing and signing out


def test_tokens_are_renewed(gate, serve):
    server = serve("happy-path")
    visitor = Visitor(gate(*OFFLINE, server=server))
    assert visitor.get("/.auth/refresh").status_code == 401
    visitor.sign_in()
    before = visitor.get("/.auth/me").json()[0]
    server.post_control("clock", {"advance": "9h"})
    # The sign-in has ended after eight hours, and can be renewed for 72 more.
    assert visitor.get("/.auth/me").json() == [] and "window.location" in visitor.get("/").text
    assert (visitor.get("/.auth/refresh").status_code, visitor.get("/.auth/refresh").text) == (200, "")
    after = visitor.get("/.auth/me").json()[0]
    assert after["access_token"] != before["access_token"] and after["expires_on"] > before["expires_on"]
    server.post_control("clock", {"advance": "81h"})
    assert visitor.get("/.auth/refresh").status_code == 401


def test_without_offline_access_nothing_is_renewed(gate):
    visitor = Visitor(gate())
    visitor.sign_in()
    assert visitor.get("/.auth/refresh").status_code == 403


def test_a_revoked_session_is_not_renewed(gate, serve):
    server = serve("happy-path")
    visitor = Visitor(gate(*OFFLINE, server=server))
    visitor.sign_in()
    server.post_control("users/alice/revokeSessions", {})
    assert visitor.get("/.auth/refresh").status_code == 403 and "AADSTS50173" in visitor.gate.log
    assert visitor.get("/").json()["headers"]["x-ms-client-principal-name"] == ALICE.name


@pytest.mark.parametrize("style, end", [("app-service", "complete"), ("container-apps", "done")])
def test_signing_out_ends_both_sessions(gate, style, end):
    visitor = Visitor(gate("--as", style))
    visitor.sign_in()
    left = visitor.get("/.auth/logout")
    assert "AppServiceAuthSession=; " in left.headers["Set-Cookie"]
    back = visitor.service.session.get(left.headers["Location"], allow_redirects=False)
    assert (back.status_code, back.headers["Location"]) == (302, f"{visitor.gate.site}/.auth/logout/{end}")
    assert "You have been signed out" in visitor.get(f"/.auth/logout/{end}").text
    assert visitor.get("/.auth/me").status_code == 401
    visitor.sign_in()
    left = visitor.get("/.auth/logout?post_logout_redirect_uri=/bye")
    back = visitor.service.session.get(left.headers["Location"], allow_redirects=False).headers["Location"]
    assert visitor.session.get(back, allow_redirects=False).headers["Location"] == "/bye"


def test_addresses_that_the_platform_has_not(gate):
    site = gate()
    for path in ("/.auth/login/google", "/.auth/nothing"):
        assert site.get(path).status_code == 404


# What passes through


def test_requests_and_answers_pass_as_they_are(gate):
    site = gate("--unauthenticated", "anonymous")
    with site.session() as session:
        answer = session.post(site.site + "/a/b?c=%2F", data="x" * 2_000_000)
        assert answer.json()["method"] == "POST" and len(answer.json()["body"]) == 2_000_000
        assert session.cookies.get("one") == "1" and session.cookies.get("two") == "2"
        assert answer.json()["path"] == "/a/b?c=%2F"
        assert session.put(site.site + "/a", json={"b": 1}).json()["body"] == '{"b": 1}'
        assert session.head(site.site + "/a").status_code == 200
        long = session.get(site.site + "/long")
        assert len(long.content) == 5_000_000 and set(long.content) == {120}


def test_a_stream_arrives_as_it_is_made(gate, app):
    site = gate("--unauthenticated", "anonymous")
    with site.session() as session, session.get(site.site + "/slow", stream=True) as answer:
        pieces = answer.iter_lines()
        assert next(pieces) == b"data: one"
        app.go.set()
        assert [line for line in pieces if line] == [b"data: two"]


def test_a_body_that_breaks_off_breaks_off(gate):
    import requests

    site = gate("--unauthenticated", "anonymous")
    with site.session() as session, pytest.raises(requests.exceptions.RequestException):
        _ = session.get(site.site + "/broken").content


def test_an_app_that_is_not_there(gate):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        site = gate("--unauthenticated", "anonymous", upstream=f"http://127.0.0.1:{taken.getsockname()[1]}")
        answer = site.get("/")
        assert answer.status_code == 502 and "Nobody listens" in answer.text


def test_an_upgraded_connection_carries_bytes_both_ways(gate, happy):
    heard = []

    def serve(listener):
        one, _ = listener.accept()
        head = one.recv(65_536)
        heard.append(head)
        one.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\nhello ")
        while piece := one.recv(65_536):
            one.sendall(piece.upper())
        one.close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        site = gate("--unauthenticated", "anonymous", upstream=f"http://127.0.0.1:{listener.getsockname()[1]}")
        host, port = urlsplit(site.site).netloc.split(":")
        context = ssl.create_default_context(cafile=happy.ca)
        with socket.create_connection((host, int(port))) as plain, context.wrap_socket(plain, server_hostname=host) as client:
            client.sendall(b"GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
            got = b""
            while not got.endswith(b"hello "):
                got += client.recv(65_536)
            assert got.startswith(b"HTTP/1.1 101 ") and b"Upgrade: echo" in got and b"chunked" not in got
            client.sendall(b"x" * 300_000)
            got = b""
            while len(got) < 300_000:
                got += client.recv(65_536)
            assert got == b"X" * 300_000
        thread.join(10)
        assert not thread.is_alive()
    assert b"Upgrade: echo" in heard[0]


# The files of the services


def test_settings_of_app_service_are_read(gate, app, tmp_path):
    file = tmp_path / "auth.json"
    file.write_text(json.dumps({"properties": {
        "globalValidation": {"unauthenticatedClientAction": "Return403", "excludedPaths": ["/open"]},
        "httpSettings": {"routes": {"apiPrefix": "/sso"}, "forwardProxy": {"convention": "Standard"}},
        "login": {
            "routes": {"logoutEndpoint": "/bye"}, "tokenStore": {"enabled": False},
            "cookieExpiration": {"timeToExpiration": "00:10:00"},
        },
        "identityProviders": {"azureActiveDirectory": {
            "registration": {"clientId": WEB.id, "clientSecretSettingName": "SECRET"},
            "login": {"loginParameters": ["domain_hint=contoso.com"]},
            "validation": {"defaultAuthorizationPolicy": {"allowedPrincipals": {"identities": ["nobody"]}}},
        }},
    }}))  # fmt: skip
    site = gate("--config", str(file), environment={"SECRET": WEB.secret})
    assert site.get("/").status_code == 403 and site.get("/open").status_code == 200
    assert "has no redirect URI" in site.log
    url = site.get("/sso/login/aad", **{"X-Forwarded-Host": "shop.test", "X-Forwarded-Proto": "https"}).headers["Location"]
    query = parse_qs(urlsplit(url).query)
    assert query["redirect_uri"] == ["https://shop.test/sso/login/aad/callback"] and query["domain_hint"] == ["contoso.com"]
    assert "/logout?" in site.get("/bye").headers["Location"]


def test_clear_text_is_redirected_when_the_settings_say_so(gate, tmp_path):
    file = tmp_path / "auth.json"
    file.write_text('{"httpSettings": {"requireHttps": true}, "globalValidation": {"requireAuthentication": false}}')
    site = gate("--config", str(file))
    answer = site.session().get(site.http + "/a?b=c", allow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (301, site.site + "/a?b=c")
    assert site.get("/a").status_code == 200


@pytest.mark.parametrize("content, complaint", [
    ("[]", "the file has to be a JSON object"), ("{", "auth.json"),
    ('{"globalValidation": {"unauthenticatedClientAction": "Maybe"}}', "has to be RedirectToLoginPage, Return401"),
    ('{"login": {"tokenStore": {"enabled": 1}}}', "login.tokenStore.enabled has to be true or false"),
    ('{"login": {"cookieExpiration": {"timeToExpiration": "8h"}}}', "has to be a time span such as 08:00:00"),
])  # fmt: skip
def test_a_mistake_in_the_file_is_told(gate, tmp_path, content, complaint):
    file = tmp_path / "auth.json"
    file.write_text(content)
    with pytest.raises(AssertionError) as told:
        gate("--config", str(file))
    assert complaint in str(told.value) and str(file) in str(told.value)


# Static Web Apps

WEB_APP = {
    "routes": [
        {"route": "/admin/*", "allowedRoles": ["admin"]}, {"route": "/login", "redirect": "/.auth/login/aad"},
        {"route": "/old", "redirect": "/new", "statusCode": 301}, {"route": "/r", "rewrite": "/rewritten"},
        {"route": "/mine", "methods": ["GET"], "allowedRoles": ["authenticated"]}, {"route": "/.hidden/*", "statusCode": 404},
    ],
    "responseOverrides": {"401": {"statusCode": 302, "redirect": "/.auth/login/aad?post_login_redirect_uri=.referrer"}},
}  # fmt: skip


@pytest.fixture
def web(gate, tmp_path):
    def start(*words, **more):
        file = tmp_path / "staticwebapp.config.json"
        file.write_text(json.dumps({**WEB_APP, **more}))
        return Visitor(gate("--as", "static-web-apps", "--config", str(file), *words))

    return start


def test_a_user_of_static_web_apps(web, app):
    visitor = web()
    assert visitor.get("/.auth/me").json() == {"clientPrincipal": None}
    assert "StaticWebAppsAuthCookie" in visitor.sign_in().headers["Set-Cookie"]
    user = visitor.get("/.auth/me").json()["clientPrincipal"]
    assert list(user) == ["identityProvider", "userId", "userDetails", "userRoles", "claims"]
    assert user["userDetails"] == ALICE.name and re.fullmatch("[0-9a-f]{32}", user["userId"])
    assert user["userRoles"] == ["anonymous", "authenticated"]
    told = principal(visitor.get("/api/orders").json()["headers"])
    assert told == {name: user[name] for name in ("identityProvider", "userId", "userDetails", "userRoles")}
    assert "x-ms-client-principal" not in visitor.get("/page.html").json()["headers"]
    left = visitor.get("/.auth/logout")
    back = visitor.service.session.get(left.headers["Location"], allow_redirects=False).headers["Location"]
    assert visitor.session.get(back, allow_redirects=False).headers["Location"] == "/"


def test_routes_and_roles(web):
    visitor = web("--role", f"{ALICE.name}=admin")
    away = visitor.get("/admin/users")
    assert (away.status_code, away.headers["Location"]) == (302, "/.auth/login/aad?post_login_redirect_uri=.referrer")
    landed = visitor.sign_in(BOB, "/.auth/login/aad?post_login_redirect_uri=.referrer", headers={"Referer": visitor.gate.site + "/x"})
    assert landed.headers["Location"] == visitor.gate.site + "/x"
    assert visitor.get("/admin/users").status_code == 403 and visitor.get("/mine").status_code == 200
    alice = Visitor(visitor.gate)
    alice.sign_in()
    assert alice.get("/admin/users").status_code == 200
    assert (alice.get("/old").status_code, alice.get("/old").headers["Location"]) == (301, "/new")
    assert alice.get("/r?x=1").json()["path"] == "/rewritten?x=1" and alice.get("/.hidden/x").status_code == 404


def test_roles_of_the_apps_own_function(web, app):
    app.roles = {ALICE.name: ["admin", "anonymous"]}
    visitor = web("--role", f"{ALICE.name}=ignored", auth={"rolesSource": "/api/GetRoles"})
    assert visitor.get("/api/GetRoles").status_code == 404 and "/api/GetRoles" not in app.seen
    visitor.sign_in()
    asked = app.seen[-1]
    assert set(asked) == {
        "identityProvider", "userId", "userDetails", "claims", "accessToken",
    }  # fmt: skip
    assert visitor.get("/.auth/me").json()["clientPrincipal"]["userRoles"] == ["anonymous", "authenticated", "admin"]
