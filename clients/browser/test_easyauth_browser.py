"""App Service authentication in Chromium: a page of a Flask app, the pages of the service, and the way out again."""

import pytest
from support.gate import App, Gate
from support.world import ALICE


@pytest.fixture
def site(happy, home, tmp_path):
    app = App()
    gate = Gate("easyauth", app.url, happy, home, tmp_path / "gate")
    yield gate
    gate.stop()
    app.close()


@pytest.mark.parametrize("at", ["site", "http"])
def test_a_page_of_the_app_after_a_sign_in(happy, site, window, at):
    one = window(happy)
    origin = getattr(site, at)
    one.open(origin + "/page?x=1")
    one.sign_in(ALICE)
    one.page.wait_for_url(origin + "/page?x=1")
    assert one.heading == f"Orders of {ALICE.name}"
    cookies = {cookie["name"]: cookie for cookie in one.context.cookies(origin)}
    session = cookies["AppServiceAuthSession"]
    assert session["httpOnly"] and session["secure"] == (at == "site") and session["sameSite"] == "Lax"
    assert "Nonce" not in cookies
    entry = one.page.evaluate("fetch('/.auth/me').then(answer => answer.json())")[0]
    assert entry["user_id"] == ALICE.name
    one.open(origin + "/.auth/logout?post_logout_redirect_uri=/.auth/logout/complete")
    one.page.wait_for_url(origin + "/.auth/logout/complete")
    assert one.heading == "You have been signed out"
    one.open(origin + "/page")
    assert one.is_at_the_server


def test_the_fragment_of_a_page_outlives_the_sign_in(happy, home, tmp_path, window):
    file = tmp_path / "auth.json"
    file.write_text('{"login": {"preserveUrlFragmentsForLogins": true}}')
    app = App()
    words = ["--config", str(file), "--login-parameter", "domain_hint=contoso.com"]
    gate = Gate("easyauth", app.url, happy, home, tmp_path / "gate", *words)
    try:
        one = window(happy)
        one.open(gate.site + "/page?x=1#part%202")
        one.sign_in(ALICE)
        one.page.wait_for_url(gate.site + "/page?x=1#part%202")
    finally:
        gate.stop()
        app.close()
