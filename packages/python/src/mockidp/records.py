"""Tenants, users and apps of a world."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Tuple, TypeVar
from urllib.parse import quote

from .errors import UnknownName
from .names import LOGIN

if TYPE_CHECKING:
    from .world import World

Found = TypeVar("Found")


class Named(Dict[str, Found]):
    """Things by their short names. One that is not there is answered with those that are."""

    def __init__(self, kind: str, found: Mapping[str, Found]):
        super().__init__(found)
        self._kind = kind

    def __missing__(self, name: str) -> Found:
        near = difflib.get_close_matches(str(name), list(self), 1)
        asked = f" Did you mean '{near[0]}'?" if near else ""
        raise UnknownName(f"The world has no {self._kind} '{name}'.{asked} Known are: {', '.join(self) or 'none'}.")


@dataclass(frozen=True)
class Tenant:
    alias: str
    id: str
    domain: str

    @property
    def authority(self) -> str:
        """The authority that an app has in its settings, under Microsoft's name."""
        return f"https://{LOGIN}/{self.id}"


@dataclass(frozen=True)
class App:
    alias: str
    client_id: str
    secret: Optional[str]
    redirect_uris: Tuple[str, ...]


class User:
    """A user of a world, and the changes that an administrator or the user can make. Ids and sign-in names differ from world to world."""

    def __init__(self, world: World, told: Any):
        self._world = world
        self.alias: str = told["alias"]
        self.id: str = told["id"]
        self.name: str = told["userPrincipalName"]
        self.password: str = told.get("password", "")

    def _do(self, verb: str, **members: Any) -> Any:
        return self._world.call("POST", f"users/{quote(self.alias, safe='')}/{verb}", members)

    def change_password(self, to: Optional[str] = None) -> None:
        """The user changes the password, which ends the refresh tokens of the old one (AADSTS50173)."""
        self._do("changePassword", **({"to": to} if to else {}))
        self.password = to or self.password

    def reset_password(self, to: str, revoke: bool = False) -> None:
        """An administrator sets the password. With ``revoke`` every session ends too."""
        self._do("resetPassword", to=to, **({"revoke": True} if revoke else {}))
        self.password = to

    def expire_password(self) -> None:
        """The next sign-in demands a new password (AADSTS50055)."""
        self._do("expirePassword")

    def require_mfa(self, registered: bool = True) -> None:
        """Sign-ins need a second factor (AADSTS50076), which the user first has to register if ``registered`` is false (AADSTS50079)."""
        self._do("requireMfa", **({} if registered else {"registered": False}))

    def disable(self) -> None:
        """An administrator disables the account (AADSTS50057)."""
        self._do("disable")

    def enable(self) -> None:
        """An administrator enables the account again."""
        self._do("enable")

    def lock(self) -> None:
        """The account is locked, as after too many wrong passwords (AADSTS50053)."""
        self._do("lock")

    def unlock(self) -> None:
        """The account is unlocked."""
        self._do("unlock")

    def delete(self) -> None:
        """An administrator deletes the user (AADSTS500341)."""
        self._do("delete")

    def change(self, **members: Any) -> None:
        """Changes the members that a scenario file may have under ``world.users``: ``change(displayName="Alice")``."""
        self._world.call("PATCH", f"users/{quote(self.alias, safe='')}", members)

    def __repr__(self) -> str:
        return f"<User {self.alias}: {self.name}>"
