"""The console, as people use it: every screen, every button, by Chromium over HTTPS."""

import base64
import re
import socket
from urllib.parse import quote, urlsplit

import pytest
from chromium.axe import violations
from chromium.screen import Screen, sign_in_and_refuse
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from playwright.sync_api import expect
from provision.scim_server import ScimServer
from support.browser import Browser
from support.msal_apps import public_app
from support.msal_apps import sign_in as msal_sign_in
from support.requests_by_hand import authorize_url
from support.world import ALICE, CONTOSO, MOBILE

SCREENS = ["start", "live", "world/users", "world/apps", "world/tokens", "world/time", "world/whole", "rules", "worlds", "mail", "provisioning", "catalogue?q=AADSTS500", "token"]


@pytest.fixture
def console(window):
    """Opens the console of a server: `console(server)`."""
    opened = []

    def open_console(server, **changes):
        opened.append(Screen(window(server, **changes), server))
        return opened[-1]

    yield open_console
    for screen in opened:
        screen.check()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_mail(serve, console, width, height):
    server = serve("happy-path")
    token = server.http_session.post(
        f"{server.control}/tokens", json={"client": "mobile", "user": "alice", "scope": "Mail.Send"}
    ).json()["token"]  # fmt: skip
    file = {"@odata.type": "#microsoft.graph.fileAttachment", "name": "terms.txt", "contentType": "text/plain", "contentBytes": "aGVsbG8="}
    page = "<h1>Welcome</h1><p><a href='https://example.com/confirm'>Confirm</a> with 482913.</p><script>document.title = 'bad'</script>"
    for subject, address in [("Welcome to Contoso", "kim@example.com"), ("A report", "a.rather.long.address.of.somebody@department.example.com")]:
        message = {
            "subject": subject, "body": {"contentType": "html", "content": page}, "attachments": [file],
            "toRecipients": [{"emailAddress": {"address": address}}],
        }  # fmt: skip
        answer = server.http_session.post(
            f"{server.graph}/v1.0/me/sendMail", json={"message": message}, headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.status_code == 202, answer.text
    one = console(server, viewport={"width": width, "height": height}).open("mail")
    one.has("Welcome to Contoso").has("A report")
    one.window.picture(f"console-mail-list-{width}")
    one.fill("To", "kim@example.com").press("Show")
    one.page.get_by_text("A report").wait_for(state="detached")
    one.page.get_by_role("link", name="Welcome to Contoso").click()
    one.settled().has("https://example.com/confirm").has("482913").has("terms.txt").has("alice@contoso.onmicrosoft.com")
    one.window.picture(f"console-mail-{width}")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(one.page) == []
    with one.page.expect_popup() as opened:
        one.page.get_by_role("link", name="Show the HTML").click()
    opened.value.get_by_role("link", name="Confirm").wait_for()
    assert opened.value.title() != "bad", "no script runs"
    opened.value.close()
    one.press("Forget it")
    one.page.get_by_text("A report").wait_for()
    one.press("Forget all").says("1 messages are forgotten.")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_provisioning(serve, console, width, height):
    with ScimServer("lower-case-refused") as product:
        server = serve("leaver-loses-access")
        settings = {"tenantUrl": product.url, "secretToken": "t0ken"}
        assert server.http_session.patch(f"{server.control}/apps/product", json={"provisioning": settings}).ok
        one = console(server, viewport={"width": width, "height": height}).open("provisioning")
        one.page.get_by_role("link", name="product").click()
        one.settled().has("Nothing was decided yet.").has(product.url)
        one.press("Run a cycle").says("Run a cycle: Succeeded, 3 written.")
        one.has("in scope (Active=True, Assigned=True, Passed scope filter: True), and not linked to a user of the app")
        # The rule of the scenario has switched Ann off.
        one.press("Run a cycle").says("Run a cycle: Succeeded, 1 written.")
        assert [user["active"] for user in product.scim.tenants["t0ken"].users.values()] == [False]
        one.window.picture(f"console-provisioning-{width}")
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(one.page) == []
        one.page.get_by_role("link", name="ann@contoso.onmicrosoft.com").first.click()
        one.settled().has("History of ann@contoso.onmicrosoft.com").has("the sign-in is blocked")
        one.press("What would be sent?")
        one.page.get_by_role("button", name="PATCH /scim/Users/").click()
        one.dialog.get_by_text('{"op":"Replace","path":"active","value":"False"}').wait_for()
        assert "t0ken" not in one.page.content()


def test_begins_with_what_an_app_needs_and_then_watches(serve, console):
    server = serve("happy-path")
    one = console(server).open()
    assert one.hash == "#/start"
    one.has("Three lines for the app").has(MOBILE.id).has(ALICE.name)
    page = one.page
    page.get_by_label("Library", exact=True).select_option("msal-js")
    one.has("authority:")
    page.get_by_label("Library", exact=True).select_option("curl")
    one.has("--cacert")
    # Live shows what comes while somebody looks, as one line for the whole sign-in.
    one.to("Live").has("Nothing was asked so far.")
    sign_in_and_refuse(server, Browser(server))
    line = one.line("AADSTS50173")
    expect(line).to_contain_text("alice")
    expect(line).to_contain_text("mobile")
    expect(line).to_contain_text(re.compile("authorize → pages ×2 → code → token → Graph → refresh → ✕ refresh"))
    assert one.lines.count() == 1
    # A journal that has something begins with it.
    one.open()
    assert one.hash == "#/live"


def test_filters_stand_in_the_address(serve, console):
    server = serve("happy-path")
    sign_in_and_refuse(server, Browser(server))
    one = console(server).open("live?error=AADSTS50173&by=request")
    one.line("AADSTS50173").wait_for()
    assert one.lines.count() == 1
    one.fill("Refusal", "").fill("User", "alice")
    one.page.get_by_label("Endpoint", exact=True).select_option("token")
    one.press("Filter")
    one.page.wait_for_url("**/#/live?user=alice&endpoint=token&by=request")
    expect(one.lines).to_have_count(3)
    one.page.go_back()
    expect(one.lines).to_have_count(1)
    one.open("live?user=nobody")
    one.has(re.compile("There is no user 'nobody'"))
    one.page.get_by_role("link", name="All again").click()
    expect(one.lines).to_have_count(1)


def test_a_filter_keeps_sign_ins_apart(serve, console):
    """Renewals alone, of one user with one app, look like those of one sign-in."""
    server = serve("happy-path")
    for _ in range(3):
        app = public_app(server)
        assert "access_token" in msal_sign_in(app, Browser(server), ALICE, ["User.Read"])
        assert "access_token" in app.acquire_token_silent(["User.Read"], app.get_accounts()[0], force_refresh=True)
    one = console(server).open("live?grant=refresh_token")
    expect(one.lines).to_have_count(3)
    one.open("live?user=alice")
    expect(one.lines).to_have_count(3)


def test_the_list_stops_goes_on_and_is_cleared_by_keyboard(serve, console):
    server = serve("happy-path")
    for tenant in ("common", "organizations"):
        server.get(authorize_url(server, tenant=tenant).removeprefix(server.authority))
    one = console(server).open("live?by=request")
    expect(one.lines).to_have_count(2)
    one.page.locator(".view").focus()
    one.page.keyboard.press("j")
    expect(one.page.locator('[data-place="0"] a')).to_be_focused()
    one.page.keyboard.press("ArrowDown")
    expect(one.page.locator('[data-place="1"] a')).to_be_focused()
    one.page.keyboard.press("k")
    one.page.keyboard.press("p")
    expect(one.page.get_by_role("button", name="Go on")).to_have_attribute("aria-pressed", "true")
    server.get("/common/v2.0/.well-known/openid-configuration")
    one.has("stopped, 1 more came")
    assert one.lines.count() == 2
    one.page.keyboard.press("p")
    expect(one.lines).to_have_count(3)
    one.page.keyboard.press("?")
    one.dialog.get_by_text("the line before").wait_for()
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("f")
    expect(one.page.get_by_label("User", exact=True)).to_be_focused()
    one.page.locator(".lines a").first.focus()
    one.page.keyboard.press("c")
    one.says("3 exchanges are forgotten.")
    expect(one.lines).to_have_count(0)
    server.get("/common/v2.0/.well-known/openid-configuration")
    expect(one.lines).to_have_count(1)
    one.press("Clear")
    one.says("1 exchanges are forgotten.")
    one.press("By sign-in")
    one.has("Nothing was asked so far.")


def test_why(serve, console):
    server = serve("happy-path")
    sign_in_and_refuse(server, Browser(server))
    one = console(server).open("live")
    one.line("AADSTS50173").get_by_role("link").click()
    one.settled().has("AADSTS50173 grantRevoked").has("Drop the refresh token and sign the user in again.").has("MsalUiRequiredException")
    one.has(re.compile("before .* from which on sign-ins count")).has("•••(handle:")
    diagram = one.page.locator("svg.sequence")
    for party in ("Browser", "App", "mockidp", "Graph"):
        diagram.get_by_text(party, exact=True).wait_for()
    diagram.locator(".exchange", has_text="#4").click()
    one.page.get_by_role("heading", level=1, name=re.compile("#4 token")).wait_for()
    one.settled()
    one.page.get_by_role("link", name="after: Graph").click()
    one.page.get_by_role("heading", level=1, name=re.compile("#5 Graph")).wait_for()
    one.settled()
    one.page.get_by_text("The same as a list").click()
    one.page.get_by_role("link", name=re.compile("^#7 ")).click()
    one.page.get_by_role("heading", level=1, name=re.compile("#7 refresh")).wait_for()
    # A rule out of what happened acts on the next request.
    one.settled().press("Refuse this next time…")
    one.dialog.get_by_label("Refusal").fill("AADSTS9")
    one.press("Add the rule", one.dialog)
    one.dialog.get_by_role("alert").wait_for()
    one.dialog.get_by_label("Refusal").fill("AADSTS90033")
    one.press("Add the rule", one.dialog).says("waits for the next one")
    form = {"grant_type": "refresh_token", "client_id": MOBILE.id, "refresh_token": "none", "scope": "User.Read"}
    rule = server.http_session.get(f"{server.control}/rules").json()["rules"][0]
    assert rule["written"]["when"] == {"endpoint": "token", "occurrence": "1", "grant": "refresh_token", "client": "mobile", "user": "alice"}
    assert server.token(form).status_code == 400
    # Found by the ids that error texts name, as well.
    trace = server.exchanges(limit=1)[0]["traceId"]
    one.open(f"exchange/{trace}").has(trace)
    one.open("exchange/4711").has(re.compile("There is no exchange '4711'"))


def test_every_verb_of_a_user_says_what_it_does(serve, console):
    server = serve("happy-path")
    one = console(server).open("world/users")
    one.fill("Search", "bob baker")
    one.has(re.compile("^1 of "))
    routes = server.http_session.get(server.control).json()["routes"]
    start = "/_mockidp/v1/users/{user}/"
    verbs = {route["path"].removeprefix(start): route["summary"] for route in routes if route["path"].startswith(start)}
    assert len(verbs) > 8
    order = ["requireMfa", "lock", "unlock", "disable", "enable", "expirePassword", "changePassword", "resetPassword", "revokeSessions", "changeLocation", "delete", "restore"]
    assert sorted(order) == sorted(verbs)
    becomes = {
        "requireMfa": {"mfa": "required"}, "lock": {"locked": True}, "unlock": {"locked": False}, "disable": {"enabled": False},
        "enable": {"enabled": True}, "expirePassword": {"passwordExpired": True}, "changePassword": {"passwordExpired": False},
        "delete": {"deleted": True}, "restore": {"deleted": False},
    }  # fmt: skip
    for verb in order:
        one.press("Actions of bob")
        line = one.dialog.locator("li", has_text=verbs[verb])
        label = re.sub(r"([A-Z])", r" \1", verb).lower().replace("mfa", "MFA")
        label = label[0].upper() + label[1:]
        if verb == "changePassword":
            line.get_by_label("New password").fill("An0ther-one")
        one.press(label, line).says(f"{label}: done.")
        expect(one.dialog).to_have_count(0)
        bob = server.http_session.get(f"{server.control}/users/bob").json()
        assert bob | becomes.get(verb, {}) == bob, verb
    # What the server refuses is said in the dialog.
    one.fill("Search", "gina").press("Actions of gina", exact=False)
    one.dialog.get_by_text("All that is known").click()
    one.dialog.get_by_text('"userPrincipalName"').wait_for()
    one.page.keyboard.press("Escape")
    expect(one.dialog).to_have_count(0)


def test_apps_consents_sessions_tokens_policies(serve, console):
    server = serve("happy-path")
    sign_in_and_refuse(server, Browser(server))
    server.post_control("policies", {"name": "step-up", "users": ["alice"], "require": "mfa"})
    shown = lambda path: server.http_session.get(f"{server.control}/{path}").json()  # noqa: E731
    one = console(server).open("world/apps?q=contoso-web")
    one.fill("Search", "daemon").press("Actions of daemon").press("Expire secrets", one.dialog).says("done.")
    one.press("Actions of daemon").press("Disable", one.dialog).says("Disable: done.")
    assert shown("apps/daemon")["enabled"] is False
    one.page.get_by_role("link", name="Sessions", exact=True).click()
    one.has(re.compile("There are none|1 of 1"))
    one.page.get_by_role("link", name="Refresh tokens", exact=True).click()
    one.has("not good")
    one.press("Actions of", one.page.locator("tbody tr").first, exact=False)
    one.press("Remove", one.dialog).says("Remove: done.")
    one.press("Revoke all").press("Revoke all", one.dialog).says("ended.")
    assert all(token["revoked"] for token in shown("tokens")["tokens"])
    one.page.get_by_role("link", name="Policies", exact=True).click()
    one.press("Actions of step-up").press("Disable", one.dialog).says("Disable: done.")
    one.has("off")
    one.press("Actions of step-up").press("Remove", one.dialog).says("Remove: done.")
    one.has("There are none.")
    one.page.get_by_role("link", name="Consents", exact=True).click()
    before = len(shown("consents")["consents"])
    one.press("Actions of", one.page.locator("tbody tr").first, exact=False)
    one.press("Remove", one.dialog).says("Remove: done.")
    assert len(shown("consents")["consents"]) == before - 1
    one.page.get_by_role("link", name="Groups", exact=True).click()
    one.press("Actions of news").press("Remove", one.dialog).says("Remove: done.")
    one.page.get_by_role("link", name="Tenants", exact=True).click()
    one.has("contoso.onmicrosoft.com")
    one.page.get_by_role("link", name="The whole", exact=True).click()
    for deed in ("Rotate keys", "Sign out everybody", "Revoke all refresh tokens", "Reset"):
        one.press(deed).says(f"{deed}: done.")
    assert shown("apps/daemon")["enabled"] is True


def test_time_and_lifetimes(serve, console):
    server = serve("happy-path")
    sign_in_and_refuse(server, Browser(server))
    clock = lambda: server.http_session.get(f"{server.control}/clock").json()  # noqa: E731
    one = console(server).open("world/time")
    one.press("On 90d").says("The clock is set.").has("90d ahead")
    assert clock()["offset"] == "90d"
    one.press("Stop the clock").has("it stands still")
    one.fill("Set it to", "2026-01-05T09:00:00Z").press("Set").has("2026-01-05 09:00:00")
    one.press("Back 1h").has("2026-01-05 08:00:00").press("Let it run").has("ahead of the machine")
    assert clock()["mode"] == "running"
    one.fill("Set it to", "soon").press("Set").says("a time such as")
    one.fill("By", "91d").fill("Of", "alice").press("Make it older").says("became 91d older")
    one.fill("access token", "1m").press("Change").says("The lifetimes are set.")
    assert server.http_session.get(f"{server.control}/lifetimes").json()["accessToken"] == "1m"
    one.press("Change").says("Nothing was changed.")
    one.fill("access token", "soon").press("Change").says("duration")


def test_rules_and_scenario(serve, console):
    server = serve("expired-refresh")
    rules = lambda: server.http_session.get(f"{server.control}/rules").json()["rules"]  # noqa: E731
    one = console(server).open("rules")
    one.has("expired-refresh").has("not met:")
    known = len(rules())
    one.page.get_by_text("Add a rule").click()
    words = "A rule, or a list of rules, in the words of scenario files"
    one.fill(words, "name: busy\nwhen: { endpoint: token }\nthen: { refuze: AADSTS90033 }\n").press("Add")
    one.has(re.compile("Line 3, column"))
    one.fill(words, "name: busy\nwhen: { endpoint: token }\nthen: { refuse: AADSTS90033 }\n").press("Add").says("The rule is there.")
    form = {"grant_type": "refresh_token", "client_id": MOBILE.id, "refresh_token": "none"}
    assert server.token(form).json()["error_codes"] == [90033]
    one.press("Switch off busy").says("The rule is off.")
    assert server.token(form).json()["error_codes"] != [90033]
    assert rules()[-1] | {"enabled": False, "fired": 1, "matched": 1} == rules()[-1]
    one.press("Switch on busy").says("The rule is on.")
    assert server.token(form).json()["error_codes"] == [90033]
    one.press("Remove busy").says("The rule is gone")
    assert len(rules()) == known
    one.press("Look again").has("not met:")
    # The text box is held against the server as somebody types.
    box = one.page.get_by_label("Scenario in YAML")
    box.fill("scenario: mine\nrules:\n  - when: { endpoint: tokn }\n    then: { delay: 1s }\nsignin: auto\n")
    one.has("2 to mend")
    one.press("Line 3")
    assert box.evaluate("box => box.value.slice(box.selectionStart, box.selectionEnd)") == "t"
    box.fill("scenario: mine\nrules:\n  - when: { endpoint: token }\n    then: { delay: 1s }\n")
    one.has("mine: 1 rules, 0 expected.")
    one.press("Make a scenario of this world").has("expired-refresh: ")
    assert "scenario: expired-refresh" in box.input_value()
    with one.page.expect_download() as download:
        one.press("Save as a file")
    assert "scenario: expired-refresh" in download.value.path().read_text()
    one.press("Make a world of it")
    one.page.wait_for_url("**/?world=*#/start")
    one.settled().has("expired-refresh")
    one.open("rules").press("Reset").press("Reset", one.dialog).says("as its scenario begins")


def test_worlds(serve, console):
    server = serve("happy-path")
    one = console(server).open("worlds")
    one.fill("Name", "T 1").press("Make a world").has(re.compile("small letters"))
    one.fill("Name", "t1").press("Make a world").says("t1 is there.")
    order = {"name": "led", "issuer": "login.microsoftonline.us", "scenario": {"scenario": "mine", "extends": "expired-refresh"}}
    assert server.http_session.post(f"{server.control}/worlds", json=order).status_code == 201
    one.open("world/whole", world="led").has("login.microsoftonline.us")
    one.open("rules", world="led").has("Expected by expired-refresh, which the scenario extends.")
    one.open("worlds").fill("Name", "t2")
    one.page.get_by_label("Scenario", exact=True).select_option("expired-refresh")
    one.press("Make a world").says("t2 is there.")
    one.page.get_by_label("This", exact=True).select_option("t1")
    one.page.get_by_label("With", exact=True).select_option("default")
    one.press("Compare").has("would say the same of both")
    server.http_session.post(f"{server.control}/worlds/t1/users/alice/disable")
    one.press("Compare").has("world.users.alice.enabled")
    one.page.get_by_role("link", name="Open t1").click()
    one.page.wait_for_url("**/?world=t1#/live")
    one.has("Nothing was asked so far.")
    # What the default world does is not this one's.
    server.get("/common/v2.0/.well-known/openid-configuration")
    server.get("/_mockidp/v1/worlds/t1/clock")
    one.open("worlds", world="t1")
    expect(one.page.locator("#where select")).to_have_value("t1")
    one.press("Delete t2").press("Delete it", one.dialog).says("t2 is gone.")
    one.page.locator("#where select").select_option("default")
    one.page.wait_for_url("**/?world=default#/live")
    expect(one.lines).to_have_count(1)


def test_catalogue_and_advice(serve, console):
    server = serve("happy-path")
    sign_in_and_refuse(server, Browser(server))
    one = console(server).open("catalogue")
    one.fill("Search", "revoked grant")
    one.page.locator("summary", has_text="AADSTS50173").click()
    one.has("then: { refuse: AADSTS50173 }").has("MsalUiRequiredException")
    one.fill("Search", "AADSTS700082").has("Nobody used the refresh token")
    assert one.hash == "#/catalogue?q=AADSTS700082"
    one.fill("Search", "zzz").has("nothing like it")


def test_tokens(serve, console):
    server = serve("happy-path")
    tokens = sign_in_and_refuse(server, Browser(server))
    one = console(server).open("token")
    one.press("Decode").has("There is no token")
    one.fill("Token", tokens["access_token"]).press("Decode").has("passed").has('"upn": "alice@contoso.onmicrosoft.com"')
    one.fill("Token", "no token").press("Decode").has("unknown")
    one.fill("User", "bob").press("Make it").has('"unique_name": "bob@contoso.onmicrosoft.com"').has("good")
    one.fill("User", "nobody").press("Make it").has(re.compile("no user 'nobody'"))


def test_a_server_with_a_token_asks_for_it(serve, console):
    server = serve("happy-path", arguments=["--control-token", "s3cret"])
    one = console(server).open(ready=False)
    heading = one.page.get_by_role("heading", level=1, name="This server wants its control token")
    heading.wait_for()
    one.fill("Control token", "wrong").press("Go on").has("not the token of this server")
    one.fill("Control token", "s3cret").press("Go on")
    one.has("Three lines for the app")
    # The tab keeps it, the stream has it too, and another tab does not.
    one.open("live").has("Nothing was asked so far.")
    server.get("/common/v2.0/.well-known/openid-configuration")
    expect(one.lines).to_have_count(1)
    other = console(server).open(ready=False)
    other.page.get_by_role("heading", level=1, name="This server wants its control token").wait_for()
    # Without the token nothing of the world is in what the browser was given.
    assert server.http_session.get(f"{server.authority}/_mockidp/").status_code == 200
    assert server.http_session.get(f"{server.control}/world").status_code == 401


def test_a_lost_server_is_told_and_found_again(serve, console):
    server = serve("happy-path")
    one = console(server).open("live")
    server.get("/common/v2.0/.well-known/openid-configuration")
    expect(one.lines).to_have_count(1)
    ports = tuple(urlsplit(url).port for url in (server.authority, server.http))
    server.stop()
    expect(one.page.locator("#connection")).to_contain_text("does not answer")
    again = serve("happy-path", ports=ports)
    expect(one.page.locator("#connection")).to_contain_text("Connected")
    one.says("The server is there again.")
    again.get("/common/v2.0/.well-known/openid-configuration")
    again.get("/common/v2.0/.well-known/openid-configuration")
    one.has("2 exchanges")


STATUS = b"HTTP/1.1 200"


def test_ten_thousand_exchanges_scroll(serve, console):
    server = serve("happy-path", arguments=[])
    target = urlsplit(server.http)
    request = b"GET /common/v2.0/.well-known/openid-configuration HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection((target.hostname, target.port)) as connection:
        connection.settimeout(30)
        for _ in range(99):
            connection.sendall(request * 100)
            left = 100
            rest = b""
            while left:
                arrived = rest + connection.recv(1 << 20)
                left -= arrived.count(STATUS)
                rest = b"" if arrived.endswith(STATUS) else arrived[1 - len(STATUS) :]
    one = console(server).open("live?by=request")
    expect(one.page.locator(".bar")).to_contain_text("9,900 exchanges", timeout=30_000)
    # What is out of sight is not in the page, and a scroll through all of it keeps its pace.
    assert one.lines.count() < 60
    slowest = one.page.evaluate(
        """async () => {
          const view = document.querySelector(".view");
          let worst = 0, last = performance.now();
          for (let step = 0; step < 60; step += 1) {
            view.scrollTop = (view.scrollHeight * step) / 60;
            await new Promise(requestAnimationFrame);
            worst = Math.max(worst, performance.now() - last);
            last = performance.now();
          }
          return worst;
        }"""
    )
    assert slowest < 1000
    one.page.locator(".view").evaluate("view => { view.scrollTop = view.scrollHeight; }")
    expect(one.lines.last).to_contain_text("#1 ")


MARKUP = '<img src=x onerror="document.title=1"><script>alert(1)</script>'
RIGHT_TO_LEFT = "\u202e\u05d0\u05dc\u05d9\u05e1 \u0623\u0644\u064a\u0633"


def test_a_hostile_world_does_no_harm(serve, console):
    users = {f"u{number}": {"displayName": f"User {number}"} for number in range(5000)}
    users["evil"] = {"displayName": MARKUP, "jobTitle": "x"}
    users["turned"] = {"displayName": RIGHT_TO_LEFT}
    scenario = {
        "scenario": "hostile", "summary": MARKUP, "docs": MARKUP,
        "world": {"users": users, "apps": {"bad": {"type": "native", "displayName": MARKUP}}},
        "rules": [{"name": MARKUP, "when": {"endpoint": "device"}, "then": [{"delay": "1ms"}]}],
    }  # fmt: skip
    server = serve("happy-path")
    assert server.http_session.put(f"{server.control}/worlds/hostile", json={"scenario": scenario}).status_code == 201
    server.http_session.headers["Mockidp-World"] = "hostile"
    for changes in ({"state": MARKUP, "login_hint": MARKUP, "prompt": MARKUP}, {"state": "x" * 10_000}):
        server.get(authorize_url(server, **changes).removeprefix(server.authority), allow_redirects=False)
    server.post_control("users", {"alias": "long", "displayName": "y" * 1_000_000})
    server.post_control("policies", {"name": MARKUP, "users": ["evil"], "require": "mfa"})
    one = console(server)
    named = ["start", "live", "world/users", "world/apps", "world/policies", "world/whole", "rules", "worlds", "token"]
    for screen in [*named, "live?by=request", "exchange/1", "exchange/2", "live?user=" + quote(MARKUP)]:
        one.open(screen, world="hostile")
        assert one.page.locator("#main img, #main script, dialog img").count() == 0, screen
        assert "console" in one.page.title(), screen
    one.open("world/users", world="hostile").has("of 5,0").press("Show 100 more")
    expect(one.page.locator("tbody tr")).to_have_count(200)
    one.fill("Search", "evil").has(MARKUP)
    one.press("Actions of evil").page.get_by_text("All that is known").click()
    one.page.keyboard.press("Escape")
    one.fill("Search", "turned").has(RIGHT_TO_LEFT)
    one.fill("Search", "yyyyyyyyyy").has("(1,000,000 characters)")
    one.open("rules", world="hostile").press("Switch off <img", exact=False).says("The rule is off.")


@pytest.mark.parametrize("look", ["light", "dark", "narrow"])
def test_every_screen_is_accessible_and_has_its_picture(serve, console, look):
    server = serve("expired-refresh")
    sign_in_and_refuse(server, Browser(server))
    server.post_control("worlds", {"name": "t1"})
    changes = {"narrow": {"viewport": {"width": 360, "height": 740}}, "dark": {"color_scheme": "dark"}, "light": {}}[look]
    # Only for the checker the page's policy is out of force: it is a script of ours.
    one = console(server, bypass_csp=True, **changes)
    last = server.exchanges(limit=1)[0]["number"]
    found = {}
    for screen in [*SCREENS, f"exchange/{last}"]:
        one.open(screen)
        if screen == "live":
            one.lines.first.wait_for()
        if screen == "token":
            one.press("Make it").has('"upn"')
        if screen == "worlds":
            one.press("Compare").has("same of both")
        found |= {screen: lines} if (lines := violations(one.page)) else {}
        one.window.picture(f"console-{look}-{screen.split('?')[0].replace('/', '-')}")
        if look == "narrow":
            assert one.page.evaluate("document.documentElement.scrollWidth") <= 360, screen
    one.open("world/users").press("Actions of alice").dialog.wait_for()
    found |= {"actions": lines} if (lines := violations(one.page)) else {}
    one.window.picture(f"console-{look}-actions")
    assert not found, found


def test_the_root_page_and_error_pages_lead_to_the_console(serve, console):
    server = serve("happy-path")
    one = console(server)
    page = one.page
    page.goto(server.authority + "/")
    assert page.locator("main").get_by_text(server.authority + "/{tenant}").is_visible()
    page.get_by_role("link", name="Open the console").click()
    one.settled()
    page.goto(authorize_url(server, redirect_uri="https://app.example/elsewhere"))
    page.get_by_role("link", name="Why, in the console").click()
    one.settled().has("AADSTS50011")
    # Programs still read lines, and callers from elsewhere are not told of the console.
    assert server.get("/").text.startswith("mockidp, a test authority")
    from_elsewhere = server.get(
        authorize_url(server, redirect_uri="https://app.example/elsewhere").removeprefix(server.authority), headers={"X-Forwarded-For": "192.0.2.1"}
    )
    assert "AADSTS50011" in from_elsewhere.text and "_mockidp" not in from_elsewhere.text


def test_who_is_here_signs_in_without_a_script(serve, window, tmp_path):
    server = serve("happy-path")
    one = window(server, java_script_enabled=False)
    one.open(authorize_url(server, redirect_uri=one.listener.origin))
    here = one.page.get_by_text("Who is here")
    tile = one.page.locator("details button[name=who]", has_text=ALICE.name)
    assert not tile.is_visible()
    here.click()
    one.picture("sign-in-who-is-here")
    tile.click()
    assert one.arrive().code
    file = tmp_path / "quiet.yaml"
    file.write_text("scenario: quiet\nsignIn: { hints: false }\n")
    quiet = serve(file)
    assert "Who is here" not in quiet.get(authorize_url(quiet).removeprefix(quiet.authority)).text


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_password_page_says_what_everybodys_password_is(serve, window, tmp_path, width, height):
    told = "This is a test: everybody's password is that of the scenario, Passw0rd! where it says no other."
    server = serve("happy-path")
    one = window(server, viewport={"width": width, "height": height})
    one.open(authorize_url(server, redirect_uri=one.listener.origin)).give_name(ALICE).expect("ConvergedSignIn", "Enter password")
    assert one.page.get_by_text(told, exact=True).is_visible()
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    one.picture(f"sign-in-everybodys-password-{width}")
    # A wrong one does not take the sentence away, and a scenario without hints has none.
    one.give_password(ALICE, "wrong")
    assert one.page.get_by_text(told, exact=True).is_visible()
    file = tmp_path / "quiet.yaml"
    file.write_text("scenario: quiet\nsignIn: { hints: false }\n")
    quiet = window(serve(file))
    quiet.open(authorize_url(quiet.server, redirect_uri=quiet.listener.origin)).give_name(ALICE).expect("ConvergedSignIn", "Enter password")
    assert quiet.page.get_by_text("everybody's password").count() == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_saml(serve, console, tmp_path, width, height):
    file = tmp_path / "wiki.yaml"
    file.write_text(
        """
scenario: wiki
signIn: auto
world:
  apps:
    wiki:
      type: web
      clientId: 60000000-0000-4000-8000-000000000001
      identifierUris: [https://wiki.test/saml]
      web: { redirectUris: [https://wiki.test/saml/acs] }
      saml: { certificates: [{ name: old, expiresIn: 30d, active: true }, { name: new, expiresIn: 900d }] }
    twice:
      type: web
      clientId: 60000000-0000-4000-8000-000000000002
      identifierUris: [https://twice.test/saml]
      web: { redirectUris: [https://twice.test/acs] }
      saml: { signing: both }
"""
    )
    server = serve(str(file))
    Browser(server).open(f"{server.authority}/signin/60000000-0000-4000-8000-000000000002?tenantId={CONTOSO}")
    Browser(server).open(f"{server.authority}/signin/60000000-0000-4000-8000-000000000001?tenantId={CONTOSO}")
    found = [one for one in server.exchanges() if "saml.issued" in one.get("events", [])]
    one = console(server, viewport={"width": width, "height": height}).open("start")
    begins = one.page.get_by_role("link", name="Sign in to wiki")
    begins.wait_for()
    one.has("federationmetadata.xml?appid=60000000-0000-4000-8000-000000000001")
    one.window.picture(f"console-start-saml-{width}")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(one.page) == []
    answer = Browser(server).open(begins.get_attribute("href"))
    assert "SAMLResponse" in answer.parameters
    one.open(f"exchange/{found[-1]['number']}")
    message = one.page.locator("pre.xml").last
    message.wait_for()
    signed = message.locator("mark").all_inner_texts()
    # The assertion is signed, and the Response around it is not.
    assert len(signed) == 1 and signed[0].lstrip().startswith("<Assertion ") and signed[0].rstrip().endswith("</Assertion>")
    lines = message.inner_text().splitlines()
    assert lines[0].startswith("<samlp:Response ") and lines[-1] == "</samlp:Response>"
    assert any(line.startswith("      <NameID ") and "alice@" in line for line in lines), lines
    one.window.picture(f"console-saml-{width}")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(one.page) == []
    # Of a Response that is signed with its assertion, the inner signature is told from the outer one.
    one.open(f"exchange/{found[0]['number']}")
    message = one.page.locator("pre.xml").last
    message.locator("mark.inner").wait_for()
    marks = [text.strip() for text in message.locator("mark").all_inner_texts()]
    assert marks[0].startswith("<samlp:Response ") and marks[1].startswith("<Assertion ") and marks[-1] == "</samlp:Response>"
    one.window.picture(f"console-saml-twice-{width}")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(one.page) == []
    assert not any(name["name"].startswith("mockidp") for exchange in found for name in exchange["parameters"])
    one.open("world/apps")
    one.press("Actions of wiki")
    one.window.picture(f"console-saml-certificates-{width}")
    assert violations(one.page) == []
    # The clock may stand below the date, but no part of them is torn.
    assert one.dialog.locator(".stamp span").evaluate_all("pieces => pieces.map((piece) => piece.getClientRects().length)") == [1, 1, 1, 1]
    ends = one.dialog.get_by_role("row", name="old").locator(".stamp").bounding_box()
    assert ends["x"] + ends["width"] <= one.dialog.bounding_box()["x"] + one.dialog.bounding_box()["width"]
    certificates = {app["alias"]: app for app in server.http_session.get(f"{server.control}/world").json()["apps"]}["wiki"]["saml"]["certificates"]
    assert [(known["name"], known["active"]) for known in certificates] == [("old", True), ("new", False)]
    for label, decode in [("PEM of old", x509.load_pem_x509_certificate), ("Base64 of new", lambda text: x509.load_der_x509_certificate(base64.b64decode(text)))]:
        with one.page.expect_download() as got:
            one.dialog.get_by_role("link", name=label).click()
        known = certificates[0 if "old" in label else 1]
        assert got.value.suggested_filename.startswith(f"wiki-{known['name']}.")
        assert decode(open(got.value.path(), "rb").read()).fingerprint(hashes.SHA1()).hex().upper() == known["thumbprint"]
