"""The sign-in pages, filled in as a test suite would."""

import pytest
from support.browser import Arrival, Browser, Page
from support.requests_by_hand import authorize_url
from support.world import ALICE, User

STRANGER = User("stranger@contoso.onmicrosoft.com", "", "")


@pytest.fixture
def name_page(happy, browser):
    page = browser.open(authorize_url(happy))
    assert isinstance(page, Page)
    return page


def test_the_first_page_asks_for_the_name_and_the_second_for_the_password(browser, name_page):
    assert name_page.status == 200
    assert name_page.id == "ConvergedSignIn"
    assert name_page.form.method == "post"
    assert "loginfmt" in name_page.form.fields
    assert [b["id"] for b in name_page.form.buttons] == ["idSIButton9", "idBtn_Back"]
    assert name_page.headers["Cache-Control"] == "no-store, no-cache"
    assert name_page.headers["X-Frame-Options"] == "DENY"
    page = browser.submit(name_page, {"loginfmt": ALICE.name})
    assert "passwd" in page.form.fields
    assert ALICE.name in page.text
    arrival = browser.submit(page, {"passwd": ALICE.password})
    assert isinstance(arrival, Arrival)


def test_a_form_works_only_in_the_browser_that_opened_it(happy, browser, name_page):
    place = Browser(happy).submit(name_page, {"loginfmt": ALICE.name})
    assert isinstance(place, Page)
    assert place.id == "ConvergedError"
    assert "AADSTS50089: " in place.text


def test_a_wrong_password_is_said_on_the_page_and_may_be_corrected(browser, name_page):
    page = browser.submit(name_page, {"loginfmt": ALICE.name})
    page = browser.submit(page, {"passwd": "wrong"})
    assert isinstance(page, Page) and page.status == 200
    assert '"sErrorCode":"50126"' in page.html
    assert page.form.fields["passwd"] == ""
    assert "code" in browser.submit(page, {"passwd": ALICE.password}).parameters


def test_an_unknown_user_is_said_on_the_page_and_may_be_corrected(browser, name_page):
    page = browser.submit(name_page, {"loginfmt": STRANGER.name})
    if "passwd" in page.form.fields:
        page = browser.submit(page, {"passwd": "x"})
    assert '"sErrorCode":"50034"' in page.html
    assert page.form.fields["loginfmt"] == STRANGER.name
    assert "code" in browser.finish(page, ALICE).parameters


@pytest.mark.parametrize("name", ["ALICE@Contoso.onmicrosoft.com", "  alice@contoso.onmicrosoft.com "])
def test_the_name_is_read_generously(browser, name_page, name):
    page = browser.submit(name_page, {"loginfmt": name})
    assert "passwd" in page.form.fields


def test_leaving_answers_access_denied_with_the_subcode_cancel_and_nothing_else(browser, name_page):
    arrival = browser.submit(name_page, press=("action", "cancel"))
    assert arrival.pairs == [("error", "access_denied"), ("error_subcode", "cancel"), ("state", "12345")]


def test_the_way_back_from_the_password_leads_to_the_name(browser, name_page):
    page = browser.submit(name_page, {"loginfmt": STRANGER.name.replace("stranger", "bob")})
    page = browser.submit(page, press=("action", "back"))
    assert "passwd" not in page.form.fields
    assert "code" in browser.finish(page, ALICE).parameters


def test_a_hint_goes_straight_to_the_password(happy, browser):
    page = browser.open(authorize_url(happy, login_hint=ALICE.name))
    assert "passwd" in page.form.fields
    assert ALICE.name in page.text


def test_what_a_request_says_is_text_on_the_page_and_nothing_more(happy, browser):
    page = browser.open(authorize_url(happy, redirect_uri="https://a.example/\"><script>alert(1)</script>"))
    assert "<script>alert(1)" not in page.html
    page = browser.open(authorize_url(happy, login_hint='"><img src=x onerror=alert(1)>'))
    assert "<img src=x" not in page.html
