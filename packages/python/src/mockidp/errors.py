"""What can go wrong between a test and the server."""

from __future__ import annotations

from typing import Optional


class MockIdPError(Exception):
    """The server cannot be started or reached, or it refused a call of the control API.

    ``problem`` is the last word of the problem's type, such as ``unknown-scenario``; ``status`` is the HTTP status.
    """

    def __init__(self, message: str, problem: Optional[str] = None, status: Optional[int] = None):
        super().__init__(message)
        self.problem = problem
        self.status = status
