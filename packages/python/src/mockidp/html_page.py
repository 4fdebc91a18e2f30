"""What a page of the server shows."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Dict, List, Optional

Control = Dict[str, str]
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


class HTMLPage(HTMLParser):
    """A page's heading, its complaint, the number of its refusal, and its first form with the form's controls."""

    def __init__(self, text: str):
        super().__init__()
        self.heading = ""
        self.alert: Optional[str] = None
        self.action: Optional[str] = None
        self.controls: List[Control] = []
        self.link: Optional[str] = None
        """Where the main button leads when it is a link."""
        self._in_form = False
        self._reads: Optional[str] = None
        self._depth = 0
        # A first page says 50058: nobody is signed in.
        found = re.search(r'"sErrorCode":"(?!50058")(\d+)"', text)
        self.code: Optional[str] = f"AADSTS{found[1]}" if found else None
        self.feed(text)
        self.close()
        self.heading = " ".join(self.heading.split())
        self.alert = None if self.alert is None else " ".join(self.alert.split())

    def handle_starttag(self, tag: str, attrs: List[tuple]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if self._reads and tag not in VOID:
            self._depth += 1
        if tag == "form" and self.action is None:
            self.action, self._in_form = attributes.get("action", ""), True
        elif tag in ("input", "button") and self._in_form:
            self.controls.append({"tag": tag, **attributes})
        elif tag == "a" and attributes.get("id") == "idSIButton9":
            self.link = attributes.get("href")
        if self._reads is None and tag == "h1" and not self.heading:
            self._reads, self._depth = "heading", 1
        elif self._reads is None and attributes.get("role") == "alert" and self.alert is None:
            self.alert, self._reads, self._depth = "", "alert", 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._in_form = False
        if self._reads and tag not in VOID:
            self._depth -= 1
            if self._depth == 0:
                self._reads = None

    def handle_data(self, data: str) -> None:
        if self._reads:
            setattr(self, self._reads, (getattr(self, self._reads) or "") + data)

    def hidden(self) -> Dict[str, str]:
        """The fields that the form sends whatever the user does."""
        return {one["name"]: one.get("value", "") for one in self.controls if one.get("type") == "hidden"}
