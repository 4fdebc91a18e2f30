"""The journal tells what happened, and never anything that would let its reader in."""

from support.browser import Browser
from support.requests_by_hand import authorize_url, grant, redeem
from support.world import ALICE, API_SCOPE, BOB, MOBILE, WEB


def test_no_password_secret_code_or_token_is_in_it(serve):
    server = serve("happy-path")
    browser = Browser(server)
    page = browser.open(authorize_url(server))
    page = browser.submit(page, {"loginfmt": ALICE.name})
    browser.submit(page, {"passwd": "Wrong-Passw0rd-Of-Mine"})
    secrets = {ALICE.password, "Wrong-Passw0rd-Of-Mine", WEB.secret, "a-wrong-secret"}
    for app in (MOBILE, WEB):
        granted = grant(server, browser, app, client_info="1")
        secrets |= {granted.code, granted.form["code_verifier"]}
        body = redeem(server, granted)
        secrets |= {body["access_token"], body["refresh_token"], body["id_token"]}
        form = {"grant_type": "refresh_token", "client_id": app.id, "refresh_token": body["refresh_token"]}
        assert server.token({**form, "client_secret": "a-wrong-secret"}).status_code == 401
        body = server.token({**form, "scope": API_SCOPE, **({"client_secret": app.secret} if app.secret else {})}).json()
        secrets |= {body["access_token"], body["refresh_token"]}
        server.me(body["access_token"])
    arrival = browser.sign_in(authorize_url(server, WEB, response_type="code id_token", nonce="n", response_mode="form_post"), ALICE)
    secrets |= {arrival.parameters["code"], arrival.parameters["id_token"]}
    secrets |= {cookie.value for cookie in browser.session.cookies if cookie.name.startswith("ESTS")}
    for page in browser.pages:
        for form in page.forms:
            secrets |= {value for name, value in form.fields.items() if name in ("ctx", "canary", "flowToken") and value}

    journal = server.journal_text()
    assert ALICE.name in journal or ALICE.oid in journal
    for secret in secrets:
        assert secret not in journal
        # A token is as good without its last characters gone, so no long part of one may stand there either.
        assert len(secret) < 60 or secret[:40] not in journal or secret.startswith("eyJ0eXAi")
        assert secret not in server.log


def test_it_can_be_searched(serve):
    server = serve("happy-path")
    redeem(server, grant(server, Browser(server)))
    redeem(server, grant(server, Browser(server), WEB, user=BOB))
    server.token({"grant_type": "refresh_token", "client_id": MOBILE.id, "refresh_token": "nonsense"})
    assert len(server.exchanges(endpoint="token")) == 3
    assert len(server.exchanges(endpoint="token", user="alice")) == 1
    assert len(server.exchanges(endpoint="token", client="web")) == 1
    [refused] = server.exchanges(error="AADSTS9002313")
    assert refused["status"] == 400
    assert server.exchanges(endpoint="token", client="daemon") == []
