"""Microsoft's own client of Graph sets provisioning up and drives it, as an administrator's script does: templates, jobs, secrets, schema, log."""

import datetime
import json

import pytest
from provision.scim_server import ScimServer

pytest.importorskip("msgraph", reason="msgraph-sdk is not installed here")

from kiota_abstractions.base_request_configuration import RequestConfiguration  # noqa: E402
from msgraph.generated.audit_logs.provisioning.provisioning_request_builder import (  # noqa: E402
    ProvisioningRequestBuilder,
)
from msgraph.generated.models.o_data_errors.o_data_error import ODataError  # noqa: E402
from msgraph.generated.models.provisioning_action import ProvisioningAction  # noqa: E402
from msgraph.generated.models.synchronization_job import SynchronizationJob  # noqa: E402
from msgraph.generated.models.synchronization_job_application_parameters import (  # noqa: E402
    SynchronizationJobApplicationParameters,
)
from msgraph.generated.models.synchronization_job_restart_criteria import (  # noqa: E402
    SynchronizationJobRestartCriteria,
)
from msgraph.generated.models.synchronization_job_restart_scope import SynchronizationJobRestartScope  # noqa: E402
from msgraph.generated.models.synchronization_job_subject import SynchronizationJobSubject  # noqa: E402
from msgraph.generated.models.synchronization_schedule_state import SynchronizationScheduleState  # noqa: E402
from msgraph.generated.models.synchronization_secret import SynchronizationSecret  # noqa: E402
from msgraph.generated.models.synchronization_secret_key_string_value_pair import (  # noqa: E402
    SynchronizationSecretKeyStringValuePair,
)
from msgraph.generated.models.synchronization_status_code import SynchronizationStatusCode  # noqa: E402
from msgraph.generated.models.synchronization_task_execution_result import (  # noqa: E402
    SynchronizationTaskExecutionResult,
)
from msgraph.generated.service_principals.item.synchronization.jobs.item.provision_on_demand.provision_on_demand_post_request_body import (  # noqa: E402
    ProvisionOnDemandPostRequestBody,
)
from msgraph.generated.service_principals.item.synchronization.jobs.item.restart.restart_post_request_body import (  # noqa: E402
    RestartPostRequestBody,
)
from msgraph.generated.service_principals.item.synchronization.jobs.item.validate_credentials.validate_credentials_post_request_body import (  # noqa: E402
    ValidateCredentialsPostRequestBody,
)
from msgraph.generated.service_principals.item.synchronization.secrets.secrets_put_request_body import (  # noqa: E402
    SecretsPutRequestBody,
)
from test_msgraph_sdk import conversing  # noqa: E402

RULE = "03f7d90d-bf71-41b1-bda6-aaf0ddbee5d8"
SCENARIO = """
scenario: administered
clock: { start: 2026-01-05T09:00:00Z, frozen: true }
world:
  users: { ann: { displayName: Ann Lee, department: Sales }, zed: { displayName: Zed Ray } }
  groups: { sellers: { displayName: Sellers, members: [ann] } }
  apps:
    product: { type: web, assignedGroups: [sellers] }
    admin: { type: daemon, permissions: [PERMISSIONS], consent: granted }
"""
PERMISSIONS = "Synchronization.ReadWrite.All, Application.Read.All, AuditLog.Read.All"


@pytest.fixture
def product():
    with ScimServer() as server:
        yield server


@pytest.fixture
def administered(serve, tmp_path):
    """Starts a server whose app `admin` has these permissions; returns it, and what runs conversations as that app."""

    def started(permissions=PERMISSIONS):
        file = tmp_path / "administered.yaml"
        file.write_text(SCENARIO.replace("PERMISSIONS", permissions))
        server = serve(file)
        asked = server.http_session.post(f"{server.control}/tokens", json={"client": "admin", "scope": "https://graph.microsoft.com/.default"})
        assert asked.ok, asked.text
        return server, lambda conversation: conversing(server, asked.json()["token"], conversation)

    return started


def control(server, method, path, **body):
    answer = server.http_session.request(method, f"{server.control}{path}", json=body or None)
    assert answer.ok, answer.text
    return answer.json()


def secrets(**values):
    return [SynchronizationSecretKeyStringValuePair(key=SynchronizationSecret(key), value=value) for key, value in values.items()]


def on_demand(object_id, kind="User", rule=RULE):
    subject = SynchronizationJobSubject(object_id=object_id, object_type_name=kind)
    return ProvisionOnDemandPostRequestBody(parameters=[SynchronizationJobApplicationParameters(rule_id=rule, subjects=[subject])])


async def refusal(call):
    """The status and the code of what Graph refuses."""
    with pytest.raises(ODataError) as caught:
        await call
    return caught.value.response_status_code, caught.value.error.code


