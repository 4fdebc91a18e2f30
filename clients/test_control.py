"""Time, age and a new beginning, by the control API."""

from support.browser import Browser
from support.requests_by_hand import authorize_url, grant, redeem
from support.world import MOBILE, SPA


def refresh(server, body, app=MOBILE, **arguments):
    form = {"grant_type": "refresh_token", "client_id": app.id, "refresh_token": body["refresh_token"]}
    return server.token(form, **arguments)


def test_a_code_lives_for_ten_minutes(serve):
    server = serve("happy-path")
    granted = grant(server, Browser(server))
    server.post_control("clock", {"advance": "11m"})
    answer = server.token(granted.form)
    assert (answer.status_code, answer.json()["error_codes"]) == (400, [70008])


def test_after_ninety_days_of_silence_a_refresh_token_is_dead(serve):
    server = serve("happy-path")
    body = redeem(server, grant(server, Browser(server)))
    server.post_control("clock", {"advance": "89d"})
    body = refresh(server, body).json()
    server.post_control("clock", {"advance": "91d"})
    answer = refresh(server, body)
    assert (answer.status_code, answer.json()["error_codes"], answer.json()["suberror"]) == (400, [700082], "bad_token")


def test_what_ages_does_so_without_the_clock(serve):
    server = serve("happy-path")
    body = redeem(server, grant(server, Browser(server)))
    server.post_control("age", {"kind": "refreshTokens", "by": "91d"})
    assert refresh(server, body).json()["error_codes"] == [700082]
    # A new sign-in is good at once.
    body = redeem(server, grant(server, Browser(server)))
    assert refresh(server, body).status_code == 200


def test_a_single_page_app_has_a_day(serve):
    server = serve("happy-path")
    granted = grant(server, Browser(server), SPA)
    body = redeem(server, granted)
    server.post_control("clock", {"advance": "23h"})
    body = refresh(server, body, SPA, headers=granted.headers).json()
    assert body["refresh_token_expires_in"] <= 3600
    server.post_control("clock", {"advance": "2h"})
    answer = refresh(server, body, SPA, headers=granted.headers).json()
    assert (answer["error_codes"], answer["suberror"]) == ([700084], "bad_token")


def test_a_session_lives_for_a_day_of_silence(serve):
    server = serve("happy-path")
    browser = Browser(server)
    grant(server, browser)
    server.post_control("clock", {"advance": "25h"})
    assert browser.open(authorize_url(server, prompt="none")).parameters["error"] == "login_required"


def test_reset_begins_anew(serve):
    server = serve("happy-path")
    body = redeem(server, grant(server, Browser(server)))
    server.post_control("reset", {})
    answer = refresh(server, body)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    assert redeem(server, grant(server, Browser(server)))["access_token"]
