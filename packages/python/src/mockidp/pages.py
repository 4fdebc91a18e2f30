"""A person at the pages of the sign-in, without a browser that anybody sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Mapping, NamedTuple, Optional
from urllib.parse import parse_qs, parse_qsl, urlencode, urljoin, urlsplit

from .connection import Answer, exchange
from .errors import MockIdPError, PageRefused
from .html_page import HTMLPage

if TYPE_CHECKING:
    from .records import User
    from .world import World

ONE_TIME_CODE = "123456"
"""The code that the server always accepts."""

MOST_STEPS = 30


class Arrival(NamedTuple):
    """The request that the browser would send to the app: its redirect URI, and the parameters of the answer."""

    redirect_uri: str
    parameters: Dict[str, str]
    url: str
    """The whole address, as the app's library reads it; of a form post the address with the form as its query."""
    pages: int = 0
    """How many pages the person filled in."""


class _Way(NamedTuple):
    url: str
    form: Optional[Dict[str, str]] = None


class Pages:
    """Follows redirects, keeps cookies, and fills in the pages as a person does."""

    def __init__(self, world: World):
        self._world = world
        self._cookies: Dict[str, Dict[str, str]] = {}

    def sign_in(self, url: str, user: User, typed: Mapping[str, str]) -> Arrival:
        """Goes from an authorization request to the app's redirect URI. ``typed`` are fields that the person fills in otherwise."""
        until = _without_end(dict(parse_qsl(urlsplit(url).query)).get("redirect_uri", ""))
        way, pages = _Way(url), 0
        for step in range(MOST_STEPS):
            if step and self._is_left(way.url, until):
                return _arrival(way, pages)
            answer = self._ask(way)
            if answer.headers.get("Location"):
                way = _Way(urljoin(way.url, answer.headers["Location"]))
                continue
            page = HTMLPage(answer.text)
            action = urljoin(way.url, page.action or "")
            if page.link:
                way = _Way(urljoin(way.url, page.link))
            elif page.action is not None and self._is_left(action, until):
                way = _Way(action, page.hidden())  # form_post: a script of the page would send it
            elif page.alert is not None or page.action is None:
                raise PageRefused(page.heading, page.alert or page.heading or "nothing", page.code, self._world.describe())
            else:
                way, pages = _Way(action, _filled_in(page, user, typed)), pages + 1
        raise MockIdPError(f"The sign-in goes round in a circle.\n{self._world.describe()}")

    def _is_left(self, url: str, until: str) -> bool:
        parts = urlsplit(url)
        if until and _without_end(url) == until:
            return True
        return parts.scheme not in ("http", "https") or not self._world.server.address.answers(parts.hostname or "", parts.port)

    def _ask(self, way: _Way) -> Answer:
        server, host = self._world.server, urlsplit(way.url).hostname or ""
        jar = self._cookies.setdefault(host, {})
        fields = server.headers(self._world.name)
        if jar:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in jar.items())
        body = None if way.form is None else urlencode(way.form).encode()
        if body is not None:
            fields["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            answer = exchange(server.address, server.context, "GET" if body is None else "POST", way.url, fields, body)
        except OSError as error:
            raise MockIdPError(f"No mockidp answers at {server.url}: {error}") from error
        for line in answer.headers.get_all("Set-Cookie") or []:
            pair, _, attributes = line.partition(";")
            name, _, value = pair.strip().partition("=")
            said = attributes.lower().replace(" ", "")
            if "max-age=0" in said.split(";") or "1970" in said:
                jar.pop(name, None)
            else:
                jar[name] = value
        return answer


def _filled_in(page: HTMLPage, user: User, typed: Mapping[str, str]) -> Dict[str, str]:
    """The fields that the form sends when the user has answered it with its main button."""
    fields = page.hidden()
    tiles = [one for one in page.controls if one.get("name") == "account"]
    if tiles:
        mine = next((one for one in tiles if one.get("data-test-id", "").lower() == user.name.lower()), None)
        return {**fields, **({"account": mine["value"]} if mine else {"action": "other"})}
    changed = f"{user.password}2"
    own = {
        "loginfmt": user.name, "username": user.name, "passwd": user.password, "otc": ONE_TIME_CODE,
        "currentPassword": user.password, "newPassword": changed, "confirmNewPassword": changed,
    }  # fmt: skip
    for name, text in {**own, **typed}.items():
        if any(one["tag"] == "input" and one.get("name") == name and one.get("type") != "hidden" for one in page.controls):
            fields[name] = text
    if "newPassword" in fields:
        user.password = fields["newPassword"]
    return fields


def _arrival(way: _Way, pages: int) -> Arrival:
    parts = urlsplit(way.url)
    sent = way.form
    if sent is None:
        sent = {name: values[-1] for text in (parts.query, parts.fragment) for name, values in parse_qs(text, keep_blank_values=True).items()}
    whole = way.url if way.form is None else f"{_without_end(way.url)}?{urlencode(way.form)}"
    return Arrival(_without_end(way.url), sent, whole, pages)


def _without_end(url: str) -> str:
    """Without query and fragment; ``http://localhost`` and ``http://localhost/`` are one."""
    bare = urlsplit(url)._replace(query="", fragment="").geturl()
    return bare[:-1] if urlsplit(bare).path == "/" else bare
