"""Pipelines and pods: GitHub Actions, GitLab, Azure Pipelines, flexible credentials, tokens that are renewed."""

import base64
import json
import os
import subprocess
import sys

import msal
import pytest
import requests
from support.binary import BINARY
from support.msal_apps import _app
from support.world import CONTOSO, DAEMON

GITHUB = "https://token.actions.githubusercontent.com"


def claims(token):
    body = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))


@pytest.fixture
def run(home, tmp_path):
    """What a program prints that runs in that place."""

    def run(place, program, *words, fails=False):
        ended = subprocess.run(
            [str(BINARY), "exec", "--quiet", "--as", place, *words, "--", sys.executable, "-c", program],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, cwd=tmp_path,
            env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"], "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
        assert (ended.returncode != 0) == fails, ended.stderr
        return ended.stderr if fails else json.loads(ended.stdout)

    return run


EXCHANGE = """
import json, os, msal, requests
def prove(token):
    app = msal.ConfidentialClientApplication(
        os.environ["AZURE_CLIENT_ID"], authority=os.environ["MOCKIDP_AUTHORITY"], instance_discovery=False,
        client_credential={"client_assertion": token})
    print(json.dumps({"token": token, **app.acquire_token_for_client(["https://graph.microsoft.com/.default"])}))
"""
JOB = EXCHANGE + """
url, proof = os.environ["ACTIONS_ID_TOKEN_REQUEST_URL"], os.environ["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]
answer = requests.get(url + "&audience=api://AzureADTokenExchange", headers={"Authorization": "bearer " + proof}).json()
assert answer["count"] == len(answer["value"])
prove(answer["value"])
"""


def test_a_job_of_github_actions(run):
    answer = run("github-actions", JOB)
    told = claims(answer["token"])
    assert (told["iss"], told["aud"], told["sub"]) == (GITHUB, "api://AzureADTokenExchange", "repo:contoso@65/app@74:ref:refs/heads/main")
    assert (told["repository"], told["repository_owner"], told["ref"]) == ("contoso/app", "contoso", "refs/heads/main")
    assert (told["repository_owner_id"], told["repository_id"]) == ("65", "74")
    assert told["exp"] - told["iat"] == 300 and told["iat"] - told["nbf"] == 300 and "access_token" in answer
    assert list(told)[:3] == ["jti", "sub", "aud"] and list(told)[-5:] == ["iss", "nbf", "exp", "iat", "mockidp"]


def test_an_older_repository_and_a_new_one_on_one_app(run, tmp_path):
    old = {"name": "old", "issuer": GITHUB, "subject": "repo:shop/cart:ref:refs/heads/main"}
    new = {"name": "new", "issuer": GITHUB, "subject": "repo:shop@1/cart@2:ref:refs/heads/main"}
    for credentials, subject in (([old], old["subject"]), ([old, new], new["subject"])):
        answer = run("github-actions", JOB, "--scenario", str(scenario(tmp_path, *credentials)))
        assert claims(answer["token"])["sub"] == subject and "access_token" in answer


def scenario(tmp_path, *credentials):
    file = tmp_path / "pipelines.yaml"
    file.write_text(json.dumps({"scenario": "pipelines", "world": {"apps": {"daemon": {"federatedCredentials": credentials}}}}))
    return file


def flexible(expression, **more):
    return {"name": "flexible", "issuer": GITHUB, "claimsMatchingExpression": expression, **more}


def test_the_credential_says_which_job_it_is(run, tmp_path):
    credential = {"name": "prod", "issuer": GITHUB, "subject": "repo:shop/cart:environment:production"}
    answer = run("github-actions", JOB, "--scenario", str(scenario(tmp_path, credential)))
    told = claims(answer["token"])
    assert (told["sub"], told["environment"], told["repository"]) == (credential["subject"], "production", "shop/cart")
    assert "access_token" in answer


def test_a_job_of_gitlab(run):
    answer = run("gitlab", EXCHANGE + "prove(os.environ['GITLAB_OIDC_TOKEN'])")
    told = claims(answer["token"])
    assert told["iss"] == "https://gitlab.com" and told["sub"] == "project_path:contoso/app:ref_type:branch:ref:main"
    assert (told["project_path"], told["ref"], told["namespace_path"]) == ("contoso/app", "main", "contoso")
    assert "access_token" in answer


PIPELINE = """
import json, os
from azure.identity import AzurePipelinesCredential
credential = AzurePipelinesCredential(
    tenant_id=os.environ["AZURESUBSCRIPTION_TENANT_ID"], client_id=os.environ["AZURESUBSCRIPTION_CLIENT_ID"],
    service_connection_id=os.environ["AZURESUBSCRIPTION_SERVICE_CONNECTION_ID"], system_access_token={proof},
    disable_instance_discovery=True)
try:
    print(json.dumps({"token": credential.get_token("https://vault.azure.net/.default").token}))
except Exception as error:
    print(json.dumps({"error": str(error)}))
"""


def test_a_service_connection_of_azure_pipelines(run):
    pytest.importorskip("azure.identity", reason="not installed beside this MSAL")
    right = run("azure-pipelines", PIPELINE.replace("{proof}", 'os.environ["SYSTEM_ACCESSTOKEN"]'))
    assert claims(right["token"])["appid"] == DAEMON.id
    assert "TF400813" in run("azure-pipelines", PIPELINE.replace("{proof}", '"wrong"'))["error"]


# The subject of a connection to Resource Manager, as its page in Azure DevOps shows it for this tenant.
CONNECTION = "64171687-7a59-4fce-b2c8-823278dcf176"
OF_ENTRA = f"/eid1/c/pub/t/AAUnwAAAAECAAAAAAAAAAQ/a/rISbSSETf0KqFyZ8ppdXmA/sc/0ca3ddd9-f0b0-4635-a98c-5866526961b6/{CONNECTION}"
ASKED = """
import json, os, requests
url = os.environ["SYSTEM_OIDCREQUESTURI"] + "?api-version=7.1&serviceConnectionId=" + os.environ["AZURESUBSCRIPTION_SERVICE_CONNECTION_ID"]
print(json.dumps(requests.post(url, headers={"Authorization": "Bearer " + os.environ["SYSTEM_ACCESSTOKEN"]}).json()))
"""


def test_entra_issues_the_token_of_a_connection_to_resource_manager(run, tmp_path):
    credential = {"name": "arm", "issuer": f"https://login.microsoftonline.com/{CONTOSO}/v2.0", "subject": OF_ENTRA}
    told = claims(run("azure-pipelines", ASKED, "--scenario", str(scenario(tmp_path, credential)))["oidcToken"])
    assert list(told) == [
        "aud", "iss", "iat", "nbf", "exp", "aio", "azp", "azpacr", "idtyp", "oid", "rh", "sub", "tid", "uti", "ver", "xms_act_fct", "xms_ficinfo",
        "xms_ftd", "xms_idrel", "xms_sub_fct",
    ]  # fmt: skip
    assert (told["aud"], told["sub"]) == ("fb60f99c-7a34-4190-8149-302f77469936", OF_ENTRA)
    assert (told["azp"], told["azpacr"], told["idtyp"]) == ("499b84ac-1321-427f-aa17-267ca6975798", "2", "app")
    assert told["iss"].endswith(f"/{CONTOSO}/v2.0") and told["exp"] - told["iat"] == 86700


@pytest.mark.parametrize("subject, code", [(OF_ENTRA, None), (OF_ENTRA.replace("AAUnwAAA", "wCcFAAAA"), 7002137)], ids=["right", "of another tenant"])
def test_the_token_of_entra_proves_the_app(serve, tmp_path, subject, code):
    server = serve(scenario(tmp_path))
    token = server.post_control("tokens", {"client": "daemon", "kind": "accessToken", "scope": "https://graph.microsoft.com/.default",
        "claims": {"roles": ["Application.ReadWrite.All"]}}).json()["token"]  # fmt: skip
    headers = {"Authorization": f"Bearer {token}"}
    app = server.http_session.get(server.graph + f"/v1.0/applications(appId='{DAEMON.id}')", headers=headers).json()["id"]
    new = {"name": "arm", "issuer": f"{server.authority}/{CONTOSO}/v2.0", "subject": subject, "audiences": ["api://AzureADTokenExchange"]}
    made = server.http_session.post(f"{server.graph}/v1.0/applications/{app}/federatedIdentityCredentials", headers=headers, json=new)
    assert made.status_code == 201, made.text
    url = server.authority + f"/pipelines/azure-devops/contoso/app/token?api-version=7.1&serviceConnectionId={CONNECTION}"
    proof = server.http_session.post(url, headers={"Authorization": "Bearer mockidp"}).json()["oidcToken"]
    app = _app(msal.ConfidentialClientApplication, server, CONTOSO, DAEMON, None, client_credential={"client_assertion": proof})
    answer = app.acquire_token_for_client(["https://graph.microsoft.com/.default"])
    assert answer.get("error_codes") == (code and [code]) and ("access_token" in answer) == (code is None)


def test_a_pipeline_itself_has_a_token_too(run):
    told = claims(run("azure-pipelines", """
import json, os, requests
answer = requests.post(os.environ["SYSTEM_OIDCREQUESTURI"] + "?api-version=7.1", headers={"Authorization": "Bearer " + os.environ["SYSTEM_ACCESSTOKEN"]})
print(json.dumps(answer.json()))
""")["oidcToken"])
    assert told["sub"].startswith("p://contoso/app/") and told["aud"] == "api://AzureADTokenExchange"
    assert [name for name in told if name != "mockidp"] == [
        "jti", "sub", "aud", "org_id", "prj_id", "def_id", "rpo_id", "rpo_uri", "rpo_ver", "rpo_ref", "run_id", "iss", "nbf", "exp", "iat",
    ]  # fmt: skip
    assert (told["iat"] - told["nbf"], told["exp"] - told["iat"]) == (600, 299)


def test_without_the_proof_there_is_no_token(happy):
    url = happy.http + "/pipelines/github/token?api-version=2.0"
    for headers in ({}, {"Authorization": "bearer wrong"}, {"Authorization": "mockidp"}):
        assert requests.get(url, headers=headers, timeout=20).status_code == 401
    assert happy.exchanges(endpoint="pipelineToken")[-1]["reasons"][-1].startswith("→ Authorization")


# Flexible credentials


def proved(server, sub, **more):
    order = {"iss": GITHUB, "sub": sub, "aud": ["api://AzureADTokenExchange"], "mockidp": "standIn", **more}
    token = server.post_control("tokens", {"client": DAEMON.id, "lifetime": "5m", "claims": order}).json()["token"]
    app = _app(msal.ConfidentialClientApplication, server, CONTOSO, DAEMON, None, client_credential={"client_assertion": token})
    return app.acquire_token_for_client(["https://graph.microsoft.com/.default"])


@pytest.mark.parametrize("expression, fits, fails", [
    ("claims['sub'] matches 'repo:shop/cart:ref:refs/heads/*'",
     ["repo:shop/cart:ref:refs/heads/main", "repo:shop/cart:ref:refs/heads/"],
     ["repo:shop/cart:ref:refs/tags/v1", "repo:Shop/cart:ref:refs/heads/main", "repo:shop/cart:ref:refs/head"]),
    ("claims['sub'] matches 'repo:shop/*:environment:prod?'",
     ["repo:shop/a:environment:prod1", "repo:shop/a/b:environment:prodX"],
     ["repo:shop/a:environment:prod", "repo:shop/a:environment:prod12"]),
    ("claims['sub'] eq 'repo:shop/cart:pull_request'", ["repo:shop/cart:pull_request"], ["repo:shop/cart:pull_requests"]),
], ids=["branches", "environments", "one"])  # fmt: skip
def test_an_expression_fits_many_jobs(serve, tmp_path, expression, fits, fails):
    server = serve(scenario(tmp_path, flexible(expression)))
    for sub in fits:
        assert "access_token" in proved(server, sub), sub
    for sub in fails:
        assert proved(server, sub)["error_codes"] == [700213], sub


def test_an_expression_of_two_claims(serve, tmp_path):
    both = "claims['sub'] matches 'repo:shop/*' and claims['job_workflow_ref'] matches 'shop/ci/*@refs/heads/main'"
    server = serve(scenario(tmp_path, flexible(both)))
    assert "access_token" in proved(server, "repo:shop/a:x", job_workflow_ref="shop/ci/deploy.yml@refs/heads/main")
    assert proved(server, "repo:shop/a:x", job_workflow_ref="shop/ci/deploy.yml@refs/heads/dev")["error_codes"] == [700213]
    assert proved(server, "repo:shop/a:x")["error_codes"] == [700213]


def test_a_subject_that_differs_in_capital_letters(serve, tmp_path):
    server = serve(scenario(tmp_path, {"name": "one", "issuer": GITHUB, "subject": "repo:shop/cart:pull_request"}))
    refused = proved(server, "repo:Shop/Cart:pull_request")
    assert refused["error_codes"] == [7002138] and "case-insensitive comparison" in refused["error_description"]


def test_an_app_that_trusts_nobody(happy):
    refused = proved(happy, "repo:shop/cart:pull_request")
    assert refused["error_codes"] == [70025]
    assert f"The client '{DAEMON.id}'(Contoso Daemon) has no configured federated identity credentials." in refused["error_description"]


@pytest.mark.parametrize("credential, complaint", [
    (flexible("sub matches 'a'"), "write it as claims['sub'] matches"),
    (flexible("claims['sub'] matches 'a' or claims['sub'] matches 'b'"), "write it as"),
    (flexible("claims['actor'] eq 'mona'"), "may name sub and job_workflow_ref"),
    (flexible("claims['sub'] eq 'a'", subject="a"), "are two ways to say it"),
    ({"name": "none", "issuer": GITHUB}, "needs 'subject'"),
])  # fmt: skip
def test_a_credential_that_is_written_wrong(home, tmp_path, credential, complaint):
    ended = subprocess.run(
        [str(BINARY), "scenario", "check", str(scenario(tmp_path, credential))], capture_output=True, text=True, timeout=60,
        env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert ended.returncode == 2 and complaint in ended.stderr + ended.stdout


def test_graph_keeps_flexible_credentials(serve, tmp_path):
    server = serve(scenario(tmp_path))
    token = server.post_control("tokens", {"client": "daemon", "kind": "accessToken", "scope": "https://graph.microsoft.com/.default",
        "claims": {"roles": ["Application.ReadWrite.All"]}}).json()["token"]  # fmt: skip
    headers = {"Authorization": f"Bearer {token}"}
    app = server.http_session.get(server.graph + f"/beta/applications(appId='{DAEMON.id}')", headers=headers).json()["id"]
    place = f"{server.graph}/beta/applications/{app}/federatedIdentityCredentials"
    new = {"name": "f", "issuer": GITHUB, "audiences": ["api://AzureADTokenExchange"],
           "claimsMatchingExpression": {"value": "claims['sub'] matches 'repo:shop/*'", "languageVersion": 1}}  # fmt: skip
    made = server.http_session.post(place, headers=headers, json=new)
    assert made.status_code == 201, made.text
    assert made.json()["claimsMatchingExpression"] == new["claimsMatchingExpression"] and made.json()["subject"] is None
    assert "access_token" in proved(server, "repo:shop/cart:pull_request")
    for bad in ({"value": "claims['actor'] eq 'mona'", "languageVersion": 1}, {"value": "claims['sub'] eq 'x'", "languageVersion": 2}):
        refused = server.http_session.post(place, headers=headers, json={**new, "name": "g", "claimsMatchingExpression": bad})
        assert refused.status_code == 400, refused.text


# The token of a pod is renewed

KEPT = """
import json, os, time, requests
path = os.environ["AZURE_FEDERATED_TOKEN_FILE"]
before = open(path).read()
session = requests.Session()
session.verify = os.environ["MOCKIDP_CA"]
assert session.post(os.environ["MOCKIDP_CONTROL"] + "/clock", json={"advance": "50m"}).status_code == 200
end = time.monotonic() + 20
while open(path).read() == before:
    assert time.monotonic() < end
    time.sleep(0.05)
print(json.dumps({"before": before, "after": open(path).read()}))
"""


def test_the_token_of_a_pod_is_renewed_by_the_worlds_clock(run):
    tokens = run("workload-identity", KEPT)
    before, after = claims(tokens["before"]), claims(tokens["after"])
    assert before["exp"] - before["iat"] in (3600, 3900) and after["exp"] - before["exp"] >= 3000


def test_an_issuer_of_this_server_can_be_checked_by_others(happy, home):
    jwt = pytest.importorskip("jwt")
    words = ["--issuer", "cluster", "--subject", "system:serviceaccount:shop:cart", "--ready-file", str(happy.ready_file)]
    made = subprocess.run(
        [str(BINARY), "workload-token", *words], capture_output=True, text=True, timeout=60,
        env={"MOCKIDP_HOME": str(home), "PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    token = made.stdout.strip()
    issuer = claims(token)["iss"]
    assert issuer == f"{happy.authority}/issuers/cluster"
    document = happy.http_session.get(issuer + "/.well-known/openid-configuration").json()
    assert document["issuer"] == issuer
    keys = happy.http_session.get(document["jwks_uri"]).json()["keys"]
    key = next(one for one in keys if one["kid"] == jwt.get_unverified_header(token)["kid"])
    told = jwt.decode(token, jwt.PyJWK(key).key, algorithms=["RS256"], audience="api://AzureADTokenExchange", issuer=issuer)
    assert told["sub"] == "system:serviceaccount:shop:cart"
