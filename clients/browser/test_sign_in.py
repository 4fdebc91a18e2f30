"""Proving who one is: names, passwords, second factors, and what stays in the browser afterwards."""

import pytest
from support.requests_by_hand import authorize_url
from support.world import ADMIN, ALICE, BOB, User

STRANGER = User("stranger@contoso.onmicrosoft.com", "", "")
NEW_PASSWORD = "Correct-Horse-9"


def ask(window, **changes):
    changes = {"redirect_uri": window.listener.origin, **changes}
    return window.open(authorize_url(window.server, **changes))


def test_mistakes_are_said_on_the_page(happy, window):
    one = window(happy)
    ask(one)
    one.press()
    assert one.fault == "Enter a valid email address or phone number."
    one.give_name(STRANGER).picture("10-unknown-user")
    assert one.fault.startswith("This username may be incorrect.")
    assert '"sErrorCode":"50034"' in one.config
    one.give_name(ALICE).give_password(ALICE, "wrong").picture("11-wrong-password")
    assert one.fault.startswith("Your account or password is incorrect.")
    assert '"sErrorCode":"50126"' in one.config
    one.give_password(ALICE)
    assert one.arrive().code


def test_the_way_back_leads_to_another_name_and_cancel_to_the_app(happy, window):
    one = window(happy)
    ask(one, login_hint=ALICE.name)
    one.expect("ConvergedSignIn", "Enter password").back().expect("ConvergedSignIn", "Sign in").back()
    assert one.arrive().parameters == {"error": "access_denied", "error_subcode": "cancel", "state": "12345"}


def test_two_accounts_of_one_browser_are_picked_from_tiles(serve, window):
    server = serve("happy-path")
    one = window(server)
    ask(one)
    one.sign_in(ALICE)
    first = one.arrive()
    ask(one, prompt="select_account")
    one.expect("ConvergedSignIn", "Pick an account")
    assert one.tiles == [["Alice Archer", ALICE.name, "Signed in"]]
    one.page.locator("#otherTile").click()
    one.expect("ConvergedSignIn", "Sign in")
    assert one.page.locator("input[name=loginfmt]").input_value() == ""
    one.sign_in(BOB)
    assert one.arrive().code

    # With two that would do, nobody chooses but the user.
    ask(one)
    one.expect("ConvergedSignIn", "Pick an account").picture("12-pick-an-account")
    assert sorted(one.tiles) == [["Alice Archer", ALICE.name, "Signed in"], ["Bob Baker", BOB.name, "Signed in"]]
    one.pick(ALICE)
    again = one.arrive()
    assert again.parameters["session_state"] == first.parameters["session_state"]
    ask(one, prompt="none")
    assert one.arrive().parameters["error"] == "interaction_required"

    # One whose sessions were revoked stands there as signed out and needs the password.
    server.post_control("users/bob/revokeSessions", {})
    ask(one, prompt="select_account").expect("ConvergedSignIn", "Pick an account").picture("13-pick-a-signed-out-account")
    assert sorted(tile[2] for tile in one.tiles) == ["Signed in", "Signed out"]
    one.pick(BOB).give_password(BOB)
    assert one.arrive().code
    ask(one, prompt="select_account").expect("ConvergedSignIn", "Pick an account").back()
    assert one.arrive().parameters["error_subcode"] == "cancel"


def test_a_known_account_is_asked_for_its_password_and_another_can_sign_in(happy, window):
    one = window(happy)
    ask(one)
    one.sign_in(ALICE)
    first = one.arrive()
    ask(one, prompt="login").expect("ConvergedSignIn", "Enter password").picture("27-password-of-a-known-account")
    one.give_password(ALICE)
    assert one.arrive().parameters["session_state"] == first.parameters["session_state"]

    # By keyboard alone: the field has the focus, and the last thing to reach is the other account.
    ask(one, prompt="login").expect("ConvergedSignIn", "Enter password")
    reached = []
    for _ in range(4):
        one.page.keyboard.press("Tab")
        reached.append(one.page.evaluate("document.activeElement.value || document.activeElement.id"))
    assert reached == ["idA_PWD_ForgotPassword", "Sign in", "back", "other"]
    one.page.keyboard.press("Enter")
    one.expect("ConvergedSignIn", "Sign in")
    assert one.page.locator("input[name=loginfmt]").input_value() == ""
    one.sign_in(BOB)
    assert one.arrive().parameters["session_state"] != first.parameters["session_state"]


def test_a_one_time_code_wrong_and_right(serve, scenarios, window):
    one = window(serve(scenarios / "second-factor.yaml"))
    ask(one)
    one.sign_in(ALICE).expect("ConvergedTFA", "Enter code").picture("14-one-time-code")
    one.page.locator("input[name=otc]").fill("000000")
    one.press().expect("ConvergedTFA", "Enter code").picture("15-wrong-one-time-code")
    assert one.fault == "You didn't enter the expected verification code. Please try again."
    assert '"sErrorCode":"500121"' in one.config
    one.page.locator("input[name=otc]").fill("123456")
    one.press()
    assert one.arrive().code
    # The session has the proof.
    ask(one, prompt="none")
    assert one.arrive().code


def test_a_second_factor_is_registered_once(serve, scenarios, window):
    one = window(serve(scenarios / "second-factor.yaml"))
    ask(one)
    one.sign_in(BOB).expect("ConvergedProofUpRedirect", "More information required").picture("16-register-a-second-factor")
    one.press()
    assert one.arrive().code
    ask(one, prompt="login", login_hint=BOB.name)
    one.give_password(BOB).expect("ConvergedTFA", "Enter code")


