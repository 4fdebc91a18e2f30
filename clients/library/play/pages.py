"""Somebody at the browser who answers every page as long as one leads to the next."""

from support.browser import Page, elsewhere

CODE = "123456"
NEW_PASSWORD = "N3w-passw0rd!"
DEAD_ENDS = ("ConvergedAdminApproval", "ConvergedConditionalAccess", "ConvergedError")


def walk(place, browser, user, password=None, press=None):
    """Answers pages until the app is called or there is no way on: the place, and the headings of the pages on the way.

    `press` names the button of a page by its id: `{"ConvergedConsent": ("action", "cancel")}`.
    """
    shown, given = [], None
    while isinstance(place, Page):
        answers = {
            "loginfmt": user.name, "username": user.name, "passwd": password or user.password, "otc": CODE,
            "currentPassword": password or user.password,
            "newPassword": NEW_PASSWORD, "confirmNewPassword": NEW_PASSWORD,
        }  # fmt: skip
        answers = {name: value for name, value in answers.items() if place.forms and name in place.form.fields}
        button = (press or {}).get(place.id) or tile(place, user) or elsewhere(place, user)
        # The same page once more is one that has refused.
        if not place.forms or place.id in DEAD_ENDS or (place.id, place.heading, answers) == given:
            break
        given = (place.id, place.heading, answers)
        shown.append(place.heading)
        place = browser.submit(place, answers, button)
    return place, shown


def tile(page, user):
    """The button of a picker that stands for the user; that of another account where there is none."""
    buttons = [button for button in page.form.buttons if button.get("name") == "account"] if page.forms else []
    own = [button for button in buttons if button.get("data-test-id") == user.name]
    if own:
        return "account", own[0]["value"]
    others = [button for button in page.form.buttons if button.get("id") == "otherTile"] if buttons else []
    return (others[0]["name"], others[0]["value"]) if others else None
