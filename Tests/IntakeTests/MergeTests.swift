import Bytes
import Expectations
import Testing

@testable import Intake

/// How what several files say becomes one world.
struct MergeTests {
  @Test(arguments: readings) func finds(_ reading: Reading) { expectEqual(reading.found, reading.expected) }

  private static func settings(_ client: String, _ tenant: String) -> String {
    #"{"AzureAd":{"ClientId":"\#(client)","TenantId":"\#(tenant)","CallbackPath":"/cb"}}"#
  }

  static let readings: [Reading] = [
    Reading(
      "client and tenant swapped in one of two files",
      [
        ("a/appsettings.json", settings(Id.app, Id.tenant)), ("b/appsettings.json", settings(Id.tenant, Id.app)),
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~https://localhost:5001/cb",
        "swapped: b/appsettings.json:1: ClientId and TenantId stand in each other's place here; other places have them the other way round. The scenario has one app, with \(Id.app) as its client id",
      ]),
    Reading(
      "an authority knows better which is the tenant",
      [
        ("a/appsettings.json", settings(Id.tenant, Id.app)),
        (
          "b/auth.js",
          "import '@azure/msal-browser'\nconst c = { auth: { clientId: '\(Id.app)', authority: 'https://login.microsoftonline.com/\(Id.tenant)' } }\n"
        ),
      ],
      [
        "spa \(Id.app) of \(Id.tenant) web~https://localhost:5001/cb spa~http://localhost:3000",
        "swapped: a/appsettings.json:1: ClientId and TenantId stand in each other's place here; other places have them the other way round. The scenario has one app, with \(Id.app) as its client id",
      ]),
    Reading(
      "placeholders in each other's place",
      [("appsettings.json", settings("Enter the tenant ID here please", "Enter the client ID here please"))],
      [
        "web made-up of made-up web~https://localhost:5001/cb",
        "swapped: appsettings.json:1: ClientId and TenantId stand in each other's place here; the texts in them say so. The scenario has one app, with an id of its own as its client id",
      ]),
    Reading(
      "one id for both", [("appsettings.json", settings(Id.app, Id.app))],
      [
        "web \(Id.app) of \(Id.app) web~https://localhost:5001/cb",
        "contradiction: appsettings.json:1: ClientId and TenantId have the same value; one of them is wrong",
      ]),
    Reading(
      "one app with two tenants",
      [("a/appsettings.json", settings(Id.app, Id.tenant)), ("b/appsettings.json", settings(Id.app, Id.far))],
      [
        "web \(Id.app) of \(Id.tenant) web~https://localhost:5001/cb",
        "contradiction: b/appsettings.json:1: the tenant of \(Id.app) is \(Id.far) here and \(Id.tenant) in a/appsettings.json:1; the scenario has the latter",
      ]),
    Reading(
      "a placeholder beside the real id of the same project is that app",
      [
        ("appsettings.json", settings("<client-id>", "<tenant-id>")),
        ("appsettings.Development.json", settings(Id.app, Id.tenant)),
      ], ["web \(Id.app) of \(Id.tenant) web~https://localhost:5001/cb"]),
    Reading(
      "placeholders of two projects are two apps",
      [
        ("one/package.json", "{}"), ("two/package.json", "{}"),
        ("one/.env", "AZURE_CLIENT_ID=<id>\n"), ("two/.env", "AZURE_CLIENT_ID=<id>\n"),
      ],
      [
        "native made-up of made-up native~http://localhost native~msalID://auth native~https://login.microsoftonline.com/common/oauth2/nativeclient",
        "native made-up of made-up native~http://localhost native~msalID://auth native~https://login.microsoftonline.com/common/oauth2/nativeclient",
      ]),
    Reading(
      "an API by its App ID URI in a client",
      [
        (
          "api/appsettings.json",
          #"{"AzureAd":{"ClientId":"\#(Id.api)","TenantId":"\#(Id.tenant)","Audience":"api://orders"}}"#
        ),
        (
          "web/auth.js",
          "import '@azure/msal-browser'\nconst c = { auth: { clientId: '\(Id.app)' }, scopes: ['api://orders/Orders.Read'] }\n"
        ),
      ],
      [
        "api \(Id.api) of \(Id.tenant) uri=api://orders exposes~Orders.Read",
        "spa \(Id.app) of \(Id.tenant) spa~http://localhost:3000 asks=api://orders/Orders.Read",
      ]),
    Reading(
      "a scope that an exported API does not have",
      [
        (
          "api.json",
          #"{"appId":"\#(Id.api)","displayName":"Orders","signInAudience":"AzureADMyOrg","identifierUris":["api://orders"],"api":{"oauth2PermissionScopes":[{"value":"Read"}]}}"#
        ),
        (
          "auth.js",
          "import '@azure/msal-browser'\nconst c = { auth: { clientId: '\(Id.app)' }, scopes: ['api://orders/Write'] }\n"
        ),
      ],
      [
        "api \(Id.api) of made-up uri=api://orders audience=AzureADMyOrg +oauth2PermissionScopes",
        "spa \(Id.app) of made-up spa~http://localhost:3000 asks=api://orders/Write",
        "contradiction: auth.js:2: 'Write' is asked for here, and api.json:1 does not have it",
      ]),
  ]

  @Test func theSameFilesGiveTheSameBytes() {
    let files = ["web/.env": "AZURE_CLIENT_ID=<id>\n", "api/.env": "AZURE_CLIENT_ID=<id>\n"].sorted { $0.key < $1.key }
    let texts = (0..<3).map { _ in
      ScenarioWriter(Reading.draft(files.map { ($0.key, Array($0.value.utf8)) }), withSecrets: false).text
    }
    expectEqual(Set(texts).count, 1)
  }
}
