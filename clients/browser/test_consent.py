"""Who lets an app have what: the consent page, the page that an administrator must approve, and the admin consent endpoint."""

import pytest
from support.requests_by_hand import authorize_url
from support.world import ADMIN, ALICE, BOB, CONTOSO, MOBILE, WEB

NEEDS_ADMIN = "openid https://graph.microsoft.com/User.Read.All"


@pytest.fixture
def first(serve, scenarios, window):
    """A window of a world in which nobody has consented to the mobile app."""
    return window(serve(scenarios / "first-consent.yaml"))


def ask(window, **changes):
    changes = {"redirect_uri": window.listener.origin, **changes}
    return window.open(authorize_url(window.server, **changes))


def test_first_sign_in_with_consent_then_a_second_app_without_any_page(first):
    ask(first)
    first.expect("ConvergedSignIn", "Sign in").picture("01-sign-in")
    first.give_name(ALICE).expect("ConvergedSignIn", "Enter password").picture("02-password")
    first.give_password(ALICE).expect("ConvergedConsent", "Permissions requested").picture("03-consent")
    assert set(first.permissions) == {"User.Read", "openid", "profile", "offline_access"}, "what was asked and is not granted"
    assert "Contoso Mobile" in first.text and "contoso.onmicrosoft.com" in first.text
    assert first.page.get_by_label("Consent on behalf of your organization").count() == 0
    # Everything that is asked is named before anybody clicks. What it means opens.
    names = first.page.locator(".permissions code")
    assert [name.is_visible() for name in names.all()] == [True] * 4
    for words in ["Sign you in and read your profile", "Maintain access to data you have given it access to"]:
        assert first.page.get_by_text(words).first.is_visible(), words
    meaning = first.page.locator(".permissions details p").first
    assert not meaning.is_visible()
    first.page.locator("summary").first.click()
    meaning.wait_for()
    first.picture("04-consent-detail").press()
    arrival = first.arrive()
    assert (arrival.mode, list(arrival.parameters)) == ("query", ["code", "state", "session_state"])

    # What was granted stays granted, and the session signs in to another app.
    for app, redirect_uri in [(MOBILE, first.listener.origin), (WEB, f"{first.listener.origin}/auth/callback")]:
        shown = len(first.server.exchanges(event="page.shown"))
        ask(first, app=app, redirect_uri=redirect_uri)
        assert first.arrive().code
        assert len(first.server.exchanges(event="page.shown")) == shown


def test_only_what_is_missing_is_asked_for(serve, scenarios, window):
    one = window(serve(scenarios / "one-more-permission.yaml"))
    ask(one)
    one.sign_in(ALICE)
    assert one.arrive().code
    ask(one, scope="openid User.Read Calendars.Read api://contoso/Orders.Read")
    one.expect("ConvergedConsent", "Permissions requested").picture("05-incremental-consent")
    assert one.permissions == ["Calendars.Read"], "Orders.Read is on the list that everybody was consented to"
    one.press()
    assert one.arrive().code
    ask(one, scope="openid Calendars.Read", prompt="none")
    assert one.arrive().code


def test_prompt_consent_asks_again_for_what_is_granted(serve, window):
    one = window(serve("happy-path"))
    ask(one, prompt="consent")
    one.sign_in(ALICE).expect("ConvergedConsent", "Permissions requested")
    assert "User.Read" in one.permissions
    one.press()
    assert one.arrive().code


def test_a_declined_consent_goes_back_to_the_app_as_consent_required(first):
    ask(first)
    first.sign_in(ALICE).expect("ConvergedConsent", "Permissions requested").back()
    arrival = first.arrive()
    assert arrival.parameters["error"] == "consent_required"
    assert arrival.parameters["error_description"].startswith("AADSTS65004: User declined to consent")
    assert arrival.parameters["error_uri"].endswith("/error?code=65004")
    # Nothing was granted, but the user is signed in by now.
    ask(first).expect("ConvergedConsent", "Permissions requested")
    ask(first, prompt="none")
    assert first.arrive().parameters["error"] == "consent_required"


