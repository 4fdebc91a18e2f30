"""A user who signs in: without a browser, or on the pages that Playwright shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Optional
from urllib.parse import urlsplit

from .errors import MockIdPError

if TYPE_CHECKING:
    from .records import User
    from .world import World

ONE_TIME_CODE = "123456"
"""The code that the server always accepts."""

MOST_STEPS = 30


@dataclass(frozen=True)
class Arrival:
    """The request that the browser would send to the app: its redirect URI, and the parameters of the answer."""

    redirect_uri: str
    parameters: Dict[str, str]
    url: str
    """The whole address, as the app's library reads it; of a form post the address with the form as its query."""


class Browser:
    """Stands for a browser: the server answers the sign-in pages itself. A user stays signed in as long as the object lives."""

    def __init__(self, world: World):
        self._world = world
        self._session = ""

    def sign_in(self, url: str, user: Optional[User] = None, **answers: Any) -> Arrival:
        """Goes from an authorization request to the app's redirect URI.

        ``answers`` say what else the user does: ``consent="decline"``, ``mfa="fail"``, ``cancel=True``, ``staySignedIn=True``.
        """
        order = {"url": url, "user": (user or self._world.user).alias, "session": self._session, **answers}
        try:
            told = self._world.call("POST", "signIn", order)
        except MockIdPError as error:
            raise MockIdPError(f"{error}\n{self._world.describe()}", error.problem, error.status) from error
        self._session = told["session"]
        return Arrival(told["redirectUri"], told["parameters"], told["url"])


def sign_in(page: Any, user: User, one_time_code: str = ONE_TIME_CODE) -> None:
    """Fills in the sign-in pages that a page of Playwright shows, until the browser is back at the app.

    The page must be on its way to the sign-in already: ``page.goto(app)``, or a click on the app's button.
    """
    page.wait_for_selector("[name=loginfmt], [name=passwd], [name=account], [name=otc]")
    host = urlsplit(page.url).netloc
    for _ in range(MOST_STEPS):
        if urlsplit(page.url).netloc != host:
            return
        tile = page.locator(f'button[name=account][data-test-id="{user.name}" i]')
        if tile.count():
            _press(page, tile.first)
            continue
        if page.locator("button[name=account]").count():
            _press(page, page.locator("button[name=action][value=other]").first)
            continue
        typed = {"loginfmt": user.name, "passwd": user.password, "otc": one_time_code}
        for name, text in typed.items():
            box = page.locator(f"input[name={name}]:visible")
            if box.count() and box.first.is_editable():
                box.first.fill(text)
        alert = page.locator("[role=alert]:visible")
        if alert.count() and alert.first.inner_text().strip():
            raise MockIdPError(f"The sign-in page says: {' '.join(alert.first.inner_text().split())}")
        _press(page, page.locator("#idSIButton9"))
    raise MockIdPError("The sign-in goes round in a circle.")


def _press(page: Any, button: Any) -> None:
    """Presses a button and waits for the page that follows."""
    with page.expect_navigation():
        button.click()
