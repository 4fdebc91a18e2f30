"""Every page with axe-core, light and dark, with pictures of both at two widths: nothing serious. Then what it cannot see: one heading, labels, nothing loaded."""

import pytest
from chromium.axe import violations
from support.requests_by_hand import authorize_url
from support.world import ADMIN, ALICE, BOB, WEB


def ask(window, **changes):
    changes = {"redirect_uri": window.listener.origin, **changes}
    return window.open(authorize_url(window.server, **changes))


def sign_in(window):
    ask(window)
    yield "sign-in"
    window.press()
    yield "sign-in, nothing typed"
    window.give_name(ALICE)
    yield "password"
    window.give_password(ALICE, "wrong")
    yield "password, wrong"
    window.give_password(ALICE)
    window.arrive()
    ask(window, prompt="login")
    yield "password of a known account"
    ask(window, prompt="select_account")
    yield "picker"
    window.server.post_control("users/alice/revokeSessions", {})
    ask(window, prompt="select_account")
    yield "picker, signed out"


def consent(window):
    ask(window, scope="openid offline_access User.Read Mail.Read")
    window.sign_in(ALICE)
    for summary in window.page.locator("summary").all():
        summary.click()
    yield "consent"
    ask(window, scope="User.Read.All")
    yield "need admin approval"
    window.page.get_by_role("button", name="Have an admin account?").click()
    window.sign_in(ADMIN)
    yield "consent of an administrator"
    redirect_uri = f"{window.listener.origin}/auth/callback"
    address = f"{window.server.authority}/organizations/v2.0/adminconsent"
    window.open(f"{address}?client_id={WEB.id}&redirect_uri={redirect_uri}&scope=https://graph.microsoft.com/.default")
    if window.heading == "Pick an account":
        window.pick(ADMIN)
    yield "admin consent"


def second_factor(window):
    ask(window)
    window.give_name(ALICE).give_password(ALICE, "wrong")
    yield "password, wrong, with a way to a new one"
    window.page.get_by_role("button", name="reset it now").click()
    yield "a new password for a forgotten one"
    window.press()
    yield "a new password for a forgotten one, nothing typed"
    ask(window)
    window.sign_in(ALICE)
    yield "one-time code"
    window.press()
    yield "one-time code, wrong"
    # The password alone has signed Alice in to this browser.
    window.page.context.clear_cookies()
    ask(window, prompt="login")
    window.sign_in(BOB)
    yield "registration"


def expired_password(window):
    ask(window)
    window.sign_in(ALICE)
    yield "expired password"
    window.press()
    yield "expired password, nothing typed"


def stay_signed_in(window):
    ask(window)
    window.sign_in(ALICE)
    yield "stay signed in"


def no_answer(window):
    ask(window, redirect_uri="https://app.example/elsewhere")
    yield "error"


def by_hand(window):
    """Pages that a person sees once something else has happened: a device's code, an app of its own scheme."""
    ask(
        window, client_id="1950a258-227b-4e31-a9cf-717495945fc2", redirect_uri="urn:ietf:wg:oauth:2.0:oob",
        scope="https://management.core.windows.net//.default openid",
    )  # fmt: skip
    window.sign_in(ALICE)
    window.page.wait_for_url(lambda url: url.endswith("/login"))
    window.expect("ConvergedResponse", "One more step")
    yield "out of band"


def elsewhere(window):
    """Where a person types a device's code, and what is left after signing out."""
    window.open(f"{window.server.authority}/devicelogin")
    yield "device code"
    window.press()
    yield "device code, nothing typed"
    window.open(f"{window.server.authority}/common/oauth2/v2.0/logout")
    yield "signed out"


def blocked(window):
    ask(window)
    window.sign_in(ALICE)
    yield "blocked"


WALKS = [
    (elsewhere, "happy-path"),
    (blocked, "blocked.yaml"),
    (sign_in, "happy-path"),
    (consent, "first-consent.yaml"),
    (second_factor, "second-factor.yaml"),
    (expired_password, "expired-password.yaml"),
    (stay_signed_in, "stay-signed-in.yaml"),
    (no_answer, "happy-path"),
    (by_hand, "happy-path"),
]


def server_of(serve, scenarios, scenario):
    return serve(scenarios / scenario if scenario.endswith(".yaml") else scenario)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("walk, scenario", WALKS, ids=[walk.__name__ for walk, _ in WALKS])
def test_axe_finds_nothing_serious(serve, scenarios, window, walk, scenario, scheme):
    # Only for this the pages' policy is out of force: axe is a script of ours.
    one = window(server_of(serve, scenarios, scenario), bypass_csp=True, color_scheme=scheme)
    found = {}
    for step in walk(one):
        assert one.is_at_the_server, step
        found |= {step: lines} if (lines := violations(one.page)) else {}
        for width in (1280, 390):
            one.page.set_viewport_size({"width": width, "height": 800})
            one.picture(f"{scheme}-{width}-{walk.__name__}-{step.replace(',', '').replace(' ', '-')}")
    assert not found, found


@pytest.mark.parametrize("walk, scenario", WALKS, ids=[walk.__name__ for walk, _ in WALKS])
def test_pages_say_what_they_are_and_load_nothing(serve, scenarios, window, walk, scenario):
    one = window(server_of(serve, scenarios, scenario))
    asked = []
    one.page.on("request", lambda request: asked.append((request.resource_type, request.url)))
    for step in walk(one):
        page = one.page
        assert page.locator("h1").count() == 1, step
        assert page.locator("html").get_attribute("lang") == "en", step
        assert "mockidp" in page.locator("header").inner_text(), step
        assert page.title(), step
        # The order of the keyboard is the order of the page.
        assert page.locator("[tabindex]").count() == 0, step
        for field in page.locator("input:not([type=hidden]):not([type=submit]):not([hidden])").all():
            assert field.evaluate("field => field.labels.length") == 1, step
        # What went wrong is tied to its field.
        for field in page.locator("[aria-invalid]").all():
            for name in field.get_attribute("aria-describedby").split():
                assert page.locator(f"#{name}").inner_text(), step
        # Nothing on the page is wider than a narrow phone.
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, step
        page.set_viewport_size({"width": 1000, "height": 760})
    elsewhere = [url for kind, url in asked if kind != "document" and not url.startswith("data:") and "favicon" not in url]
    assert not elsewhere
