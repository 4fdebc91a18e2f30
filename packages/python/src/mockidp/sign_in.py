"""A user who signs in: without a browser, or on the pages that Playwright shows."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Dict, List, Optional
from urllib.parse import urlsplit

from .errors import MockIdPError, PageRefused
from .pages import MOST_STEPS, ONE_TIME_CODE, Arrival, Pages

if TYPE_CHECKING:
    from .records import User
    from .world import World

COMES_WITHIN = 30.0
"""Seconds until a page of the sign-in, or the app, must be there."""


class Browser:
    """Stands for a browser: the server answers the sign-in pages itself. A user stays signed in as long as the object lives.

    The session of ``sign_in_at_pages`` is one of its own.
    """

    def __init__(self, world: World):
        self._world = world
        self._session = ""
        self._pages = Pages(world)

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

    def sign_in_at_pages(self, url: str, user: Optional[User] = None, **typed: str) -> Arrival:
        """The same at the pages, as a person fills them in. A page that does not go on raises ``PageRefused``, and the browser goes on.

        ``typed`` are fields that the person fills in otherwise: ``passwd="wrong"``, ``otc="000000"``.
        """
        return self._pages.sign_in(url, user or self._world.user, typed)


def sign_in(page: Any, user: User, one_time_code: str = ONE_TIME_CODE) -> None:
    """Fills in the sign-in pages that a page of Playwright shows, until the window is back at the app or closes, as a popup does.

    The page must be on its way to the sign-in already: ``page.goto(app)``, or a click on the app's button. Where the user is signed in already there
    is no page, and it returns at once. A page that does not go on raises ``PageRefused``, and stays.
    """
    world = user._world
    for step in range(MOST_STEPS):
        shown = _look(page, world, was_asked=step > 0)
        if shown is None:
            world._walked = max([world._walked, *(exchange["number"] for exchange in world.journal())])
            return
        if shown["alert"] is not None and (step or not shown["canGoOn"]):
            raise PageRefused(shown["heading"], shown["alert"], shown["code"], world.describe())
        try:
            _answer(page, user, one_time_code)
        except Exception:
            if not page.is_closed():
                raise
            return
    raise MockIdPError(f"The sign-in goes round in a circle.\n{world.describe()}")


def _look(page: Any, world: World, was_asked: bool) -> Optional[Dict[str, Any]]:
    """Waits for a page of the server that can be read. None is the end of the sign-in: the window is at the app, or closed."""
    end = monotonic() + COMES_WITHIN
    while monotonic() < end:
        if page.is_closed():
            return None
        if not _is_at_server(page.url, world):
            if page.url not in ("", "about:blank") and (was_asked or _came_back(world)):
                with suppress(Exception):  # a popup may close meanwhile
                    page.wait_for_load_state()
                return None
        else:
            shown = _read(page)
            if shown is not None and (shown["canGoOn"] or shown["alert"] is not None):
                return shown
        with suppress(Exception):  # the window may close just now
            page.wait_for_timeout(50)
    raise MockIdPError(
        f"Neither a page of the sign-in nor the app came within {COMES_WITHIN:.0f} s; the window is at {page.url}.\n{world.describe()}"
    )


def _came_back(world: World) -> bool:
    """Whether the server has answered an authorization request since the last sign-in, and sent the window on without a page."""
    asked = [exchange for exchange in world.journal(endpoint="authorize") if exchange["number"] > world._walked]
    return bool(asked) and (300 <= asked[-1]["status"] < 400 or "code.issued" in asked[-1]["events"])


def _is_at_server(url: str, world: World) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("http", "https") and world.server.address.answers(parts.hostname or "", parts.port)


# Read in the browser; as text, since the page's policy allows no script of its own. A page that was answered is not read again.
_READ = """(() => {
  if (window.mockidpAnswered || document.readyState === "loading") return null;
  const alert = document.querySelector("[role=alert]");
  const number = /"sErrorCode":"(?!50058")(\\d+)"/.exec(document.querySelector("#config")?.textContent ?? "")?.[1];
  return {
    canGoOn: document.querySelector("#idSIButton9, button[name=account]") !== null,
    heading: document.querySelector("h1")?.textContent.trim() ?? "",
    alert: alert ? alert.textContent.trim() : null,
    code: number ? "AADSTS" + number : null,
  };
})()"""


def _read(page: Any) -> Optional[Dict[str, Any]]:
    try:
        return page.evaluate(_READ)
    except Exception:  # the page goes on just now
        return None


def _answer(page: Any, user: User, one_time_code: str) -> None:
    tiles = page.locator("button[name=account]")
    if tiles.count():
        tile = page.locator(f'button[name=account][data-test-id="{user.name}" i]')
        _press(page, tile.first if tile.count() else page.locator("button[name=action][value=other]").first)
        return
    changed = f"{user.password}2"
    typed: List[Any] = [
        ("loginfmt", user.name), ("username", user.name), ("passwd", user.password), ("otc", one_time_code),
        ("currentPassword", user.password), ("newPassword", changed), ("confirmNewPassword", changed),
    ]  # fmt: skip
    for name, text in typed:
        box = page.locator(f"input[name={name}]:visible")
        if box.count() and box.first.is_editable():
            box.first.fill(text)
            if name == "newPassword":
                user.password = text
    _press(page, page.locator("#idSIButton9"))


def _press(page: Any, button: Any) -> None:
    page.evaluate("window.mockidpAnswered = true")
    button.click(no_wait_after=True)
