"""A browser without windows: cookies, redirects and forms, as far as sign-in pages need them."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urljoin, urlsplit

import requests


@dataclass
class Form:
    action: str = ""
    method: str = "get"
    name: str = ""
    fields: dict = field(default_factory=dict)
    """Name to value of every field that has a name."""
    buttons: list = field(default_factory=list)
    """The attributes of every button."""


class _Reader(HTMLParser):
    """Title, page id, forms and visible text of a page."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.forms, self.metas, self.text, self.title, self.heading = [], {}, [], "", ""
        self._inside = None

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        if tag in ("script", "style", "title", "h1"):
            self._inside = tag
        elif tag == "meta":
            self.metas[attributes.get("name", "")] = attributes.get("content", "")
        elif tag == "form":
            self.forms.append(
                Form(attributes.get("action", ""), attributes.get("method", "get").lower(), attributes.get("name", ""))
            )
        elif tag in ("input", "button") and self.forms:
            kind = attributes.get("type", "submit" if tag == "button" else "text")
            if kind == "submit":
                self.forms[-1].buttons.append(attributes)
            elif kind in ("checkbox", "radio") and "checked" not in attributes:
                pass
            elif attributes.get("name"):
                self.forms[-1].fields[attributes["name"]] = attributes.get("value", "")

    def handle_endtag(self, tag):
        if tag == self._inside:
            self._inside = None

    def handle_data(self, data):
        if self._inside == "title":
            self.title += data
        elif self._inside in (None, "h1") and data.strip():
            self.text.append(data.strip())
            if self._inside == "h1":
                self.heading = f"{self.heading} {data.strip()}".strip()


@dataclass
class Page:
    """An HTML page that waits for somebody."""

    url: str
    status: int
    headers: dict
    html: str

    def __post_init__(self):
        reader = _Reader()
        reader.feed(self.html)
        self.id = reader.metas.get("PageID", "")
        self.title, self.forms, self.text = reader.title, reader.forms, " ".join(reader.text)
        self.heading = reader.heading
        # A first page says 50058: nobody is signed in.
        found = re.search(r'"sErrorCode":"(?!50058")(\d+)"', self.html)
        self.code = int(found[1]) if found else None
        """The number of the refusal that the page tells of."""

    @property
    def form(self):
        assert self.forms, f"no form on this page: {self.text}"
        return self.forms[0]


@dataclass
class Arrival:
    """What reached the app: its redirect URI and the parameters, in the order they came."""

    redirect_uri: str
    mode: str
    pairs: list
    location: str = ""

    @property
    def parameters(self):
        return dict(self.pairs)


class Browser:
    def __init__(self, server):
        self._origin = urlsplit(server.authority)[:2]
        self.session = requests.Session()
        self.session.verify = server.ca
        self.session.trust_env = False
        self.pages = []
        """Every page that was shown, in order."""

    def open(self, url, **arguments):
        """Follows the server's redirects; answers a Page, or an Arrival once the app would be called."""
        return self._settle(self.session.get(url, allow_redirects=False, **arguments))

    def submit(self, page, values=None, press=None):
        """Fills a page's form in and presses its main button, or the one that posts `press` (name, value)."""
        form = page.form
        values = values or {}
        unknown = set(values) - set(form.fields)
        assert not unknown, f"{page.id} has no field {unknown}: {sorted(form.fields)}"
        data = {**form.fields, **values}
        if press:
            assert any((b.get("name"), b.get("value")) == press for b in form.buttons), form.buttons
            data[press[0]] = press[1]
        return self._settle(self.session.post(urljoin(page.url, form.action), data=data, allow_redirects=False))

    def sign_in(self, url, user, password=None):
        """Opens an authorize URL and answers every page it shows, up to the app."""
        return self.finish(self.open(url), user, password)

    def finish(self, place, user, password=None):
        for _ in range(8):
            if isinstance(place, Arrival):
                return place
            if press := elsewhere(place, user):
                place = self.submit(place, press=press)
                continue
            fields = place.form.fields
            values = {}
            for name in ("loginfmt", "username"):
                if name in fields:
                    values[name] = user.name
            if "passwd" in fields:
                values["passwd"] = password or user.password
            place = self.submit(place, values)
        raise AssertionError(f"no way to the app; the last page is {place.id}: {place.text}")

    def _settle(self, response):
        for _ in range(8):
            if response.status_code not in (301, 302, 303, 307, 308):
                break
            location = urljoin(response.url, response.headers["Location"])
            if urlsplit(location)[:2] != self._origin:
                return self._arrival(location, response.headers["Location"])
            response = self.session.get(location, allow_redirects=False)
        page = Page(response.url, response.status_code, response.headers, response.text)
        if page.forms and page.form.name == "hiddenform":
            return Arrival(page.form.action, "form_post", list(page.form.fields.items()), response.text)
        self.pages.append(page)
        return page

    @staticmethod
    def _arrival(location, raw):
        parts = urlsplit(location)
        mode, text = ("fragment", parts.fragment) if parts.fragment else ("query", parts.query)
        pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True)
        return Arrival(parts._replace(query="", fragment="").geturl(), mode, pairs, raw)


def elsewhere(page, user):
    """The button for another account, on a page that asks for the password of somebody else."""
    name = page.form.fields.get("loginfmt") if page.forms else None
    if not name or name.lower() == user.name.lower():
        return None
    return next((("action", "other") for button in page.form.buttons if button.get("value") == "other"), None)
