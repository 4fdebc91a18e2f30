"""Clients that generators make of the description of the control API, used for every operation.

One is typed (openapi-python-client), one is a set of models (datamodel-code-generator). Both have to read what the server
answers without loss, and to send what the server takes.
"""

import enum
import importlib
import importlib.util
import inspect
import json
import re
import ssl
import subprocess
import sys
import typing
from pathlib import Path

import pytest
from support.browser import Browser
from support.requests_by_hand import authorize_url
from support.world import User

httpx = pytest.importorskip("httpx")
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("openapi_python_client") is None, reason="the generators are not in this environment"
)

DESCRIPTION = Path(__file__).resolve().parent.parent / "docs" / "openapi.json"
SCENARIO = {"scenario": "mine", "rules": [{"name": "first", "when": {"endpoint": "token"}, "then": [{"refuse": "AADSTS90033"}]}]}
ARCHIVE = {"log": {"entries": [{
    "request": {
        "method": "GET",
        "url": "https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=30b11e00-0000-4000-8000-000000000001",
    },
    "response": {"status": 200, "content": {"text": "$Config={\"pgid\":\"ConvergedSignIn\"}"}},
}]}}  # fmt: skip
RULE = {"when": {"endpoint": "token"}, "then": [{"refuse": "AADSTS90033"}]}

