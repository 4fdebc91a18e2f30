import Bytes
import Expectations
import Testing

@testable import Intake

/// Causes that repositories showed which nobody had named: each as a small input in the same form.
struct PracticeTests {
  @Test(arguments: addresses + kinds + ids + apis + others) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  /// Programs greet their customers by name, and customers are not asked to consent.
  @Test func userFlowsHaveNames() {
    let settings =
      #"{"AzureAdB2C":{"Instance":"https://acme.b2clogin.com/","ClientId":"\#(Id.api)","Domain":"acme.onmicrosoft.com","Scopes":"read","SignUpSignInPolicyId":"b2c_1_susi"}}"#
    let files = [
      ("api.csproj", "<Project/>"), ("Program.cs", "s.AddMicrosoftIdentityWebApi(c);"), ("appsettings.json", settings),
    ]
    let lines = ScenarioWriter(Reading("", files, []).draft, withSecrets: false).text.split(separator: "\n")
    let place = lines.firstIndex { $0.hasPrefix("        - name: b2c_1_susi  #") } ?? lines.endIndex
    expectEqual(Array(lines[place...].dropFirst().prefix(2)), ["          claims:", "            - name  # assumed"])
    #expect(lines.contains { $0.hasPrefix("      consent: granted") })
  }

  /// As in AvtsVivek/Az204WthTerraform.
  @Test func aPersonOfSeveralTemplatesIsOne() {
    let user =
      "resource \"azuread_user\" \"ann\" {\n  user_principal_name = \"Ann@acme.onmicrosoft.com\"\n  display_name = \"Ann\"\n}\n"
    let draft = Reading("", [("one/main.tf", user), ("two/main.tf", user)], []).draft
    expectEqual(draft.users.map(\.alias), ["ann"])
  }

  /// What is refused outside of apps is not left out, and not kept back.
  @Test func aRefusedLineOutsideOfAppsIsTold() {
    var draft = Reading("", [(".env", "AZURE_CLIENT_ID=\(Id.app)\n")], []).draft
    let text = ScenarioWriter(draft, withSecrets: false).text
    for line in [3, 9_999] {
      let isLeftOut = draft.leaveOut(line, of: text, because: "why")
      #expect(!isLeftOut)
    }
    #expect(draft.remarks.contains { $0.kind == .missing && $0.text == "line 3 of the scenario is refused: why" })
  }

  private static let flask =
    "import msal\napp = msal.ConfidentialClientApplication(Config.CLIENT_ID)\nurl = app.get_authorization_request_url([], redirect_uri=url_for('authorized', _external=True, _scheme='https'))\n"
  private static let config =
    "CLIENT_SECRET = 'x'\nAUTHORITY = 'https://login.microsoftonline.com/\(Id.tenant)'\nCLIENT_ID = '\(Id.app)'\nREDIRECT_PATH = '/getAToken'\n"

  /// As in danurwijayanto/udacity-bertelsmann-oauth2, syahril231072/oath and yugens/Deployed-An-Article-CMS-to-Azure.
  private static let addresses: [Reading] = [
    Reading(
      "Flask over TLS, without its server", [("config.py", config), ("views.py", flask)],
      ["web \(Id.app) of \(Id.tenant) web~https://localhost:5000/getAToken secret"]),
    Reading(
      "the port that a constant has",
      [
        ("config.py", config), ("views.py", flask),
        (
          "application.py",
          "PORT = int(environ.get('SERVER_PORT', '5555'))\napp.run('localhost', PORT, ssl_context='adhoc')\n"
        ),
      ], ["web \(Id.app) of \(Id.tenant) web~https://localhost:5555/getAToken secret"]),
    Reading(
      "the port of the call, without TLS",
      [
        ("config.py", config),
        ("app.py", "app.get_authorization_request_url([])\napp.run(host='0.0.0.0', port=8443)\n"),
      ],
      ["web \(Id.app) of \(Id.tenant) web~http://localhost:8443/getAToken secret"]),
  ]

