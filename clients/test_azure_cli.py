"""Azure CLI as it is shipped, led to the server by a proxy: an app signs in and keeps a tenant's directory."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from support.binary import BINARY
from support.world import ADMIN, ALICE, BOB, CONTOSO, DAEMON

HERE = Path(__file__).parent
AZ = HERE.parent / ".venv" / "clients-azure-cli" / "bin" / "python"
SCENARIO = HERE / "scenarios" / "azure-cli.yaml"
GRAPH = "00000003-0000-0000-c000-000000000000"
USER_READ = "e1fe6dd8-ba31-4d61-89e7-88639da4683d"
USER_READ_ALL = "df021288-bdef-4463-88db-98f22de89214"
ZOE = "zoe@contoso.onmicrosoft.com"
SUBJECT = "repo:o/r:ref:refs/heads/main"
PIPELINE = json.dumps({
    "name": "main", "issuer": "https://token.actions.githubusercontent.com", "subject": SUBJECT, "audiences": ["api://AzureADTokenExchange"],
})  # fmt: skip

ANYTHING = object()

#: The words of a command with its query, what it answers, and the name under which later commands use the answer.
STEPS = [
    (
        "ad app create --display-name Tool --sign-in-audience AzureADMyOrg --web-redirect-uris https://tool.test/cb"
        " --identifier-uris api://contoso.onmicrosoft.com/tool-x --query appId",
        ANYTHING, "app",
    ),
    ("ad app create --display-name Tool --query appId==`{app}`", True),
    ("ad app show --id api://contoso.onmicrosoft.com/tool-x --query appId==`{app}`", True),
    ("ad app show --id {app} --query [displayName,signInAudience,web.redirectUris[0]]", ["Tool", "AzureADMyOrg", "https://tool.test/cb"]),
    ("ad app update --id {app} --display-name Tool2", None),
    ("ad app list --display-name Tool2 --query [].identifierUris[0]", ["api://contoso.onmicrosoft.com/tool-x"]),
    (f"ad app permission add --id {{app}} --api {GRAPH} --api-permissions {USER_READ}=Scope", None),
    ("ad app permission list --id {app} --query [].resourceAccess[].id", [USER_READ]),
    ("ad sp create --id {app} --query id", ANYTHING, "principal"),
    (f"ad app permission grant --id {{app}} --api {GRAPH} --scope User.Read --query scope", "User.Read"),
    ("ad app permission list-grants --id {app} --query [].scope", ["User.Read"]),
    (f"ad app permission delete --id {{app}} --api {GRAPH}", None),
    ("ad app credential reset --id {app} --append --query appId", ANYTHING),
    ("ad app credential list --id {app} --query [0].keyId", ANYTHING, "key"),
    ("ad app credential delete --id {app} --key-id {key}", None),
    ("ad app credential list --id {app}", []),
    ("ad app federated-credential create --id {app} --parameters @pipeline.json --query subject", SUBJECT),
    ("ad app federated-credential list --id {app} --query [].name", ["main"]),
    ("ad app federated-credential update --id {app} --federated-credential-id main --parameters @pipeline.json", None),
    ("ad app federated-credential show --id {app} --federated-credential-id main --query subject", SUBJECT),
    ("ad app federated-credential delete --id {app} --federated-credential-id main", None),
    (f"ad user create --display-name Zoe --password Str0ng-Pass! --user-principal-name {ZOE} --query id", ANYTHING, "user"),
    ("ad user update --id {user} --display-name Zoë", None),
    (f"ad user show --id {ZOE} --query displayName", "Zoë"),
    (f"ad user list --upn {ZOE} --query [].displayName", ["Zoë"]),
    ("ad app owner add --id {app} --owner-object-id {user}", None),
    ("ad app owner list --id {app} --query [].userPrincipalName", [ZOE]),
    ("ad app owner remove --id {app} --owner-object-id {user}", None),
    ("ad sp update --id {principal} --set notes=hello", None),
    ("ad sp show --id {principal} --query notes", "hello"),
    ("ad sp owner list --id {principal}", ANYTHING),
    ("ad sp credential reset --id {principal} --append --query appId", ANYTHING),
    ("ad sp credential list --id {principal} --query [0].keyId", ANYTHING, "key"),
    ("ad sp credential delete --id {principal} --key-id {key}", None),
    ("ad sp list --display-name Tool2 --query [].displayName", ["Tool2"]),
    ("ad group create --display-name Crew --mail-nickname crew --query displayName", "Crew"),
    ("ad group create --display-name Crew --mail-nickname crew --query description", None),
    ("ad group list --display-name Crew --query [].mailNickname", ["crew"]),
    ("ad group show --group Crew --query securityEnabled", True),
    ("ad group member add --group Crew --member-id {user}", None),
    ("ad group member check --group Crew --member-id {user} --query value", True),
    ("ad group member list --group Crew --query [].userPrincipalName", [ZOE]),
    ("ad user get-member-groups --id {user} --query [].displayName", ["Crew"]),
    ("ad group get-member-groups --group Crew", []),
    ("ad group owner add --group Crew --owner-object-id {user}", None),
    ("ad group owner list --group Crew --query [].userPrincipalName", [ZOE]),
    ("ad group member remove --group Crew --member-id {user}", None),
    ("ad group delete --group Crew", None),
    ("ad sp create-for-rbac --name robot --query displayName", "robot"),
    ("ad sp delete --id {principal}", None),
    ("ad app delete --id {app}", None),
    ("ad user delete --id {user}", None),
    ("rest --method get --url https://graph.microsoft.com/v1.0/organization --query value[0].displayName", "Contoso"),
]  # fmt: skip


#: What an administrator does who has signed in with `az login`, and what no app can do.
ADMINISTRATOR = [
    ("ad signed-in-user show --query userPrincipalName", ADMIN.name),
    ("ad app create --display-name Tool --query appId", ANYTHING, "app"),
    ("ad signed-in-user list-owned-objects --type application --query [].displayName", ["Tool"]),
    (f"ad app permission add --id {{app}} --api {GRAPH} --api-permissions {USER_READ}=Scope {USER_READ_ALL}=Role", None),
    ("ad app permission admin-consent --id {app}", None),
    ("ad app permission list-grants --id {app} --query [].scope", ["User.Read"]),
    ("ad sp show --id {app} --query id", ANYTHING, "principal"),
    (
        "rest --method get --url https://graph.microsoft.com/v1.0/servicePrincipals/{principal}/appRoleAssignments"
        " --query value[].appRoleId", [USER_READ_ALL],
    ),
    ("ad app credential reset --id {app} --query appId", ANYTHING),
    ("ad app credential reset --id {app} --create-cert --append --query appId", ANYTHING),
    ("ad app credential list --id {app} --cert --query length(@)", 1),
    ("ad sp credential reset --id {principal} --query appId", ANYTHING),
    ("ad sp create-for-rbac --name robot --create-cert --query displayName", "robot"),
    ("ad sp create-for-rbac --name robot --query displayName", "robot"),
    ("ad sp list --all --query length(@)>`30`", True),
    ("ad app list --show-mine --query [].displayName", ["Tool", "robot"]),
    (f"ad user create --display-name Zoe --password Str0ng-Pass! --user-principal-name {ZOE} --query id", ANYTHING, "user"),
    (f"ad user update --id {ZOE} --account-enabled false --force-change-password-next-sign-in true --password Str0ng-Pass2!", None),
    ("ad group create --display-name Crew --mail-nickname crew --query id", ANYTHING, "group"),
    ("ad group owner add --group {group} --owner-object-id {user}", None),
    (f"ad group owner add --group {{group}} --owner-object-id {ADMIN.oid}", None),
    ("ad group owner remove --group {group} --owner-object-id {user}", None),
    ("ad group owner list --group {group} --query [].userPrincipalName", [ADMIN.name]),
    ("ad user delete --id {user}", None),
    ("account get-access-token --resource-type ms-graph --query tokenType", "Bearer"),
]  # fmt: skip

#: What a user without a directory role may do with the same token: the app and the group that the user makes are the user's own.
ORDINARY = [
    ("ad app create --display-name Mine --query appId", ANYTHING, "app"),
    ("ad app update --id {app} --display-name Mine2", None),
    ("ad group create --display-name Ours --mail-nickname ours --query id", ANYTHING, "group"),
    (f"ad group member add --group {{group}} --member-id {BOB.oid}", None),
    ("ad user list --query length(@)>`3`", True),
]  # fmt: skip

#: What the service refuses such a user, with what the user is told.
REFUSED = [
    f"ad user update --id {BOB.name} --display-name Bobby", f"ad user delete --id {BOB.name}",
    "ad user create --display-name Zoe --password Str0ng-Pass! --user-principal-name zoe@contoso.onmicrosoft.com",
    f"ad group member add --group Engineers --member-id {BOB.oid}", "ad group delete --group Engineers",
    f"ad app permission grant --id {{app}} --api {GRAPH} --scope User.Read.All", f"ad app update --id {DAEMON.id} --display-name Taken",
    f"ad app permission admin-consent --id {DAEMON.id}",
]  # fmt: skip


def environment(directory, **more):
    return {
        "PATH": os.environ["PATH"], "HOME": str(directory), "MOCKIDP_HOME": str(directory / "home"), "PYTHONUTF8": "1",
        "AZURE_CONFIG_DIR": str(directory / "azure"), "AZURE_CORE_COLLECT_TELEMETRY": "false",
        "TMPDIR": str(directory), **more,
    }  # fmt: skip


def led(directory, steps, *options):
    """Runs the steps in one process that is led to a new server; what each answered, and what was printed beside."""
    run = subprocess.run(
        [str(BINARY), "exec", *options, "--proxy", "--quiet", "--", str(AZ), str(HERE / "support" / "azure_cli.py")],
        input=json.dumps([(step[0], step[2] if len(step) > 2 else None) for step in steps]), capture_output=True, text=True,
        timeout=300, cwd=directory, env=environment(directory),
    )  # fmt: skip
    answers = [json.loads(line) for line in run.stdout.splitlines() if line.startswith('{"code"')]
    return {step[0]: (answer["code"], answer["result"]) for step, answer in zip(steps, answers, strict=False)}, run.stderr


def wanted(steps, seen):
    """Each step ends with 0, and with the answer that it names."""
    return {step[0]: (0, seen.get(step[0], (0, None))[1] if step[1] is ANYTHING or step[1] is None else step[1]) for step in steps}


def user_login(user):
    return (f"login -u {user.name} -p {user.password} --tenant {CONTOSO} --allow-no-subscriptions", ANYTHING)


installed = pytest.mark.skipif(not AZ.exists(), reason="Azure CLI is not installed; clients/run installs it")


@installed
def test_azure_cli_keeps_a_directory(tmp_path):
    (tmp_path / "pipeline.json").write_text(PIPELINE)
    login = f"login --service-principal -u {DAEMON.id} -p {DAEMON.secret} --tenant {CONTOSO} --allow-no-subscriptions"
    steps = [(login, ANYTHING), *STEPS]
    seen, errors = led(tmp_path, steps, "--scenario", str(SCENARIO))
    assert seen == wanted(steps, seen), errors


@installed
def test_an_administrator_signs_in(tmp_path):
    steps = [user_login(ADMIN), *ADMINISTRATOR]
    seen, errors = led(tmp_path, steps)
    assert seen == wanted(steps, seen), errors


@installed
def test_a_user_without_a_role_does_less(tmp_path):
    steps = [user_login(ALICE), *ORDINARY]
    seen, errors = led(tmp_path, [*steps, *((words,) for words in REFUSED)])
    refused = {words: seen.pop(words)[0] for words in REFUSED}
    assert seen == wanted(steps, seen), errors
    assert refused == dict.fromkeys(REFUSED, 1)
    assert errors.count("Insufficient privileges to complete the operation.") >= len(REFUSED) - 1


@installed
def test_a_scope_that_azure_cli_is_not_preauthorized_for(tmp_path):
    words = "account get-access-token --scope https://graph.microsoft.com/Mail.Read"
    seen, errors = led(tmp_path, [user_login(ALICE), (words,)])
    assert seen[words][0] == 1
    assert "AADSTS65002" in errors


@installed
def test_a_device_code(tmp_path):
    script = f'set -e; "{AZ}" "{HERE}/support/azure_cli_device.py" {ADMIN.name} {ADMIN.password}; "{AZ}" -m azure.cli ad signed-in-user show -o json'
    run = subprocess.run(
        [str(BINARY), "exec", "--proxy", "--quiet", "--", "sh", "-c", script], capture_output=True, text=True, timeout=300, cwd=tmp_path,
        env=environment(tmp_path),
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["userPrincipalName"] == ADMIN.name


@installed
def test_every_command_of_az_ad_is_among_the_steps(tmp_path):
    script = (
        "import json; from azure.cli.core import get_default_cli, MainCommandsLoader; loader = MainCommandsLoader(get_default_cli());"
        " print(json.dumps([name for name in loader.load_command_table(['ad']) if name.startswith('ad ')]))"
    )
    run = subprocess.run([str(AZ), "-c", script], capture_output=True, text=True, timeout=120, env=environment(tmp_path))
    steps = [step[0] for step in [*STEPS, *ADMINISTRATOR]]
    commands = json.loads(run.stdout)
    assert len(commands) == 52
    assert [name for name in commands if not any(words.startswith(f"{name} ") or words == name for words in steps)] == []


def block(page, language):
    """The first block of that language on a page of docs/."""
    text = (HERE.parent / "docs" / page).read_text()
    return text.split(f"```{language}\n", 1)[1].split("```", 1)[0]


@installed
def test_the_pages_script_makes_a_scenario_that_has_the_app(tmp_path):
    (tmp_path / "company.yaml").write_text(block("terraform.md", "yaml"))
    (tmp_path / "make.sh").write_text(block("azure-cli.md", "sh"))
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "mockidp").symlink_to(BINARY)
    (programs / "az").write_text(f'#!/bin/sh\nexec "{AZ}" -m azure.cli "$@"\n')
    (programs / "az").chmod(0o755)
    environment = {
        "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(tmp_path), "MOCKIDP_HOME": str(tmp_path / "home"), "PYTHONUTF8": "1",
        "AZURE_CONFIG_DIR": str(tmp_path / "azure"), "AZURE_CORE_COLLECT_TELEMETRY": "false",
    }  # fmt: skip
    run = subprocess.run(
        ["mockidp", "exec", "--scenario", "./company.yaml", "--proxy", "--", "sh", "make.sh"],
        capture_output=True, text=True, timeout=300, cwd=tmp_path, env=environment,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    fixture = (tmp_path / "fixture.yaml").read_text()
    assert "\n    Orders:\n" in fixture and "https://orders.test/cb" in fixture
    check = subprocess.run(
        ["mockidp", "scenario", "check", "./fixture.yaml"], capture_output=True, text=True, timeout=60, cwd=tmp_path, env=environment,
    )  # fmt: skip
    assert check.returncode == 0, check.stdout + check.stderr


#: How Azure CLI signs in where there is a managed identity, and in a pod.
LOGINS = {
    **dict.fromkeys(["managed-identity", "app-service", "container-apps", "machine-learning", "service-fabric"], "login --identity"),
    "workload-identity": "login --service-principal -u $AZURE_CLIENT_ID --tenant $AZURE_TENANT_ID --federated-token $(cat $AZURE_FEDERATED_TOKEN_FILE)",
}  # fmt: skip


@installed
@pytest.mark.parametrize("place", LOGINS)
def test_azure_cli_signs_in_without_a_secret(tmp_path, place):
    script = f"set -e; {AZ} -m azure.cli {LOGINS[place]} --allow-no-subscriptions -o none; {AZ} -m azure.cli account get-access-token -o json"
    run = subprocess.run(
        [str(BINARY), "exec", "--proxy", "--quiet", "--as", place, "--expect", "event=token.issued", "--", "sh", "-c", script],
        capture_output=True, text=True, timeout=300, cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"], "HOME": str(tmp_path), "MOCKIDP_HOME": str(tmp_path / "home"), "PYTHONUTF8": "1", "TMPDIR": str(tmp_path),
            "AZURE_CONFIG_DIR": str(tmp_path / "azure"), "AZURE_CORE_COLLECT_TELEMETRY": "false",
        },
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["tokenType"] == "Bearer"
