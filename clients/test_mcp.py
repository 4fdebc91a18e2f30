"""`mockidp mcp` with the protocol's own client library: every tool is called, every resource is read, in both revisions."""

import asyncio
import json
import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.binary import BINARY
from test_control_generated import STEPS, send_mail

client = pytest.importorskip("mcp.client.client")
stdio = pytest.importorskip("mcp.client.stdio")

#: How the library agrees on a revision: with `initialize` (2025-11-25), or without (2026-07-28).
MODES = ["legacy", "2026-07-28"]
APP = "client_id=30b11e00-0000-4000-8000-000000000001&redirect_uri=http://localhost&response_type=code&scope=openid"
ROOT = Path(__file__).resolve().parent.parent
WARNING = "What follows are data of mockidp."


def session(home, mode, *words):
    """A client that has started the command."""
    variables = {"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"]}
    parameters = stdio.StdioServerParameters(command=str(BINARY), args=["mcp", *words], env=variables)
    return client.Client(stdio.stdio_client(parameters), mode=mode)


def apart(body):
    """Runs it in a thread of its own: a browser's test in the same process may have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(body())).result()


def run(happy, home, mode, body):
    """Calls `body` with a client that uses the shared server."""

    async def inside():
        async with session(home, mode, "--ready-file", str(happy.ready_file)) as assistant:
            return await body(assistant)

    return apart(inside)


def content(answer):
    """What a tool answered, without the warning; the test fails where it refused."""
    [block] = answer.content
    assert not answer.is_error, block.text
    assert block.text.startswith(WARNING)
    text = block.text.split("\n", 1)[1]
    return json.loads(text) if text[:1] == "{" else text


def steps(tools, authority):
    """A call for each tool, in an order in which each has what it needs."""
    yield "health", {}
    known = {"client_query": "client", "format_": "format", "with_": "with"}
    for name, arguments in STEPS:
        if name == "putWorld":
            yield "createWorld", {"body": {"name": "t2"}}
        if name == "putPolicy":
            yield "createPolicy", {"world": "t1", "body": {"name": "third", "require": "mfa"}}
        if name == "putRule":
            yield "addRules", {"world": "t1", "body": {"name": "two", "when": {"endpoint": "token"}, "then": {"refuse": "AADSTS90033"}}}
        if name not in tools:
            continue
        arguments = {known.get(key, key): value for key, value in arguments.items()}
        if name == "signIn":
            arguments["body"] = {"url": f"{authority}/organizations/oauth2/v2.0/authorize?{APP}", "user": "alice"}
        if "world" in tools[name].input_schema["properties"] and name not in ("createWorld", "removeWorld"):
            arguments["world"] = "t1"
        yield name, arguments


@pytest.mark.parametrize("mode", MODES)
def test_every_tool_is_called(happy, home, mode):
    async def body(assistant):
        tools = {tool.name: tool for tool in (await assistant.list_tools()).tools}
        remembered, called = {}, set()
        await assistant.call_tool("removeWorld", {"world": "t1"})
        for name, arguments in steps(tools, happy.authority):
            called.add(name)
            given = json.loads(json.dumps(arguments))
            for part in (given, given.get("body") if isinstance(given.get("body"), dict) else {}):
                for key, value in part.items():
                    if isinstance(value, str) and value[:1] == "$":
                        part[key] = remembered[value[1:]]
            if name == "listMail":
                send_mail(happy, "t1")
            answer = content(await assistant.call_tool(name, given))
            if name == "mintToken":
                remembered["token"] = answer["token"]
            if name == "listTokens":
                remembered["tokenId"] = answer["tokens"][0]["id"]
            if name == "listExchanges":
                remembered["exchange"] = str(answer["exchanges"][-1]["number"])
            if name == "listConsents":
                remembered["consent"] = answer["consents"][0]["id"]
        assert called == set(tools)
        content(await assistant.call_tool("removeWorld", {"world": "t1"}))
        return {name: tool.annotations for name, tool in tools.items()}

    annotations = run(happy, home, mode, body)
    assert annotations["listExchanges"].read_only_hint and not annotations["listExchanges"].destructive_hint
    assert not annotations["addRules"].read_only_hint and not annotations["addRules"].destructive_hint
    assert annotations["removeWorld"].destructive_hint and annotations["removeWorld"].idempotent_hint


@pytest.mark.parametrize("mode", MODES)
def test_what_happened_is_told_with_its_reasons(happy, home, mode):
    async def body(assistant):
        world = content(await assistant.call_tool("createWorld", {"body": {}}))["name"]
        refuse = {"when": {"endpoint": "authorize", "occurrence": 1}, "then": {"refuse": "AADSTS50076"}}
        content(await assistant.call_tool("addRules", {"world": world, "body": refuse}))
        url = f"{happy.authority}/organizations/oauth2/v2.0/authorize?{APP}"
        sign_in = await assistant.call_tool("signIn", {"world": world, "body": {"url": url, "user": "alice"}})
        journal = content(await assistant.call_tool("listExchanges", {"world": world}))
        number = str(journal["exchanges"][-1]["number"])
        one = content(await assistant.call_tool("findExchanges", {"world": world, "id": number}))
        content(await assistant.call_tool("removeWorld", {"world": world}))
        return sign_in, one

    sign_in, one = run(happy, home, mode, body)
    assert "AADSTS50076" in sign_in.content[0].text
    assert "AADSTS50076" in json.dumps(one["exchanges"][0]) and one["exchanges"][0]["reasons"]


@pytest.mark.parametrize("mode", MODES)
def test_every_resource_is_read(happy, home, mode):
    async def body(assistant):
        found = {}
        for resource in (await assistant.list_resources()).resources:
            [read] = (await assistant.read_resource(str(resource.uri))).contents
            found[str(resource.uri)] = read.text
        templates = (await assistant.list_resource_templates()).resource_templates
        refusal = (await assistant.read_resource("mockidp://refusals/AADSTS700082")).contents[0].text
        schema = (await assistant.read_resource("mockidp://schema/NewApp")).contents[0].text
        with pytest.raises(Exception, match="There is no resource mockidp://docs/nothing"):
            await assistant.read_resource("mockidp://docs/nothing")
        return found, templates, refusal, json.loads(schema)

    found, templates, refusal, schema = run(happy, home, mode, body)
    assert found["mockidp://docs/scenarios"].startswith("# ") and len(found) > 20
    assert len(json.loads(found["mockidp://refusals"])["refusals"]) > 200
    assert {template.uri_template for template in templates} == {"mockidp://refusals/{refusal}", "mockidp://schema/{name}"}
    assert "refreshTokenInactive" in refusal
    assert schema["$ref"] == "#/$defs/NewApp" and "redirectUris" in schema["$defs"]["NewApp"]["properties"]


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("findExchanges", {"number": "1"}, "findExchanges has no argument number; it takes id, worlds, world."),
        ("findExchanges", {}, "findExchanges needs the argument id."),
        ("findExchanges", {"id": ["1"]}, "id of findExchanges is one word or number."),
        ("findExchanges", {"id": "4711000"}, "There is no exchange '4711000'."),
        ("addRules", {"body": {"whn": {}}}, "unknown key 'whn'"),
        ("showWorld", {"world": "nowhere"}, "nowhere"),
    ],
)
def test_a_refusal_says_what_is_wrong(happy, home, tool, arguments, sentence):
    async def body(assistant):
        return await assistant.call_tool(tool, arguments)

    answer = run(happy, home, MODES[0], body)
    assert answer.is_error
    assert sentence in answer.content[0].text


def test_an_unknown_tool_is_refused(happy, home):
    async def body(assistant):
        with pytest.raises(Exception, match="There is no tool nothing"):
            await assistant.call_tool("nothing", {})

    run(happy, home, MODES[0], body)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", -32700),
        ('[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600),
        ('{"id": 1, "method": "ping"}', -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": "prompts/list"}', -32601),
        ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}', -32602),
        (
            '{"jsonrpc": "2.0", "id": 1, "method": "tools/list",'
            ' "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "1999-01-01"}}}',
            -32022,
        ),
        ('{"jsonrpc": "2.0", "method": "notifications/initialized"}', None),
    ],
)
def test_a_message_that_is_none(happy, home, line, code):
    """After it the next message is answered."""
    ping = '{"jsonrpc": "2.0", "id": "next", "method": "ping"}'
    ended = subprocess.run(
        [BINARY, "mcp", "--ready-file", happy.ready_file], input=f"{line}\n{ping}\n", capture_output=True, text=True, timeout=30,
        env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"]},
    )  # fmt: skip
    answers = [json.loads(answer) for answer in ended.stdout.splitlines()]
    assert answers[-1] == {"jsonrpc": "2.0", "id": "next", "result": {}}
    assert [answer["error"]["code"] for answer in answers[:-1]] == ([code] if code else [])
    assert ended.returncode == 0


def test_without_a_server_it_starts_one_and_ends_it(tmp_path):
    """The other commands find it while it runs, and nothing is left over."""

    async def inside():
        async with session(tmp_path, "2026-07-28", "--scenario", "expired-refresh") as assistant:
            health = content(await assistant.call_tool("health", {}))
            listed = subprocess.run(
                [BINARY, "world", "list"], capture_output=True, text=True, timeout=30,
                env={"MOCKIDP_HOME": str(tmp_path), "PATH": os.environ["PATH"]},
            )  # fmt: skip
            return health, listed

    health, listed = apart(inside)
    assert health["scenario"] == "expired-refresh"
    assert listed.returncode == 0 and "expired-refresh" in listed.stdout, listed.stderr
    deadline = time.monotonic() + 10
    while list((tmp_path / "servers").glob("*.json")):
        assert time.monotonic() < deadline
        time.sleep(0.05)



def test_the_pages_configurations_start_it():
    """Each printed configuration file names the command as it is."""
    page = (ROOT / "docs" / "mcp.md").read_text()
    found = [json.loads(block.split("```")[0]) for block in page.split("```json\n")[1:]]
    assert len(found) == 3
    for configuration in found:
        [(_, servers)] = configuration.items()
        assert servers["mockidp"]["command"] == "mockidp" and servers["mockidp"]["args"][0] == "mcp"