def test_an_expired_password_is_changed_and_the_old_one_is_dead(serve, scenarios, window):
    server = serve(scenarios / "expired-password.yaml")
    one = window(server)
    ask(one)
    one.sign_in(ALICE).expect("ConvergedChangePassword", "Update your password").picture("17-expired-password")
    fields = [one.page.get_by_label(label, exact=True) for label in ("Current password", "New password", "New password again")]

    def change(*values):
        one.expect("ConvergedChangePassword", "Update your password")
        for field, value in zip(fields, values, strict=True):
            field.fill(value)
        one.press()

    change("wrong", NEW_PASSWORD, NEW_PASSWORD)
    assert one.fault == "Your current password is incorrect."
    change(ALICE.password, NEW_PASSWORD, "something else")
    assert "Enter a new password twice" in one.fault
    one.picture("18-new-passwords-that-differ")
    faulty = one.page.locator("[aria-invalid]")
    assert [field.get_attribute("name") for field in faulty.all()] == ["newPassword"], "the fault stands beside its field"
    change(ALICE.password, NEW_PASSWORD, NEW_PASSWORD)
    assert one.arrive().code

    other = window(server)
    ask(other)
    other.sign_in(ALICE)
    assert other.fault.startswith("Your account or password is incorrect.")
    other.give_password(ALICE, NEW_PASSWORD)
    assert other.arrive().code


def test_a_forgotten_password_is_set_anew_by_whoever_has_a_method(serve, scenarios, window):
    one = window(serve(scenarios / "second-factor.yaml"))
    ask(one)
    one.give_name(ALICE).give_password(ALICE, "wrong").picture("34-reset-it-now")
    assert one.fault == "Your account or password is incorrect. If you don't remember your password, reset it now."
    # The Enter key goes on with the password, and not to the new one.
    one.page.locator("input[name=passwd]").fill("wrong")
    one.page.keyboard.press("Enter")
    one.expect("ConvergedSignIn", "Enter password").page.get_by_role("button", name="reset it now").click()
    one.expect("ConvergedChangePassword", "Get back into your account").picture("35-a-new-password")
    for label, value in (("Code", "123456"), ("New password", NEW_PASSWORD), ("New password again", NEW_PASSWORD)):
        one.page.get_by_label(label, exact=True).fill(value)
    one.press()
    one.expect("ConvergedSignIn", "Enter password").picture("36-the-password-has-been-reset")
    one.give_password(ALICE, NEW_PASSWORD).expect("ConvergedTFA", "Enter code")

    # "Forgot my password" leads there, too; without a method it says who knows.
    ask(one, prompt="login", login_hint=ALICE.name)
    one.page.locator("#idA_PWD_ForgotPassword").click()
    one.expect("ConvergedChangePassword", "Get back into your account")
    ask(one, prompt="login", login_hint=BOB.name)
    assert one.page.locator("#idA_PWD_ForgotPassword").evaluate("it => it.tagName") == "A"
    one.give_password(BOB, "wrong")
    assert one.fault == "Your account or password is incorrect."


@pytest.mark.parametrize("answer, survives", [("yes", True), ("no", False)])
def test_stay_signed_in_outlives_the_browser(serve, scenarios, window, answer, survives):
    server = serve(scenarios / "stay-signed-in.yaml")
    one = window(server)
    ask(one)
    one.sign_in(ALICE).expect("KmsiInterrupt", "Stay signed in?")
    if answer == "yes":
        one.picture("19-stay-signed-in").press()
    else:
        one.back()
    assert one.arrive().code

    # Closing a browser loses the cookies without an end.
    state = one.context.storage_state()
    state["cookies"] = [cookie for cookie in state["cookies"] if cookie["expires"] > 0]
    assert ("ESTSAUTHPERSISTENT" in [cookie["name"] for cookie in state["cookies"]]) is survives
    later = window(server, storage_state=state)
    ask(later)
    if survives:
        assert later.arrive().code
    else:
        later.expect("ConvergedSignIn", "Sign in")


def test_the_keyboard_is_enough(serve, window):
    server = serve("happy-path")
    one = window(server)
    ask(one, scope="openid User.Read.All")
    keys = one.page.keyboard

    def focus():
        return one.page.evaluate("() => document.activeElement.id || document.activeElement.name || document.activeElement.tagName")

    one.expect("ConvergedSignIn", "Sign in")
    assert focus() == "i0116"
    keys.type(ADMIN.name)
    keys.press("Enter")
    one.expect("ConvergedSignIn", "Enter password")
    assert focus() == "i0118"
    keys.type(ADMIN.password)
    order = [focus()]
    for _ in range(3):
        keys.press("Tab")
        order.append(focus())
    assert order == ["i0118", "idA_PWD_ForgotPassword", "idSIButton9", "idBtn_Back"]
    one.picture("20-focus-on-the-second-button")
    keys.press("Shift+Tab")
    keys.press("Enter")
    one.expect("ConvergedConsent", "Permissions requested")
    order = []
    for _ in range(4):
        keys.press("Tab")
        order.append(focus())
    assert order == ["SUMMARY", "organization", "idSIButton9", "idBtn_Back"]
    keys.press("Shift+Tab")
    keys.press("Shift+Tab")
    keys.press("Space")
    assert one.page.get_by_label("Consent on behalf of your organization").is_checked()
    keys.press("Enter")
    assert one.arrive().code


def test_two_tabs_at_once_do_not_disturb_each_other(happy, window):
    one = window(happy)
    ask(one, state="first").give_name(ALICE)
    first = one.page
    one.page = one.context.new_page()
    ask(one, state="second").sign_in(ALICE)
    assert one.arrive().parameters["state"] == "second"
    one.page = first
    one.give_password(ALICE)
    assert one.arrive().parameters["state"] == "first"
