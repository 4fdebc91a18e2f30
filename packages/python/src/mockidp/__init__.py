"""Tests for apps that sign in with Microsoft Entra ID.

A :class:`Server` is the program ``mockidp``. A :class:`World` is a directory of one test: tenants, users, apps, a clock, rules and a journal.
The pytest plugin makes both; without pytest, ``with Server.start() as server, server.world("expired-refresh") as world: …`` does the same.
"""

from .errors import MockIdPError, PageRefused
from .pages import Arrival
from .product import Product
from .provisioning import NotProvisioned
from .records import App, Tenant, User
from .server import Server
from .sign_in import sign_in
from .world import World

__all__ = ["App", "Arrival", "MockIdPError", "NotProvisioned", "PageRefused", "Product", "Server", "Tenant", "User", "World", "sign_in"]
