import Expectations
import Testing

@testable import Intake

/// How evidence becomes an app: signs of Entra, scopes wherever they stand, tenants of services, and what frameworks settle by convention.
struct EvidenceTests {
  @Test(arguments: scopes + services + conventions) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  private static let scopes: [Reading] = [
    Reading(
      "a scope in a key that says nothing, among other words",
      [
        (
          "appsettings.json",
          #"{"AzureAd":{"TenantId":"\#(Id.tenant)","ClientId":"\#(Id.app)","ClientSecret":"x","CallbackPath":"/cb"},"Orders":{"ForTokens":"openid api://\#(Id.api)/Orders.Read, User.Read"}}"#
        )
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~https://localhost:5001/cb asks=api://\(Id.api)/Orders.Read secret",
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes~Orders.Read",
        "assumption: appsettings.json:1: no file tells of the API that 'api://\(Id.api)/Orders.Read' is a scope of; the scenario has one with the scopes that clients ask for",
      ]),
    Reading(
      "a scope in a source without a client id belongs to the project's app, and to the API itself",
      [
        ("api/api.csproj", ""),
        ("api/appsettings.json", #"{"AzureAd":{"TenantId":"\#(Id.tenant)","ClientId":"\#(Id.api)"}}"#),
        ("api/Program.cs", "services.AddMicrosoftIdentityWebApi(configuration);"),
        ("web/web.csproj", ""),
        (
          "web/appsettings.json",
          #"{"AzureAd":{"TenantId":"\#(Id.tenant)","ClientId":"\#(Id.app)","CallbackPath":"/cb"}}"#
        ),
        (
          "web/Call.cs",
          "var token = await acquisition.GetAccessTokenForUserAsync(new[] { \"api://\(Id.api)/access_as_user\" });"
        ),
      ],
      [
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes~access_as_user",
        "web \(Id.app) of \(Id.tenant) web~https://localhost:5001/cb asks=api://\(Id.api)/access_as_user",
      ]),
  ]

  private static let services: [Reading] = [
    Reading(
      "External ID by its host, whose first part is a placeholder",
      [
        (
          "authConfig.js",
          "export const msalConfig = { auth: { clientId: 'Enter_the_Application_Id_Here', authority: 'https://Enter_the_Tenant_Subdomain_Here.ciamlogin.com/' } }\nimport '@azure/msal-browser'"
        )
      ], ["spa made-up of made-up spa~http://localhost:3000"])
  ]

  @Test func aTenantOfItsOwnForEachService() {
    let files = [
      ("a/appsettings.json", #"{"AzureAd":{"TenantId":"<tenant>","ClientId":"<id>","CallbackPath":"/cb"}}"#),
      (
        "b/appsettings.json",
        #"{"AzureAdB2C":{"Instance":"https://<name>.b2clogin.com","ClientId":"<id>","SignUpSignInPolicyId":"b2c_1_in/"}}"#
      ),
      ("c/appsettings.json", #"{"AzureAd":{"Authority":"https://<name>.ciamlogin.com/","ClientId":"<id>"}}"#),
    ]
    let draft = Reading.draft(files.map { ($0.0, Array($0.1.utf8)) })
    #expect(draft.tenants.map(\.kind) == [nil, "b2c", "external"])
    #expect(draft.tenants.flatMap { $0.flows.map(\.name) } == ["b2c_1_in"])
    #expect(draft.apps.map(\.tenant) == [0, 1, 2])
  }

  private static let conventions: [Reading] = [
    Reading(
      "Auth.js' provider without settings",
      [
        ("package.json", #"{"dependencies":{"next-auth":"5"}}"#),
        (
          "auth.ts",
          "import MicrosoftEntraID from 'next-auth/providers/microsoft-entra-id'\nexport default NextAuth({ providers: [MicrosoftEntraID] })"
        ),
      ],
      ["web made-up of made-up web~http://localhost:3000/api/auth/callback/microsoft-entra-id secret"]),
    Reading(
      "NextAuth's variables, switched off in an example",
      [
        (
          ".env.example",
          "# AUTH_GOOGLE_CLIENT_ID=\n# AUTH_AZURE_AD_CLIENT_ID=\n# AUTH_AZURE_AD_CLIENT_SECRET=\n# AUTH_AZURE_AD_TENANT_ID="
        )
      ],
      ["web made-up of made-up web~http://localhost:3000/api/auth/callback/azure-ad secret"]),
    Reading(
      "Django with django-auth-adfs",
      [
        (
          "settings.py",
          "INSTALLED_APPS = ['django_auth_adfs']\nAUTH_ADFS = {\n  'CLIENT_ID': '\(Id.app)',\n  'CLIENT_SECRET': 'x',\n  'TENANT_ID': '\(Id.tenant)',\n}"
        )
      ], ["web \(Id.app) of \(Id.tenant) web~http://localhost:8000/oauth2/callback secret"]),
    Reading(
      "Go's oauth2, with a host from the environment",
      [
        ("go.mod", "module acme"),
        (
          "auth.go",
          "import \"golang.org/x/oauth2/microsoft\"\nvar c = &oauth2.Config{\n  ClientID: os.Getenv(\"MS_CLIENT_ID\"),\n  ClientSecret: os.Getenv(\"MS_SECRET\"),\n  RedirectURL: \"https://\" + os.Getenv(\"HOST\") + \"/auth/callback\",\n  Endpoint: microsoft.AzureADEndpoint(os.Getenv(\"MS_TENANT_ID\")),\n}"
        ),
      ], ["web made-up of made-up web~http://localhost:8080/auth/callback secret"]),
    Reading(
      "Spring's template of an address",
      [
        (
          "application.yml",
          "spring:\n  security:\n    oauth2:\n      client:\n        registration:\n          entra:\n            client-id: \(Id.app)\n            client-secret: x\n            authorization-grant-type: authorization_code\n            redirect-uri: '{baseUrl}/login/oauth2/code/{registrationId}'\n        provider:\n          entra:\n            issuer-uri: https://login.microsoftonline.com/\(Id.tenant)/v2.0\n"
        )
      ], ["web \(Id.app) of \(Id.tenant) web~http://localhost:8080/login/oauth2/code/entra secret"]),
  ]
}
