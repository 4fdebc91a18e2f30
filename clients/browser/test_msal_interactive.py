"""MSAL for Python with its own idea of interactive sign-in: it opens a browser and listens for the answer itself."""

import queue
import threading
import webbrowser

import pytest
from support.msal_apps import public_app
from support.world import ADMIN, ALICE, API_SCOPE, BOB, GRAPH_SCOPE

TIMEOUT = 30  # seconds


@pytest.fixture
def interactively(monkeypatch):
    """Calls `acquire_token_interactive`, with `answer(window)` at the browser that MSAL asks for; MSAL's result."""

    def call(app, window, scopes, answer, **arguments):
        asked, results = queue.Queue(), queue.Queue()

        def open_browser(url, *rest, **more):
            asked.put(url)
            return True

        def run():
            try:
                results.put(app.acquire_token_interactive(scopes, timeout=TIMEOUT, **arguments))
            except Exception as error:  # told to the test, which would wait for ever otherwise
                results.put(error)

        monkeypatch.setattr(webbrowser, "open", open_browser)
        thread = threading.Thread(target=run)
        thread.start()
        window.open(asked.get(timeout=TIMEOUT))
        answer(window)
        thread.join()
        # MSAL has the answer before the browser has the page that thanks for it; the next address would meet that on its way.
        window.page.wait_for_url(lambda url: url.startswith("http://localhost:"))
        result = results.get_nowait()
        if isinstance(result, Exception):
            raise result
        return result

    return call


def as_alice(window):
    window.sign_in(ALICE)


def nothing(window):
    """No page is shown."""


def test_the_first_time_and_again_by_single_sign_on(happy, window, interactively):
    app, one = public_app(happy), window(happy)
    result = interactively(app, one, [GRAPH_SCOPE], as_alice)
    assert result["id_token_claims"]["preferred_username"] == ALICE.name
    again = interactively(app, one, [GRAPH_SCOPE], nothing)
    assert again["id_token_claims"]["oid"] == ALICE.oid
    assert len(app.get_accounts()) == 1


def login(window):
    window.give_name(ALICE).give_password(ALICE)


def login_hinted(window):
    window.give_password(ALICE)


def picked(window):
    window.pick(ALICE)


def another(window):
    window.expect("ConvergedSignIn", "Pick an account")
    window.page.locator("#otherTile").click()
    window.sign_in(BOB)


def accepted(window):
    window.expect("ConvergedConsent", "Permissions requested").press()


PROMPTS = [
    ("login", {}, None, ALICE),
    ("login", {"login_hint": ALICE.name}, login_hinted, ALICE),
    ("select_account", {}, picked, ALICE),
    ("select_account", {}, another, BOB),
    ("consent", {}, accepted, ALICE),
    ("none", {}, nothing, ALICE),
    ("create", {}, None, ALICE),
]


@pytest.mark.parametrize(
    "prompt, arguments, answer, user", PROMPTS, ids=[f"{row[0]} {' '.join(row[1])} {row[3].display_name}" for row in PROMPTS]
)
def test_every_prompt_after_a_first_sign_in(serve, window, interactively, prompt, arguments, answer, user):
    server = serve("happy-path")
    app, one = public_app(server), window(server)
    assert "access_token" in interactively(app, one, [GRAPH_SCOPE], as_alice)

    def default(window):
        """The single account of the browser may stand in the page already."""
        window.expect("ConvergedSignIn", window.heading)
        if window.heading == "Sign in":
            window.give_name(user)
        window.give_password(user)

    result = interactively(app, one, [GRAPH_SCOPE], answer or default, prompt=prompt, **arguments)
    assert result.get("id_token_claims", {}).get("preferred_username") == user.name, result


def test_prompt_none_without_a_session_is_the_error_of_the_result(happy, window, interactively):
    result = interactively(public_app(happy), window(happy), [GRAPH_SCOPE], nothing, prompt="none")
    assert result["error"] == "login_required"
    assert result["error_description"].startswith("AADSTS50058: ")


def test_declined_consent_is_the_error_of_the_result(serve, scenarios, window, interactively):
    server = serve(scenarios / "first-consent.yaml")

    def decline(one):
        one.sign_in(ALICE).expect("ConvergedConsent", "Permissions requested").back()

    app = public_app(server)
    result = interactively(app, window(server), [GRAPH_SCOPE], decline)
    assert result["error"] == "consent_required"
    assert result["error_description"].startswith("AADSTS65004: User declined to consent to access the app.")
    assert "access_token" not in result and not app.get_accounts()


def test_cancelled_sign_in_is_the_error_of_the_result(happy, window, interactively):
    def cancel(one):
        one.expect("ConvergedSignIn", "Sign in").back()

    result = interactively(public_app(happy), window(happy), [GRAPH_SCOPE], cancel)
    assert (result["error"], result.get("error_description")) == ("access_denied", None)


def test_a_second_resource_silently_after_extra_consent(serve, scenarios, window, interactively):
    """`extra_scopes_to_consent`: one page for both resources, the code for the first, the refresh token for the other."""
    server = serve(scenarios / "first-consent.yaml")
    app, one = public_app(server), window(server)
    listed = []

    def consent_to_both(one):
        one.sign_in(ALICE).expect("ConvergedConsent", "Permissions requested").picture("26-consent-to-two-resources")
        listed.extend(one.permissions)
        one.press()

    result = interactively(app, one, [GRAPH_SCOPE], consent_to_both, extra_scopes_to_consent=[API_SCOPE])
    assert "access_token" in result, result
    assert {"User.Read", "access_as_user"} <= set(listed)
    (account,) = app.get_accounts()
    second = app.acquire_token_silent([API_SCOPE], account)
    assert second and second["access_token"] != result["access_token"]
    assert API_SCOPE in second["scope"]
    # Without consent there is none, and the error says what to do.
    third = app.acquire_token_silent_with_error(["api://contoso/Orders.Read"], account)
    assert (third["error"], third["classification"]) == ("invalid_grant", "consent_required")


def test_an_administrator_consents_on_the_way(serve, window, interactively):
    server = serve("happy-path")

    def consent(one):
        one.sign_in(ADMIN).expect("ConvergedConsent", "Permissions requested")
        one.page.get_by_label("Consent on behalf of your organization").check()
        one.press()

    scope = "https://graph.microsoft.com/User.Read.All"
    assert "access_token" in interactively(public_app(server), window(server), [scope], consent)
    result = interactively(public_app(server), window(server), [scope], as_alice)
    assert scope in result["scope"]
