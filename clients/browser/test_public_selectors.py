"""Public browser tests find their way through the pages by the selectors that they were recorded with: ids, names, roles and texts."""

import pytest
from public_selectors import RECORDED
from support.requests_by_hand import authorize_url
from support.world import ALICE, BOB, WEB, User

STRANGER = User("stranger@contoso.onmicrosoft.com", "", "")

#: What the pages do not have, with the reason. Such a step is passed over, or done otherwise, and has to stay missing.
MISSING = {
    "Organization banner logo": "a picture of a tenant's own, and everybody's page knows no tenant",
    "#lightbox > div:nth-child(2)": "a click beside all things",
    "#idDiv_SAOTCAS_Title": "the page of a notice on a telephone, and this user has codes",
    "div[role='button']:has-text('Use another account')": "a div needs a script to be pressed; the page has a button",
}

OTHERWISE = {"div[role='button']:has-text('Use another account')": "#otherTile"}


def sign_in_url(one, recorded, **changes):
    tenant = "common" if recorded.at == "everybody" else "contoso.onmicrosoft.com"
    return authorize_url(one.server, WEB, tenant=tenant, redirect_uri=f"{one.listener.origin}/auth/callback", **changes)


def found(page, how, name, recorded):
    """What the selector finds, as the tool does: Playwright wants one, Selenium takes the first."""
    match how:
        case "css" | "xpath":
            locator = page.locator(f"{how}={name}")
        case "text":
            # Playwright's `text=` selectors take the first too.
            return page.get_by_text(name).first
        case "label":
            return page.get_by_label(name)
        case "placeholder":
            return page.get_by_placeholder(name)
        case _:
            return page.get_by_role(how, name=name)
    return locator.first if recorded.tool == "Selenium" else locator


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: f"{recorded.address} {recorded.date} {recorded.mistake}".strip())
def test_the_selectors_of(serve, tmp_path, window, recorded):
    world = tmp_path / "public.yaml"
    world.write_text(
        "scenario: public\nsignIn: pages\nstaySignedIn: true\n"
        "world: { users: { alice: { mfa: required }, bob: { mfa: unregistered } }, apps: { web: { consent: granted } } }\n"
        if recorded.factor
        else "scenario: public\nsignIn: pages\nstaySignedIn: true\nworld: { apps: { web: { consent: granted } } }\n"
    )
    one = window(serve(str(world)))
    user = BOB if ("register",) in recorded.steps else ALICE
    values = {"name": STRANGER.name if recorded.mistake == "name" else user.name, "code": "123456"}
    values["password"] = "wrong" if recorded.mistake == "password" else user.password
    one.open(sign_in_url(one, recorded))
    for deed, *rest in recorded.steps:
        if deed == "again":
            assert one.arrive().code
            one.open(sign_in_url(one, recorded, prompt="select_account"))
            continue
        if deed == "register":
            # The page before it has registered a method.
            continue
        how, name, *text = rest
        locator = found(one.page, how, name.format(**values) if "{name}" in name else name, recorded)
        if name in MISSING:
            assert locator.count() == 0, f"{name} is there: take it out of MISSING"
            if name in OTHERWISE:
                one.page.locator(OTHERWISE[name]).click()
            continue
        match deed:
            case "see":
                locator.wait_for()
                if text:
                    assert locator.inner_text() == text[0]
            case "click":
                locator.click()
            case _:
                locator.fill(values[deed])
    if recorded.arrives:
        assert one.arrive().code
