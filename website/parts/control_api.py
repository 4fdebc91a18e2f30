"""docs/openapi.json as pages: one for each group of routes, and one for the objects that several routes speak of."""

import json
import re

from .project import ROOT
from .shapes import Shapes
from .text import block, code, escaped, front, table

FOLDER = "control-api"
ERRORS = re.compile(r"[45]\d\d")


def description():
    return json.loads(ROOT.joinpath("docs/openapi.json").read_text(encoding="utf-8"))


class ControlAPI:
    """The pages of one OpenAPI document, as texts by path."""

    def __init__(self, document):
        self.document = document
        components = document["components"]
        self.parameters, self.responses, schemas = components.get("parameters", {}), components.get("responses", {}), components["schemas"]
        self.shapes = Shapes(schemas, lambda name: f"objects.md#{name.lower()}" if name in schemas else None)

    def pages(self):
        groups = {tag["name"]: [] for tag in self.document["tags"]}
        for path, item in self.document["paths"].items():
            for method, operation in item.items():
                if method in ("get", "put", "post", "delete", "patch"):
                    groups[operation["tags"][0]].append((method.upper(), path, operation, item.get("parameters", [])))
        pages = {f"{FOLDER}/{name.lower()}.md": self.group(name, routes) for name, routes in groups.items()}
        return {f"{FOLDER}/routes.md": self.index(groups), f"{FOLDER}/objects.md": self.objects(), **pages}

    def index(self, groups):
        text = front("Routes of the control API", "Every route, made from the OpenAPI description") + "# Routes of the control API\n\n"
        text += "[Control API](../control-api.md) says how to call them. This list is made from the [OpenAPI description](../openapi.json), "
        text += "which a running server has at `/_mockidp/openapi.json`, too. [Objects](objects.md) has the bodies and answers.\n\n"
        for tag in self.document["tags"]:
            name = tag["name"]
            text += f"## {name}\n\n{escaped(tag['description'])}\n\n"
            rows = [
                [f"[{code(f'{method} {path}')}]({name.lower()}.md#{operation['operationId'].lower()})", escaped(operation["summary"])]
                for method, path, operation, _ in groups[name]
            ]
            text += table(["Route", "What it does"], rows) + "\n"
        return text

    def group(self, name, routes):
        tag = next(tag for tag in self.document["tags"] if tag["name"] == name)
        text = front(f"{name}: control API", tag["description"]) + f"# {name}\n\n{escaped(tag['description'])} [All routes](routes.md)\n\n"
        for method, path, operation, shared in routes:
            text += f"## {operation['operationId']} {{ #{operation['operationId'].lower()} }}\n\n{block('http', f'{method} {path}')}\n"
            text += f"{escaped(operation['summary'])}\n\n"
            if operation.get("description"):
                text += f"{escaped(operation['description'])}\n\n"
            parameters = [self.resolved(one, self.parameters) for one in [*shared, *operation.get("parameters", [])]]
            if parameters:
                rows = [
                    [code(one["name"]), f"{one['in']}{', needed' if one.get('required') else ''}", self.shapes.kind(one.get("schema", {})), escaped(one.get("description", ""))]
                    for one in parameters
                ]
                text += table(["Parameter", "Where", "Type", "Meaning"], rows) + "\n"
            if "requestBody" in operation:
                needed = "needed" if operation["requestBody"].get("required") else "may be left out"
                text += f"Body ({needed}): {self.content(operation['requestBody'])}\n\n"
            text += self.answers(operation["responses"]) + "\n"
        return text

    def answers(self, responses):
        """The good answers, and the statuses of the problems in one row."""
        resolved = {status: self.resolved(one, self.responses) for status, one in responses.items()}
        good = [[status, self.content(one) or "no body", escaped(one.get("description", ""))] for status, one in resolved.items() if not ERRORS.fullmatch(status)]
        bad = [status for status in resolved if ERRORS.fullmatch(status)]
        if bad:
            good.append([", ".join(bad), "[Problem](objects.md#problem)", "[What they mean](../control-api.md#requests-and-answers)"])
        return table(["Status", "Answer", "Meaning"], good)

    def content(self, holder):
        """The types of a body or an answer, each once, with the media types."""
        kinds = {}
        for media, one in holder.get("content", {}).items():
            kinds.setdefault(self.shapes.kind(one.get("schema", {})), []).append(code(media))
        return "; ".join(f"{kind} as {', '.join(media)}" for kind, media in kinds.items())

    def objects(self):
        text = front("Objects of the control API", "Bodies and answers, member by member") + "# Objects\n\nThe bodies and answers of the [routes](routes.md).\n\n"
        for name, schema in self.shapes.schemas.items():
            text += f"## {name} {{ #{name.lower()} }}\n\n"
            if schema.get("description"):
                text += f"{escaped(schema['description'])}\n\n"
            inner, _ = self.shapes.object_in(schema)
            rows = list(self.shapes.members(schema)) if schema.get("properties") else []
            text += table(["Member", "Type", "Meaning"], rows) if rows else f"{self.shapes.kind(schema)}\n"
            text += "\n"
        return text

    @staticmethod
    def resolved(value, components):
        return components[value["$ref"].rsplit("/", 1)[-1]] if "$ref" in value else value
