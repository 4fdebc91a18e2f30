import Expectations
import Testing

@testable import Intake

/// Constants in source, in eight languages.
struct SourceFormTests {
  @Test(arguments: readings) func finds(_ reading: Reading) { expectEqual(reading.found, reading.expected) }

  static let readings: [Reading] = [
    Reading(
      "authConfig.js in three quoting styles",
      [
        (
          "src/authConfig.js",
          """
          import { LogLevel } from "@azure/msal-browser";
          // clientId: "\(Id.other)",
          const tenant = '\(Id.tenant)';
          export const msalConfig = {
            'auth': {
              clientId: "\(Id.app)",
              authority: `https://login.microsoftonline.com/${tenant}`,
              redirectUri: 'http://localhost:3000/blank.html',
            },
          };
          export const loginRequest = { scopes: ["User.Read", 'openid', `api://\(Id.api)/Orders.Read`] };
          """
        )
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa=http://localhost:3000/blank.html asks=User.Read asks=api://\(Id.api)/Orders.Read",
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes~Orders.Read",
        "assumption: src/authConfig.js:11: no file tells of the API that 'api://\(Id.api)/Orders.Read' is a scope of; the scenario has one with the scopes that clients ask for",
      ]),
    Reading(
      "a default behind a variable",
      [
        (
          "index.js",
          """
          const msal = require('@azure/msal-node');
          const app = new msal.ConfidentialClientApplication({ auth: {
            clientId: process.env.CLIENT_ID || "\(Id.app)",
            clientSecret: process.env["CLIENT_SECRET"],
            authority: process.env.AUTHORITY ?? 'https://login.microsoftonline.com/' + (process.env.TENANT || "\(Id.tenant)") } });
          const REDIRECT_URI = process.env.REDIRECT_URI || 'http://localhost:3000/redirect';
          """
        )
      ], ["web \(Id.app) of \(Id.tenant) web=http://localhost:3000/redirect secret"]),
    Reading(
      "the variable's own file counts more than the default",
      [
        (".env", "CLIENT_ID=\(Id.other)\nTENANT_ID=\(Id.tenant)\n"),
        (
          "index.ts",
          """
          import { PublicClientApplication } from "@azure/msal-node"
          const config = { auth: { clientId: process.env.CLIENT_ID || "\(Id.app)" } }
          """
        ),
      ],
      [
        "native \(Id.other) of \(Id.tenant) native~http://localhost native~msal\(Id.other)://auth native~https://login.microsoftonline.com/common/oauth2/nativeclient"
      ]),
    Reading(
      "environment.ts of Angular",
      [
        ("package.json", #"{"dependencies":{"@angular/core":"^18","@azure/msal-angular":"^3"}}"#),
        (
          "src/environments/environment.ts",
          """
          export const environment = {
            msalConfig: { auth: { clientId: '\(Id.app)', authority: 'https://login.microsoftonline.com/organizations', redirectUri: '/' } },
          };
          """
        ),
      ], ["spa \(Id.app) of made-up spa~http://localhost:4200/"]),
    Reading(
      "app_config.py",
      [
        (
          "app_config.py",
          """
          import os
          # CLIENT_ID = "\(Id.other)"
          CLIENT_ID = os.getenv("CLIENT_ID", "\(Id.app)")
          CLIENT_SECRET = os.environ["CLIENT_SECRET"]
          AUTHORITY = f"https://login.microsoftonline.com/{os.getenv('TENANT_ID', 'common')}"
          REDIRECT_PATH = "/getAToken"
          SCOPE = ["User.ReadBasic.All"]
          """
        ),
        ("app.py", "import msal\nauth = identity.flask.Auth(app)\n"),
      ], ["web \(Id.app) of made-up web~http://localhost:5000/getAToken asks=User.ReadBasic.All secret"]),
    Reading(
      "positional arguments in Go",
      [
        (
          "main.go",
          """
          package main
          const tenantID string = "\(Id.tenant)"
          func main() {
            cred, err := azidentity.NewClientSecretCredential(tenantID, "\(Id.app)", os.Getenv("SECRET"), nil)
          }
          """
        )
      ], ["daemon \(Id.app) of \(Id.tenant) secret"]),
    Reading(
      "a builder in C#",
      [
        (
          "Program.cs",
          """
          using Microsoft.Identity.Client;
          class Program {
            public static string ClientId { get; set; } = "\(Id.app)";
            private const string Tenant = "\(Id.tenant)";
            var app = PublicClientApplicationBuilder.Create(ClientId).WithTenantId(Tenant).WithRedirectUri("http://localhost").Build();
            string[] scopes = new[] { "user.read", "mail.read" };
          }
          """
        )
      ], ["native \(Id.app) of \(Id.tenant) native=http://localhost asks=user.read asks=mail.read"]),
    Reading(
      "string.Format in C#",
      [
        (
          "Startup.cs",
          """
          using Microsoft.Owin;
          string clientId = "\(Id.app)";
          static string tenant = "\(Id.tenant)";
          string authority = String.Format(CultureInfo.InvariantCulture, "https://login.microsoftonline.com/{0}/v2.0", tenant);
          string redirectUri = "https://localhost:44300/";
          app.UseOpenIdConnectAuthentication(options);
          """
        )
      ], ["web \(Id.app) of \(Id.tenant) web=https://localhost:44300/"]),
    Reading(
      "constants in Kotlin and Java",
      [
        (
          "Auth.kt",
          """
          import com.microsoft.identity.client.*
          const val CLIENT_ID: String = "\(Id.app)"
          val SCOPES = listOf("User.Read")
          """
        ),
        (
          "Daemon.java",
          """
          import com.microsoft.aad.msal4j.ClientCredentialParameters;
          private final static String CLIENT_ID = "\(Id.other)";
          private final static String AUTHORITY = "https://login.microsoftonline.com/\(Id.tenant)/";
          private final static String CLIENT_SECRET = System.getenv("SECRET");
          """
        ),
      ],
      [
        "native \(Id.app) of \(Id.tenant) native~http://localhost native~msal\(Id.app)://auth native~https://login.microsoftonline.com/common/oauth2/nativeclient asks=User.Read",
        "daemon \(Id.other) of \(Id.tenant) secret",
      ]),
    Reading(
      "names of settings, parameters that are handed on, and tests say nothing",
      [
        (
          "Config.java",
          """
          // login.microsoftonline.com
          String clientId = props.getProperty("aad.clientId");
          String tenantId = configuration["AzureAd:TenantId"];
          new Client(clientId, tenantId);
          """
        ),
        (
          "app.py",
          "def make(client_id, msal):\n    return msal.ConfidentialClientApplication(client_id, authority=authority)\n"
        ),
        ("auth.test.js", "const msal = { auth: { clientId: \"\(Id.app)\" } }; // login.microsoftonline.com\n"),
      ], []),
    Reading(
      "source that speaks of nobody we know",
      [("shop.js", "const clientId = \"\(Id.app)\"; const api = \"https://shop.test\"\n")],
      []),
  ]
}

/// Sentences and conditions around constants.
struct SourceEdgeTests {
  @Test func aDescriptionIsNoPlaceholder() {
    let reading = Reading(
      "",
      [
        ("user.py", "# microsoft\nappid: str = Field(description='The application ID of the client using the token')\n")
      ], [])
    expectEqual(reading.found, [])
  }

  @Test func aMessageIsNoPlaceholder() {
    let reading = Reading(
      "", [("errors.ts", "// msal\nexport const Errors = { NO_CLIENT_ID: 'No clientId provided!' }\n")], [])
    expectEqual(reading.found, [])
  }

  @Test func aPlainSecretIsTheClients() {
    let reading = Reading(
      "",
      [
        (
          "application.properties",
          "CLIENT_ID=\nSECRET=\nAUTHORITY=https://login.microsoftonline.com/\(Id.tenant)/\nSCOPE=https://graph.microsoft.com/.default\n"
        )
      ], [])
    expectEqual(reading.found, ["daemon made-up of \(Id.tenant) secret"])
  }

  @Test func aConditionEndsAValue() {
    let source = """
      import MSAL
      let kClientID = "\(Id.app)"
      guard let authorityURL = URL(string: "https://login.microsoftonline.com/common") else { log("Unable to create") }
      """
    let draft = Reading("", [("App.swift", source)], []).draft
    expectEqual(draft.apps.first?.all(.tenant).map(\.value), ["common"])
  }
}
