"""The mail of one test: what apps sent through Graph, and what the service itself sent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Dict, List, Optional
from urllib.parse import urlencode

from .errors import MockIdPError

if TYPE_CHECKING:
    from .world import World


class Message:
    """A message that was sent, whole."""

    def __init__(self, told: Dict[str, Any]):
        self.told = told
        self.subject: str = told["subject"]
        self.text: str = told["text"]
        self.html: Optional[str] = told.get("html")
        self.to: List[str] = told["to"]
        self.sender: Optional[str] = told.get("from")
        self.attachments: List[Dict[str, Any]] = told["attachments"]
        self.headers: List[Dict[str, str]] = told["headers"]

    def link(self, text: str = "") -> str:
        """The address of the first link whose text or address has ``text`` in it."""
        links = self.told["links"]
        for link in links:
            if text in link["text"] or text in link["url"]:
                return str(link["url"])
        raise MockIdPError(
            f"'{self.subject}' has no link '{text}'. It has: {', '.join(link['text'] for link in links) or 'none'}."
        )

    def code(self, pattern: str = r"\b\d{4,8}\b") -> str:
        """What the pattern finds in the text first: its first group, if it has one."""
        found = re.search(pattern, self.text) or re.search(pattern, self.subject)
        if not found:
            raise MockIdPError(f"'{self.subject}' has nothing like {pattern}. Its text is: {self.text}")
        return found.group(1) if found.groups() else found.group()


class Mail:
    """The mail of a world. Nothing in it has left the machine."""

    def __init__(self, world: World):
        self._world = world

    def wait(self, timeout: str = "5s", **filters: str) -> Message:
        """The newest message that fits, as soon as it is there: ``wait(to="kim@example.com", subject="Welcome")``.

        ``to``, ``from_``, ``subject``, ``text``, ``client``, ``user`` and ``since`` narrow it down.
        A message that came before counts too.
        """
        order = {**{key.rstrip("_"): value for key, value in filters.items()}, "timeout": timeout}
        return self._whole(self._world.call("POST", "mail/wait", order)["mail"][0])

    def all(self, **filters: str) -> List[Message]:
        """The messages that fit, the newest first."""
        query = urlencode({key.rstrip("_"): value for key, value in filters.items()})
        return [self._whole(one) for one in self._world.call("GET", f"mail?{query}")["mail"]]

    def clear(self) -> None:
        """Forgets all messages."""
        self._world.call("DELETE", "mail")

    def _whole(self, told: Dict[str, Any]) -> Message:
        return Message(self._world.call("GET", f"mail/{told['id']}"))
