"""JSON Schema as tables, for the pages of the control API and of the scenario file."""

from .text import code, escaped, html


class Shapes:
    """`place` gives the link of a `$ref`, or None for one that has no section of its own."""

    def __init__(self, schemas, place):
        self.schemas, self.place = schemas, place

    def named(self, reference):
        return self.schemas[reference.rsplit("/", 1)[-1]]

    def kind(self, schema):
        """The type of a value in few words, with links."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[-1]
            link = self.place(name)
            return f"[{name}]({link})" if link else self.kind(self.schemas[name])
        for word in ("anyOf", "oneOf"):
            if word in schema:
                kinds = [self.kind(one) for one in schema[word] if one != {"type": "null"}]
                return " or ".join(dict.fromkeys(kinds)) or "null"
        if "allOf" in schema:
            return ", ".join(dict.fromkeys(self.kind(one) for one in schema["allOf"]))
        if "const" in schema:
            return code(literal(schema["const"]))
        if "enum" in schema:
            return ", ".join(code(literal(one)) for one in schema["enum"] if one is not None)
        kinds = schema.get("type", "anything")
        kinds = [one for one in (kinds if isinstance(kinds, list) else [kinds]) if one != "null"]
        # Files may write a text without quotation marks, so that a YAML reader takes it for a number.
        if "string" in kinds:
            return self.text(schema)
        if kinds == ["array"]:
            return f"list of {self.kind(schema['items'])}" if schema.get("items") else "list"
        if kinds == ["object"] and isinstance(schema.get("additionalProperties"), dict) and not schema.get("properties"):
            return f"object of {self.kind(schema['additionalProperties'])} by name"
        return " or ".join(kinds) or "null"

    @staticmethod
    def text(schema):
        format = schema.get("format")
        return f"text ({format})" if format else "text"

    def members(self, schema, before="", depth=2):
        """The members of an object as rows: name, type, sentence. Members of members follow theirs, `depth` levels of them."""
        needed = schema.get("required", [])
        for name, member in schema.get("properties", {}).items():
            shown = f"{before}{name}"
            yield [
                f"<code>{html(shown)}</code>{' (needed)' if name in needed else ''}",
                self.kind(member),
                escaped(member.get("description", "")),
            ]
            inner, prefix = self.object_in(member)
            if inner and depth:
                yield from self.members(inner, f"{shown}{prefix}.", depth - 1)

    def object_in(self, schema):
        """The object with members that stands in a value without a name of its own, and what its path has before them."""
        if "$ref" in schema:
            return (None, "") if self.place(schema["$ref"].rsplit("/", 1)[-1]) else self.object_in(self.named(schema["$ref"]))
        if schema.get("properties"):
            return schema, ""
        if isinstance(schema.get("items"), dict):
            inner, prefix = self.object_in(schema["items"])
            return inner, f"[]{prefix}"
        if isinstance(schema.get("additionalProperties"), dict):
            inner, prefix = self.object_in(schema["additionalProperties"])
            return inner, f".NAME{prefix}"
        found = [self.object_in(one) for one in [*schema.get("anyOf", []), *schema.get("oneOf", [])]]
        found = [(inner, prefix) for inner, prefix in found if inner]
        if not found:
            return None, ""
        # Each action is a form of its own, of one member: together they are the members that there are.
        prefix = found[0][1]
        members = {name: member for inner, its in reversed(found) if its == prefix for name, member in inner["properties"].items()}
        needed = found[0][0].get("required", []) if len(found) == 1 else []
        return {"properties": dict(reversed(members.items())), "required": needed}, prefix


def literal(value):
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)
