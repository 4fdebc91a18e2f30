"""A product with a SCIM server, which mockidp writes users and groups into as Entra's provisioning service does."""

import json
import os
import ssl
import subprocess

import pytest
from provision.scim_server import ScimServer
from support.binary import BINARY
from support.server import Server
from support.tls_terminator import certificate

LEAVER = """
scenario: leaver
clock: {{ start: 2026-01-05T09:00:00Z, frozen: true }}
world:
  users: {{ ann: {{ displayName: Ann Lee, department: Sales }} }}
  groups: {{ sellers: {{ displayName: Sellers, members: [ann] }} }}
  apps: {{ product: {{ type: web, assignedGroups: [sellers], provisioning: {{ tenantUrl: "{url}", secretToken: t0ken{more} }} }} }}
rules: [{{ when: {{ event: provisioning.cycle, client: product, occurrence: 1 }}, then: {{ disable: ann }} }}]
expect: [{{ event: provisioning.sent, action: disable, user: ann, count: 1 }}]
"""


@pytest.fixture
def product():
    with ScimServer() as server:
        yield server


@pytest.fixture
def start(home, tmp_path, product):
    servers = []

    def started(more="", text=LEAVER):
        file = tmp_path / "leaver.yaml"
        file.write_text(text.format(url=product.url, more=more))
        server = Server(BINARY, file, home, tmp_path / "server")
        servers.append(server)
        return server

    yield started
    for server in servers:
        server.stop()


def call(server, method, path, **body):
    answer = server.http_session.request(method, f"{server.control}{path}", json=body or None)
    assert answer.ok, answer.text
    return answer.json() if answer.content else None


@pytest.fixture
def private(tmp_path):
    """A product whose certificate is of an authority of its own, and that authority."""
    (tmp_path / "authority").mkdir()
    authority, key = certificate(tmp_path / "authority", "localhost")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority, key)
    with ScimServer(certificate=context) as server:
        server.authority = authority
        yield server


