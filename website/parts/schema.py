"""The JSON Schema of scenario files: the file itself for editors, and a page that people can read."""

import json

from .library import asked
from .shapes import Shapes
from .text import block, escaped, front, table

FILE = "scenario.schema.json"


def text():
    return asked("schema")


def page(schema):
    """The page of the schema: how editors use it, then each part of a file with its keys."""
    document = json.loads(schema)
    defined = document["$defs"]
    shapes = Shapes(defined, lambda name: f"#{name.lower()}" if name in defined else None)
    lines = front("Scenario schema", "The JSON Schema of scenario files, and every key")
    lines += f"# Scenario schema\n\nThe [JSON Schema]({FILE}) of scenario files lets editors complete and check them as you type. "
    lines += "`mockidp scenario schema` prints it, and `mockidp scenario new NAME` writes a file whose first line names it for editors:\n\n"
    lines += block("yaml", f"# yaml-language-server: $schema={FILE}")
    lines += "\n[Scenarios](scenarios.md) tells what the keys are for. Here is every key that the schema has.\n\n"
    for name, member in document["properties"].items():
        # `world` has a table for each kind of object in it.
        inner = {"": member} if name != "world" else {f".{key}": value for key, value in member["properties"].items()}
        lines += f"## {name}\n\n"
        if member.get("description"):
            lines += f"{escaped(member['description'])}\n\n"
        for key, value in inner.items():
            lines += section(shapes, f"{name}{key}", value, heading=bool(key))
    lines += "## Parts\n\nForms that several keys have.\n\n"
    for name, value in defined.items():
        lines += section(shapes, name, value, heading=True)
    return lines


def section(shapes, name, value, heading):
    """A key with the keys in it."""
    inner, _ = shapes.object_in(value)
    rows = list(shapes.members(inner, depth=1)) if inner else []
    said = f"### {name} {{ #{name.lower().replace('.', '-')} }}\n\n" if heading else ""
    if heading and value.get("description"):
        said += f"{escaped(value['description'])}\n\n"
    kind = shapes.kind(value)
    said += f"Value: {kind}\n\n"
    return said + (table(["Key", "Value", "Meaning"], rows) + "\n" if rows else "")
