import Bytes
import Expectations
import Testing

@testable import Intake

// Services without a page, and what the seventh list showed.
extension HabitTests {
  static let services: [Reading] = [
    // As in idun-corp/Idun-Examples.
    Reading(
      "the host of a customer's sign-in alone",
      [
        page,
        (
          "environment.ts",
          "export const auth = { clientId: '\(Id.app)', authority: '<AUTHORITY>', knownAuthorities: ['shop.b2clogin.com'] }\n"
        ),
      ], ["spa \(Id.app) of made-up spa~http://localhost:5173"]),
    // As in ishanEvicio/azure-ad.
    Reading(
      "an address that stands in no setting",
      [
        ("composer.json", #"{"require":{"laravel/framework":"10"}}"#),
        (
          "config/azure.php",
          "return ['client_id' => env('AZURE_CLIENT_ID'), 'client_secret' => env('AZURE_SECRET'), 'redirect' => '/login/callback'];\n"
        ),
        (
          "src/Provider.php",
          "return $this->build('https://login.microsoftonline.com/common/oauth2/authorize', $state);\n$fields = ['grant_type' => 'authorization_code'];\n"
        ),
      ], ["web made-up of made-up web~http://localhost:8000/login/callback secret"]),
    // As in nilscam/myIFTTT and rjonnapalli-rythmos/powerbi-poc.
    Reading(
      "an app by the name of what it is for",
      [
        (
          ".env",
          "O365_CLIENT_ID=\(Id.app)\nO365_CLIENT_SECRET=x\nO365_REDIRECT_URI=http://localhost:3000/authorize\nSHOP_CLIENT_ID=1\n"
        )
      ], ["web \(Id.app) of made-up web=http://localhost:3000/authorize secret"]),
    // As in marcshepard/chat-app.
    Reading(
      "a tenant by its domain in one file, and by both in another",
      [
        page,
        (".env", "VITE_CLIENT_ID=\(Id.app)\nVITE_AUTHORITY=https://shop.b2clogin.com/shop.onmicrosoft.com/B2C_1_in\n"),
        (
          "server/app.py",
          "TENANT_ID = '\(Id.tenant)'\nCLIENT_ID = '\(Id.api)'\nAUDIENCE = '\(Id.api)'\nISSUER = 'https://shop.b2clogin.com/shop.onmicrosoft.com/B2C_1_in/v2.0/'\n"
        ),
      ],
      ["spa \(Id.app) of \(Id.tenant) spa~http://localhost:5173", "api \(Id.api) of \(Id.tenant)"]),
  ]

  /// What the seventh list of repositories showed after it was judged.
  static let seventh: [Reading] = [
    // As in elian-meico0810/web-invoice.
    Reading(
      "the address after a sign-in, of a page",
      [
        page,
        (
          "environment.ts",
          "export const azure = { clientId: '\(Id.app)', authority: '\(authority)', loginRedirectUri: 'http://localhost:4200/' }\n"
        ),
      ],
      ["spa \(Id.app) of \(Id.tenant) spa=http://localhost:4200/"]),
    // As in dan-silver/defhacks-graph-starter and nilscam/myIFTTT.
    Reading(
      "a file of settings that speaks of nothing",
      [
        (
          "secrets.js",
          "module.exports.REDIRECT_URI = 'https://localhost:3000'\nmodule.exports.APPLICATION_ID = '\(Id.app)'\n"
        ),
        (
          "token.js",
          "const body = { client_id: secrets.APPLICATION_ID, client_secret: secrets.CLIENT_SECRET, redirect_uri: secrets.REDIRECT_URI, grant_type: 'authorization_code' }\npost('\(authority)/oauth2/v2.0/token', body)\n"
        ),
        (
          "keys.js",
          "module.exports = { office365: { APP_ID: '\(Id.other)', APP_PASSWORD: 'x', REDIRECT_URI: 'http://localhost:3000/authorize' } }\n"
        ),
      ],
      [
        "web \(Id.app) of \(Id.tenant) web=https://localhost:3000 secret",
        "web \(Id.other) of \(Id.tenant) web=http://localhost:3000/authorize secret",
      ]),
    // As in Gibe/Umbraco.Community.AzureSSO.
    Reading(
      "an options class with empty values",
      [
        (
          "Options.cs",
          "using Microsoft.Identity.Web;\npublic class AzureOptions { public string TenantId { get; set; } = \"\"; public string ClientId { get; set; } = \"\"; }\n"
        )
      ], []),
    // As in koki-get2know/randommatch.
    Reading(
      "a public key is not a certificate of the app",
      [
        (
          "token.go",
          "audClientId := \"\(Id.app)\"\nissuerTenant := \"\(authority)/v2.0\"\ncert := \"-----BEGIN PUBLIC KEY-----\"\n"
        ), page,
        (
          "environment.ts",
          "export const environment = { clientId: '\(Id.app)', authority: '\(authority)', redirectUri: 'http://localhost:4200' }\n"
        ),
      ],
      ["spa \(Id.app) of \(Id.tenant) spa=http://localhost:4200"]),
    // As in mateuszGorczany/Oceaniczka and equinor/template-fastapi-react.
    Reading(
      "an API beside the page on which it is tried out, and a page in a folder of a server in Python",
      [
        (
          "api/config.py",
          "OPENAPI_CLIENT_ID = os.getenv('OPENAPI_CLIENT_ID')\nAPP_CLIENT_ID = os.getenv('APP_CLIENT_ID')\nTENANT_ID = '\(Id.tenant)'\n# as with Azure AD: fastapi_azure_auth\n"
        ),
        ("app.py", "import msal\n" + python("'/answer'")),
        ("static/login.js", "const app = new Msal.UserAgentApplication(config)\n"),
        (
          "static/config.js",
          "const config = { auth: { clientId: '\(Id.app)', authority: '\(authority)', redirectUri: 'https://localhost:1337/answer' } }\n"
        ),
      ],
      [
        "spa made-up of \(Id.tenant) spa~http://localhost:3000",
        "api made-up of \(Id.tenant)",
        "web \(Id.app) of \(Id.tenant) web~http://localhost:5000/answer spa=https://localhost:1337/answer secret",
      ]),
  ]
}