#: Every operation once, in an order in which each finds what it needs. A text `$name` stands for something that came before.
STEPS = [
    ("health", {}), ("ready", {}), ("showMetrics", {}), ("describe", {}), ("listRoutes", {}), ("showCertificateAuthority", {}), ("listWorlds", {}),
    ("listScenarios", {}), ("showScenario", {"scenario": "expired-refresh"}), ("checkScenario", {"body": SCENARIO}),
    ("makeScenarioOfArchive", {"body": ARCHIVE, "name": "login.har"}),
    ("listRefusals", {}), ("explainRefusal", {"refusal": "AADSTS50173"}),
    ("createWorld", {"body": {"name": "t1", "seed": None, "idleTimeout": "10m"}}),
    ("putWorld", {"world": "t2", "body": {"scenario": SCENARIO, "overrides": None}}),
    ("showOneWorld", {"world": "t1"}), ("removeWorld", {"world": "t2"}), ("showWorld", {}), ("exportWorld", {"format_": "json"}),
    ("showStory", {}), ("compareWorlds", {"with_": "default"}), ("listSnippets", {}), ("showSnippet", {"snippet": "curl"}),
    ("showClock", {}), ("changeClock", {"body": {"advance": "1h", "set": None, "freeze": None}}),
    ("showLifetimes", {}), ("changeLifetimes", {"body": {"accessToken": "5m"}}),
    ("saveSnapshot", {"body": {"name": "s1"}}), ("listSnapshots", {}), ("restoreSnapshot", {"snapshot": "s1"}),
    ("removeSnapshot", {"snapshot": "s1"}),
    ("listUsers", {"tenant": "contoso"}), ("createUser", {"body": {"alias": "carol", "displayName": "Carol", "manager": None}}),
    ("showUser", {"user": "alice"}), ("putUser", {"user": "dora", "body": {"displayName": "Dora"}}),
    ("changeUser", {"user": "carol", "body": {"jobTitle": None}}),
    ("changePasswordOfUser", {"user": "carol", "body": {"to": "S3cret!"}}),
    ("resetPasswordOfUser", {"user": "carol", "body": {"to": None, "revoke": None}}),
    ("expirePasswordOfUser", {"user": "carol"}), ("revokeSessionsOfUser", {"user": "carol"}),
    ("requireMfaOfUser", {"user": "carol", "body": {"registered": None}}),
    ("changeLocationOfUser", {"user": "carol", "body": {"trusted": None}}), ("disableOfUser", {"user": "carol"}),
    ("enableOfUser", {"user": "carol"}), ("lockOfUser", {"user": "carol"}), ("unlockOfUser", {"user": "carol"}),
    ("deleteOfUser", {"user": "carol"}), ("restoreOfUser", {"user": "carol"}), ("removeUser", {"user": "dora"}),
    ("listGroups", {}), ("createGroup", {"body": {"alias": "team", "displayName": "Team", "members": ["alice"]}}), ("showGroup", {"group": "team"}),
    ("putGroup", {"group": "crew", "body": {"displayName": "Crew", "members": ["bob"]}}),
    ("changeGroup", {"group": "crew", "body": {"members": ["alice"]}}), ("removeGroup", {"group": "crew"}),
    ("listApps", {}), ("createApp", {"body": {"alias": "shop", "type": "web", "redirectUris": ["https://shop.test/cb"],
        "provisioning": {"tenantUrl": "http://127.0.0.1:9/scim", "secretToken": "t0ken"}}}),
    ("showApp", {"app": "shop"}), ("putApp", {"app": "shop", "body": {"displayName": "Shop"}}),
    ("changeApp", {"app": "shop", "body": {"logoutUrl": None}}), ("disableOfApp", {"app": "shop"}), ("enableOfApp", {"app": "shop"}),
    ("showProvisioning", {"app": "shop"}), ("startProvisioning", {"app": "shop"}), ("runProvisioning", {"app": "shop"}),
    ("pauseProvisioning", {"app": "shop"}), ("restartProvisioning", {"app": "shop"}),
    ("listProvisioningLog", {"app": "shop", "limit": 5}), ("listProvisioningRequests", {"app": "shop", "limit": 5}),
    ("expireSecretsOfApp", {"app": "shop"}), ("addPermission", {"app": "shop", "body": {"permission": "Calendars.Read"}}),
    ("removePermission", {"app": "shop", "permission": "Calendars.Read"}), ("removeApp", {"app": "shop"}),
    ("grantConsent", {"body": {"client": "web", "user": "bob", "scopes": ["Mail.Read"]}}),
    ("listConsents", {"client_query": "web", "user": "bob"}), ("withdrawConsent", {"consent": "$consent"}),
    ("withdrawConsents", {"client_query": "web"}),
    ("mintToken", {"body": {"client": "mobile", "user": "alice", "kind": "refreshToken", "with": None, "lifetime": None}}),
    ("inspectToken", {"body": {"token": "$token"}}), ("listTokens", {"user": "alice"}), ("revokeToken", {"token": "$tokenId"}),
    ("revokeTokens", {"user": "alice", "client_query": "mobile"}),
    ("age", {"body": {"kind": "refreshTokens", "by": None, "user": "alice"}}),
    ("perform", {"body": {"lock": "bob"}}),
    ("signIn", {"body": {"url": "$authorize", "user": "alice"}}),
    ("listOneTimeCodes", {"target": "kim@example.com"}),
    ("listMail", {"to": "kim@example.com", "limit": 1}), ("waitForMail", {"body": {"to": "kim@example.com", "timeout": "1s"}}),
    ("showMail", {"id": "latest"}), ("showRawMail", {"id": "latest"}), ("showMailHTML", {"id": "latest"}),
    ("showMailAttachment", {"id": "latest", "number": "1"}), ("forgetMail", {"id": "latest"}), ("clearMail", {}),
    ("listSessions", {"user": "alice"}), ("endSession", {"session": "$session"}), ("endSessions", {"user": "alice"}),
    ("createPolicy", {"body": {"name": "second", "require": "mfa"}}), ("listPolicies", {}), ("showPolicy", {"policy": "second"}),
    ("putPolicy", {"policy": "third", "body": {"require": "mfa"}}), ("disablePolicy", {"policy": "third"}),
    ("enablePolicy", {"policy": "third"}), ("removePolicy", {"policy": "third"}),
    ("addRules", {"body": {"name": "one", **RULE}}), ("listRules", {}), ("showRule", {"rule": "one"}),
    ("disableRule", {"rule": "one"}), ("enableRule", {"rule": "one"}),
    ("putRule", {"rule": "two", "body": RULE}), ("removeRule", {"rule": "two"}), ("removeRules", {}),
    ("listExchanges", {"limit": 5}), ("findExchanges", {"id": "$exchange"}), ("archiveExchanges", {}), ("advise", {}),
    ("verify", {"body": {"expect": [{"event": "signIn", "never": True}]}}), ("clearExchanges", {}), ("reset", {}),
    ("followExchanges", {"after": 0}),
]  # fmt: skip


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """The directory with both clients, on the path of modules."""
    place = tmp_path_factory.mktemp("generated")
    tools = Path(sys.executable).parent
    commands = [
        ["openapi-python-client", "generate", "--path", DESCRIPTION, "--meta", "none", "--output-path", place / "typed_client"],
        [
            "datamodel-codegen", "--input", DESCRIPTION, "--input-file-type", "openapi", "--output", place / "models_client.py",
            "--output-model-type", "pydantic_v2.BaseModel", "--openapi-scopes", "schemas",
        ],
    ]  # fmt: skip
    for command in commands:
        ended = subprocess.run([tools / command[0], *command[1:]], capture_output=True, text=True, timeout=120)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    sys.path.insert(0, str(place))
    yield place
    sys.path.remove(str(place))


