"""What the service answered to a question of `compare-live`, as a record: a file in the form of Tests/Records."""

import json
import re
from urllib.parse import parse_qsl, urlsplit

#: The words of the questions, as the form of records has them.
WORDS = {"{tenant}": "{contoso}", "{domain}": "{contoso.domain}", "{login}": "https://login.microsoftonline.com"}
MASK = re.compile(r"\{[^{}]*\}")
AADSTS = re.compile(r"AADSTS\d+: .*?(?= Trace ID:|$)", re.DOTALL)


def quoted(text):
    """A text of YAML. JSON's texts are such."""
    return json.dumps(text, ensure_ascii=False)


def filled(text):
    for word, name in WORDS.items():
        text = text.replace(word, name)
    return text


def expected(value):
    """What a record says of a value: a masked one is there, whatever it is, and a masked part of a text is any text."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{quoted(name)}: {expected(item)}" for name, item in value.items()) + " }"
    if isinstance(value, list):
        return "<list>"
    if not isinstance(value, str):
        return json.dumps(value)
    if not value:
        return "<empty>"
    return "<present>" if MASK.fullmatch(value) else quoted(MASK.sub("…", value))


def answer(told):
    """The lines of `answer`."""
    yield f"status: {told['status']}"
    body, target = told.get("body"), told.get("location")
    if target:
        values = {name: value for name, value in target["parameters"].items() if name != "error_description"}
        yield f"redirect: {{ to: {expected(target['to'])}, part: {target['in']}, values: {expected(values)} }}"
    if isinstance(body, dict) and "page" in body:
        if body["code"]:
            yield f'text: "{body["code"]}: …"'
        return
    if not isinstance(body, dict):
        return
    yield f"members: [{', '.join(map(quoted, body))}]"
    message = AADSTS.search(body.get("error_description", "")) if isinstance(body.get("error_description"), str) else None
    if message:
        yield f"text: {expected(message[0])}"
    kept = {name: value for name, value in body.items() if name != "error_description" and not isinstance(value, list)}
    yield f"json: {expected(kept)}"


def record(question, told, today):
    """The whole file."""
    url = urlsplit(question.path)
    host = "https://graph.microsoft.com" if question.host == "graph" else ""
    lines = [
        f"record: {quoted('asked: ' + question.name)}", "known: observed", f"date: {today}",
        "source: the service itself, asked by scripts/compare-live", "steps:",
        f"  - {question.method}: {quoted(host + filled(url.path))}",
    ]  # fmt: skip
    for name, pairs in (("query", parse_qsl(url.query, keep_blank_values=True)), ("form", (question.form or {}).items())):
        if pairs:
            lines.append(f"    {name}: {{ {', '.join(f'{quoted(key)}: {quoted(filled(value))}' for key, value in pairs)} }}")
    if question.headers:
        lines.append(f"    send: {{ {', '.join(f'{quoted(key)}: {quoted(value)}' for key, value in question.headers.items())} }}")
    lines.append("    answer:")
    lines += [f"      {line}" for line in answer(told)]
    return "\n".join(lines) + "\n"


def name(question):
    """The name of its file."""
    return re.sub(r"[^a-z0-9]+", "-", question.name.lower()).strip("-") + ".yaml"
