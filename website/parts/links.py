"""Makes the links of a Markdown file of the project into links of the site."""

import posixpath
import re

from .project import page_of, relative

FENCE = re.compile(r"^ *(`{3,}|~{3,}).*?^ *\1[`~]* *$", re.MULTILINE | re.DOTALL)
PIECE = re.compile(
    r"<!--.*?-->"
    r"|(?P<ticks>`+)(?P<code>.+?)(?P=ticks)(?!`)"
    r"|(?P<picture>!?)\[(?P<label>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^)\s]+)\)"
    r"|(?P<bare>\bAADSTS\d{5,7}\b)",
    re.DOTALL,
)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#", re.IGNORECASE)
CODE = re.compile(r"(`+)(.+?)\1(?!`)")


class Links:
    """The links of one page. `source` is the file that the page was written in, `page` is the page, both as paths from the top.

    A page without a source is made of data: its links are right already, and only the refusals that it names become links.
    """

    def __init__(self, source, page, refusals=(), repository=""):
        self.source, self.page, self.refusals, self.repository = source, page, frozenset(refusals), repository

    def rewrite(self, text):
        """The text with its links changed. Blocks of code stay as they are."""
        done, at = [], 0
        for fence in FENCE.finditer(text):
            done += [self._prose(text[at : fence.start()]), fence[0]]
            at = fence.end()
        return "".join(done) + self._prose(text[at:])

    def _prose(self, text):
        # Headings stay: a link in them would be in the table of contents, too.
        lines = re.split(r"^(#.*\n?)", text, flags=re.MULTILINE)
        return "".join(line if line.startswith("#") else PIECE.sub(self._piece, cells(line)) for line in lines)

    def _piece(self, found):
        if found["target"]:
            return self._link(found)
        if found["code"]:
            return self._refusal(found["code"], found[0])
        return self._refusal(found["bare"], found["bare"]) if found["bare"] else found[0]

    def _refusal(self, code, text):
        """A link to the page of a refusal, if the text is one and this is another page."""
        target = f"errors/{code}.md"
        if code not in self.refusals or target == self.page:
            return text
        return f"[{text}]({relative(target, self.page)})"

    def _link(self, found):
        target, label = found["target"], found["label"]
        if self.source is None or ELSEWHERE.match(target):
            return found[0]
        path, _, fragment = target.partition("#")
        place = posixpath.normpath(posixpath.join(posixpath.dirname(self.source), path))
        shown = page_of(place)
        if shown is not None:
            address = relative(shown, self.page)
        elif self.repository:
            address = f"{self.repository.rstrip('/')}/blob/HEAD/{place}"
        else:
            # The site does not show this file, and there is no other place to send the reader to.
            return label
        return f"{found['picture']}[{label}]({address}{'#' + fragment if fragment else ''})"


def cells(text):
    """A text with the bars in the code of its tables as Python's Markdown has them: GitHub wants a backslash before each."""
    return re.sub(r"^\|.*$", lambda row: CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0]), text, flags=re.MULTILINE)
