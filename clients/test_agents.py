"""Agents: a blueprint proves its agent identities by `fmi_path`, and an agent identity gets tokens for itself and for its agent user."""

import base64
import json
import uuid
from pathlib import Path

import msal
import pytest
from support.world import ALICE, CONTOSO, App

SCENARIO = Path(__file__).parent / "scenarios/agents.yaml"
BLUEPRINT, OTHER = (App(f"00000000-0000-4000-8000-00000000c00{n}", secret=s) for n, s in ((1, "blueprint-secret"), (2, "other-secret")))
AGENT, SIBLING, ORPHAN = (f"00000000-0000-4000-8000-00000000c00{n}" for n in (3, 4, 5))
EXCHANGE, GRAPH = "api://AzureADTokenExchange/.default", "https://graph.microsoft.com/.default"
USER = "travel@contoso.onmicrosoft.com"

pytestmark = pytest.mark.skipif(
    not hasattr(msal.ConfidentialClientApplication, "acquire_token_by_user_federated_identity_credential"), reason="this MSAL knows no agents"
)


@pytest.fixture
def server(lend):
    return lend(SCENARIO)


def client(server, client_id, credential):
    from support.msal_apps import _app

    return _app(msal.ConfidentialClientApplication, server, CONTOSO, App(client_id), None, client_credential=credential)


def claims(token):
    body = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))


def proof(server, agent=AGENT, blueprint=BLUEPRINT):
    """What the blueprint asks for, by which the agent identity proves itself."""
    answer = client(server, blueprint.id, blueprint.secret).acquire_token_for_client([EXCHANGE], fmi_path=agent)
    return answer["access_token"]


def agent(server, by=None):
    return client(server, AGENT, {"client_assertion": by or proof(server)})


def short(guid):
    """The bytes in Windows' order, in base64url."""
    return base64.urlsafe_b64encode(uuid.UUID(guid).bytes_le).decode().rstrip("=")


def test_what_proves_an_agent_identity(server):
    told = claims(proof(server))
    assert told["sub"] == f"/eid1/c/pub/t/{short(CONTOSO)}/a/{short(BLUEPRINT.id)}/{AGENT}"
    assert (told["azp"], told["ver"], told["tid"]) == (BLUEPRINT.id, "2.0", CONTOSO)
    assert told["iss"] == f"{server.authority}/{CONTOSO}/v2.0"


def test_an_agent_acts_by_itself(server):
    token = agent(server).acquire_token_for_client([GRAPH])["access_token"]
    told = claims(token)
    assert (told["appid"], told["idtyp"], told["roles"]) == (AGENT, "app", ["User.Read.All"])
    assert (told["xms_act_fct"], told["xms_sub_fct"], told["xms_idrel"], told["xms_par_app_azp"]) == ("3 9 11", "3 9 11", "7 16", BLUEPRINT.id)
    assert server.me(token, "/v1.0/users").status_code == 200


@pytest.mark.parametrize("by", ["username", "user_object_id"])
def test_an_agent_acts_as_its_agent_user(server, by):
    app = agent(server)
    own = app.acquire_token_for_client([EXCHANGE])["access_token"]
    people = server.http_session.get(f"{server.control}/users").json()["users"]
    named = {"username": USER} if by == "username" else {by: next(one["id"] for one in people if one["alias"] == "travel")}
    answer = app.acquire_token_by_user_federated_identity_credential(["User.Read"], own, **named)
    assert answer.get("id_token_claims", {}).get("preferred_username") == USER, answer
    told = claims(answer["access_token"])
    assert (told["upn"], told["scp"].split(), told["idtyp"]) == (USER, ["User.Read"] if "User.Read" == told["scp"] else told["scp"].split(), "user")
    assert (told["xms_act_fct"], told["xms_sub_fct"], told["xms_par_app_azp"]) == ("3 9 11", "3 13", BLUEPRINT.id)
    assert server.me(answer["access_token"]).json()["displayName"] == "Travel Agent"
    # The refresh token renews silently.
    account = app.get_accounts()[0]
    assert "access_token" in app.acquire_token_silent(["User.Read"], account, force_refresh=True)


def form(server, **changes):
    own = agent(server).acquire_token_for_client([EXCHANGE])["access_token"]
    values = {
        "grant_type": "user_fic", "client_id": AGENT, "user_federated_identity_credential": own, "username": USER,
        "scope": "User.Read openid offline_access", "client_assertion": proof(server),
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer", **changes,
    }  # fmt: skip
    return {name: value for name, value in values.items() if value is not None}


