"""What can go wrong between a test and the server."""

from __future__ import annotations

import re
from typing import Optional


class MockIdPError(Exception):
    """The server cannot be started or reached, or it refused a call of the control API.

    ``problem`` is the last word of the problem's type, such as ``unknown-scenario``; ``status`` is the HTTP status. ``code`` is the number that the
    service gives a refusal, ``AADSTS50126``, where there is one.
    """

    def __init__(self, message: str, problem: Optional[str] = None, status: Optional[int] = None):
        super().__init__(message)
        self.problem = problem
        self.status = status
        found = re.search(r"\bAADSTS\d+", message)
        self.code: Optional[str] = found[0] if found else None


class UnknownName(MockIdPError, KeyError):
    """The world has nobody and nothing of that name; the message lists who and what there is."""

    def __str__(self) -> str:
        return str(self.args[0])


class PageRefused(MockIdPError):
    """A page of the sign-in that does not go on: a wrong password, a locked user, an error page.

    ``heading`` and ``text`` are what the page says to the user; ``code`` is the number of the refusal, or None where the page has none.
    """

    def __init__(self, heading: str, text: str, code: Optional[str], journal: str):
        super().__init__(f'The sign-in came no further than the page "{heading}", which says: {text}{f" ({code})" if code else ""}\n{journal}')
        self.heading = heading
        self.text = text
        self.code = code
