"""The names that the server answers in Microsoft's place."""

from __future__ import annotations

LOGIN = "login.microsoftonline.com"

# The list is a copy of what `mockidp hosts` prints; the server has no call that tells it.
MICROSOFT = frozenset({
    LOGIN, "login.windows.net", "login.microsoft.com", "sts.windows.net", "login.live.com", "graph.microsoft.com",
    "login.microsoftonline.us", "login.usgovcloudapi.net", "graph.microsoft.us", "dod-graph.microsoft.us",
    "login.partner.microsoftonline.cn", "login.chinacloudapi.cn", "sts.chinacloudapi.cn", "microsoftgraph.chinacloudapi.cn",
    "login.sovcloud-identity.fr", "graph.svc.sovcloud.fr", "login.sovcloud-identity.de", "graph.svc.sovcloud.de",
    "login.sovcloud-identity.sg", "graph.svc.sovcloud.sg",
})  # fmt: skip


def is_microsoft(host: str) -> bool:
    """Whether the host is one of Microsoft's that the server stands in for, a region's sign-in host among them."""
    host = host.lower().rstrip(".")
    return host in MICROSOFT or host.endswith(".login.microsoft.com")


def is_this_machine(host: str) -> bool:
    host = host.lower().strip("[]")
    return host in ("localhost", "::1") or host.endswith(".localhost") or host.startswith("127.")
