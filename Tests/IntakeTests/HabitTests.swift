import Bytes
import Expectations
import Testing

@testable import Intake

/// Causes that some seventy repositories showed, which were read by hand before `init` ran on them: each as a small input in the same form.
struct HabitTests {
  @Test(arguments: values + programs + addresses + services + seventh) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  static let authority = "https://login.microsoftonline.com/\(Id.tenant)"
  static let page = ("package.json", #"{"dependencies":{"@azure/msal-browser":"4","vite":"6"}}"#)

  private static let values: [Reading] = [
    // As in hslabs99/hslworkbench.
    Reading(
      "a parameter that has a variable for its default",
      [
        page,
        (
          "src/config.js",
          """
          export function build({ tenantId = '', clientId = '' } = {}) {
            const client = clientId || import.meta.env.VITE_MS_CLIENT_ID || ''
            const tenant = tenantId || import.meta.env.VITE_MS_TENANT_ID || ''
            return { auth: { clientId: client, authority: `https://login.microsoftonline.com/${tenant || 'common'}` } }
          }

          """
        ),
        (".env", "VITE_MS_CLIENT_ID=\(Id.app)\nVITE_MS_TENANT_ID=\(Id.tenant)\n"),
      ], ["spa \(Id.app) of \(Id.tenant) spa~http://localhost:5173"]),
    // As in gbaeke/fastmcp-auth.
    Reading(
      "a condition on a variable, and one on something else",
      [
        page,
        (
          "src/auth.ts",
          """
          export const auth = {
            clientId: '\(Id.app)', authority: '\(authority)',
            redirectUri: isProduction ? 'https://shop.example' : 'http://localhost:4000',
          }
          export const request = { scopes: import.meta.env.VITE_SCOPES ? import.meta.env.VITE_SCOPES.split(' ') : ['api://\(Id.api)/Read'] }

          """
        ),
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa=https://shop.example spa=http://localhost:4000 asks=api://\(Id.api)/Read",
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes~Read",
        "assumption: src/auth.ts:5: no file tells of the API that 'api://\(Id.api)/Read' is a scope of; the scenario has one with the scopes that clients ask for",
      ]),
    // As in AsonAG/frontend.
    Reading(
      "a variable that stands for another provider's id",
      [
        page, (".env", "VITE_CLIENT_ID=274470382176664870@shop\nVITE_AUTHORITY=https://login.shop.example\n"),
        (
          "src/auth.js",
          "// As with Entra ID and api:// addresses.\nexport const config = { client_id: import.meta.env.VITE_CLIENT_ID, authority: import.meta.env.VITE_AUTHORITY }\n"
        ),
      ], ["near: .env:1: client_id: what it stands for is not an id of Microsoft Entra"]),
    // As in sethsnel/hasura-fullstack-web-application and IT-wellness/ems.
    Reading(
      "a secret beside an app that is not its own",
      [
        page,
        (
          ".env",
          "SHOP_ADMIN_SECRET=x\nJWT_REFRESH_SECRET=y\nVITE_AZURE_CLIENT_ID=\(Id.app)\nVITE_AZURE_TENANT_ID=\(Id.tenant)\n"
        ),
      ], ["spa \(Id.app) of \(Id.tenant) spa~http://localhost:5173"]),
    Reading(
      "a secret by the name of the app",
      [
        (
          "main.py",
          "import msal\nSHOP_CLIENT_ID = '\(Id.app)'\nSHOP_SECRET = 'x'\nclient = msal.ConfidentialClientApplication(SHOP_CLIENT_ID)\nclient.acquire_token_for_client()\n"
        )
      ], ["daemon \(Id.app) of made-up secret"]),
    // As in z0ha1b/SecuringAPI.
    Reading(
      "all permissions of an API under a name that speaks of its address",
      [
        ("client/client.csproj", "<Project/>"),
        (
          "client/appsettings.json",
          #"{"Instance":"https://login.microsoftonline.com/","TenantId":"\#(Id.tenant)","ClientId":"\#(Id.app)","ClientSecret":"x","ResourceId":"api://\#(Id.api)/.default"}"#
        ),
        (
          "client/Program.cs",
          "var app = ConfidentialClientApplicationBuilder.Create(id); app.AcquireTokenForClient(scopes);\n"
        ),
        ("api/api.csproj", "<Project/>"), ("api/Program.cs", "services.AddAuthentication().AddJwtBearer(o => { });\n"),
        (
          "api/appsettings.json",
          #"{"AAD":{"ResourceId":"api://\#(Id.api)","Instance":"https://login.microsoftonline.com/","TenantId":"\#(Id.tenant)"}}"#
        ),
      ],
      [
        "daemon \(Id.app) of \(Id.tenant) secret", "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api)",
      ]),
    // As in MarceloAcunaOsorio/D_Cloud_Native_Semana3 and itamarthegreat/search_app.
    Reading(
      "placeholders beside two ids",
      [
        page, ("src/environments/environment.dev.ts", environment("'\(Id.app)'")),
        ("src/environments/environment.e2e.ts", environment("'\(Id.other)'")),
        ("src/environments/environment.prod.ts", environment("'ENTER_CLIENT_ID'")),
        ("src/environments/environment.ts", environment("'ENTER_CLIENT_ID'")),
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa~http://localhost:5173",
        "leftAlone: src/environments/environment.e2e.ts:1: \(Id.other) is the same program's in another environment; run 'mockidp init' on this file for it",
      ]),
  ]

  private static func environment(_ id: String) -> String {
    "export const environment = { msal: { auth: { clientId: \(id), authority: '\(authority)' } } }\n"
  }

  private static let programs: [Reading] = [
    // As in qsdqsfgqd/blazorunited.
    Reading(
      "a section of the server's settings that the page reads",
      [
        ("Server/Server.csproj", "<Project/>"), ("Client/Client.csproj", "<Project/>"),
        (
          "Server/Program.cs",
          #"services.AddMicrosoftIdentityWebApp(builder.Configuration.GetSection("AzureAdServer"));"#
        ),
        (
          "Client/Program.cs",
          #"services.AddMsalAuthentication(o => { builder.Configuration.Bind("AzureAd", o.Provider); });"#
        ),
        (
          "Server/appsettings.json",
          #"{"AzureAd":{"ClientId":"\#(Id.app)","Authority":"\#(authority)"},"AzureAdServer":{"Instance":"https://login.microsoftonline.com/","TenantId":"\#(Id.tenant)","ClientId":"\#(Id.other)","ClientSecret":"x"}}"#
        ),
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa~https://localhost:5001/authentication/login-callback spa~http://localhost:5000/authentication/login-callback",
        "web \(Id.other) of \(Id.tenant) web~https://localhost:5001/signin-oidc web~http://localhost:5000/signin-oidc secret",
      ]),
    // As in lfarci/recipes.
    Reading(
      "a page of .NET whose settings stand in no file",
      [
        ("Web/Web.csproj", "<Project/>"),
        (
          "Web/Program.cs",
          #"services.AddMsalAuthentication(o => { builder.Configuration.Bind("AzureAd", o.Provider); });"#
        ),
      ],
      [
        "spa made-up of made-up spa~https://localhost:5001/authentication/login-callback spa~http://localhost:5000/authentication/login-callback"
      ]),
    // As in anarehder/interno_accerte_front.
    Reading(
      "a page whose configuration stands in no file",
      [
        ("package.json", #"{"dependencies":{"@azure/msal-browser":"4","@azure/msal-react":"3","vite":"6"}}"#),
        (
          "src/App.jsx",
          "import { msalInstance } from './authConfig';\nexport default () => <MsalProvider instance={msalInstance}/>;\n"
        ),
      ], ["spa made-up of made-up spa~http://localhost:5173"]),
    // As in fdlessard/spring-boot-oauth2-sso-apps.
    Reading(
      "a registration of Spring for the program's own calls",
      [
        ("pom.xml", "<project/>"),
        (
          "src/main/resources/application.yml",
          """
          spring.security.oauth2.client:
            registration:
              shop: { client-id: \(Id.app), client-secret: x, provider: azure, scope: openid }
              stock:
                client-id: \(Id.other)
                client-secret: y
                provider: azure
                authorization-grant-type: client_credentials
                redirect-uri: "{baseUrl}/stock"
            provider:
              azure: { issuer-uri: \(authority)/v2.0 }

          """
        ),
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~http://localhost:8080/login/oauth2/code/shop secret",
        "daemon \(Id.other) of \(Id.tenant) secret",
      ]),
    // As in MarceloAcunaOsorio/D_Cloud_Native_Semana3.
    Reading(
      "an API that checks the issuer alone",
      [
        ("pom.xml", "<project/>"),
        ("src/main/java/Security.java", "http.oauth2ResourceServer(server -> server.jwt());\n"),
        (
          "src/main/resources/application.properties",
          "spring.security.oauth2.resourceserver.jwt.issuer-uri=\(authority)/v2.0\n"
        ),
      ], ["api made-up of \(Id.tenant)"]),
    // As in cooky667/storage_wrapper_web_app.
    Reading(
      "the API's id in the settings of its page",
      [
        page,
        (
          ".env",
          "VITE_TENANT_ID=\(Id.tenant)\nVITE_CLIENT_ID=\(Id.app)\nVITE_API_CLIENT_ID=\(Id.api)\nVITE_SCOPE=api://\(Id.api)/Files.Access\n"
        ),
        ("src/auth.js", "import { PublicClientApplication } from '@azure/msal-browser'\n"),
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa~http://localhost:5173 asks=api://\(Id.api)/Files.Access",
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes~Files.Access",
      ]),
    // As in gbaeke/fastmcp-auth.
    Reading(
      "a program that checks tokens beside one that signs in",
      [
        ("pyproject.toml", "[project]\n"),
        (
          "api/main.py",
          "TENANT_ID = '\(Id.tenant)'\nCLIENT_ID = '\(Id.api)'\nAUDIENCE = 'api://\(Id.api)'\nkeys = 'https://login.microsoftonline.com/common/discovery/keys'\n"
        ),
        (
          "agent/main.py",
          "import msal\nCLIENT_ID = '\(Id.app)'\nAPI_ID_URI = 'api://\(Id.api)'\nclient = msal.PublicClientApplication(CLIENT_ID, authority='\(authority)')\nclient.acquire_token_interactive(['api://\(Id.api)/execute'])\n"
        ),
      ],
      [
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes~execute",
        "native \(Id.app) of \(Id.tenant) native~http://localhost native~msal\(Id.app)://auth native~https://login.microsoftonline.com/common/oauth2/nativeclient asks=api://\(Id.api)/execute",
      ]),
    // As in ivegamsft/COECheck.
    Reading(
      "a page with ADAL.js and its server",
      [
        ("package.json", #"{"dependencies":{"express":"4","passport-azure-ad":"3"}}"#),
        (
          "config.js",
          "exports.auth = { clientID: '\(Id.app)', identityMetadata: '\(authority)/.well-known/openid-configuration' }\n"
        ),
        (
          "public/app.js",
          "adalAuthenticationServiceProvider.init({ tenant: '\(Id.tenant)', clientId: environment.id })\n"
        ),
      ], ["spa \(Id.app) of \(Id.tenant) spa~http://localhost:3000 +enableIdTokenIssuance"]),
  ]

  private static let addresses: [Reading] = [
    // As in kendlbat/simple-web-chat.
    Reading(
      "the port of another development server",
      [
        ("package.json", #"{"dependencies":{"astro":"4","@auth/core":"0.3"}}"#),
        (
          "auth.config.ts",
          "import AzureAD from '@auth/core/providers/azure-ad'\nexport default { providers: [AzureAD({ clientId: '\(Id.app)', clientSecret: env.SECRET, tenantId: '\(Id.tenant)' })] }\n"
        ),
      ], ["web \(Id.app) of \(Id.tenant) web~http://localhost:4321/api/auth/callback/azure-ad secret"]),
    // As in sifinell/msal-streamlit-sample and AndrewJHart/Azure-FastAPI-Auth-Example.
    Reading(
      "an address that only the environment says, of Streamlit's page",
      [("app.py", "import streamlit as st\n" + python("os.getenv('REDIRECT_URI')"))],
      [
        "web \(Id.app) of \(Id.tenant) web~http://localhost:8501 secret",
        "missing: app.py:5: set REDIRECT_URI to http://localhost:8501",
      ]),
    Reading(
      "a path of FastAPI's server",
      [("main.py", "from fastapi import FastAPI\n" + python("'/oauth'"))],
      ["web \(Id.app) of \(Id.tenant) web~http://localhost:8000/oauth secret"]),
    // As in chandan-python/msal-react-fastapi-example.
    Reading(
      "a page's address beside a server with the same registration",
      [
        page,
        (
          "src/auth.js",
          "export const config = { auth: { clientId: '\(Id.app)', authority: '\(authority)', redirectUri: 'http://localhost:3000/upload' } }\n"
        ),
        (
          "server.py",
          "from fastapi import FastAPI\nCLIENT_ID = '\(Id.app)'\nCLIENT_SECRET = 'x'\nAUTHORITY = '\(authority)'\n"
        ),
      ], ["web \(Id.app) of \(Id.tenant) spa=http://localhost:3000/upload secret"]),
    // As in spie-ics-ag/meraki2azure_ad.
    Reading(
      "an address of two parts",
      [
        ("package.json", #"{"dependencies":{"express":"4","@azure/msal-node":"2"}}"#),
        (".env", "BASE=https://shop.example\n"),
        (
          "app.js",
          "const config = { clientId: '\(Id.app)', clientSecret: process.env.SECRET, authority: new URL('\(Id.tenant)', 'https://login.microsoftonline.com') }\nconst redirectUri = new URL('/auth/return', process.env.BASE)\nclient.acquireTokenByCode()\n"
        ),
      ], ["web \(Id.app) of \(Id.tenant) web=https://shop.example/auth/return secret"]),
  ]

  static func python(_ redirect: String) -> String {
    "CLIENT_ID = '\(Id.app)'\nCLIENT_SECRET = 'x'\nAUTHORITY = '\(authority)'\nREDIRECT_URI = \(redirect)\napp = msal.ConfidentialClientApplication(CLIENT_ID)\napp.initiate_auth_code_flow()\n"
  }
}
