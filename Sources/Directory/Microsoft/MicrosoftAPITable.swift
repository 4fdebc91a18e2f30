/// APIs of Microsoft that apps ask tokens for. Every tenant has them.
///
/// A row: client id, short name, display name, App ID URIs, and permissions. In a URI `*` stands for characters without a dot: for one at
/// least where it is a whole label of a host, for none too where letters stand beside it. A slash at the end does not count. A permission is
/// a letter (`u`: users may consent, `d`: only administrators, `a`: application), its value and its id. `-` stands for an id that no public
/// source has; it is made from the name (docs/fidelity.md). URIs and ids are those that the service had in 2026-01 (ROADtools).
/// An id `-` is made from the short name in the same way. Those of the national clouds are in `NationalCloud`.
enum MicrosoftAPITable {
  static let text = """
    797f4846-ba00-4fd7-ba43-dac1f8f63013 | arm | Windows Azure Service Management API | https://management.core.windows.net/ https://management.azure.com/ | u:user_impersonation:-
    cfa8b339-82a2-471a-a3c9-0fc0be7a4093 | keyvault | Azure Key Vault | https://vault.azure.net https://*.vault.azure.net https://*.z*.vault.azure.net | u:user_impersonation:-
    589d5083-6f11-4d30-a62a-a4b316a14abf | managed-hsm | Azure Key Vault Managed HSM | https://managedhsm.azure.net | u:user_impersonation:-
    e406a681-f3d4-42a8-90b6-c2b029497af1 | storage | Azure Storage | https://storage.azure.com https://storage.core.windows.net https://*.blob.core.windows.net https://*.queue.core.windows.net https://*.table.core.windows.net https://*.file.core.windows.net https://*.dfs.core.windows.net https://*.edgestorage.azure.net | u:user_impersonation:-
    60e6cd67-9c8c-4951-9b3c-23c25a2169af | azure-compute | Azure Compute | https://disk.azure.com | u:user_impersonation:-
    022907d3-0f1b-48f7-badc-1ba6abab6d66 | azure-sql-database | Azure SQL Database | https://database.windows.net https://sql.azuresynapse.net | u:user_impersonation:- u:User.Read:-
    123cd850-d9df-40bd-94d5-c9f07b7fa203 | azure-ossrdbms-database | Azure OSSRDBMS Database | https://ossrdbms-aad.database.windows.net https://*.ossrdbms-aad.database.windows.net | u:user_impersonation:-
    a232010e-820c-4083-83bb-3ace5fc29d0b | azure-cosmos-db | Azure Cosmos DB | https://cosmos.azure.com https://*.documents.azure.com https://*.sql.cosmos.azure.com https://*.sqlx.cosmos.azure.com https://*.sql.cosmos.fabric.microsoft.com https://*.*.sql.cosmos.fabric.microsoft.com | u:user_impersonation:-
    ecafc2d9-cf1a-49a7-b60f-e44e34a988d2 | azure-cosmos-db-for-postgresql | Azure Cosmos DB for PostgreSQL | https://token.postgres.cosmos.azure.com | u:user_impersonation:-
    acca5fbb-b7e4-4009-81f1-37e38fd66d78 | azure-cache-for-redis | Azure Cache for Redis | https://redis.azure.com | u:user_impersonation:-
    80a10ef9-8168-493d-abf9-3297c4ef6e3c | servicebus | Microsoft.ServiceBus | https://servicebus.azure.net | u:user_impersonation:-
    80369ed6-5f11-4dd9-bef3-692475845e77 | eventhubs | Microsoft.EventHubs | https://eventhubs.azure.net https://*.eventhubs.azure.net https://*.servicebus.windows.net | u:user_impersonation:-
    823c0a78-5de0-4445-a7f5-c2f42d7dc89b | azure-event-grid | Azure Event Grid | https://eventgrid.azure.net | u:user_impersonation:-
    cdad765c-f191-43ba-b9f5-7aef392f811d | azure-signalr-service | Azure SignalR Service and Web PubSub | https://signalr.azure.com https://webpubsub.azure.com | u:user_impersonation:-
    7d312290-28c8-473c-a0ed-8e53749b6d6d | cognitive-services | Microsoft Cognitive Services | https://cognitiveservices.azure.com https://cognitiveservices.azure.us | u:user_impersonation:-
    18a66f5f-dbdf-4c17-9dd7-1634712a9cbe | azure-machine-learning | Azure Machine Learning | https://ai.azure.com https://ml.azure.com | u:user_impersonation:1a7925b5-f871-417a-9b8b-303f9f29fa10
    880da380-985e-4198-81b9-e05b1cc53158 | azure-ai-search | Azure AI Search | https://search.azure.com | u:user_impersonation:a4165a31-5d9e-4120-bd1e-9d88c66fd3b8
    35ffadb3-7fc1-497e-b61b-381d28e744cc | azure-app-configuration | Azure App Configuration | https://azconfig.io https://appconfig.azure.com https://*.azconfig.io https://*.azconfig.azure.us | u:user_impersonation:- u:KeyValue.Read:- u:KeyValue.Write:-
    76c92352-c057-4cc2-9b1e-f34c32bc58bd | azure-container-registry | Azure Container Registry | https://containerregistry.azure.net | u:user_impersonation:-
    6dae42f8-4368-4678-94ff-3960e28e3630 | azure-kubernetes-service-aad-server | Azure Kubernetes Service AAD Server | https://aks-aad-server.azure.com | u:user_impersonation:- u:user.read:-
    ddbf3205-c6bd-46ae-8127-60eb93363864 | azure-batch | Microsoft Azure Batch | https://batch.core.windows.net/ | u:user_impersonation:-
    2c7dd73f-7a21-485b-b97d-a2508fa152c3 | azure-container-apps-session-pools | Azure Container Apps session pools | https://dynamicsessions.io | u:Sessions.ReadWrite.All:-
    ca7f3f0b-7d91-482c-8e09-c5d840d0eac5 | log-analytics-api | Log Analytics API | https://api.loganalytics.io https://*.api.loganalytics.io | u:user_impersonation:- u:Data.Read:- a:Data.Read:-
    f5c26e74-f226-4ae8-85f0-b4af0080ac9e | application-insights | Application Insights API | https://api.applicationinsights.io https://api.aimon.applicationinsights.io | u:user_impersonation:- u:Data.Read:- a:Data.Read:-
    e933bd07-d2ee-4f1d-933c-3752b819567b | azure-monitor | Azure Monitor | https://monitor.azure.com/ | u:user_impersonation:-
    12743ff8-d3de-49d0-a4ce-6c91a4245ea0 | azure-monitor-metrics | Azure Monitor metrics | https://metrics.monitor.azure.com | u:user_impersonation:-
    be14bf7e-8ab4-49b0-9dc6-a0eddd6fa73e | azure-monitor-workspaces | Azure Monitor workspaces | https://prometheus.monitor.azure.com https://*.prometheus.monitor.azure.com https://data.monitor.azure.com | u:Data.Read:-
    ce34e7e5-485f-4d76-964f-b3d2b16d1e4f | azure-managed-grafana | Azure Managed Grafana | https://grafana.azure.com https://*.grafana.azure.com https://*.azgrafana.io | u:user_impersonation:-
    2746ea77-4702-4b45-80ca-3c97e680e8b7 | azure-data-explorer | Azure Data Explorer | https://kusto.kusto.windows.net https://*.kusto.windows.net https://*.*.kusto.windows.net https://*.kusto.azuresynapse.net https://*.z*.kusto.fabric.microsoft.com https://*.z*.kusto.data.microsoft.com | u:user_impersonation:-
    1ac05c7e-12d2-4605-bf9d-549d7041c6b3 | azure-synapse | Azure Synapse | https://dev.azuresynapse.net | u:user_impersonation:-
    943da971-3786-412e-a184-ec3deda79a6f | azure-synapse-spark | Azure Synapse Spark | https://spark.azuresynapse.net | u:SynapseSpark.AccessAsUser.All:-
    e9f49c6b-5ce5-44c8-925d-015017e9f7ad | azure-data-lake | Azure Data Lake | https://datalake.azure.net | u:user_impersonation:-
    2ff814a6-3304-4ab8-85cb-cd0e6f879c1d | azuredatabricks | AzureDatabricks | https://azuredatabricks.net/ | u:user_impersonation:-
    73c2949e-da2d-457a-9607-fcc665198967 | azure-purview | Azure Purview | https://purview.azure.net https://projectbabylon.azure.net | u:user_impersonation:- u:default:-
    4ac7d521-0382-477b-b0f8-7e1d95f85ca2 | azure-analysis-services | Azure Analysis Services | https://*.asazure.windows.net | u:user_impersonation:- u:Model.ReadWrite.All:-
    00000009-0000-0000-c000-000000000000 | power-bi-service | Power BI Service | https://analysis.windows.net/powerbi/api https://analysis.windows.net/powerbi/api-management https://analysis.windows.net/powerbi/connector/* https://api.fabric.microsoft.com | u:Dataset.Read.All:7f33e027-4039-419b-938e-2f8ca153e68e u:Report.Read.All:4ae1bf56-f562-4747-b7bc-2fa0874ed46f u:Workspace.Read.All:b2f1b2fa-f35c-407c-979c-a858a808ba85 a:Tenant.Read.All:654b31ae-d941-4e22-8798-7add8fdf049f u:Dataset.ReadWrite.All:- u:Report.ReadWrite.All:- u:Workspace.ReadWrite.All:- u:Dashboard.Read.All:- u:Capacity.Read.All:- a:Tenant.ReadWrite.All:-
    47c5c8b6-18bf-4739-b75d-54a299e2e900 | onelake | OneLake | https://onelake.fabric.microsoft.com | -
    499b84ac-1321-427f-aa17-267ca6975798 | azure-devops | Azure DevOps | https://app.vssps.visualstudio.com/ https://*.visualstudio.com https://*.analytics.visualstudio.com https://analytics.dev.azure.com/ | u:user_impersonation:- u:vso.code:- u:vso.code_write:- u:vso.code_manage:- u:vso.packaging:- u:vso.build:- u:vso.build_execute:- u:vso.work:- u:vso.work_write:- u:vso.profile:- u:vso.project:- u:vso.agentpools_manage:-
    46da2f7e-b5ef-422a-88d4-2a7f9de6a0b2 | dev-tunnels-service | Dev Tunnels Service | api://46da2f7e-b5ef-422a-88d4-2a7f9de6a0b2 | u:all:-
    e526e72f-ffae-44a0-8dac-cf14b8bd40e2 | microsoft-dev-box-azure-deployment-environments | Microsoft Dev Box, Azure Deployment Environments | https://devcenter.azure.com | u:user_impersonation:- u:access_as_user:-
    847bd4c1-7486-4241-a783-f9bda69241c1 | azure-load-testing | Azure Load Testing | https://cnt-prod.loadtesting.azure.com | u:user_impersonation:-
    632ec9eb-fad7-4cbd-993a-e72973ba2acc | azure-communication-services | Azure Communication Services | https://communication.azure.com/ https://communications.azure.com/ | u:user_impersonation:-
    1fd5118e-2576-4263-8130-9503064c837a | communication-teams | Azure Communication Services | https://auth.msft.communication.azure.com | u:user_impersonation:- u:Teams.ManageCalls:- u:Teams.ManageChats:-
    ba1ea022-5807-41d5-bbeb-292c7e1cf5f6 | azure-maps | Azure Maps | https://atlas.microsoft.com/ | u:user_impersonation:-
    4f6778d8-5aef-43dc-a1ff-b073724b9495 | azure-healthcare-apis | Azure Healthcare APIs | https://*.azurehealthcareapis.com https://*.fhir.azurehealthcareapis.com https://fhir.azurehealthcareapis.com https://azurehealthcareapis.com | u:user_impersonation:-
    75e725bf-66ce-4cea-9b9a-5c4caae57f33 | azure-api-for-dicom | Azure API for DICOM | https://dicom.healthcareapis.azure.com | u:user_impersonation:- u:Dicom.ReadWrite:-
    89d10474-74af-4874-99a7-c23c2f643083 | azure-iot-hub | Azure IoT Hub | https://iothubs.azure.net | u:user_impersonation:-
    0cd79364-7a90-4354-9984-6e36c841418d | azure-iot-hub-device-provisioning | Azure IoT Hub Device Provisioning | https://azure-devices-provisioning.net | u:user_impersonation:-
    0b07f429-9f4b-4714-9392-cc5e8e80c8b0 | azure-digital-twins | Azure Digital Twins | https://digitaltwins.azure.net | u:user_impersonation:- u:Read.Write:-
    120d688d-1518-4cf7-bd38-182f158850b6 | azure-time-series-insights | Azure Time Series Insights | https://api.timeseries.azure.com/ | u:user_impersonation:-
    a77d91dc-971b-4cf7-90c8-f183194249bc | azure-quantum | Azure Quantum | https://quantum.microsoft.com | u:user_impersonation:-
    c9e0b461-3515-4a03-b576-ede91ed4336d | azure-confidential-ledger | Azure Confidential Ledger | https://confidential-ledger.azure.com | u:user_impersonation:-
    c61423b7-1d1f-430d-b444-0eee53298103 | microsoft-azure-attestation | Microsoft Azure Attestation | https://attest.azure.net https://attest.azure.us | u:user_impersonation:-
    aa91afce-cb45-4805-9529-74f450750af6 | azure-artifact-signing | Azure Artifact Signing | https://codesigning.azure.net | -
    d3d1a4fe-edb2-4b09-bc39-e41d342323d6 | hdinsight-on-aks | HDInsight on AKS | https://clusteraccess.hdinsightaks.net https://hilo.azurehdinsight.net | u:user_impersonation:-
    ce6ff14a-7fdc-4685-bbe0-f6afdfcfa8e0 | azure-linux-vm-sign-in | Azure Linux VM Sign-In | https://pas.windows.net/CheckMyAccess/Linux | u:user_impersonation:-
    372140e0-b3b7-4226-8ef9-d57986796201 | azure-windows-vm-sign-in | Azure Windows VM Sign-In | https://pas.windows.net/CheckMyAccess/Windows | u:user_impersonation:-
    a4a365df-50f1-4397-bc59-1a1564b8bb9c | microsoft-remote-desktop | Microsoft Remote Desktop | ms-device-service://termsrv.wvd.microsoft.com | u:user_impersonation:-
    00000007-0000-0000-c000-000000000000 | dataverse | Dataverse | https://*.crm*.dynamics.com https://*.api.crm*.dynamics.com https://*.api.cds*.dynamics.com https://admin.services.crm*.dynamics.com | u:user_impersonation:-
    996def3d-b36c-4153-8607-a6fd3c01b89f | dynamics-365-business-central | Dynamics 365 Business Central | https://api.businesscentral.dynamics.com https://mcp.businesscentral.dynamics.com https://api.financials.dynamics.com https://*.api.bc.dynamics.com https://*.mcp.bc.dynamics.com | u:user_impersonation:- u:Financials.ReadWrite.All:- a:API.ReadWrite.All:- a:Automation.ReadWrite.All:-
    7df0a125-d3be-4c96-aa54-591f83ff541c | microsoft-flow-service | Microsoft Flow Service | https://service.flow.microsoft.com/ | u:user_impersonation:- u:Flows.Read.All:- u:Flows.Manage.All:- u:Approvals.Manage.All:- u:User:-
    ea9ffc3e-8a23-4a7d-836d-234d7c7565c1 | agent-365-tools | Agent 365 Tools | - | d:McpServers.Mail.All:be685e8e-277f-43ec-aff6-087fdca57ca3 d:McpServers.Calendar.All:- d:McpServers.Teams.All:- d:McpServers.OneDriveSharepoint.All:- d:McpServersMetadata.Read.All:-
    475226c6-020e-4fb2-8a90-7a972cbfc1d4 | powerapps-service | PowerApps Service | https://service.powerapps.com https://api.powerapps.com | u:user_impersonation:-
    8578e004-a5c6-46e7-913e-12f58912df43 | power-platform-api | Power Platform API | https://api.powerplatform.com | u:CopilotStudio.Copilots.Invoke:- u:Connectivity.Connections.Read:- u:Connectivity.Connectors.Read:- u:PowerApps.Environments.Read:- u:PowerApps.Apps.Read:-
    fe053c5f-3692-4f14-aef2-ee34fc081cae | azure-api-connections | Azure API Connections | https://apihub.azure.com https://*.azure-apim.net | u:Runtime.All:- u:user_impersonation:-
    00000002-0000-0ff1-ce00-000000000000 | outlook | Office 365 Exchange Online | https://outlook.office365.com/ https://outlook.office365.com:443/ https://outlook.office.com https://outlook.com/ https://*.outlook.com https://ps.outlook.com https://ps.compliance.protection.outlook.com https://ps.protection.outlook.com/ | u:IMAP.AccessAsUser.All:195adc35-e27b-454b-a7ed-1ecdffa1c09f u:POP.AccessAsUser.All:fb698133-92fa-453e-a9ed-688e10f2e5ac u:SMTP.Send:76faac2a-0f20-42f1-928a-50de5b9dbe52 u:EWS.AccessAsUser.All:3b5f3d61-589b-4a3c-a359-5dd4b5ee5bd5 u:Mail.Read:185758ba-798d-4b72-9e54-429a413a2510 u:Mail.ReadWrite:75767999-c7a8-481e-a6b4-19458e0b30a5 u:Mail.Send:5eb43c10-865a-4259-960a-83946678f8dd u:Calendars.ReadWrite:765f423e-b55d-412e-97e3-13a800c3a537 u:Contacts.ReadWrite:32253599-e142-4cf0-810d-4827eedd1cfa a:full_access_as_app:dc890d15-9560-4a4c-9b7f-a736ec74ec40 a:IMAP.AccessAsApp:5e5addcd-3e8d-4e90-baf5-964efab2b20a a:POP.AccessAsApp:cb842b43-da6e-4506-86fe-bb12199c656d a:SMTP.SendAsApp:- a:Exchange.ManageAsApp:dc50a0fb-09a3-484d-be87-e023b12c6440
    00000003-0000-0ff1-ce00-000000000000 | office-365-sharepoint-online | Office 365 SharePoint Online | https://*.sharepoint.com https://*.sharepoint.us https://*.sharepoint.de https://onedrive.cloud.microsoft/ api://00000003-0000-0ff1-ce00-000000000000 | d:AllSites.FullControl:56680e0d-d2a3-4ae1-80d8-3c4f2100e3d0 u:AllSites.Read:4e0d77b0-96ba-4398-af14-3baa780278f4 u:AllSites.Write:640ddd16-e5b7-4d71-9690-3f4022699ee7 u:MyFiles.Read:dd2c8d78-58e1-46d7-82dd-34d411282686 u:MyFiles.Write:2cfdc887-d7b4-4798-9b33-3d98d6b95dd2 a:Sites.FullControl.All:678536fe-1083-478a-9c59-b99265e6b0d3 a:Sites.Selected:20d37865-089c-4dee-8c41-6967602d4ac8
    ec156f81-f23a-47bd-b16f-9fb2c66420f9 | substrate | Substrate | https://substrate.office.com/ https://substrate.office.com:443/ https://substrate.office.com/sydney | u:user_impersonation:-
    c5393580-f805-4401-95e8-94b7a6ef2fc2 | office-365-management-apis | Office 365 Management APIs | https://manage.office.com https://manage-gcc.office.com https://manage.office365.us | u:user_impersonation:- u:ServiceHealth.Read:- u:ActivityFeed.Read:- a:ActivityFeed.Read:- a:ActivityFeed.ReadDlp:- a:ServiceHealth.Read:-
    48ac35b8-9aa8-4d74-927d-1f4a14a0b239 | skype-and-teams-tenant-admin-api | Skype and Teams Tenant Admin API | https://api.interfaces.records.teams.microsoft.com | u:user_impersonation:-
    cc15fd57-2c6c-4117-a88c-83b1d56b4bbe | microsoft-teams-services | Microsoft Teams Services | https://api.spaces.skype.com | u:user_impersonation:- u:Region.ReadWrite:- u:Authorization.ReadWrite:-
    39aaf054-81a5-48c7-a4f8-0293012095b9 | microsoft-teams-chat | Microsoft Teams chat | https://ic3.teams.office.com | u:Teams.AccessAsUser.All:-
    00000012-0000-0000-c000-000000000000 | microsoft-rights-management-services | Microsoft Rights Management Services | https://aadrm.com https://*.aadrm.com | u:user_impersonation:-
    0000000a-0000-0000-c000-000000000000 | microsoft-intune | Microsoft Intune | https://manage.microsoft.com https://fef.*.manage.microsoft.com | u:user_impersonation:-
    c161e42e-d4df-4a3d-9b42-e7a3c31f59d4 | microsoft-intune-api | Microsoft Intune API | https://api.manage.microsoft.com/ | u:user_impersonation:-
    d4ebce55-015a-49b5-a083-c84d1797ae8c | microsoft-intune-enrollment | Microsoft Intune Enrollment | https://enrollment.manage.microsoft.com | u:user_impersonation:-
    01cb2876-7ebd-4aa4-9cc9-d28bd4d359a9 | device-registration-service | Device Registration Service | urn:ms-drs:enterpriseregistration.windows.net | u:user_impersonation:- u:adrs_access:-
    fc780465-2017-40d4-a0c5-307022471b92 | windowsdefenderatp | WindowsDefenderATP | https://api.securitycenter.microsoft.com https://api-*.securitycenter.microsoft.com https://securitycenter.onmicrosoft.com/windowsatpservice https://managementapi.securitycenter.windows.com | u:user_impersonation:- u:Machine.Read:- u:Alert.Read:- a:Machine.Read.All:- a:Alert.Read.All:- a:AdvancedQuery.Read.All:-
    8ee8fdad-f234-4243-8f3b-15c294843740 | microsoft-threat-protection | Microsoft Threat Protection | https://api.security.microsoft.com https://api-*.security.microsoft.com https://security.microsoft.com/mtp | u:user_impersonation:- u:Incident.Read:- u:AdvancedHunting.Read:- a:Incident.Read.All:- a:AdvancedHunting.Read.All:-
    fa3d9a0c-3fb0-42cc-9193-47c7ecd2edbd | microsoft-partner-center | Microsoft Partner Center | https://api.partnercenter.microsoft.com https://partnercenterapi.store.microsoft.com | u:user_impersonation:-
    - | bot-framework | Bot Framework | https://api.botframework.com | -
    00000002-0000-0000-c000-000000000000 | azure-ad-graph | Windows Azure Active Directory | https://graph.windows.net/ https://graph.microsoftazure.us | u:User.Read:311a71cc-e848-46a1-bdf8-97ff7156d8e6 d:Directory.AccessAsUser.All:a42657d6-7f20-40e3-b6f0-cee03008a62a a:Directory.Read.All:5778995a-e1bf-45b8-affa-663a9f3f4d04 u:user_impersonation:-
    fb60f99c-7a34-4190-8149-302f77469936 | token-exchange | AAD Token Exchange Endpoint: Public | api://AzureADTokenExchange | -
    74658136-14ec-4630-ad9b-26e160ff0fc6 | adibizaux | ADIbizaUX | https://main.iam.ad.ext.azure.com | u:user_impersonation:-
    6a0ec4d3-30cb-4a83-91c0-ae56bc0e3d26 | azure-container-registry-by-id | Azure Container Registry | - | u:user_impersonation:-
    """
}
