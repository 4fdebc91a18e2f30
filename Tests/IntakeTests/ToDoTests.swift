import Bytes
import Expectations
import Testing

@testable import Intake

/// What the report asks its reader to do: each thing once, with all places for it, in the order of the files.
@Suite("What the report asks for") struct ToDoTests {
  /// `expected` are the lines of the section, without what they are indented by.
  typealias Row = Reading

  private static let id = MadeUpId.id("app web//").description
  private static let tenant = MadeUpId.id("tenant ").description
  private static let authority = "https://login.microsoftonline.com"

  static let rows: [Row] = [
    Row(
      "a placeholder of two files is told once, with both places",
      [
        ("web/package.json", #"{"dependencies":{"express":"4","@azure/msal-node":"2"}}"#),
        ("web/.env.sample", "CLIENT_ID=Enter_the_Application_Id_Here\nAZURE_TENANT_ID=Enter_the_Tenant_Id_Here\n"),
        (
          "web/config.js",
          "module.exports = { auth: { clientId: 'Enter_the_Application_Id_Here',\n authority: '\(authority)/Enter_the_Tenant_Id_Here' } }\n"
        ),
      ],
      [
        "web/.env.sample:1: write \(id) in the place of Enter_the_Application_Id_Here, in a copy of this file without its ending",
        "  web/config.js:1: write \(id) here, too",
        "web/.env.sample:2: write \(tenant) in the place of Enter_the_Tenant_Id_Here, in a copy of this file without its ending",
        "  web/config.js:2: write \(tenant) here, too",
      ]),
    Row(
      "two programs of one tenant ask for it once; each has an id of its own",
      [
        ("b/appsettings.json", settings("<client>", "<tenant>")),
        ("a/appsettings.json", settings("<client>", "<tenant>")),
      ],
      [
        "a/appsettings.json:3: write \(tenant) in the place of <tenant>",
        "  b/appsettings.json:3: write \(tenant) here, too",
        "a/appsettings.json:4: write \(MadeUpId.id("app a//")) in the place of <client>",
        "b/appsettings.json:4: write \(MadeUpId.id("app b//")) in the place of <client>",
      ]),
    Row(
      "settings of .NET have the command for each project",
      [
        ("a/appsettings.json", secret(Id.app)), ("b/appsettings.json", secret(Id.app)),
      ],
      [
        "a/appsettings.json:4: set AzureAd:ClientSecret to a-secret: dotnet user-secrets set \"AzureAd:ClientSecret\" \"a-secret\" --project a",
        "  b/appsettings.json:4: write a-secret here, too: dotnet user-secrets set \"AzureAd:ClientSecret\" \"a-secret\" --project b",
      ]),
    Row(
      "a service provider of SAML has placeholders for its host, and the certificate of another service",
      [
        (
          "wiki/settings.json",
          """
          {
            "sp": {
              "entityId": "https://<sp_domain>/metadata/",
              "assertionConsumerService": { "url": "https://<sp_domain>/?acs" }
            },
            "idp": {
              "entityId": "https://sts.windows.net/<tenant>/",
              "singleSignOnService": { "url": "\(authority)/<tenant>/saml2" },
              "x509cert": "MIIC8DCCAdig"
            }
          }

          """
        )
      ],
      [
        "wiki/settings.json:3: write http://localhost:8000/metadata/ in the place of https://<sp_domain>/metadata/",
        "wiki/settings.json:4: write http://localhost:8000/?acs in the place of https://<sp_domain>/?acs",
        "wiki/settings.json:7: write \(tenant) in the place of <tenant>",
        "  wiki/settings.json:8: write \(tenant) here, too",
        "wiki/settings.json:9: the certificate that 'mockidp saml certificate wiki' prints goes here",
      ]),
    Row(
      "an entity id that a variable has is made up; so is the client id in the address of the metadata",
      [
        (
          "wiki/app.js",
          "\n// passport-saml\nnew SamlStrategy({ path: '/cb', entryPoint: '\(authority)/\(Id.tenant)/saml2?appid=<app>', issuer: process.env.SAML_ISSUER }, f)\n"
        ),
        (".env", "SAML_ISSUER=\n"),
      ],
      [
        "wiki/app.js:3: set SAML_ISSUER to http://localhost:3000/saml/wiki",
        "wiki/app.js:3: write \(MadeUpId.id("app wiki//saml ${SAML_ISSUER}")) in the place of <app>",
      ]),
    // As in JonnyJamesCPT/SSA and qsdqsfgqd/blazorunited.
    Row(
      "a page of Blazor has no secrets of the user, and an authority in the place of a tenant",
      [
        ("web/web.csproj", #"<Project Sdk="Microsoft.NET.Sdk.BlazorWebAssembly"/>"#),
        (
          "web/Program.cs",
          "builder.Services.AddMsalAuthentication(o => builder.Configuration.Bind(\"AzureAd\", o.ProviderOptions.Authentication));\n"
        ),
      ],
      [
        "web/Program.cs:1: set AzureAd:Authority to \(authority)/\(tenant)/v2.0 in wwwroot/appsettings.json",
        "web/Program.cs:1: set AzureAd:ClientId to \(id) in wwwroot/appsettings.json",
      ]),
    Row(
      "a variable that several files read is set once",
      [
        ("web/package.json", #"{"dependencies":{"@azure/msal-browser":"3"}}"#),
        (
          "web/a.js",
          "export const msalConfig = { auth: { clientId: process.env.AZURE_CLIENT_ID, authority: '\(authority)/\(Id.tenant)' } }\n"
        ),
        ("web/b.js", "\n// msal\nexport const other = { auth: { clientId: process.env.AZURE_CLIENT_ID } }\n"),
      ],
      ["web/a.js:1: set AZURE_CLIENT_ID to \(id)", "  also in web/b.js:3"]),
    Row(
      "a secret that stands in two files",
      [
        ("web/.env", "AZURE_TENANT_ID=\(Id.tenant)\nAZURE_CLIENT_ID=\(Id.app)\nAZURE_CLIENT_SECRET=Real~Secret\n"),
        (
          "web/docker.env", "AZURE_TENANT_ID=\(Id.tenant)\nAZURE_CLIENT_ID=\(Id.app)\nAZURE_CLIENT_SECRET=Real~Secret\n"
        ),
      ],
      [
        "web/.env:3: the secret of web stands here and is not copied; write web-secret here, the secret into the scenario, or use --with-secrets",
        "  also in web/docker.env:3",
      ]),
    Row(
      "an address that is one placeholder, and a redirect URI that another file has",
      [
        ("web/app.py", "from identity.flask import Auth\napp.run(port=5000)\n\n@app.route(\"/getAToken\")\n"),
        ("web/.env", "AUTHORITY=<authority url>\nAZURE_CLIENT_ID=\(Id.app)\nREDIRECT_URI=<redirect uri>\n"),
      ],
      [
        "web/.env:1: write \(authority)/\(tenant)/v2.0 in the place of <authority url>",
        "web/.env:3: write http://localhost:5000/getAToken in the place of <redirect uri>",
      ]),
    Row(
      "a page of Azure AD B2C whose files name no user flow has one that the scenario's tenant has",
      [
        ("a/package.json", browser), ("b/package.json", browser),
        (
          "a/auth.js",
          "export const msalConfig = { auth: { clientId: '\(Id.app)',\n authority: '<AUTHORITY>',\n knownAuthorities: ['shop.b2clogin.com'] } };\n"
        ),
        (
          "b/auth.js",
          "export const msalConfig = { auth: { clientId: '\(Id.other)',\n authority: 'https://shop.b2clogin.com/shop.onmicrosoft.com/' } };\n"
        ),
      ],
      [
        "a/auth.js:2: write https://shop.b2clogin.com/shop.onmicrosoft.com/B2C_1_susi in the place of <AUTHORITY>",
        "b/auth.js:2: write https://shop.b2clogin.com/shop.onmicrosoft.com/B2C_1_susi in the place of https://shop.b2clogin.com/shop.onmicrosoft.com/",
      ]),
    Row(
      "a page of Azure AD B2C whose settings name a user flow is asked for nothing; an open authority has that flow",
      [
        ("a/package.json", browser), ("b/package.json", browser),
        (
          "a/auth.js",
          "export const msalConfig = { auth: { clientId: '\(Id.app)', authority: 'https://shop.b2clogin.com/shop.onmicrosoft.com/B2C_1_in' } };\n"
        ),
        (
          "b/auth.js",
          "export const msalConfig = { auth: { clientId: '\(Id.other)',\n authority: '<AUTHORITY>', knownAuthorities: ['shop.b2clogin.com'] } };\n"
        ),
      ],
      ["b/auth.js:2: write https://shop.b2clogin.com/shop.onmicrosoft.com/B2C_1_in in the place of <AUTHORITY>"]),
    Row(
      "a page of Blazor with Azure AD B2C",
      [
        ("web/web.csproj", #"<Project Sdk="Microsoft.NET.Sdk.BlazorWebAssembly"/>"#),
        (
          "web/Program.cs",
          "builder.Services.AddMsalAuthentication(o => builder.Configuration.Bind(\"AzureAdB2C\", o.ProviderOptions.Authentication));\n"
        ),
      ],
      [
        "web/Program.cs:1: set AzureAdB2C:Authority to https://acme.b2clogin.com/acme.onmicrosoft.com/B2C_1_susi in wwwroot/appsettings.json",
        "web/Program.cs:1: set AzureAdB2C:ClientId to \(id) in wwwroot/appsettings.json",
      ]),
    // As in BlackyWolf/Dieting-Fit.
    Row(
      "the parts of an address of Azure AD B2C that only variables have",
      [
        ("web/package.json", browser),
        (
          "web/variables.ts",
          "export const B2C_HOST = import.meta.env.VITE_B2C_AUTHORITY as string;\nexport const B2C_CLIENT_ID = import.meta.env.VITE_B2C_CLIENT_ID as string;\nexport const B2C_POLICY = import.meta.env.VITE_B2C_POLICY as string;\nexport const B2C_TENANT_ID = import.meta.env.VITE_B2C_TENANT_ID as string;\n"
        ),
        (
          "web/msal.ts",
          "import { B2C_HOST, B2C_CLIENT_ID } from './variables';\nimport { PublicClientApplication } from '@azure/msal-browser';\nconst configuration = { auth: { clientId: B2C_CLIENT_ID,\n authority: `https://${B2C_HOST}/${B2C_TENANT_ID}/${B2C_POLICY}`,\n knownAuthorities: [B2C_HOST] } };\n"
        ),
      ],
      [
        "web/msal.ts:3: set VITE_B2C_CLIENT_ID to \(MadeUpId.id("app web/b2c/"))",
        "  also in web/variables.ts:2",
        "web/msal.ts:5: set VITE_B2C_AUTHORITY to acme.b2clogin.com",
        "web/variables.ts:3: set VITE_B2C_POLICY to B2C_1_susi",
        "web/variables.ts:4: set VITE_B2C_TENANT_ID to \(tenant)",
      ]),
    // As in carlfranklin/MsalAuthInMauiBlazor and nguyenquyhy/Hy-Academy.
    Row(
      "a host of Azure AD B2C wants the tenant's name, and so does the domain",
      [
        ("api/api.csproj", "<Project/>"), ("api/Program.cs", "services.AddMicrosoftIdentityWebApi(configuration);\n"),
        (
          "api/appsettings.json",
          "{\"AzureAdB2C\":{\"Instance\":\"https://{YOUR-NAME}.b2clogin.com/\",\n\"Domain\":\"shop.onmicrosoft.com\",\n\"ClientId\":\"\(Id.api)\",\n\"SignUpSignInPolicyId\":\"\"}}"
        ),
        ("web/package.json", browser),
        (
          "web/auth.ts",
          "export const msalConfig = { auth: { clientId: '\(Id.app)',\n authority: 'https://shop.b2clogin.com/YOUR-NAME.onmicrosoft.com/B2C_1_in',\n domain: 'shop.onmicrosoft.com' } };\n"
        ),
      ],
      [
        "api/appsettings.json:1: write shop in the place of {YOUR-NAME}",
        "api/appsettings.json:4: set SignUpSignInPolicyId to B2C_1_in",
        "web/auth.ts:2: write shop in the place of YOUR-NAME",
      ]),
  ]

  private static let browser = #"{"dependencies":{"@azure/msal-browser":"4"}}"#

  private static func settings(_ client: String, _ tenant: String) -> String {
    "{\"AzureAd\":{\"Instance\":\"\(authority)/\",\n\"Audience\":\"x\",\n\"TenantId\":\"\(tenant)\",\n\"ClientId\":\"\(client)\"}}"
  }

  private static func secret(_ client: String) -> String {
    "{\"AzureAd\":{\"Instance\":\"\(authority)/\",\n\"TenantId\":\"\(Id.tenant)\",\n\"ClientId\":\"\(client)\",\n\"ClientSecret\":\"\"}}"
  }

  @Test(arguments: rows) func told(_ row: Row) {
    let draft = row.draft
    let lines = IntakeReport(draft, withSecrets: false).lines
    let section = lines.drop { $0 != "To do" }.dropFirst().prefix { !$0.isEmpty }
    expectEqual(section.map { String($0.dropFirst(2)) }, row.expected)
  }

  /// One value that two keys say, and an address that names the tenant, are one sign each.
  @Test func explainsEachSignInOneLine() {
    let files = [
      ("web/package.json", #"{"dependencies":{"@azure/msal-browser":"3"}}"#),
      ("web/.env", "VITE_CLIENT_ID=\(Id.app)\n"),
      (
        "web/auth.ts",
        "export const msalConfig = { auth: { clientId: import.meta.env.VITE_CLIENT_ID,\n authority: '\(Self.authority)/\(Id.tenant)' } }\n"
      ),
    ]
    let draft = Reading.draft(files.map { ($0.0, Array($0.1.utf8)) })
    expectEqual(
      IntakeExplanation(draft).lines,
      [
        "web/.env:1: client id \(Id.app) (VITE_CLIENT_ID): the app web; redirect URI http://localhost:3000 is assumed for web; web is a single-page app because of this",
        "web/auth.ts:2: tenant \(Self.authority)/\(Id.tenant) (authority): the tenant home",
        "web/package.json:1: MSAL.js in browsers: seen beside web",
      ])
  }
}