def operations():
    """The operations of the description by their ids: the tag, and the name of the class of the first good answer."""
    found = {}
    for item in json.loads(DESCRIPTION.read_text())["paths"].values():
        for operation in item.values():
            good = next(answer for status, answer in operation["responses"].items() if status < "300")
            schema = good.get("content", {}).get("application/json", {}).get("schema", {})
            found[operation["operationId"]] = (re.sub("[ -]", "_", operation["tags"][0].lower()), schema.get("$ref", "").split("/")[-1])
    return found


def snake(name):
    """As the generator names files: several capitals are one word."""
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def body_class(call):
    annotation = inspect.signature(call).parameters["body"].annotation
    choices = typing.get_args(annotation) or (annotation,)
    return next((choice for choice in choices if hasattr(choice, "from_dict")), None)


def test_every_operation_has_a_step():
    assert sorted(name for name, _ in STEPS) == sorted(operations())


def test_no_class_is_named_by_a_number_alone(generated):
    names = [line.split()[1] for line in (generated / "models_client.py").read_text().splitlines() if line.startswith("class ")]
    assert {"World", "WorldDescription", "NewWorld", "TokenOrder", "ListUsersAnswer"} <= {name.split("(")[0] for name in names}
    assert not [name for name in names if re.match(r"(Body|Response|Model|Field)\d*\b", name)]


def test_every_operation_works(generated, serve):
    server = serve("happy-path")
    base = server.control.removesuffix("/_mockidp/v1")
    models = importlib.import_module("models_client")
    clients = importlib.import_module("typed_client.client")
    client = clients.Client(base_url=base, verify_ssl=ssl.create_default_context(cafile=server.ca), timeout=30)
    known, remembered, faults = operations(), {}, []
    for name, arguments in STEPS:
        tag, answer_class = known[name]
        call = importlib.import_module(f"typed_client.api.{tag}.{snake(name)}").sync_detailed
        if name == "listSessions":
            remembered["session"] = sign_in(server)
        if name == "listMail":
            send_mail(server, "t1")
        if name == "signIn":
            remembered["authorize"] = authorize_url(server)
        try:
            values = prepared(call, arguments, remembered)
            if name == "followExchanges":
                # It has no end, so the client gives up.
                with pytest.raises(httpx.ReadTimeout):
                    call(client=client.with_timeout(httpx.Timeout(1)), **values)
                continue
            answer = call(client=client, **values)
            assert 200 <= answer.status_code < 300, answer.content
            remember(name, answer, remembered)
            if answer_class:
                sent = json.loads(answer.content)
                # The typed client has read everything, and the models allow everything that was sent.
                assert plain(answer.parsed.to_dict()) == plain(sent)
                getattr(models, answer_class).model_validate(sent)
        except Exception as fault:
            faults.append(f"{name}: {fault!r}"[:500])
    assert not faults, "\n".join(faults)
    # What was done to the world was done to that one alone.
    assert "carol" not in server.http_session.get(f"{server.control}/world").text


