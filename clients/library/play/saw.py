"""What a client saw, in one form for all clients: tokens, a refusal, a page nobody gets past, or a failure of its own."""

import re
from dataclasses import dataclass, field

from support.browser import Page


@dataclass
class Saw:
    kind: str
    """`tokens`, `refusal`, `page`, `failure`, or `said` for anything else in words."""
    text: str = ""
    """What is peculiar to it: the page's heading, the name of the exception, the words."""
    error: str = ""
    suberror: str = ""
    codes: list = field(default_factory=list)
    claims: str = ""
    pages: list = field(default_factory=list)
    """The headings of the pages on the way."""
    result: object = None
    """What the client itself had in its hands."""

    @property
    def has_tokens(self):
        return self.kind == "tokens"

    @property
    def refusal(self):
        """The three words that apps look at."""
        assert self.kind == "refusal", self
        return self.error, self.suberror, self.codes

    def __str__(self):
        code = f"[{', '.join(map(str, self.codes))}]" if self.codes else ""
        if self.kind == "refusal":
            said = f"`{' / '.join(part for part in (self.error, self.suberror, code) if part)}`"
            said += " with claims" if self.claims else ""
        elif self.kind == "page":
            said = f"stops at {self.text}" + (f" `{code}`" if code else "")
        elif self.kind == "failure":
            said = f"`{' / '.join(part for part in (self.text, code) if part)}`"
        else:
            said = self.text or self.kind
        return " → ".join([", ".join(f"“{page}”" for page in self.pages), said] if self.pages else [said])


def codes_in(text):
    """The numbers of the refusals that a text names, each once."""
    return list(dict.fromkeys(int(number) for number in re.findall(r"AAD(?:STS|B2C)(\d+)", text or "")))


def answer(body, pages=()):
    """An answer as OAuth has them: a dictionary from the token endpoint, from a redirect, or from MSAL."""
    body = body or {}
    pages = list(pages)
    if "error" in body:
        codes = body.get("error_codes") or codes_in(body.get("error_description"))
        suberror = body.get("suberror") or body.get("error_subcode") or ""
        return Saw("refusal", "", body["error"], suberror, codes, body.get("claims") or "", pages, body)
    if "access_token" in body:
        return Saw("tokens", pages=pages, result=body)
    return Saw("said", "nothing", pages=pages, result=body)


def dead_end(page, pages=()):
    """A page that leads nowhere."""
    code = page.code
    name = "the error page" if page.id == "ConvergedError" else f"“{page.heading}”"
    return Saw("page", name, codes=[code] if code else [], pages=list(pages), result=page)


def failure(error, pages=()):
    """An exception of the client's, with the refusals that its text or the answer it carries names."""
    text = f"{error} {getattr(error, 'error_details', '') or ''}"
    response = getattr(error, "response", None)
    if response is not None and not codes_in(text):
        text += _body(response)
    return Saw("failure", type(error).__name__, codes=codes_in(text), pages=list(pages), result=error)


def _body(response):
    text = response.text
    return text() if callable(text) else text


def place(where, pages=()):
    """Where a browser ended up: a page, or the app with its parameters."""
    return dead_end(where, pages) if isinstance(where, Page) else answer(where.parameters, pages)


def said(words, result=None):
    return Saw("said", words, result=result)