def test_a_user_waits_for_the_administrator_who_consents_for_everybody(serve, window):
    server = serve("happy-path")
    alice = window(server)
    ask(alice, scope=NEEDS_ADMIN)
    alice.sign_in(ALICE).expect("ConvergedAdminApproval", "Need admin approval").picture("06-need-admin-approval").back()
    arrival = alice.arrive()
    assert arrival.parameters == {"error": "access_denied", "error_subcode": "cancel", "state": "12345"}

    # The administrator comes by the link on that page.
    ask(alice, scope=NEEDS_ADMIN)
    alice.page.get_by_role("button", name="Have an admin account? Sign in with that account").click()
    alice.expect("ConvergedSignIn", "Sign in").picture("07-sign-in-as-administrator")
    assert alice.page.locator("input[name=loginfmt]").input_value() == "", "the name of the one who may not"
    alice.sign_in(ADMIN).expect("ConvergedConsent", "Permissions requested").picture("08-consent-of-an-administrator")
    assert alice.permissions == ["User.Read.All"]
    alice.page.get_by_label("Consent on behalf of your organization").check()
    alice.press()
    assert alice.arrive().code

    # Another user in another browser is asked for nothing but the password.
    bob = window(server)
    ask(bob, scope=NEEDS_ADMIN)
    bob.sign_in(BOB)
    assert bob.arrive().code
    ask(alice, scope=NEEDS_ADMIN, login_hint=ALICE.name)
    assert alice.arrive().code


def test_without_the_box_an_administrator_consents_for_one(serve, window):
    server = serve("happy-path")
    admin = window(server)
    ask(admin, scope=NEEDS_ADMIN)
    admin.sign_in(ADMIN).expect("ConvergedConsent", "Permissions requested").press()
    assert admin.arrive().code
    bob = window(server)
    ask(bob, scope=NEEDS_ADMIN)
    bob.sign_in(BOB).expect("ConvergedAdminApproval", "Need admin approval")


# /{tenant}/v2.0/adminconsent

SCOPE = "https://graph.microsoft.com/User.Read.All https://graph.microsoft.com/Calendars.Read"


def ask_administrator(window, scope=SCOPE):
    address = f"{window.server.authority}/organizations/v2.0/adminconsent"
    redirect_uri = f"{window.listener.origin}/auth/callback"
    url = f"{address}?client_id={WEB.id}&redirect_uri={redirect_uri}&state=a%2Bb&scope={scope.replace(' ', '%20')}"
    return window.open(url)


def test_an_administrator_grants_for_everybody_at_the_admin_consent_endpoint(serve, window):
    server = serve("happy-path")
    admin = window(server)
    ask_administrator(admin)
    admin.sign_in(ADMIN).expect("ConvergedConsent", "Permissions requested").picture("09-admin-consent")
    assert sorted(admin.permissions) == ["Calendars.Read", "User.Read.All"]
    admin.press()
    arrival = admin.arrive()
    assert arrival.path == "/auth/callback"
    assert arrival.parameters == {"admin_consent": "True", "tenant": CONTOSO, "state": "a+b", "scope": SCOPE}
    bob = window(server)
    ask(bob, app=WEB, redirect_uri=f"{bob.listener.origin}/auth/callback", scope=f"openid {SCOPE}")
    bob.sign_in(BOB)
    assert bob.arrive().code


def test_an_administrator_cancels_at_the_admin_consent_endpoint(serve, window):
    admin = window(serve("happy-path"))
    ask_administrator(admin)
    admin.sign_in(ADMIN).expect("ConvergedConsent", "Permissions requested").back()
    parameters = admin.arrive().parameters
    assert list(parameters) == ["error", "error_description", "error_uri", "admin_consent", "state"]
    assert (parameters["error"], parameters["admin_consent"]) == ("access_denied", "True")
    assert parameters["error_description"].startswith("AADSTS65004: User declined to consent to access the app. ")


def test_a_user_at_the_admin_consent_endpoint_may_only_leave(serve, window):
    user = window(serve("happy-path"))
    ask_administrator(user)
    user.sign_in(ALICE).expect("ConvergedAdminApproval", "Need admin approval").back()
    assert user.arrive().parameters == {"error": "access_denied", "error_subcode": "cancel", "state": "a+b"}
