"""A user in front of the sign-in pages, in Playwright's browser or without a browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from .connection import exchange
from .errors import MockIdPError

if TYPE_CHECKING:
    from .records import User
    from .world import World

ONE_TIME_CODE = "123456"
"""The code that the server always accepts."""

NEW_PASSWORD = "Passw0rd!2"
MOST_STEPS = 30


@dataclass(frozen=True)
class Arrival:
    """The request that the browser would send to the app: its redirect URI, and the parameters of the answer."""

    redirect_uri: str
    parameters: Dict[str, str]
    url: str
    """The whole address, as the app's library reads it; of a form post the address with the form as its query."""


@dataclass
class _Form:
    action: str
    controls: List[Tuple[str, Dict[str, str]]] = field(default_factory=list)

    def hidden(self) -> Dict[str, str]:
        return {a["name"]: a.get("value", "") for tag, a in self.controls if tag == "input" and a.get("type") == "hidden" and "name" in a}

    def inputs(self) -> List[str]:
        return [a["name"] for tag, a in self.controls if tag == "input" and a.get("type") != "hidden" and "name" in a]

    def value(self, name: str) -> Optional[str]:
        return next((a.get("value", "") for _, a in self.controls if a.get("name") == name), None)

    def buttons(self, name: str) -> List[Dict[str, str]]:
        return [a for tag, a in self.controls if tag == "button" and a.get("name") == name]


class _Page(HTMLParser):
    def __init__(self, html: str):
        super().__init__(convert_charrefs=True)
        self.forms: List[_Form] = []
        self.heading = self.alert = ""
        self._into: Optional[str] = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(_Form(attributes.get("action", "")))
        elif tag in ("input", "button") and self.forms:
            self.forms[-1].controls.append((tag, attributes))
        self._into = "alert" if attributes.get("role") == "alert" else "heading" if tag == "h1" else self._into

    def handle_endtag(self, tag: str) -> None:
        self._into = None

    def handle_data(self, data: str) -> None:
        if self._into and data.strip():
            setattr(self, self._into, f"{getattr(self, self._into)} {data.strip()}".strip())


class Pages:
    """A browser without a window. It keeps the cookies of the sign-in, so a user stays signed in as long as it lives."""

    def __init__(self, world: World):
        self._world = world
        self._cookies: Dict[str, Dict[str, str]] = {}
        self.one_time_code = ONE_TIME_CODE
        self.new_password = NEW_PASSWORD

    def sign_in(self, url: str, user: User) -> Arrival:
        """Opens an authorization request and fills in every page, until the app would be called."""
        body: Optional[Dict[str, str]] = None
        for _ in range(MOST_STEPS):
            if not self._is_ours(url):
                return self._arrival(url, body)
            status, location, page = self._ask(url, body)
            if location is not None:
                url, body = urljoin(url, location), None
                continue
            if not page.forms or page.alert:
                self._stop(status, page)
            action = urljoin(url, page.forms[0].action)
            body = page.forms[0].hidden() if not self._is_ours(action) else self._fill(page.forms[0], user)
            url = action
        raise MockIdPError(f"The sign-in goes round in a circle.\n{self._world.describe()}")

    def _is_ours(self, url: str) -> bool:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or "nativeclient" in parts.path:
            return False
        return self._world.server.address.answers(parts.hostname or "", parts.port)

    def _ask(self, url: str, form: Optional[Dict[str, str]]) -> Tuple[int, Optional[str], _Page]:
        server, host = self._world.server, urlsplit(url).netloc
        fields = server.headers(self._world.name)
        kept = self._cookies.setdefault(host, {})
        if kept:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in kept.items())
        sent = None
        if form is not None:
            fields["Content-Type"] = "application/x-www-form-urlencoded"
            fields["Origin"] = f"https://{host}"
            sent = urlencode(form).encode()
        answer = exchange(server.address, server.context, "POST" if form is not None else "GET", url, fields, sent)
        for given in answer.headers.get_all("Set-Cookie") or []:
            for name, morsel in SimpleCookie(given).items():
                if morsel.value and morsel["max-age"] != "0":
                    kept[name] = morsel.value
                else:
                    kept.pop(name, None)
        location = answer.headers["Location"] if 300 <= answer.status < 400 else None
        return answer.status, location, _Page("" if location else answer.text)

    def _fill(self, form: _Form, user: User) -> Dict[str, str]:
        fields = form.hidden()
        if tiles := form.buttons("account"):
            tile = next((b for b in tiles if b.get("data-test-id", "").lower() == user.name.lower()), None)
            fields.update({"account": tile["value"]} if tile else {"action": "other"})
            return fields
        named = form.value("loginfmt")
        typed = {
            "loginfmt": named or user.name, "passwd": user.password, "otc": self.one_time_code, "currentPassword": user.password,
            "newPassword": self.new_password, "confirmNewPassword": self.new_password,
        }  # fmt: skip
        fields.update({name: typed.get(name, "") for name in form.inputs()})
        if "newPassword" in fields:
            user.password = self.new_password
        return fields

    def _arrival(self, url: str, form: Optional[Dict[str, str]]) -> Arrival:
        parts = urlsplit(url)
        redirect_uri = parts._replace(query="", fragment="").geturl()
        if form is not None:
            return Arrival(redirect_uri, form, f"{redirect_uri}?{urlencode(form)}")
        return Arrival(redirect_uri, dict(parse_qsl(parts.fragment or parts.query, keep_blank_values=True)), url)

    def _stop(self, status: int, page: _Page) -> None:
        says = f", which says: {page.alert}" if page.alert else ""
        raise MockIdPError(f"The sign-in came no further than the page \"{page.heading}\" ({status}){says}.\n{self._world.describe()}")


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
