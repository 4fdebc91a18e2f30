"""Data as Markdown."""

import re


def escaped(text):
    """A text whose signs mean nothing to Markdown. What stands between backticks stays code."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(piece if piece.startswith("`") else re.sub(r"([\\*_\[\]<>|#])", r"\\\1", piece) for piece in pieces)


def code(text):
    """A text as code, also in a cell of a table."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}".replace("|", "&#124;") if "|" not in text else f"<code>{html(text)}</code>"


def html(text):
    """A text inside HTML inside Markdown."""
    signs = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;", "*": "&#42;", "_": "&#95;", "`": "&#96;", "[": "&#91;"}
    return "".join(signs.get(sign, sign) for sign in text)


def table(head, rows):
    """A table; each row has as many cells as the head."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(' '.join(str(cell).split()) for cell in line)} |\n" for line in lines)


def block(language, text):
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def front(title, description="", boost=None):
    """What MkDocs reads before a page: its title, its description, and how much it counts in the search."""
    quoted = [(name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in [("title", title), ("description", description)] if value]
    lines = [f'{name}: "{value}"' for name, value in quoted]
    if boost:
        lines.append(f"search: {{ boost: {boost} }}")
    return "---\n" + "\n".join(lines) + "\n---\n\n"
