"""Nothing that lets somebody in leaves the server by another way than the one it was asked for: not by the journal in any of its
forms, not by the log, the files, the command line or a crash."""

import base64
import json
import threading
import time
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
import requests
from support.browser import Browser
from support.requests_by_hand import authorize_url, grant, redeem
from support.world import ALICE, API_SCOPE, BOB, CONTOSO, DAEMON, GRAPH_SCOPE, MIDDLE, MOBILE, WEB, App, User

SCENARIO = """
scenario: marked
summary: A world whose passwords and secrets are told apart from everything else.
identityHeader: {identity}
world:
  users:
    alice: {{ password: "{password}" }}
    bob: {{ password: "{expired}", passwordExpired: true }}
  apps:
    web: {{ secret: "{web}" }}
    daemon: {{ secret: "{daemon}" }}
"""


class Marks:
    """The secrets of a run, by what they are."""

    def __init__(self):
        self.values = {}

    def make(self, name):
        """A secret that the test makes up. No character of it changes when it is quoted, so that it is found in any text."""
        return self.add(name, f"Marked9{name.title().replace(' ', '')}Zq7")

    def add(self, name, value):
        assert value and len(value) >= 12, f"{name}: {value!r}"
        self.values[f"{name} ({len(self.values)})"] = value
        return value

    def token(self, name, value):
        """A token: its signature is what makes it one. Opaque tokens are secret as a whole."""
        parts = value.split(".")
        self.add(name, parts[-1] if len(parts) == 3 and value.startswith("ey") else value)
        return value

    def found_in(self, content):
        """The names of those that stand in some bytes: as they are, percent-encoded, in hexadecimal or in base64."""
        return [name for name, value in self.values.items() if any(form in content for form in spellings(value))]


def spellings(value):
    plain = value.encode()
    forms = {plain, quote(value, safe="").encode(), json.dumps(value)[1:-1].encode(), plain.hex().encode()}
    for shift in range(3):
        # The characters that three bytes share with their neighbours are left out at both ends.
        whole = base64.b64encode(b"\0" * shift + plain)
        cut = whole[(0, 2, 3)[shift] : len(whole) - (0 if (shift + len(plain)) % 3 == 0 else 4)]
        forms |= {cut, cut.replace(b"+", b"-").replace(b"/", b"_")}
    return {form for form in forms if len(form) >= 12}


def test_a_mark_is_found_however_it_is_spelled():
    marks = Marks()
    value = marks.make("one")
    for prefix in ("", "a", "ab", "abc"):
        text = f"{prefix}{value}:tail"
        for content in (text.encode(), base64.b64encode(text.encode()), base64.urlsafe_b64encode(text.encode())):
            assert marks.found_in(content) == ["one (0)"]
    assert marks.found_in(value.encode().hex().encode())
    assert marks.found_in(b"nothing of it") == []


@pytest.fixture
def marks():
    return Marks()


@pytest.fixture
def world(marks, tmp_path):
    """The scenario file and the people and apps in it."""
    names = ("password", "expired", "web", "daemon", "identity")
    secrets = {name: marks.make(name) for name in names}
    path = tmp_path / "marked.yaml"
    path.write_text(SCENARIO.format(**secrets))
    alice = User(ALICE.name, ALICE.oid, ALICE.display_name, secrets["password"])
    bob = User(BOB.name, BOB.oid, BOB.display_name, secrets["expired"])
    web, daemon = App(WEB.id, WEB.redirect_uri, secrets["web"]), App(DAEMON.id, secret=secrets["daemon"])
    return path, alice, bob, web, daemon, secrets["identity"]