  private static let kinds: [Reading] = [
    // As in lexvdvliet/data2share.
    Reading(
      "MSAL.js from a page's own script",
      [
        (
          "sign-in.js",
          "const config = { auth: { clientId: '\(Id.app)', authority: 'https://login.microsoftonline.com/\(Id.tenant)', redirectUri: 'http://localhost:3000/' } };\nconst client = new msal.PublicClientApplication(config);\n"
        )
      ], ["spa \(Id.app) of \(Id.tenant) spa=http://localhost:3000/"]),
    // As in orangeglasses/service-broker-dotnet.
    Reading(
      "a server of .NET with a redirect URI and no library that was read",
      [
        ("broker.csproj", "<Project/>"),
        (
          "appsettings.json",
          #"{"AzureAuth":{"TenantId":"\#(Id.tenant)","ClientId":"\#(Id.app)","RedirectUri":"https://localhost/"}}"#
        ),
      ], ["web \(Id.app) of \(Id.tenant) web=https://localhost/"]),
    // As in oyron/api-auth.
    Reading(
      "a server of JavaScript with an id alone",
      [
        ("package.json", #"{"dependencies":{"express":"4"}}"#),
        (
          "config.js",
          "const authorityUrl = 'https://login.microsoftonline.com/\(Id.tenant)';\nconst clientID = '\(Id.app)';\n"
        ),
      ], ["api \(Id.app) of \(Id.tenant)"]),
  ]

  private static let ids: [Reading] = [
    // As in ahmetulucay/StudentAppAzureADLogin-1.0.
    Reading(
      "an id with a digit too few is the one that its client writes whole",
      [
        ("api.csproj", "<Project/>"),
        ("Program.cs", "services.AddMicrosoftIdentityWebApi(config.AzureAd); app.UseSwaggerUI();"),
        (
          "appsettings.json",
          #"{"AzureAd":{"TenantId":"\#(Id.tenant)","ClientId":"3d8e49cb-7f63-42a-9c75-4b8b2cf4e9a3","Scopes":"read"},"SwaggerAzureAD":{"ClientId":"\#(Id.app)","Scope":"api://\#(Id.api)/read"}}"#
        ),
      ],
      [
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes=read",
        "spa \(Id.app) of \(Id.tenant) spa~https://localhost:5001/swagger/oauth2-redirect.html asks=api://\(Id.api)/read",
      ]),
    // As in stewartcelani/AventureWorks-with-net-api-and-react-ui and ERNICommunity/ERNI-Personal-Budget-Application.
    Reading(
      "an API whose id only its client knows",
      [
        ("api/api.csproj", #"<PackageReference Include="Microsoft.AspNetCore.Authentication.OpenIdConnect" />"#),
        ("api/Startup.cs", "services.AddMicrosoftIdentityWebApi(Configuration.GetSection(\"AzureAd\"));"),
        ("ui/package.json", #"{"dependencies":{"@azure/msal-browser":"4"}}"#),
        (
          "ui/auth.ts",
          "export const config = { clientId: '\(Id.app)', authority: 'https://login.microsoftonline.com/\(Id.tenant)', scopes: ['api://\(Id.api)/read'] };\n"
        ),
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa~http://localhost:3000 asks=api://\(Id.api)/read",
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes~read",
      ]),
  ]

  private static let apis: [Reading] = [
    // As in ss4301group3/sds-resource-mgt-system.
    Reading(
      "one registration for a page and its API, with an address of its own",
      [
        ("package.json", #"{"dependencies":{"@azure/msal-browser":"4"}}"#),
        ("server.json", #"{"azure":{"tenantID":"\#(Id.tenant)","clientID":"\#(Id.app)","audience":"\#(Id.app)"}}"#),
        (
          "page.ts",
          "const config = { clientId: '\(Id.app)', authority: 'https://login.microsoftonline.com/\(Id.tenant)', scopes: ['api://rooms/book'] };\n"
        ),
      ], ["spa \(Id.app) of \(Id.tenant) spa~http://localhost:3000 uri=api://rooms exposes~book"]),
    // As in jt000/generator-msaldotnetangular.
    Reading(
      "a scope of a generator's template",
      [
        ("api/api.csproj", "<Project/>"), ("api/Startup.cs", "services.AddMicrosoftIdentityWebApi(Configuration);"),
        ("api/appsettings.json", #"{"AzureAd":{"TenantId":"\#(Id.tenant)","ClientId":"<%= apiId %>"}}"#),
        ("ui/package.json", #"{"dependencies":{"@azure/msal-browser":"4"}}"#),
        (
          "ui/environment.ts",
          "export const environment = { clientId: '<%= pageId %>', authority: 'https://login.microsoftonline.com/\(Id.tenant)', map: [['x', ['api://<%= apiId %>/read']]] };\n"
        ),
      ],
      [
        "api made-up of \(Id.tenant) uri~api://ID exposes~read",
        "spa made-up of \(Id.tenant) spa~http://localhost:3000 asks=api://\(apiId)/read",
        "missing: ui/environment.ts:1: in 'api://${apiId}/read' write api://\(apiId) for the API's address",
      ]),
  ]
  private static let apiId = MadeUpId.id("app api//").description

  private static let others: [Reading] = [
    // As in microsoft/quick-authentication.
    Reading(
      "a page of HTML",
      [
        (
          "demo.html",
          "<script>ms.configure({ client_id: '\(Id.app)', authority: 'https://login.microsoftonline.com/\(Id.tenant)' });</script>"
        )
      ], ["spa \(Id.app) of \(Id.tenant) spa~http://localhost:3000"]),
    // As in boddev/GraphConnectorWebApi.
    Reading(
      "an API that calls Graph in its own name, with user secrets",
      [
        ("api.csproj", "<Project/>"),
        ("Program.cs", "services.AddMicrosoftIdentityWebApi(c.GetSection(\"AzureAd\"));"),
        ("Graph.cs", "var credential = new ClientSecretCredential(tenantId, clientId, clientSecret);"),
      ], ["api made-up of made-up secret"]),
    // As in uptime-university/Fast-API and Intility/templates.
    Reading(
      "a scope in two parts",
      [
        ("requirements.txt", "fastapi_azure_auth"),
        (
          "config.py",
          "# login.microsoftonline.com\nclass Settings(BaseSettings):\n    APP_CLIENT_ID: str = \"\"\n    TENANT_ID: str = \"\"\n    NAME: str = \"access\"\n    def scope(self):\n        return f\"api://{self.APP_CLIENT_ID}/{self.NAME}\"\n"
        ),
        (".env", "APP_CLIENT_ID=\(Id.api)\nTENANT_ID=\(Id.tenant)\n"),
      ],
      [
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes~access",
        "native made-up of \(Id.tenant) native~http://localhost asks~api://\(Id.api)/access",
        "assumption: .env:1: no file tells of a client of this API; the scenario has one, so that somebody can ask for its tokens",
      ]),
    // As in KimTaeman/CSFD and jmd406-sanjaykumarj/whk-dev.
    Reading(
      "a redirect URI that only the environment says",
      [
        ("package.json", #"{"dependencies":{"@azure/msal-browser":"4"}}"#),
        (
          "auth.ts",
          "export const config = { clientId: '\(Id.app)', authority: 'https://login.microsoftonline.com/\(Id.tenant)', redirectUri: import.meta.env.VITE_REDIRECT_URI };\n"
        ),
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa~http://localhost:3000",
        "missing: auth.ts:1: set VITE_REDIRECT_URI to http://localhost:3000",
      ]),
    // As in ERNICommunity/ERNI-Personal-Budget-Application and tttlan/FE-dapp-angular6.
    Reading(
      "settings without a word for an environment are those of development",
      [
        ("package.json", #"{"dependencies":{"@azure/msal-browser":"4"}}"#),
        (
          "environment.prod.ts",
          "export const environment = { clientId: '\(Id.other)', authority: 'https://login.microsoftonline.com/\(Id.tenant)' };\n"
        ),
        (
          "environment.ts",
          "export const environment = { clientId: '\(Id.app)', authority: 'https://login.microsoftonline.com/\(Id.tenant)' };\n"
        ),
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa~http://localhost:3000",
        "leftAlone: environment.prod.ts:1: \(Id.other) is the same program's in another environment; run 'mockidp init' on this file for it",
      ]),
    // As in lurenjia534/SkyDrive-X.
    Reading(
      "an Android app whose users bring the client id",
      [
        ("build.gradle", ""),
        ("Auth.kt", "import com.microsoft.identity.client.PublicClientApplication\n"),
        (
          "AndroidManifest.xml",
          #"<manifest><data android:scheme="msauth" android:host="com.acme.drive" android:path="/rZDX+4dD="/></manifest>"#
        ),
      ], ["native made-up of made-up native=msauth://com.acme.drive/rZDX%2B4dD%3D"]),
    // As in EvgeniyTsarkov/asp-dotnet-dev-mentoring.
    Reading(
      "the name of a setting in a constant is not a client id",
      [
        ("web.csproj", "<Project/>"), ("Startup.cs", "services.AddMicrosoftIdentityWebApp(c.GetSection(\"AzureAd\"));"),
        (
          "Settings.cs",
          "const string Key = \"Authentication:Microsoft:ClientId\";\nvar options = new AzureAdOptions { ClientId = configuration[Key] };\n"
        ),
        ("appsettings.json", #"{"AzureAd":{"TenantId":"\#(Id.tenant)","ClientId":"","CallbackPath":"/cb"}}"#),
      ],
      [
        "web made-up of \(Id.tenant) web~https://localhost:5001/cb web~http://localhost:5000/cb +enableIdTokenIssuance"
      ]),
  ]
}