def test_the_older_form_of_the_same(server):
    whole = form(server)
    whole["assertion"] = whole.pop("user_federated_identity_credential")
    whole.update(grant_type="urn:ietf:params:oauth:grant-type:jwt-bearer", requested_token_use="on_behalf_of")
    answer = server.token(whole, CONTOSO).json()
    assert claims(answer["access_token"])["xms_sub_fct"] == "3 13"


@pytest.mark.parametrize("changes, code", [
    ({"username": None}, 900144), ({"user_id": "00000000-0000-4000-8000-000000000001"}, 900144),
    ({"username": None, "user_id": USER}, 50000), ({"username": "nobody@contoso.onmicrosoft.com"}, 50034), ({"username": ALICE.name}, 700213),
    ({"user_federated_identity_credential": None}, 900144), ({"user_federated_identity_credential": "none"}, 50027),
    ({"client_assertion": None, "client_assertion_type": None}, 7000218), ({"scope": None}, 900144),
], ids=lambda value: None)  # fmt: skip
def test_what_is_refused_for_an_agent_user(server, changes, code):
    answer = server.token(form(server, **changes), CONTOSO)
    assert answer.json()["error_codes"] == [code], answer.text


def test_the_blueprints_token_is_none_of_the_agents(server):
    answer = server.token(form(server, user_federated_identity_credential=proof(server)), CONTOSO)
    assert answer.json()["error_codes"] == [700213]


@pytest.mark.parametrize("by, code", [
    (lambda server: proof(server, SIBLING), 7002137), (lambda server: proof(server, AGENT, OTHER), 7002137),
    (lambda server: server.post_control("tokens", {"client": "daemon", "kind": "accessToken", "scope": GRAPH}).json()["token"], 7002121),
], ids=["sibling", "other blueprint", "another audience"])  # fmt: skip
def test_what_does_not_prove_an_agent_identity(server, by, code):
    refused = agent(server, by(server)).acquire_token_for_client([GRAPH])
    assert (refused["error"], refused["error_codes"]) == ("invalid_client", [code]), refused


def test_a_blueprint_gets_no_tokens_of_its_own(server):
    """But for Graph, where it makes its agent identities."""
    blueprint = client(server, BLUEPRINT.id, BLUEPRINT.secret)
    own = blueprint.acquire_token_for_client([GRAPH])
    assert "AgentIdentity.CreateAsManager" in claims(own["access_token"])["roles"], own
    refused = blueprint.acquire_token_for_client(["https://vault.azure.net/.default"])
    assert (refused["error"], refused["error_codes"]) == ("unauthorized_client", [82001])
    assert f"Agentic application '{BLUEPRINT.id}' is not permitted" in refused["error_description"]


def test_a_blueprint_says_for_which_agent_the_proof_is(server):
    refused = client(server, BLUEPRINT.id, BLUEPRINT.secret).acquire_token_for_client([EXCHANGE])
    assert (refused["error"], refused["error_codes"]) == ("invalid_request", [82008]), refused


def test_user_fic_is_for_agents(server):
    refused = client(server, OTHER.id, OTHER.secret).acquire_token_by_user_federated_identity_credential(["User.Read"], "t", username=USER)
    assert refused["error_codes"] == [70003], refused


def test_an_agent_acts_for_a_person_who_called_it(serve, tmp_path):
    """On behalf of: the person's token is for the blueprint."""
    text = SCENARIO.read_text().replace("secret: blueprint-secret }", "secret: blueprint-secret, type: api, scopes: [act] }")
    file = tmp_path / "obo.yaml"
    file.write_text(text.replace("{ type: daemon, displayName: Blueprint", "{ displayName: Blueprint"))
    server = serve(file)
    person = server.post_control(
        "tokens", {"client": "web", "user": "alice", "kind": "accessToken", "scope": f"{BLUEPRINT.id}/act"}
    ).json()["token"]
    answer = agent(server).acquire_token_on_behalf_of(person, [f"{GRAPH}"])
    told = claims(answer["access_token"]) if "access_token" in answer else answer
    assert told.get("upn") == ALICE.name and told["appid"] == AGENT and told["xms_act_fct"] == "3 9 11", told
    assert "13" not in told["xms_sub_fct"].split()
