import Expectations
import Testing

@testable import Intake

/// One program in several environments, and settings that stand in several files.
struct EnvironmentTests {
  @Test(arguments: environments + overlays + references) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  /// As in equinor/radix-web-console and equinor/flotilla.
  private static let environments: [Reading] = [
    Reading(
      "the scenario has the registration that people develop with",
      [
        ("package.json", #"{"dependencies":{"@azure/msal-browser":"4"}}"#),
        (".env.c2", "export AZURE_CLIENT_ID=\(Id.app)\nAZURE_TENANT_ID=\(Id.tenant)\n"),
        (".env.dev", "export AZURE_CLIENT_ID=\(Id.other)\nAZURE_TENANT_ID=\(Id.tenant)\n"),
      ],
      [
        "spa \(Id.other) of \(Id.tenant) spa~http://localhost:3000",
        "leftAlone: .env.c2:1: \(Id.app) is the same program's in another environment; run 'mockidp init' on this file for it",
      ]),
    Reading(
      "equal ids in all environments are one app as before",
      [
        (
          "appsettings.Staging.json",
          #"{"AzureAd":{"ClientId":"\#(Id.app)","TenantId":"\#(Id.tenant)","Audience":"api://orders"}}"#
        ),
        ("appsettings.Development.json", #"{"AzureAd":{"ClientId":"\#(Id.app)","TenantId":"\#(Id.tenant)"}}"#),
      ], ["api \(Id.app) of \(Id.tenant)"]),
  ]

  private static let overlays: [Reading] = [
    Reading(
      "the secret alone stands in the settings for development",
      [
        ("web.csproj", ""), ("Program.cs", "services.AddMicrosoftIdentityWebApp(c.GetSection(\"AzureAd\"));"),
        ("appsettings.json", #"{"AzureAd":{"ClientId":"\#(Id.app)","TenantId":"\#(Id.tenant)","CallbackPath":"/cb"}}"#),
        ("appsettings.Development.json", #"{"AzureAd":{"ClientSecret":"x"}}"#),
      ], ["web \(Id.app) of \(Id.tenant) web~https://localhost:5001/cb web~http://localhost:5000/cb secret"])
  ]

  private static let references: [Reading] = [
    Reading(
      "Compose hands a variable on under another name",
      [
        (".env", "CLIENT_ID=\(Id.app)\nTENANT_ID=\(Id.tenant)\n"),
        ("docker-compose.yml", "services:\n  api:\n    environment:\n      OAUTH_CLIENT_ID: $CLIENT_ID\n"),
        ("api/requirements.txt", "fastapi_azure_auth"),
        (
          "api/config.py",
          "# login.microsoftonline.com\nclass Settings(BaseSettings):\n    OAUTH_CLIENT_ID: str = \"\"\n    OAUTH_TENANT_ID: str = \"\"\n"
        ),
      ], ["api \(Id.app) of \(Id.tenant)"]),
    Reading(
      "an API's own address with its own id in it, and the page on which it is tried out",
      [
        ("api/api.csproj", ""), ("api/Program.cs", "services.AddMicrosoftIdentityWebApi(c); app.UseSwaggerUI();"),
        ("api/Properties/launchSettings.json", #"{"profiles":{"a":{"applicationUrl":"https://localhost:7001"}}}"#),
        (
          "api/appsettings.json",
          #"{"AzureAd":{"Instance":"https://login.microsoftonline.com/","TenantId":"\#(Id.tenant)","ClientId":"<id>"},"Swagger":{"ClientId":"<page>"}}"#
        ),
        (
          "api/Docs.cs",
          "var scopes = new Dictionary<string, string> { { $\"api://{config[\"AzureAd:ClientId\"]}/Orders.Read\", \"x\" } };"
        ),
      ],
      [
        "api made-up of \(Id.tenant) exposes~Orders.Read",
        "spa made-up of \(Id.tenant) spa~https://localhost:7001/swagger/oauth2-redirect.html asks~api://54c6fca7-8edb-4881-b89b-e3104aa5e7df/Orders.Read",
      ]),
  ]

  @Test func whereASecretOfDotnetBelongs() {
    let settings = #"{"AzureAd":{"ClientId":"\#(Id.app)","TenantId":"\#(Id.tenant)","ClientSecret":"<secret>"}}"#
    let lines = IntakeReport(Reading.draft([("web/appsettings.json", Array(settings.utf8))]), withSecrets: false).lines
    #expect(
      lines.contains {
        $0.hasSuffix("dotnet user-secrets set \"AzureAd:ClientSecret\" \"web-secret\" --project web")
      })
  }

  /// Docker's own files and pipelines speak of no registration.
  @Test func filesThatSpeakOfEntraAndGaveNothingAreListed() {
    let draft = Reading.draft([("a/settings.json", Array(#"{"see":"https://login.microsoftonline.com/"}"#.utf8))])
    expectEqual(draft.unread, ["a/settings.json"])
  }

  @Test func whatAScenarioRefusesIsLeftOutAndNotItsApp() throws {
    let manifest =
      #"{"appId":"\#(Id.app)","displayName":"a","signInAudience":"AzureADMyOrg","api":{"preAuthorizedApplications":[{"appId":"1fec8e78-bce4-4aaf-ab1b-5451cc387264","delegatedPermissionIds":[]},{"appId":"5e3ce6c0-2b1f-4285-8d4b-75ee78787346","delegatedPermissionIds":[]}]}}"#
    var draft = Reading.draft([("manifest.json", Array(manifest.utf8))])
    let text = ScenarioWriter(draft, withSecrets: false).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("5e3ce6c0") }) + 1
    let isLeftOut = draft.leaveOut(line, of: text, because: "unknown app")
    #expect(isLeftOut)
    let after = ScenarioWriter(draft, withSecrets: false).text
    #expect(after.contains("1fec8e78") && !after.contains("5e3ce6c0") && draft.apps.count == 1)
  }
}