def prepared(call, arguments, remembered):
    """The arguments as the typed client takes them: bodies and words as its classes, and the world in each call about one."""
    parameters = inspect.signature(call).parameters

    def given(value):
        return remembered[value[1:]] if isinstance(value, str) and value[:1] == "$" else value

    values = {key: given(value) for key, value in arguments.items()}
    if "body" in values:
        body, kind = {key: given(value) for key, value in values["body"].items()}, body_class(call)
        # A body that may be anything has no class.
        values["body"] = kind.from_dict(body) if kind else body
    for key, value in values.items():
        kinds = typing.get_args(parameters[key].annotation)
        word = next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, enum.Enum)), None)
        values[key] = word(value) if word else value
    if "mockidp_world" in parameters:
        values["mockidp_world"] = "t1"
    return values


def plain(value):
    """The value with times as times: the typed client writes `+00:00` where the server writes `Z`."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)", value):
        whole, _, fraction = value.removesuffix("Z").removesuffix("+00:00").partition(".")
        return whole, fraction[:6].rstrip("0")
    return value


def remember(name, answer, remembered):
    """Keeps the ids that later steps name."""
    sent = json.loads(answer.content) if answer.content[:1] == b"{" else {}
    if name == "listConsents":
        remembered["consent"] = sent["consents"][0]["id"]
    if name == "mintToken":
        remembered["token"] = sent["token"]
    if name == "listTokens":
        remembered["tokenId"] = sent["tokens"][0]["id"]
    if name == "listExchanges":
        remembered["exchange"] = str(sent["exchanges"][-1]["number"])


def send_mail(server, world):
    """A user of the world sends a page with a file to somebody outside."""
    fields = {"Mockidp-World": world}
    order = {"client": "mobile", "user": "alice", "scope": "Mail.Send"}
    token = server.http_session.post(f"{server.control}/tokens", json=order, headers=fields).json()["token"]
    file = {"@odata.type": "#microsoft.graph.fileAttachment", "name": "a.txt", "contentType": "text/plain", "contentBytes": "aGVsbG8="}
    message = {
        "subject": "Hello", "body": {"contentType": "html", "content": "<p>Your code is 123456.</p>"}, "attachments": [file],
        "toRecipients": [{"emailAddress": {"address": "kim@example.com"}}],
    }  # fmt: skip
    fields["Authorization"] = f"Bearer {token}"
    answer = server.http_session.post(f"{server.graph}/v1.0/me/sendMail", json={"message": message}, headers=fields)
    assert answer.status_code == 202, answer.text


def sign_in(server):
    """Signs a user of the world in to a browser; the id of the session."""
    world = {"Mockidp-World": "t1"}
    browser = Browser(server)
    browser.session.headers.update(world)
    made = server.http_session.get(f"{server.control}/worlds/t1").json()
    alice = next(user for user in made["users"] if user["alias"] == "alice")
    user = User(alice["userPrincipalName"], alice["id"], "alice", alice["password"], made["tenants"][0]["id"])
    query = "client_id=30b11e00-0000-4000-8000-000000000001&response_type=code&redirect_uri=http://localhost&scope=openid"
    browser.sign_in(f"{server.authority}/organizations/oauth2/v2.0/authorize?{query}", user)
    return server.http_session.get(f"{server.control}/sessions", headers=world).json()["sessions"][0]["id"]
