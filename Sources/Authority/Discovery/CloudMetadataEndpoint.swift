import Bytes
import Challenges
import HTTPWire
import JSON
import Policy
import Worlds

/// `GET /metadata/endpoints`: the addresses of a cloud, as Resource Manager tells them. Terraform's `metadata_host` leads here. Graph's
/// address is also the resource that tokens are asked for. The header fields are Resource Manager's.
struct CloudMetadataEndpoint: Endpoint {
  let name = EndpointName.discovery

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try call.world.consultRules(&exchange)
    exchange.because("→ 200 the addresses of this server")
    // The newest version has one cloud, the older ones a list (Azure SDK for Go of HashiCorp, `metadata`).
    let isOne = call.query?.nonEmpty("api-version").map { $0 >= "2022" } ?? true
    let own = JSONValue.object(Self.document(call.origin))
    return JSONAnswer.make(
      isOne ? own : .array([own] + Self.others.map { .object($0) }),
      fields: ResourceManagerRefusal.fields(ResourceManagerEndpoint.facts(call, exchange)))
  }

  /// The cloud that this server stands in for: the members of the service's document, with this server's addresses where it has one.
  private static func document(_ origin: Origin) -> JSONObject {
    let isMicrosofts = origin.isMicrosofts
    return [
      "portal": .string(isMicrosofts ? "https://portal.azure.com" : origin.login),
      "authentication": authentication(
        origin.login, audiences: ["https://management.core.windows.net/", "https://management.azure.com/"]),
      "media": "https://rest.media.azure.net", "graphAudience": "https://graph.windows.net/",
      "graph": "https://graph.windows.net/", "name": "AzureCloud",
      "suffixes": [
        "azureDataLakeStoreFileSystem": "azuredatalakestore.net", "acrLoginServer": "azurecr.io",
        "sqlServerHostname": "database.windows.net",
        "azureDataLakeAnalyticsCatalogAndJob": "azuredatalakeanalytics.net", "keyVaultDns": "vault.azure.net",
        "storage": "core.windows.net", "azureFrontDoorEndpointSuffix": "azurefd.net",
        "storageSyncEndpointSuffix": "afs.azure.net", "mhsmDns": "managedhsm.azure.net",
        "mysqlServerEndpoint": "mysql.database.azure.com", "postgresqlServerEndpoint": "postgres.database.azure.com",
        "mariadbServerEndpoint": "mariadb.database.azure.com", "synapseAnalytics": "dev.azuresynapse.net",
        "attestationEndpoint": "attest.azure.net",
      ],
      "batch": "https://batch.core.windows.net/",
      "resourceManager": .string(isMicrosofts ? "https://management.azure.com/" : origin.login),
      "vmImageAliasDoc":
        "https://raw.githubusercontent.com/Azure/azure-rest-api-specs/master/arm-compute/quickstart-templates/aliases.json",
      "activeDirectoryDataLake": "https://datalake.azure.net/",
      "sqlManagement": "https://management.core.windows.net:8443/",
      "microsoftGraphResourceId": .string(isMicrosofts ? origin.graph + "/" : origin.graph),
      "appInsightsResourceId": "https://api.applicationinsights.io",
      "appInsightsTelemetryChannelResourceId": "https://dc.applicationinsights.azure.com/v2/track",
      "attestationResourceId": "https://attest.azure.net", "synapseAnalyticsResourceId": "https://dev.azuresynapse.net",
      "logAnalyticsResourceId": "https://api.loganalytics.io",
      "ossrDbmsResourceId": "https://ossrdbms-aad.database.windows.net",
    ]
  }

  private static func authentication(_ login: String, audiences: [String]) -> JSONValue {
    [
      "loginEndpoint": .string(login), "audiences": .strings(audiences), "tenant": "common",
      "identityProvider": "AAD",
    ]
  }

  /// What the list of older versions has beside the first cloud.
  private static let others: [JSONObject] = [
    [
      "portal": "https://portal.azure.cn",
      "authentication": authentication(
        "https://login.chinacloudapi.cn",
        audiences: ["https://management.core.chinacloudapi.cn", "https://management.chinacloudapi.cn"]),
      "name": "AzureChinaCloud", "resourceManager": "https://management.chinacloudapi.cn",
      "microsoftGraphResourceId": "https://microsoftgraph.chinacloudapi.cn/",
    ],
    [
      "portal": "https://portal.azure.us",
      "authentication": authentication(
        "https://login.microsoftonline.us",
        audiences: ["https://management.core.usgovcloudapi.net", "https://management.usgovcloudapi.net"]),
      "name": "AzureUSGovernment", "resourceManager": "https://management.usgovcloudapi.net",
      "microsoftGraphResourceId": "https://graph.microsoft.us/",
    ],
  ]
}
