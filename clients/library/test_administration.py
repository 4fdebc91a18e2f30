"""Programs that administer a tenant: a permission that is missing, objects that are not everywhere yet, a second run."""

from play.program import Program
from play.run import meets

ORDERS = "0dde5000-0000-4000-8000-000000000001"


@meets("insufficient-privileges", Program)
def test_the_permission_is_missing(run):
    program, app = run.client, {"displayName": "Tool"}
    assert run.sees("asks for a token", program.get()).has_tokens
    assert run.sees("makes an app", program.call("POST", "/applications", app)).refusal[0] == "403 Authorization_RequestDenied"
    assert run.sees("makes it once more", program.call("POST", "/applications", app)).refusal[0] == "403 Authorization_RequestDenied"
    assert run.sees("asks for a new token", program.get()).has_tokens
    assert run.sees("makes it", program.call("POST", "/applications", app)).result.status_code == 201
    journal = run.server.http_session.get(f"{run.server.control}/exchanges?event=resource.refused").text
    assert "Application.ReadWrite.All" in journal


@meets("replication-lag", Program)
def test_a_new_app_is_not_everywhere(run):
    program = run.client
    assert run.sees("asks for a token", program.get()).has_tokens
    made = run.sees("makes an app", program.call("POST", "/applications", {"displayName": "Tool"})).result.json()
    path, principal = f"/applications/{made['id']}", {"appId": made["appId"]}
    assert run.sees("reads it", program.call("GET", path)).refusal[0] == "404 Request_ResourceNotFound"
    refused = run.sees("makes its service principal", program.call("POST", "/servicePrincipals", principal))
    assert refused.refusal[:2] == ("400 Request_BadRequest", "NoBackingApplicationObject")
    run.server.post_control("clock", {"advance": "2s"})
    assert run.sees("reads it two seconds later", program.call("GET", path)).result.json()["id"] == made["id"]
    assert run.sees("makes its service principal", program.call("POST", "/servicePrincipals", principal)).result.status_code == 201


@meets("duplicate-app", Program)
def test_the_program_runs_again(run):
    program = run.client
    assert run.sees("asks for a token", program.get()).has_tokens
    app = {"displayName": "Orders", "identifierUris": ["api://orders"]}
    taken = run.sees("makes the app", program.call("POST", "/applications", app))
    assert taken.refusal[:2] == ("400 Request_BadRequest", "ObjectConflict")
    taken = run.sees("makes its service principal", program.call("POST", "/servicePrincipals", {"appId": ORDERS}))
    assert taken.refusal[0] == "409 Request_MultipleObjectsWithSameKeyValue"
    assert run.sees("makes the app without the URI", program.call("POST", "/applications", {"displayName": "Orders"})).result
    named = run.sees("looks for the name", program.call("GET", "/applications?$filter=displayName eq 'Orders'"))
    assert len(named.result.json()["value"]) == 2
