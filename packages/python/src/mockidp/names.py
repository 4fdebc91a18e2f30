"""The names that the server answers in Microsoft's place."""

from __future__ import annotations

from typing import Iterable

LOGIN = "login.microsoftonline.com"

MACHINE = "169.254.169.254"
"""Where a virtual machine asks for the token of its identity."""


def fits(host: str, patterns: Iterable[str]) -> bool:
    """Whether one of the patterns means the host. ``*.login.microsoft.com`` means the hosts of all regions."""
    host = host.lower().rstrip(".")
    return any(host.endswith(pattern[1:]) if pattern.startswith("*") else host == pattern for pattern in patterns)


def is_this_machine(host: str) -> bool:
    host = host.lower().strip("[]")
    return host in ("localhost", "::1") or host.endswith(".localhost") or host.startswith("127.")
