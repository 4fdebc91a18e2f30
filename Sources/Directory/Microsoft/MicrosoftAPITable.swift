/// APIs of Microsoft that apps ask tokens for. Every tenant has them.
///
/// A row: client id, short name, display name, App ID URIs, and permissions. In a URI `*.` stands for one label of a host. A
/// permission is a letter (`u`: users may consent, `d`: only administrators, `a`: application), its value and its id.
/// `-` stands for an id that no public source has; it is made from the name (docs/fidelity.md).
enum MicrosoftAPITable {
  static let text = """
    cfa8b339-82a2-471a-a3c9-0fc0be7a4093 | keyvault | Azure Key Vault | https://vault.azure.net https://managedhsm.azure.net | u:user_impersonation:-
    e406a681-f3d4-42a8-90b6-c2b029497af1 | storage | Azure Storage | https://storage.azure.com https://*.blob.core.windows.net https://*.queue.core.windows.net https://*.table.core.windows.net https://*.file.core.windows.net https://*.dfs.core.windows.net | u:user_impersonation:-
    022907d3-0f1b-48f7-badc-1ba6abab6d66 | azure-sql-database | Azure SQL Database | https://database.windows.net https://*.database.windows.net | u:user_impersonation:-
    80a10ef9-8168-493d-abf9-3297c4ef6e3c | servicebus | Microsoft.ServiceBus | https://servicebus.azure.net https://*.servicebus.windows.net | u:user_impersonation:-
    80369ed6-5f11-4dd9-bef3-692475845e77 | eventhubs | Microsoft.EventHubs | https://eventhubs.azure.net | u:user_impersonation:-
    7d312290-28c8-473c-a0ed-8e53749b6d6d | cognitive-services | Microsoft Cognitive Services | https://cognitiveservices.azure.com | u:user_impersonation:-
    a232010e-820c-4083-83bb-3ace5fc29d0b | azure-cosmos-db | Azure Cosmos DB | https://cosmos.azure.com https://*.documents.azure.com | u:user_impersonation:-
    35ffadb3-7fc1-497e-b61b-381d28e744cc | azure-app-configuration | Azure App Configuration | https://azconfig.io https://*.azconfig.io https://appconfig.azure.com | u:user_impersonation:-
    fb60f99c-7a34-4190-8149-302f77469936 | token-exchange | AAD Token Exchange Endpoint: Public | api://AzureADTokenExchange | -
    880da380-985e-4198-81b9-e05b1cc53158 | azure-ai-search | Azure AI Search | https://search.azure.com | u:user_impersonation:a4165a31-5d9e-4120-bd1e-9d88c66fd3b8
    123cd850-d9df-40bd-94d5-c9f07b7fa203 | azure-ossrdbms-database | Azure OSSRDBMS Database | https://ossrdbms-aad.database.windows.net | u:user_impersonation:-
    ca7f3f0b-7d91-482c-8e09-c5d840d0eac5 | log-analytics-api | Log Analytics API | https://api.loganalytics.io https://api.applicationinsights.io | u:user_impersonation:-
    - | azure-monitor | Azure Monitor | https://monitor.azure.com https://prometheus.monitor.azure.com | u:user_impersonation:-
    499b84ac-1321-427f-aa17-267ca6975798 | azure-devops | Azure DevOps | https://app.vssps.visualstudio.com | u:user_impersonation:-
    1fd5118e-2576-4263-8130-9503064c837a | azure-communication-services | Azure Communication Services | https://communication.azure.com | u:user_impersonation:-
    ddbf3205-c6bd-46ae-8127-60eb93363864 | azure-batch | Microsoft Azure Batch | https://batch.core.windows.net | u:user_impersonation:-
    00000009-0000-0000-c000-000000000000 | power-bi-service | Power BI Service | https://analysis.windows.net/powerbi/api https://api.fabric.microsoft.com | u:Dataset.Read.All:7f33e027-4039-419b-938e-2f8ca153e68e u:Report.Read.All:4ae1bf56-f562-4747-b7bc-2fa0874ed46f u:Workspace.Read.All:b2f1b2fa-f35c-407c-979c-a858a808ba85 a:Tenant.Read.All:654b31ae-d941-4e22-8798-7add8fdf049f
    2ff814a6-3304-4ab8-85cb-cd0e6f879c1d | azuredatabricks | AzureDatabricks | - | u:user_impersonation:-
    6dae42f8-4368-4678-94ff-3960e28e3630 | azure-kubernetes-service-aad-server | Azure Kubernetes Service AAD Server | - | u:user_impersonation:-
    00000002-0000-0ff1-ce00-000000000000 | outlook | Office 365 Exchange Online | https://outlook.office365.com https://outlook.office.com | u:IMAP.AccessAsUser.All:195adc35-e27b-454b-a7ed-1ecdffa1c09f u:POP.AccessAsUser.All:fb698133-92fa-453e-a9ed-688e10f2e5ac u:SMTP.Send:76faac2a-0f20-42f1-928a-50de5b9dbe52 u:EWS.AccessAsUser.All:3b5f3d61-589b-4a3c-a359-5dd4b5ee5bd5 u:Mail.Read:185758ba-798d-4b72-9e54-429a413a2510 u:Mail.ReadWrite:75767999-c7a8-481e-a6b4-19458e0b30a5 u:Mail.Send:5eb43c10-865a-4259-960a-83946678f8dd u:Calendars.ReadWrite:765f423e-b55d-412e-97e3-13a800c3a537 u:Contacts.ReadWrite:32253599-e142-4cf0-810d-4827eedd1cfa a:full_access_as_app:dc890d15-9560-4a4c-9b7f-a736ec74ec40 a:IMAP.AccessAsApp:5e5addcd-3e8d-4e90-baf5-964efab2b20a a:POP.AccessAsApp:cb842b43-da6e-4506-86fe-bb12199c656d a:SMTP.SendAsApp:- a:Exchange.ManageAsApp:dc50a0fb-09a3-484d-be87-e023b12c6440
    00000003-0000-0ff1-ce00-000000000000 | office-365-sharepoint-online | Office 365 SharePoint Online | https://*.sharepoint.com | d:AllSites.FullControl:56680e0d-d2a3-4ae1-80d8-3c4f2100e3d0 u:AllSites.Read:4e0d77b0-96ba-4398-af14-3baa780278f4 u:AllSites.Write:640ddd16-e5b7-4d71-9690-3f4022699ee7 u:MyFiles.Read:dd2c8d78-58e1-46d7-82dd-34d411282686 u:MyFiles.Write:2cfdc887-d7b4-4798-9b33-3d98d6b95dd2 a:Sites.FullControl.All:678536fe-1083-478a-9c59-b99265e6b0d3 a:Sites.Selected:20d37865-089c-4dee-8c41-6967602d4ac8
    8578e004-a5c6-46e7-913e-12f58912df43 | power-platform-api | Power Platform API | https://api.powerplatform.com | u:CopilotStudio.Copilots.Invoke:-
    c5393580-f805-4401-95e8-94b7a6ef2fc2 | office-365-management-apis | Office 365 Management APIs | https://manage.office.com | u:user_impersonation:-
    48ac35b8-9aa8-4d74-927d-1f4a14a0b239 | skype-and-teams-tenant-admin-api | Skype and Teams Tenant Admin API | - | u:user_impersonation:-
    0b07f429-9f4b-4714-9392-cc5e8e80c8b0 | azure-digital-twins | Azure Digital Twins | https://digitaltwins.azure.net | u:user_impersonation:-
    acca5fbb-b7e4-4009-81f1-37e38fd66d78 | azure-cache-for-redis | Azure Cache for Redis | https://redis.azure.com | u:user_impersonation:-
    2746ea77-4702-4b45-80ca-3c97e680e8b7 | azure-data-explorer | Azure Data Explorer | https://kusto.kusto.windows.net https://*.kusto.windows.net | u:user_impersonation:-
    18a66f5f-dbdf-4c17-9dd7-1634712a9cbe | azure-machine-learning | Azure Machine Learning | https://ml.azure.com https://ai.azure.com | u:user_impersonation:1a7925b5-f871-417a-9b8b-303f9f29fa10
    73c2949e-da2d-457a-9607-fcc665198967 | azure-purview | Azure Purview | https://purview.azure.net | u:user_impersonation:-
    - | azure-synapse | Azure Synapse | https://dev.azuresynapse.net | u:user_impersonation:-
    e9f49c6b-5ce5-44c8-925d-015017e9f7ad | azure-data-lake | Azure Data Lake | https://datalake.azure.net | u:user_impersonation:-
    74658136-14ec-4630-ad9b-26e160ff0fc6 | adibizaux | ADIbizaUX | https://main.iam.ad.ext.azure.com | u:user_impersonation:-
    797f4846-ba00-4fd7-ba43-dac1f8f63013 | arm | Windows Azure Service Management API | https://management.azure.com https://management.core.windows.net | u:user_impersonation:-
    4962773b-9cdb-44cf-a8bf-237846a00ab7 | azure-event-grid | Azure Event Grid | https://eventgrid.azure.net | u:user_impersonation:-
    - | azure-web-pubsub | Azure Web PubSub | https://webpubsub.azure.com | u:user_impersonation:-
    - | azure-signalr-service | Azure SignalR Service | https://signalr.azure.com | u:user_impersonation:-
    6a0ec4d3-30cb-4a83-91c0-ae56bc0e3d26 | azure-container-registry | Azure Container Registry | https://containerregistry.azure.net | u:user_impersonation:-
    00000007-0000-0000-c000-000000000000 | dataverse | Dataverse | https://*.crm.dynamics.com | u:user_impersonation:-
    00000002-0000-0000-c000-000000000000 | azure-ad-graph | Windows Azure Active Directory | https://graph.windows.net | u:User.Read:311a71cc-e848-46a1-bdf8-97ff7156d8e6 d:Directory.AccessAsUser.All:a42657d6-7f20-40e3-b6f0-cee03008a62a a:Directory.Read.All:5778995a-e1bf-45b8-affa-663a9f3f4d04
    """
}