def test_a_slow_product_keeps_the_command_waiting(start, product):
    """Longer than a command waits for a server that answers alone: a cycle is as slow as the product."""
    server = start(text=LEAVER.replace("rules: [", "rules: [{{ when: {{ endpoint: provisioning, action: cycle }}, then: {{ delay: 11s }} }}, "))
    for words in (["provision", "run", "product"], ["clock", "advance", "40m"]):
        ended = subprocess.run(
            [BINARY, *words, "--ready-file", server.ready_file], env={"MOCKIDP_HOME": str(server.home)}, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stdout + ended.stderr
    assert users(product)["ann"]["active"] is False


def users(product):
    return {user["userName"].split("@")[0]: user for user in product.scim.tenants[product.scim.main].users.values()}


def test_the_example_of_the_page(home, tmp_path, product):
    file = tmp_path / "leaver.yaml"
    file.write_text(LEAVER.format(url=product.url, more=""))
    ended = subprocess.run(
        [BINARY, "exec", "--scenario", file, "--", "sh", "-c", f"{BINARY} provision run product && {BINARY} clock advance 40m"],
        env={**os.environ, "MOCKIDP_HOME": str(home)}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert users(product)["ann"]["active"] is False
    assert "create" in ended.stdout


def test_who_leaves_the_group_is_out_and_comes_back(start, product):
    server = start()
    report = call(server, "POST", "/apps/product/provisioning/run")
    assert [entry["action"] for entry in report["entries"]] == ["create", "create", "update"]
    call(server, "POST", "/clock", advance="40m")
    assert users(product)["ann"]["active"] is False
    call(server, "PATCH", "/users/ann", enabled=True)
    call(server, "POST", "/clock", advance="40m")
    assert users(product)["ann"]["active"] is True
    log = call(server, "GET", "/apps/product/provisioning/log?user=ann")["entries"]
    assert [entry["action"] for entry in log][:3] == ["restore", "disable", "create"]


def test_no_request_has_a_user_agent_and_none_shows_the_token(start, product):
    server = start()
    call(server, "POST", "/apps/product/provisioning/run")
    requests = call(server, "GET", "/apps/product/provisioning/requests")["requests"]
    assert requests and all("User-Agent" not in request["fields"] for request in requests)
    assert "t0ken" not in json.dumps(requests)
    assert "t0ken" not in server.http_session.get(f"{server.control}/exchanges").text
    assert all(request["fields"]["Accept"] == "application/scim+json" for request in requests)
    assert all(request["fields"]["Adscimversion"].startswith("Date:2026-01-05, ActivityId:") for request in requests)


def test_a_product_that_is_not_there_is_in_quarantine_until_it_is(start, product):
    server = start(text=LEAVER.replace("secretToken: t0ken", "secretToken: wr0ng"))
    report = call(server, "POST", "/apps/product/provisioning/run")
    assert report["quarantine"]["reason"] == "EncounteredQuarantineException"
    status = call(server, "GET", "/apps/product/provisioning")
    assert status["code"] == "Quarantine" and status["nextCycle"] == "2026-01-05T09:05:00Z"
    # The cycle that failed was one, too, and the rule has disabled Ann.
    call(server, "PATCH", "/users/ann", enabled=True)
    call(server, "PATCH", "/apps/product", provisioning={"tenantUrl": product.url, "secretToken": "t0ken"})
    call(server, "POST", "/clock", advance="5m")
    assert "quarantine" not in call(server, "GET", "/apps/product/provisioning")
    assert "ann" in users(product)


def test_both_dialects(start, product):
    server = start(text=LEAVER.replace('"{url}"', '"{url}?aadOptscim062020"'))
    call(server, "POST", "/apps/product/provisioning/run")
    call(server, "POST", "/clock", advance="40m")
    assert users(product)["ann"]["active"] is False
    bodies = [request["body"] for request in call(server, "GET", "/apps/product/provisioning/requests")["requests"]]
    assert any('{"op":"replace","path":"active","value":false}' in body for body in bodies)


ADMINISTRATOR = LEAVER.replace(
    "apps: {{ product", "apps: {{ admin: {{ type: daemon, permissions: [Synchronization.ReadWrite.All, Application.Read.All, AuditLog.Read.All], consent: granted }}, product"
).replace(', provisioning: {{ tenantUrl: "{url}", secretToken: t0ken{more} }}', "")
RULE = "03f7d90d-bf71-41b1-bda6-aaf0ddbee5d8"


def test_graph_makes_and_drives_a_job_as_terraform_does(start, product):
    server = start(text=ADMINISTRATOR)
    token = call(server, "POST", "/tokens", client="admin", scope="https://graph.microsoft.com/.default")["token"]

    def graph(method, path, status, body=None):
        answer = server.http_session.request(
            method, f"{server.graph}/v1.0{path}", json=body, headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    app = call(server, "GET", "/apps/product")
    principal = graph("GET", f"/servicePrincipals(appId='{app['clientId']}')", 200)["id"]
    base = f"/servicePrincipals/{principal}/synchronization"
    assert graph("GET", f"{base}/templates", 200)["value"][0]["id"] == "scim"
    graph("POST", f"{base}/jobs", 400, {"templateId": "customappsso"})
    job = graph("POST", f"{base}/jobs", 201, {"templateId": "scim"})
    assert job["schedule"] == {"expiration": None, "interval": "PT40M", "state": "Disabled"}
    assert job["status"]["code"] == "NotConfigured"
    graph("POST", f"{base}/jobs", 409, {"templateId": "scim"})
    at = f"{base}/jobs/{job['id']}"
    assert graph("POST", f"{at}/provisionOnDemand", 400, {"parameters": [{"ruleId": RULE, "subjects": [{"objectId": principal}]}]})["error"]["code"] == "CredentialsMissing"
    wrong = [{"key": "BaseAddress", "value": product.url}, {"key": "SecretToken", "value": "wr0ng"}]
    refused = graph("POST", f"{at}/validateCredentials", 400, {"useSavedCredentials": False, "credentials": wrong})
    assert refused["error"]["code"] == "SystemForCrossDomainIdentityManagementCredentialValidationFailure"
    graph("PUT", f"{base}/secrets", 400, {"value": [{"key": "Nothing", "value": "x"}]})
    secrets = [{"key": "BaseAddress", "value": product.url}, {"key": "SecretToken", "value": "t0ken"}]
    graph("PUT", f"{base}/secrets", 204, {"value": secrets})
    assert graph("GET", f"{base}/secrets", 200)["value"] == [secrets[0], {"key": "SecretToken", "value": "*"}]
    graph("POST", f"{at}/validateCredentials", 204, {"useSavedCredentials": True, "credentials": []})
    assert graph("GET", at, 200)["status"]["code"] == "NotRun"
    graph("POST", f"{at}/start", 204)
    assert users(product)["ann"]["active"] is True
    job = graph("GET", at, 200)
    assert job["status"]["code"] == "Active" and job["status"]["lastExecution"]["state"] == "Succeeded"
    ann = call(server, "GET", "/users/ann")["id"]
    answer = graph("POST", f"{at}/provisionOnDemand", 400, {"parameters": [{"ruleId": RULE, "subjects": [{"objectId": ann, "objectTypeName": "User"}]}]})
    assert "error" in answer, "the rule has disabled Ann, and who is disabled is not provisioned on demand"
    call(server, "PATCH", "/users/ann", enabled=True, jobTitle="Engineer")
    answer = graph("POST", f"{at}/provisionOnDemand", 200, {"parameters": [{"ruleId": RULE, "subjects": [{"objectId": ann, "objectTypeName": "User"}]}]})
    assert json.loads(answer["key"])["result"] == "Success"
    assert [change["displayName"] for change in json.loads(answer["value"])["modifiedProperties"]] == ["title"]
    schema = graph("GET", f"{at}/schema", 200)["synchronizationRules"][0]
    assert schema["id"] == RULE and len(schema["objectMappings"][1]["attributeMappings"]) == 22
    for method, path in [("PUT", "/schema"), ("GET", "/schema/functions"), ("POST", "/schema/parseExpression")]:
        graph(method, at + path, 501, {} if method != "GET" else None)
    logged = graph("GET", f"/auditLogs/provisioning?$top=1&$orderby=activityDateTime desc&$filter=jobId eq '{job['id']}' and servicePrincipal/id eq '{principal}' and sourceIdentity/id eq '{ann}' and provisioningAction eq 'Create'", 200)
    assert [entry["provisioningStatusInfo"]["status"] for entry in logged["value"]] == ["success"]
    graph("POST", f"{at}/pause", 204)
    assert graph("GET", at, 200)["status"]["code"] == "Paused"
    graph("POST", f"{at}/restart", 204, {"criteria": {"resetScope": "Watermark,Escrows,QuarantineState"}})
    assert graph("GET", at, 200)["schedule"]["state"] == "Active"
    graph("PUT", f"{base}/secrets", 204, {"value": [{"key": secret["key"], "value": ""} for secret in secrets]})
    assert graph("GET", f"{base}/secrets", 200)["value"] == []
    graph("DELETE", at, 204)
    graph("GET", at, 404)


def test_graph_shows_the_scoping_filters_and_says_why_credentials_fail(start, product):
    clauses = '[[{ attribute: department, operator: "!&", value: "Marketing, Support" }, { attribute: employeeId, operator: Greater_Than, value: 9 }]]'
    server = start(more=f", scopingFilters: {clauses}", text=ADMINISTRATOR.replace("product: {{ type: web", 'product: {{ type: web, provisioning: {{ tenantUrl: "{url}", secretToken: t0ken{more} }}'))
    token = call(server, "POST", "/tokens", client="admin", scope="https://graph.microsoft.com/.default")["token"]

    def graph(method, path, body=None):
        return server.http_session.request(method, f"{server.graph}/v1.0{path}", json=body, headers={"Authorization": f"Bearer {token}"})

    app = call(server, "GET", "/apps/product")["clientId"]
    base = f"/servicePrincipals(appId='{app}')/synchronization"
    [job] = graph("GET", f"{base}/jobs").json()["value"]
    rule = graph("GET", f"{base}/jobs/{job['id']}/schema").json()["synchronizationRules"][0]
    [group] = next(mapping["scope"] for mapping in rule["objectMappings"] if mapping["sourceObjectName"] == "User")["groups"]
    assert [(clause["operatorName"], clause["sourceOperandName"], clause["targetOperand"]["values"]) for clause in group["clauses"]] == [
        ("!&", "department", ["Marketing, Support"]), ("Greater_Than", "employeeId", ["9"]),
    ]  # fmt: skip
    for address, code in [
        ("http://localhost:1/scim", "WebExceptionProtocolError"),
        (f"{product.url}/nothing", "SystemForCrossDomainIdentityManagementServiceIncompatible"),
    ]:
        credentials = [{"key": "BaseAddress", "value": address}, {"key": "SecretToken", "value": "t0ken"}]
        refused = graph("POST", f"{base}/jobs/{job['id']}/validateCredentials", {"useSavedCredentials": False, "credentials": credentials})
        assert refused.status_code == 400 and refused.json()["error"]["code"] == code, refused.text


def status(server, *words):
    ended = subprocess.run(
        [BINARY, "provision", "run", "product", *words, "--ready-file", server.ready_file],
        env={"MOCKIDP_HOME": str(server.home)}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return ended.stdout


def test_a_clock_that_stands_still_is_told_how_to_get_to_the_next_cycle(start, product):
    server = start()
    hint = call(server, "GET", "/apps/product/provisioning")["nextCycleHint"]
    assert hint == "The world's clock stands still. The first cycle begins when it is moved, however little; 'mockidp provision run product' begins one at once."
    assert hint in status(server, "status")
    call(server, "POST", "/clock", advance="1m")
    shown = call(server, "GET", "/apps/product/provisioning")
    assert shown["cycles"] == 1 and shown["nextCycle"] == "2026-01-05T09:40:00Z"
    assert shown["nextCycleHint"] == (
        "The world's clock stands still at 2026-01-05T09:01:00Z. 'mockidp clock advance 39m' gets there; 'mockidp provision run product' begins one at once."
    )
    lines = status(server, "status").splitlines()
    assert lines[lines.index("next cycle: 2026-01-05T09:40:00Z") + 1] == shown["nextCycleHint"]
    # What the hint says is so.
    call(server, "POST", "/clock", advance="39m")
    assert call(server, "GET", "/apps/product/provisioning")["cycles"] == 2
    call(server, "POST", "/apps/product/provisioning/pause")
    paused = call(server, "GET", "/apps/product/provisioning")
    assert "nextCycle" not in paused and "nextCycleHint" not in paused
    call(server, "POST", "/apps/product/provisioning/start")
    call(server, "POST", "/clock", freeze=False)
    running = call(server, "GET", "/apps/product/provisioning")
    assert "nextCycle" in running and "nextCycleHint" not in running


def test_a_run_that_fails_names_what_explains_it(start, product):
    server = start(text=LEAVER.replace("rules: [", "rules: [{{ when: {{ endpoint: provisioning, action: create }}, then: {{ respond: {{ status: 409 }} }} }}, "))
    printed = status(server)
    code = "SystemForCrossDomainIdentityManagementServiceIncompatibleFiltering"
    assert printed.splitlines()[-1] == f"what they mean: mockidp explain {code}", printed
    explained = subprocess.run([BINARY, "explain", code], capture_output=True, text=True, timeout=60)
    assert explained.returncode == 0 and "409" in explained.stdout and "What helps:" in explained.stdout


@pytest.mark.parametrize("is_named", [True, False], ids=["named", "not named"])
def test_a_product_with_an_authority_of_its_own_is_trusted_when_that_is_named(serve, tmp_path, private, is_named):
    file = tmp_path / "leaver.yaml"
    file.write_text(LEAVER.format(url=private.url, more=""))
    server = serve(file, arguments=["--product-ca", str(private.authority)] if is_named else [])
    report = call(server, "POST", "/apps/product/provisioning/run")
    if is_named:
        assert report["state"] == "Succeeded" and "ann" in users(private)
    else:
        assert report["quarantine"]["reason"] == "EncounteredQuarantineException"
        assert not private.http.log, "a request came to somebody who is not trusted"
        [request] = call(server, "GET", "/apps/product/provisioning/requests")["requests"]
        assert "certificate" in request["fault"] and "status" not in request


def test_exec_trusts_a_named_authority_too(home, tmp_path, private):
    file = tmp_path / "leaver.yaml"
    file.write_text(LEAVER.format(url=private.url, more=""))
    ended = subprocess.run(
        [BINARY, "exec", "--product-ca", private.authority, "--scenario", file, "--", BINARY, "provision", "run", "product"],
        env={"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert "ann" in users(private), ended.stdout + ended.stderr


@pytest.mark.parametrize(("text", "says"), [(None, "ca.pem"), ("no certificate", "ca.pem")], ids=["missing", "empty"])
def test_a_file_without_an_authority_is_refused_at_once(home, tmp_path, text, says):
    file = tmp_path / "ca.pem"
    if text:
        file.write_text(text)
    ended = subprocess.run(
        [BINARY, "serve", "--product-ca", file, "--https-port", "0", "--http-port", "0"],
        env={"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin"}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert ended.returncode != 0 and says in ended.stderr, ended.stdout + ended.stderr