def test_an_administrator_sets_provisioning_up_and_drives_it(administered, product):
    server, run = administered()
    ann = control(server, "GET", "/users/ann")["id"]
    app = control(server, "GET", "/apps/product")["clientId"]

    async def conversation(graph):
        principal = (await graph.service_principals_with_app_id(app).get()).id
        sync = graph.service_principals.by_service_principal_id(principal).synchronization

        templates = (await sync.templates.get()).value
        assert [template.id for template in templates] == ["scim"]
        assert (await sync.templates.by_synchronization_template_id("scim").get()).default is not None
        job = await sync.jobs.post(SynchronizationJob(template_id="scim"))
        assert job.schedule.state == SynchronizationScheduleState.Disabled and job.schedule.interval == datetime.timedelta(minutes=40)
        assert job.status.code == SynchronizationStatusCode.NotConfigured and job.status.quarantine is None
        at = sync.jobs.by_synchronization_job_id(job.id)
        assert [one.id for one in (await sync.jobs.get()).value] == [job.id]

        # Nothing can be sent yet, and a wrong token is found before it is kept.
        assert await refusal(at.provision_on_demand.post(on_demand(ann))) == (400, "CredentialsMissing")
        wrong = ValidateCredentialsPostRequestBody(credentials=secrets(BaseAddress=product.url, SecretToken="wr0ng"))
        status, code = await refusal(at.validate_credentials.post(wrong))
        assert (status, code) == (400, "SystemForCrossDomainIdentityManagementCredentialValidationFailure")
        await sync.secrets.put(SecretsPutRequestBody(value=secrets(BaseAddress=product.url, SecretToken="t0ken")))
        await at.validate_credentials.post(ValidateCredentialsPostRequestBody(use_saved_credentials=True))
        assert (await at.get()).status.code == SynchronizationStatusCode.NotRun

        # The start runs the first cycle.
        await at.start.post()
        job = await at.get()
        assert (job.schedule.state, job.status.code) == (SynchronizationScheduleState.Active, SynchronizationStatusCode.Active)
        last = job.status.last_execution
        assert last.state == SynchronizationTaskExecutionResult.Succeeded and last.count_exported == 3
        assert last.time_began == datetime.datetime(2026, 1, 5, 9, tzinfo=datetime.timezone.utc)

        schema = await at.schema.get()
        [rule] = schema.synchronization_rules
        users = next(mapping for mapping in rule.object_mappings if mapping.source_object_name == "User")
        assert rule.id == RULE and len(users.attribute_mappings) == 22
        assert (await refusal(at.schema.patch(schema)))[0] in (405, 501)

        await at.pause.post()
        assert (await at.get()).status.code == SynchronizationStatusCode.Paused
        criteria = SynchronizationJobRestartCriteria(reset_scope=SynchronizationJobRestartScope.Full)
        await at.restart.post(RestartPostRequestBody(criteria=criteria))
        assert (await at.get()).schedule.state == SynchronizationScheduleState.Active

        control(server, "PATCH", "/users/ann", jobTitle="Engineer")
        answer = await at.provision_on_demand.post(on_demand(ann))
        assert json.loads(answer.key)["result"] == "Success"
        assert [change["displayName"] for change in json.loads(answer.value)["modifiedProperties"]] == ["title"]
        assert json.loads((await at.provision_on_demand.post(on_demand(ann))).key)["details"]["errorCode"] == "RedundantExport"
        assert (await refusal(at.provision_on_demand.post(on_demand(ann, rule="00000000-0000-4000-8000-000000000000"))))[0] == 400
        assert (await refusal(at.provision_on_demand.post(on_demand("00000000-0000-4000-8000-000000000000"))))[0] == 404

        # What it did is in the log, and filters find it there.
        wanted = f"jobId eq '{job.id}' and sourceIdentity/id eq '{ann}' and provisioningAction eq 'Create'"
        query = ProvisioningRequestBuilder.ProvisioningRequestBuilderGetQueryParameters(filter=wanted, top=1)
        logged = (await graph.audit_logs.provisioning.get(RequestConfiguration(query_parameters=query))).value
        assert [entry.provisioning_action for entry in logged] == [ProvisioningAction.Create]
        assert logged[0].service_principal.id == principal and logged[0].target_system.display_name == "customappsso"

        await at.delete()
        assert (await refusal(at.get()))[0] == 404

    run(conversation)
    made = {user["userName"].split("@")[0]: user for user in product.scim.tenants["t0ken"].users.values()}
    assert set(made) == {"ann"} and made["ann"]["title"] == "Engineer"


def test_who_may_only_read_changes_nothing(administered, product):
    server, run = administered("Synchronization.Read.All, Application.Read.All")
    app = control(server, "GET", "/apps/product")["clientId"]

    async def conversation(graph):
        principal = (await graph.service_principals_with_app_id(app).get()).id
        sync = graph.service_principals.by_service_principal_id(principal).synchronization
        assert (await sync.jobs.get()).value == []
        assert (await refusal(sync.jobs.post(SynchronizationJob(template_id="scim"))))[0] == 403
        assert (await refusal(sync.secrets.put(SecretsPutRequestBody(value=secrets(BaseAddress=product.url)))))[0] == 403
        assert (await refusal(graph.audit_logs.provisioning.get()))[0] == 403

    run(conversation)
    assert not product.http.log
