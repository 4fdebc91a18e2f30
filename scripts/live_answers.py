"""How `compare-live` asks a question, masks what differs by nature, and compares two answers member by member."""

import http.client
import json
import re
import socket
import ssl
from fnmatch import fnmatchcase
from http.cookies import SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from live_questions import IDS

#: Texts that are new in every answer.
TEXTS = [
    (re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"), "{guid}"),
    (re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?Z?"), "{time}"),
]
#: Members whose value is the answering server's own. Of such a value it counts that there is one.
MEMBERS = [
    ("body.keys.*.x5c", ["{certificate}"]),
    *((f"body.keys.*.{name}", f"{{{name}}}") for name in ("kid", "x5t", "n")),
    ("body.tenant_region_scope", "{region}"),
    *((f"body.{name}", f"{{{name}}}") for name in ("user_code", "device_code", "sCtx", "FlowToken", "apiCanary")),
    ("body.message", "{a sentence with the user code}"),
    ("headers.x-ms-ests-server", "{build}"),
    ("headers.x-ms-ags-diagnostic", "{data centre}"),
    ("headers.content-security-policy*", "{policy}"),
]
#: Header fields of the transport and of networks in between.
TRANSPORT = {
    "date", "connection", "keep-alive", "content-length", "transfer-encoding", "vary", "server", "nel", "report-to",
    "server-timing", "alt-svc", "via", "age", "x-cache", "x-azure-ref", "link",
}  # fmt: skip
#: Lists whose items are as many as the server likes: what counts is which shapes there are.
SETS = {"body.keys"}


class Side:
    """A server that is asked: its names, where they lead, and the words that stand for its tenant."""

    def __init__(self, login, graph, tenant, domain, connect=None, ca=None):
        self.origins = {"login": login.rstrip("/"), "graph": graph.rstrip("/")}
        self.words = {"{tenant}": tenant, "{domain}": domain, "{login}": self.origins["login"]}
        self.connect = connect
        self.context = ssl.create_default_context(cafile=ca)
        names = [(urlsplit(origin), f"{{{role}}}") for role, origin in self.origins.items()]
        self.names = [
            *IDS.items(), (tenant, "{tenant}"), (domain, "{domain}"), *((url.netloc, label) for url, label in names),
            *((url.hostname, label) for url, label in names),
        ]  # fmt: skip

    def ask(self, question):
        """The answer with its values masked. Raises OSError when there is none."""
        path = self._filled(question.path)
        headers = {"User-Agent": "mockidp-compare-live", "Accept": "*/*", **question.headers}
        body = None
        if question.form is not None:
            body = urlencode(question.form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = self._connection(urlsplit(self.origins[question.host]))
        try:
            connection.request(question.method, path, body, headers)
            answer = connection.getresponse()
            return self._read(answer.status, answer.getheaders(), answer.read())
        except http.client.HTTPException as error:
            raise OSError(f"it answered no HTTP ({error!r})") from error
        finally:
            connection.close()

    def _filled(self, path):
        for word, value in self.words.items():
            # In a query the braces came percent-encoded, and so does the value.
            path = path.replace(word, value).replace(urlencode({"": word})[1:], urlencode({"": value})[1:])
        return path

    def _connection(self, origin):
        port = origin.port or (443 if origin.scheme == "https" else 80)
        target = self.connect or (origin.hostname, port)
        context = self.context if origin.scheme == "https" else None
        kind = http.client.HTTPConnection if context is None else http.client.HTTPSConnection
        connection = kind(origin.hostname, port, timeout=30)
        plain = socket.create_connection(target, timeout=30)
        connection.sock = plain if context is None else context.wrap_socket(plain, server_hostname=origin.hostname)
        return connection

    def _read(self, status, fields, body):
        answer = {"status": status, "headers": {}, "cookies": {}}
        for name, value in fields:
            name = name.lower()
            if name == "set-cookie":
                answer["cookies"].update(cookies(value))
            elif name == "location":
                answer["location"] = location(value)
            elif name not in TRANSPORT:
                answer["headers"][name] = value
        answer["body"] = reduced(answer["headers"].get("content-type", ""), body.decode("utf-8", "replace"))
        return masked(answer, self.names)


def cookies(field):
    """The names of a Set-Cookie field with the attributes that are not the moment's."""
    for name, morsel in SimpleCookie(field).items():
        # The domain is that of the name that was called.
        kept = {key: value for key, value in morsel.items() if value and key not in ("expires", "max-age", "domain")}
        # The service names one cookie anew with each page.
        yield "esctx-*" if name.startswith("esctx-") else name, sorted(key if value is True else f"{key}={value}" for key, value in kept.items())


def location(value):
    """Where a redirect leads, and what it carries."""
    url = urlsplit(value)
    carrier = "fragment" if url.fragment else "query"
    parameters = dict(parse_qsl(url.fragment or url.query, keep_blank_values=True))
    return {"to": url._replace(query="", fragment="").geturl(), "in": carrier, "parameters": parameters}


def reduced(kind, text):
    """JSON as it is; of a page its id and the code of the refusal on it; any other text shortened."""
    if "json" in kind:
        try:
            return json.loads(text)
        except ValueError:
            return text[:300]
    if "html" in kind:
        page = re.search(r'<meta name="PageID" content="([^"]*)"', text)
        code = re.search(r"AADSTS\d+", text)
        return {"page": page and page[1], "code": code and code[0]}
    return text[:300]


def masked(value, names, path=""):
    for pattern, mask in MEMBERS:
        if value not in (None, "") and fnmatchcase(path, pattern):
            return mask
    if isinstance(value, dict):
        return {name: masked(item, names, f"{path}.{name}".lstrip(".")) for name, item in value.items()}
    if isinstance(value, list):
        items = [masked(item, names, f"{path}.{index}") for index, item in enumerate(value)]
        if path not in SETS:
            return items
        return [json.loads(item) for item in sorted({json.dumps(item) for item in items})]
    if isinstance(value, str):
        for name, label in names:
            value = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", label, value, flags=re.IGNORECASE)
        for pattern, label in TEXTS:
            value = pattern.sub(label, value)
    return value


ABSENT = "(absent)"


def differences(service, program, path=""):
    """What the program answers otherwise: path, the service's value, the program's."""
    if isinstance(service, dict) and isinstance(program, dict):
        for name in dict.fromkeys([*service, *program]):
            yield from differences(service.get(name, ABSENT), program.get(name, ABSENT), f"{path}.{name}".lstrip("."))
        shared = [[name for name in one if name in other] for one, other in ((service, program), (program, service))]
        # The order of members shows in the body alone; fields and parameters have none.
        if path.startswith("body") and shared[0] != shared[1]:
            yield f"{path} (order)", *shared
    elif isinstance(service, list) and isinstance(program, list) and any(isinstance(item, dict) for item in service + program):
        for index in range(max(len(service), len(program))):
            pair = (items[index] if index < len(items) else ABSENT for items in (service, program))
            yield from differences(*pair, f"{path}.{index}")
    elif service != program or type(service) is not type(program):
        yield path, service, program