def test_no_output_holds_a_secret(marks, world, serve, tmp_path):
    scenario, alice, bob, web, daemon, identity = world
    control_token = marks.make("control token")
    data = tmp_path / "state"
    # Where Swift's toolchain is, its crash report goes to the log.
    report = "enable=yes,interactive=no,symbolicate=off"
    server = serve(scenario, data=data, environment={"MOCKIDP_CONTROL_TOKEN": control_token, "SWIFT_BACKTRACE": report})
    server.http_session.auth = ControlToken(control_token)
    stream = Listener(server)
    walk(server, marks, alice, bob, web, daemon, identity)
    for name in ("one", "two"):
        server.http_session.post(f"{server.control}/snapshots", json={"name": name}).raise_for_status()
    assert requests.get(f"{server.control}/clock", verify=server.ca, timeout=60).status_code == 401

    outputs = {
        "the journal": server.journal_text().encode(),
        "the answers": server.http_session.get(f"{server.control}/exchanges", params={"answers": "all", "limit": 2000}).content,
        "the archive": server.http_session.get(f"{server.control}/exchanges.har").content,
        "the stream": stream.until(server.exchanges()[-1]["number"]),
        "the command line": Path(f"/proc/{server.pid}/cmdline").read_bytes(),
        "the ready file": server.ready_file.read_bytes(),
    }
    for path in ("", "/world", "/users", "/apps", "/sessions", "/consents", "/tokens", "/snapshots", "/advice", "/verify", "/worlds"):
        outputs[f"GET {path}"] = server.http_session.get(server.control + path).content
    assert b'"token.issued"' in outputs["the journal"] and b'"token.issued"' in outputs["the stream"]
    assert outputs["the archive"].count(b"startedDateTime") > 30
    server.crash()
    outputs["the log"] = server.log.encode()
    assert outputs["the log"].count(b"\n") > 30
    files = [file for place in (tmp_path, server.ready_file.parent) for file in place.rglob("*") if file.is_file()]
    assert any(file.suffix == ".sqlite" for file in files)
    for file in files:
        if file != scenario:
            outputs[f"the file {file.name}"] = file.read_bytes()
    leaks = {place: found for place, content in outputs.items() if (found := marks.found_in(content))}
    assert leaks == {}


class ControlToken(requests.auth.AuthBase):
    """Adds the control token to calls of the control API, and to no others."""

    def __init__(self, token):
        self._token = token

    def __call__(self, request):
        if "/_mockidp/" in request.url:
            request.headers["Authorization"] = f"Bearer {self._token}"
        return request


