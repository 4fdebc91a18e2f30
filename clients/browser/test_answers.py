"""How the answer reaches the app: posted forms, hidden frames, browsers without scripts; and the pages that answer nobody."""

from urllib.parse import parse_qsl, quote, urlsplit

import pytest
from support.requests_by_hand import Verifier, authorize_url
from support.world import ALICE, MOBILE, SPA, WEB


def web_url(window, **changes):
    changes = {"redirect_uri": f"{window.listener.origin}/auth/callback", "response_mode": "form_post", **changes}
    return authorize_url(window.server, WEB, **changes)


def test_a_form_posts_itself_to_the_app(happy, window):
    one = window(happy)
    one.open(web_url(one, response_type="code id_token", nonce="n", state="<b>&\"'+ %20ä"))
    one.sign_in(ALICE)
    arrival = one.arrive()
    assert (arrival.path, arrival.mode) == ("/auth/callback", "form_post")
    assert arrival.parameters["state"] == "<b>&\"'+ %20ä"
    assert set(arrival.parameters) == {"code", "id_token", "state", "session_state"}


def test_a_refusal_is_posted_too(happy, window):
    one = window(happy)
    one.open(web_url(one, prompt="none"))
    arrival = one.arrive()
    assert (arrival.mode, arrival.parameters["error"]) == ("form_post", "login_required")


def test_without_scripts_everything_works_and_the_form_has_a_button(serve, scenarios, window):
    one = window(serve(scenarios / "first-consent.yaml"), java_script_enabled=False)
    one.open(authorize_url(one.server, MOBILE, redirect_uri=one.listener.origin, response_mode="form_post"))
    one.sign_in(ALICE).expect("ConvergedConsent", "Permissions requested").press()
    button = one.page.get_by_role("button", name="Submit")
    button.wait_for()
    one.picture("22-form-post-without-scripts")
    button.click()
    arrival = one.arrive()
    assert arrival.mode == "form_post" and arrival.code


# Hidden frames, as MSAL.js renews with

FRAME = """<!DOCTYPE html><html lang=en><title>A single-page app</title><p id=answer>waiting</p><iframe id=frame hidden></iframe><script>
const frame = document.getElementById("frame"), answer = document.getElementById("answer")
frame.onload = () => {
  // Another origin's address cannot be read: that is how the app knows that no answer came.
  try { answer.textContent = frame.contentWindow.location.href } catch (error) { answer.textContent = "not mine" }
}
frame.src = decodeURIComponent(location.hash.slice(1))
</script>"""


def frame_answer(window, url, host="localhost"):
    window.listener.pages["/frame"] = FRAME
    # A blank page between, since a change of the fragment alone loads nothing.
    window.open("about:blank").open(f"http://{host}:{window.listener.port}/frame#{quote(url, safe='')}")
    window.page.wait_for_function('() => !["waiting", "about:blank"].includes(document.getElementById("answer").textContent)')
    address = window.page.locator("#answer").inner_text()
    return dict(parse_qsl(urlsplit(address).fragment, keep_blank_values=True)) if address != "not mine" else None


def silent_url(window, **changes):
    return authorize_url(
        window.server, SPA, redirect_uri=window.listener.origin, response_mode="fragment",
        **{"prompt": "none", **Verifier().parameters, **changes},
    )  # fmt: skip


def test_a_hidden_frame_renews_with_a_session_and_is_refused_without(happy, profile):
    one = profile(happy)
    assert frame_answer(one, silent_url(one))["error"] == "login_required"
    one.open(authorize_url(happy, SPA, redirect_uri=one.listener.origin, **Verifier().parameters))
    one.sign_in(ALICE)
    assert one.arrive().code
    answer = frame_answer(one, silent_url(one))
    assert "code" in answer and answer["state"] == "12345"
    # The frame's cookies were those of the window: the name that is not there is refused.
    assert frame_answer(one, silent_url(one, login_hint="bob@contoso.onmicrosoft.com"))["error"] == "login_required"


def test_the_frame_of_another_site_has_the_session_too(happy, profile):
    """`127.0.0.1` and `localhost` are two sites, between which only `SameSite=None; Secure` cookies travel."""
    one = profile(happy)
    one.open(authorize_url(happy, SPA, redirect_uri=one.listener.origin, **Verifier().parameters))
    one.sign_in(ALICE)
    assert one.arrive().code
    one.listener.pages["/frame"] = FRAME
    with one.page.expect_event("framenavigated", lambda frame: frame.url.startswith(one.listener.origin)) as event:
        one.open(f"http://127.0.0.1:{one.listener.port}/frame#{quote(silent_url(one), safe='')}")
    assert "#code=" in event.value.url


def test_where_frames_have_no_cookies_the_app_must_ask_the_user(happy, window):
    """What browsers that block the cookies of other sites make of the same: no fault of the app, which opens a window then."""
    one = window(happy)
    one.open(authorize_url(happy, SPA, redirect_uri=one.listener.origin, **Verifier().parameters))
    one.sign_in(ALICE)
    assert one.arrive().code
    assert frame_answer(one, silent_url(one))["error"] == "login_required"


def test_pages_refuse_to_be_framed(happy, window):
    one = window(happy)
    assert frame_answer(one, silent_url(one, prompt=None)) is None
    assert one.complaints and all("frame" in text for text in one.complaints)
    one.complaints.clear()


# Pages that answer nobody

PAGES = [
    ("a redirect URI that is not registered", {"redirect_uri": "https://app.example/elsewhere"}, 50011, "23-redirect-mismatch"),
    ("an app nobody has", {"client_id": "deadbeef-0000-4000-8000-00000000dead"}, 700016, "24-unknown-app"),
]


@pytest.mark.parametrize("changes, code, name", [row[1:] for row in PAGES], ids=[row[0] for row in PAGES])
def test_requests_that_cannot_be_trusted_stay_on_a_page(happy, window, changes, code, name):
    one = window(happy)
    one.open(authorize_url(happy, **changes)).expect("ConvergedError", "Sign in").picture(name)
    assert one.fault.startswith(f"AADSTS{code}: ")
    assert one.is_at_the_server and not one.listener.calls
