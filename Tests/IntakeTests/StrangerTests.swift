import Bytes
import Expectations
import Testing

@testable import Intake

/// Causes that the fifth and the sixth list of repositories showed: each as a small input in the same form.
struct StrangerTests {
  @Test(arguments: ids + kinds + addresses + languages + templates) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  private static let authority = "https://login.microsoftonline.com/\(Id.tenant)"
  private static let browser = ("package.json", #"{"dependencies":{"@azure/msal-browser":"4","vite":"6"}}"#)

  private static let ids: [Reading] = [
    // As in tevinric/library-app.
    Reading(
      "a variable with a name of its own, with and without what a build wants before it",
      [
        (
          "docker-compose.yml",
          "services:\n  backend:\n    environment:\n      - SHELF_AZURE_TENANT_ID=${SHELF_AZURE_TENANT_ID}\n      - SHELF_AZURE_CLIENT_ID=${SHELF_AZURE_CLIENT_ID}\n"
        ),
        ("frontend/package.json", browser.1),
        (
          "frontend/src/auth.js",
          "export const config = { auth: { clientId: import.meta.env.VITE_SHELF_AZURE_CLIENT_ID, authority: `https://login.microsoftonline.com/${import.meta.env.VITE_SHELF_AZURE_TENANT_ID}`, redirectUri: 'http://localhost:3002' } }\n"
        ),
      ], ["spa made-up of made-up spa=http://localhost:3002"]),
    // As in lvjianjunljj/CSharpWebDemo.
    Reading(
      "two programs that check tokens for one audience are one app",
      [
        ("one/one.csproj", "<Project/>"), ("one/Web.config", audience), ("two/two.csproj", "<Project/>"),
        ("two/Web.config", audience),
      ], ["api \(Id.api) of \(Id.tenant)"]),
    // As in robmhoward/cloud-macros-playground.
    Reading(
      "an audience with an id of its own is an app of its own",
      [
        ("package.json", #"{"dependencies":{"passport-azure-ad":"4"}}"#),
        (
          "config.js",
          "exports.creds = { audience: '\(Id.api)', identityMetadata: '\(authority)/v2.0/.well-known/openid-configuration' };\n"
        ),
        (
          "token.js",
          "var configs = { AAD: { stsHostName: 'login.microsoftonline.com', clientId: '\(Id.app)', clientSecret: 'x' } };\n"
        ),
      ], ["api \(Id.api) of \(Id.tenant)", "daemon \(Id.app) of \(Id.tenant) secret"]),
    // As in samirhassen/CIC-frontend.
    Reading(
      "a blank behind an id",
      [browser, ("environment.ts", "export const ad = { clientId: '\(Id.app) ', tenantId: '\(Id.tenant)' };\n")],
      ["spa \(Id.app) of \(Id.tenant) spa~http://localhost:5173"]),
    // As in Ajsalemo/AzurePythonSDK-AD-Samples.
    Reading(
      "a managed identity by a constant, and the id of an app that a program works on",
      [
        (
          "identity.py",
          "from azure.identity import ManagedIdentityCredential\nCLIENT_ID = os.getenv('CLIENT_ID')\ncredentials = ManagedIdentityCredential(client_id=CLIENT_ID)\n"
        ),
        (
          "create.py",
          "from msgraph.core import GraphClient\nbody = {'appId': '00000000-0000-0000-0000-000000000000'}\n"
        ),
      ], ["near: create.py:2: appId: nothing beside it speaks of Microsoft Entra"]),
    Reading(
      "stars in the place of values",
      [
        (
          "client.py",
          "from azure.identity import ClientSecretCredential\nTenantId= '*****'\nAppId= '*****'\nClientSecret= '*****'\ncredential = ClientSecretCredential(TenantId,AppId,ClientSecret)\n"
        )
      ], ["daemon made-up of made-up secret"]),
    // As in Channel908/ApiConnectorCH908.
    Reading(
      "a section of settings that stands in no file",
      [
        ("app.csproj", "<Project/>"),
        (
          "Program.cs",
          "services.AddOptions<GraphOptions>().Configure<IConfiguration>((s, c) => { c.GetSection(\"AzureAD\").Bind(s); });\n"
        ),
        (
          "Service.cs",
          "using Microsoft.Graph;\nnew GraphServiceClient(new ClientSecretCredential(options.Value.TenantId, options.Value.ClientId, options.Value.ClientSecret));\n"
        ),
      ],
      [
        "daemon made-up of made-up role~User.Read.All secret",
        "assumption: Program.cs:1: no file says which permissions of Graph this daemon has; the scenario has User.Read.All",
      ]),
  ]

  private static let audience =
    "<configuration><appSettings><add key=\"ida:Tenant\" value=\"\(Id.tenant)\"/><add key=\"ida:Audience\" value=\"\(Id.api)\"/></appSettings></configuration>\n"

  private static let kinds: [Reading] = [
    // As in 0899905503/Server_C-_test.
    Reading(
      "a page that signs in by itself, with the registration of its server",
      [
        ("web.csproj", "<Project/>"),
        ("Program.cs", "s.AddMicrosoftIdentityWebApp(c, \"AzureAd\").EnableTokenAcquisitionToCallDownstreamApi();"),
        (
          "appsettings.json",
          #"{"AzureAd":{"TenantId":"\#(Id.tenant)","ClientId":"\#(Id.app)","ClientSecret":"x"}}"#
        ),
        (
          "Views/Login.cshtml",
          "<script>\nconst c = { auth: { clientId: '\(Id.app)', authority: '\(authority)', redirectUri: 'http://localhost:5101' } };\nconst m = new msal.PublicClientApplication(c);\n</script>\n"
        ),
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~https://localhost:5001/signin-oidc web~http://localhost:5000/signin-oidc spa=http://localhost:5101 secret"
      ]),
    // As in chenxizhang/inside-microsoft-identity-platform.
    Reading(
      "a call says more than a library and than a path that a template wrote",
      [
        ("api.csproj", "<PackageReference Include=\"Microsoft.AspNetCore.Authentication.OpenIdConnect\" />"),
        ("Program.cs", "s.AddMicrosoftIdentityWebApi(c.GetSection(\"AzureAd\"));"),
        (
          "appsettings.json",
          #"{"AzureAd":{"TenantId":"\#(Id.tenant)","ClientId":"\#(Id.app)","ClientSecret":"x","CallbackPath":"/signin-oidc"}}"#
        ),
      ], ["api \(Id.app) of \(Id.tenant) secret"]),
    Reading(
      "a page of React without a library that is known",
      [
        ("package.json", #"{"dependencies":{"react":"18"}}"#),
        (
          "index.tsx",
          "provider = new Msal2Provider({ clientId: '\(Id.app)', authority: '\(authority)', scopes: ['User.Read'] });\n"
        ),
      ], ["spa \(Id.app) of \(Id.tenant) spa~http://localhost:3000 asks=User.Read"]),
  ]

  private static let addresses: [Reading] = [
    // As in obobnilnil/golang-authenticate-by-azureAD-microsoftEntraID.
    Reading(
      "a route that takes the answer in, and the port of the server",
      [
        ("go.mod", "module acme\n"),
        (
          "main.go",
          "var c = &oauth2.Config{\n\tClientID: \"\(Id.app)\",\n\tClientSecret: \"x\",\n\tRedirectURL: \"your_callback_url\",\n\tEndpoint: oauth2.Endpoint{ AuthURL: \"\(authority)/oauth2/v2.0/authorize\" },\n}\nhttp.HandleFunc(\"/callback\", answer)\nhttp.ListenAndServe(\":8090\", nil)\nlogoutURL := \"\(authority)/oauth2/v2.0/logout\"\n"
        ),
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~http://localhost:8090/callback secret",
        "missing: main.go:4: write http://localhost:8090/callback in the place of your_callback_url",
      ]),
    // As in KimTaeman/CSFD.
    Reading(
      "a route of Express in another file",
      [
        ("package.json", #"{"dependencies":{"express":"5","@azure/msal-node":"3"}}"#),
        (
          "config.ts",
          "export const config = { clientId: '\(Id.app)', clientSecret: 'x', authority: '\(authority)', redirectUri: process.env.BACKEND_REDIRECT_URI };\n"
        ),
        ("client.ts", "client.acquireTokenByCode(request);\n"),
        ("routes.ts", "res.redirect('/home');\nrouter.post('/redirect', controller.callback);\n"),
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~http://localhost:3000/redirect secret",
        "missing: config.ts:1: set BACKEND_REDIRECT_URI to http://localhost:3000/redirect",
      ]),
    // As in Ajsalemo/AzurePythonSDK-AD-Samples and kelvinliu04/temp-az.
    Reading(
      "constants of another file, and an address whose port is put in",
      [
        (
          "config.py",
          "AUTHORITY = '\(authority)'\nCLIENT_ID = '\(Id.app)'\nCLIENT_SECRET = 'x'\n"
        ),
        (
          "app.py",
          "import config\nREDIRECT_URI = 'http://localhost:{}/getAToken'.format(PORT)\nURL = 'https://login.microsoftonline.com/{}/oauth2/authorize?response_type=code&client_id={}'\napp = msal.ConfidentialClientApplication(config.CLIENT_ID, client_credential=config.CLIENT_SECRET)\n"
        ),
      ], ["web \(Id.app) of \(Id.tenant) web~http://localhost:5000/getAToken secret"]),
    // As in ygyubyv/coursework-web-app.
    Reading(
      "the address of the service in another file than the client id, and a scope of the app's own",
      [
        browser,
        (
          "config.ts",
          "export const azure = { clientId: import.meta.env.VITE_AZURE_CLIENT_ID, redirectUri: import.meta.env.VITE_AZURE_REDIRECT_URI };\n"
        ),
        (
          "msal.ts",
          "export const config = { auth: { clientId, authority: `https://acme.b2clogin.com/acme.onmicrosoft.com/B2C_1_susi`, redirectUri } };\nexport const request = { scopes: ['openid', `https://acme.onmicrosoft.com/${clientId}/orders`] };\n"
        ),
      ],
      [
        "spa made-up of made-up spa~http://localhost:5173 exposes~orders",
        "missing: config.ts:1: set VITE_AZURE_REDIRECT_URI to http://localhost:5173",
      ]),
  ]

  private static let languages: [Reading] = [
    // As in ishanEvicio/azure-ad.
    Reading(
      "settings of PHP",
      [
        ("composer.json", "{}"),
        (
          "config/azure.php",
          "<?php return [ 'credentials' => [ 'client_id' => env('AZURE_AD_CLIENT_ID', ''), 'client_secret' => env('AZURE_AD_CLIENT_SECRET', ''), 'redirect' => 'http://localhost:8000/login/callback' ] ];\n"
        ),
      ], ["web made-up of made-up web=http://localhost:8000/login/callback secret"]),
    // As in LBHackney-IT/LBH-IncomeCollection and Lexmark-sbhattacharj/CGP-PBIE.
    Reading(
      "variables that Ruby reads",
      [
        (
          "config/initializers/omniauth.rb",
          "use OmniAuth::Builder do\n  provider :azure_activedirectory, ENV['AAD_CLIENT_ID'], ENV['AAD_CLIENT_SECRET'], ENV['AAD_TENANT']\nend\n"
        )
      ],
      [
        "web made-up of made-up secret",
        "missing: config/initializers/omniauth.rb:2: initializers: no file says where it answers; write its redirect URI into the scenario",
      ]),
    // As in matthiaspr/Entra-ID-Misconfiguration-Spotter.
    Reading(
      "variables that a program only reads, and one alone",
      [
        (
          "cli/cli.py",
          "tenant = given or os.environ.get('AZURE_TENANT_ID')\nclient = given or os.environ.get('AZURE_CLIENT_ID')\n"
        ), ("identity/run.py", "client = os.environ.get('AZURE_CLIENT_ID')\n"),
      ],
      [
        "native made-up of made-up native~http://localhost native~msalID://auth native~https://login.microsoftonline.com/common/oauth2/nativeclient"
      ]),
    // As in p-stannis/flutter_aad_oauth and AdairAbrigo31/firmonec.
    Reading(
      "an app of Flutter with its Android part",
      [
        ("pubspec.yaml", "name: acme\n"),
        (
          "lib/main.dart",
          "import 'package:aad_oauth/aad_oauth.dart';\nfinal config = Config(tenant: '\(Id.tenant)', clientId: '\(Id.app)', redirectUri: 'https://login.live.com/oauth20_desktop.srf');\n"
        ),
        ("android/build.gradle", ""),
        (
          "android/AndroidManifest.xml",
          #"<manifest><data android:scheme="msauth" android:host="com.acme.sign" android:path="/rZDX+4dD="/></manifest>"#
        ),
      ],
      ["native \(Id.app) of \(Id.tenant) native=https://login.live.com/oauth20_desktop.srf"]),
    // As in mstaal/msal_streamlit_authentication and shubhamdipt/django-microsoft-authentication.
    Reading(
      "MSAL.js in Streamlit, and where a framework sends people after a sign-in",
      [
        (
          "app.py",
          "from msal_streamlit_authentication import msal_authentication\nvalue = msal_authentication(auth={ 'clientId': '\(Id.app)', 'authority': '\(authority)', 'redirectUri': 'http://localhost:8501/' })\nLOGIN_REDIRECT_URL = '/admin'\n"
        )
      ], ["spa \(Id.app) of \(Id.tenant) spa=http://localhost:8501/"]),
  ]

  private static let templates: [Reading] = [
    // As in kstrassheim/entraid-web-auth-reference.
    Reading(
      "a permission whose id an expression looks up",
      [
        (
          "main.tf",
          """
          resource "azuread_application" "web" {
            display_name = "web"
            required_resource_access {
              resource_app_id = "00000003-0000-0000-c000-000000000000"
              resource_access {
                id   = lookup(module.roles.dictionary, "User.Read.All")
                type = lookup(module.roles.types, "Delegated")
              }
            }
            single_page_application {
              redirect_uris = ["http://localhost:5173/"]
            }
          }

          """
        )
      ], ["spa made-up of made-up spa=http://localhost:5173/ asks=User.Read.All"])
  ]
}