class Listener:
    """Reads the journal as it grows."""

    def __init__(self, server):
        self._content = bytearray()
        self._answer = requests.get(
            f"{server.control}/exchanges/stream", stream=True, verify=server.ca, timeout=60,
            auth=server.http_session.auth,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        try:
            for piece in self._answer.iter_content(None):
                self._content += piece
        except (requests.RequestException, OSError, AttributeError, ValueError):
            pass

    def until(self, number):
        """What came up to the exchange of that number."""
        last = f"id: {number}\n".encode()
        deadline = time.monotonic() + 20
        while last not in self._content and time.monotonic() < deadline:
            self._reader.join(timeout=0.01)
        return bytes(self._content)


def walk(server, marks, alice, bob, web, daemon, identity):
    """Every way to a token and every way that a secret can come along, right and wrong."""
    token = marks.token

    def keep(body):
        for member in ("access_token", "refresh_token", "id_token"):
            if member in body:
                token(member, body[member])
        return body

    # The pages, with a wrong password first, and a password that has to be changed.
    browser = Browser(server)
    page = browser.submit(browser.open(authorize_url(server)), {"loginfmt": alice.name})
    browser.submit(page, {"passwd": marks.make("wrong password")})
    other = Browser(server)
    page = change_page(other, server, bob)
    new = marks.make("new password")
    other.submit(page, {"currentPassword": bob.password, "newPassword": new, "confirmNewPassword": new})

    # Codes, with and without a client's secret; by redirect, fragment and form.
    for app in (MOBILE, web):
        granted = grant(server, browser, app, alice, client_info="1")
        marks.add("code", granted.code)
        marks.add("verifier", granted.form["code_verifier"])
        body = keep(redeem(server, granted))
        assert server.token(granted.form).status_code == 400
        own = {"client_id": app.id, **({"client_secret": app.secret} if app.secret else {})}
        refresh = {"grant_type": "refresh_token", "refresh_token": body["refresh_token"], **own}
        keep(server.token(refresh).json())
        server.token({**refresh, "refresh_token": marks.make("wrong refresh token")})
        server.token({**refresh, "client_secret": marks.make("wrong secret")})
        server.me(body["access_token"])
        server.me(body["access_token"], "/oidc/userinfo")
        server.get(f"/common/oauth2/v2.0/logout?id_token_hint={body['id_token']}", allow_redirects=False)
    for mode in ("fragment", "form_post"):
        arrival = browser.sign_in(
            authorize_url(server, web, response_type="code id_token", nonce="n", response_mode=mode), alice)  # fmt: skip
        marks.add("code", arrival.parameters["code"])
        token("id_token", arrival.parameters["id_token"])

    # Where secrets do not belong, but some apps put them.
    referred = marks.make("referred code")
    server.token({"grant_type": "authorization_code"}, headers={"Referer": f"http://localhost:3000/?code={referred}&state=1"})
    server.get(f"/common/oauth2/v2.0/authorize?client_id={MOBILE.id}&client_secret={marks.make('secret in url')}", allow_redirects=False)
    server.get(f"/common/oauth2/v2.0/token?client_secret={marks.make('secret in token url')}&refresh_token={marks.make('token in url')}")
    token_url = f"{server.authority}/organizations/oauth2/v2.0/token"
    secret = marks.make("secret as json")
    server.http_session.post(token_url, json={"client_id": web.id, "client_secret": secret, "grant_type": "client_credentials"})
    server.http_session.post(token_url, data=f"Client_Secret={marks.make('secret in capitals')}&client_id={web.id}")
    server.http_session.post(token_url, data=f"client_secret={marks.make('secret damaged')}%ZZ&client_id={web.id}")
    server.http_session.post(token_url, data=f"client_id={web.id}&client_secret={marks.make('first')}&client_secret={marks.make('second')}")
    multipart = {"client_id": (None, web.id), "client_secret": (None, marks.make("secret in multipart"))}
    server.http_session.post(token_url, files=multipart)
    server.http_session.get(f"{server.graph}/v1.0/me?access_token={marks.make('token in query')}")
    server.http_session.get(f"{server.graph}/v1.0/me", headers={"Authorization": f"Bearer {marks.make('no token')}"})
    server.http_session.get(f"{server.graph}/v1.0/me", headers={"Authorization": marks.make("bare header")})

    # The grants without pages.
    client = {"client_id": daemon.id, "grant_type": "client_credentials", "scope": "https://graph.microsoft.com/.default"}
    keep(server.token({**client, "client_secret": daemon.secret}, CONTOSO).json())
    keep(server.token(client, CONTOSO, auth=(daemon.id, daemon.secret)).json())
    server.token({**client, "client_secret": marks.make("daemon's wrong secret")}, CONTOSO)
    head = base64.urlsafe_b64encode(b'{"alg":"RS256","x5t":"AAAA"}').decode().rstrip("=")
    claims = base64.urlsafe_b64encode(json.dumps({"iss": daemon.id, "sub": daemon.id, "aud": "x"}).encode()).decode().rstrip("=")
    assertion = {"client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}
    server.token({**client, **assertion, "client_assertion": f"{head}.{claims}.{marks.make('client assertion')}"}, CONTOSO)
    server.token({**client, **assertion, "client_assertion": marks.make("damaged assertion")}, CONTOSO)
    password = {"grant_type": "password", "client_id": MOBILE.id, "username": alice.name, "scope": API_SCOPE}
    caller = keep(server.token({**password, "password": alice.password}).json())
    server.token({**password, "password": marks.make("password by grant")})
    behalf = {
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "requested_token_use": "on_behalf_of",
        "client_id": MIDDLE.id, "client_secret": MIDDLE.secret, "scope": GRAPH_SCOPE,
    }  # fmt: skip
    keep(server.token({**behalf, "assertion": caller["access_token"]}, CONTOSO).json())
    server.token({**behalf, "assertion": marks.make("user assertion")}, CONTOSO)

    # A device.
    flow = server.http_session.post(
        f"{server.authority}/organizations/oauth2/v2.0/devicecode",
        data={"client_id": MOBILE.id, "scope": f"offline_access {GRAPH_SCOPE}"}).json()  # fmt: skip
    marks.add("device code", flow["device_code"])
    poll = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": MOBILE.id}
    server.token({**poll, "device_code": flow["device_code"]})
    server.token({**poll, "device_code": marks.make("wrong device code")})
    page = browser.submit(browser.open(flow["verification_uri"]), {"otc": flow["user_code"]})
    for _ in range(4):
        if not page.forms:
            break
        known = (("loginfmt", alice.name), ("passwd", alice.password))
        page = browser.submit(page, {name: value for name, value in known if name in page.form.fields})
    keep(server.token({**poll, "device_code": flow["device_code"]}).json())
    browser.submit(browser.open(flow["verification_uri"]), {"otc": marks.make("typed in the wrong box")})

    # A managed identity.
    place = f"{server.http}/MSI/token?api-version=2019-08-01&resource=https://graph.microsoft.com"
    for header in (identity, marks.make("wrong identity header")):
        answer = server.http_session.get(place, headers={"X-IDENTITY-HEADER": header})
        if answer.status_code == 200:
            keep(answer.json())
    server.http_session.get(place.replace("2019-08-01", "2017-09-01"), headers={"secret": marks.make("old identity header")})

    # Passwords on their way to the control API and to Graph.
    server.http_session.patch(f"{server.control}/users/bob", json={"password": marks.make("password by control")})
    graph = {"Authorization": f"Bearer {caller['access_token']}"}
    change = {"currentPassword": alice.password, "newPassword": marks.make("password by graph")}
    server.http_session.post(f"{server.graph}/v1.0/me/changePassword", json=change, headers=graph)

    # In the wrong place, and under names that no list has.
    stray = caller["access_token"]
    server.token({"grant_type": f"x;client_secret={marks.make('secret in a grant type')}", "client_id": MOBILE.id})
    for name in ("token", "subject_token", "refreshToken", "refresh_token[]", "pwd", "otp", "SAMLResponse", "jwt", "nobody-knows"):
        server.token({"grant_type": "refresh_token", "client_id": MOBILE.id, name: marks.make(f"secret as {name}"), "state": stray})
    for body in (marks.make("body without a name"), json.dumps({"password": marks.make("password in JSON")})):
        server.http_session.post(
            f"{server.authority}/common/oauth2/v2.0/token", data=body,
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )  # fmt: skip
    for path in (f"/v1.0/{stray}", f"/common/oauth2/v2.0/authorize?state={stray}", f"/{stray}/v2.0/.well-known/openid-configuration"):
        server.get(path, allow_redirects=False)
    query = urlencode({"client_id": MOBILE.id, "response_type": "code", "redirect_uri": f"http://localhost/?token={stray}", "state": stray})
    server.get(f"/common/oauth2/v2.0/authorize?{query}", allow_redirects=False, headers={"Referer": f"https://app.test/{stray}"})
    server.get("/v1.0/me", headers={"User-Agent": stray, "X-Whatever": stray, "x-client-SKU": stray, "Origin": f"https://{stray}"})

    # What browsers hold.
    for browser in (browser, other):
        for cookie in browser.session.cookies:
            if cookie.name in ("ESTSAUTH", "ESTSAUTHPERSISTENT", "buid") and cookie.value:
                marks.add(cookie.name, cookie.value)
        for page in browser.pages:
            for form in page.forms:
                for name in ("ctx", "canary"):
                    if form.fields.get(name):
                        marks.add(name, form.fields[name])


def change_page(browser, server, user):
    """Signs in up to the page that asks for a new password."""
    page = browser.submit(browser.open(authorize_url(server)), {"loginfmt": user.name})
    page = browser.submit(page, {"passwd": user.password})
    assert page.id == "ConvergedChangePassword", page.text
    return page
