import Expectations
import Testing

@testable import Intake

/// Settings of programs: one small document for each form, and one for each way in which people write it.
struct SettingsFormTests {
  @Test(arguments: json + environment + spring + mobile + markup) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  static let json: [Reading] = [
    Reading(
      "appsettings.json with comments and a trailing comma",
      [
        (
          "appsettings.json",
          """
          {
            // The app of the portal
            "AzureAd": {
              "Instance": "https://login.microsoftonline.com/",
              "TenantId": "\(Id.tenant)", /* the directory */
              "ClientId": "\(Id.app)",
              "ClientSecret": "tiptop",
              "CallbackPath": "/signin-oidc",
            },
          }
          """
        )
      ], ["web \(Id.app) of \(Id.tenant) web~https://localhost:5001/signin-oidc secret"]),
    Reading(
      "files that mockidp wrote beside the code",
      [
        (
          "ready.json",
          #"{"authority":"https://localhost:8443","control":"https://localhost:8443/_mockidp/v1","tenantId":"\#(Id.tenant)","ClientId":"\#(Id.app)"}"#
        ),
        ("journal.json", #"[{"number":1,"traceId":"\#(Id.api)","endpoint":"token","clientId":"\#(Id.app)"}]"#),
      ], []),
    Reading(
      "an API that says its audience alone",
      [("appsettings.json", #"{"AzureAd":{"TenantId":"\#(Id.tenant)","Audience":"api://\#(Id.api)"}}"#)],
      ["api \(Id.api) of \(Id.tenant)"]),
    Reading(
      "launchSettings.json says where the app answers",
      [
        ("Web/Web.csproj", ""),
        ("Web/appsettings.json", #"{"AzureAd":{"ClientId":"\#(Id.app)","TenantId":"common","CallbackPath":"/cb"}}"#),
        (
          "Web/Properties/launchSettings.json",
          #"{"profiles":{"https":{"applicationUrl":"https://localhost:7171;http://localhost:5151"}}}"#
        ),
      ], ["web \(Id.app) of made-up web~https://localhost:7171/cb"]),
    Reading(
      "local.settings.json with a section in the names",
      [
        (
          "local.settings.json",
          #"{"IsEncrypted":false,"Values":{"AzureAd__ClientId":"\#(Id.app)","AzureAd:TenantId":"\#(Id.tenant)"}}"#
        )
      ], ["api \(Id.app) of \(Id.tenant)"]),
    Reading(
      "two registrations in one file",
      [
        (
          "appsettings.json",
          """
          {"AzureAd":{"ClientId":"\(Id.app)","TenantId":"\(Id.tenant)","ClientSecret":"x","CallbackPath":"/cb"},
           "ReportsApi":{"ClientId":"\(Id.api)","Audience":"api://\(Id.api)"}}
          """
        )
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~https://localhost:5001/cb secret",
        "api \(Id.api) of \(Id.tenant)",
      ]),
    Reading(
      "a placeholder with an example in it",
      [
        (
          "appsettings.json",
          #"{"AzureAd":{"TenantId":"[Enter the tenant, e.g. \#(Id.tenant)]","ClientId":"[Enter the id, e.g. \#(Id.app)]","CallbackPath":"/cb"}}"#
        )
      ], ["web made-up of made-up web~https://localhost:5001/cb"]),
    Reading(
      "Azure AD B2C has user flows",
      [
        (
          "appsettings.json",
          #"{"AzureAdB2C":{"Instance":"https://acme.b2clogin.com","ClientId":"\#(Id.app)","SignUpSignInPolicyId":"b2c_1_in"}}"#
        )
      ], ["api \(Id.app) of made-up"]),
    Reading(
      "AD FS is left alone",
      [("appsettings.json", #"{"Adfs":{"Authority":"https://fs.acme.test/adfs","ClientId":"\#(Id.app)"}}"#)],
      ["leftAlone: appsettings.json:1: an app of AD FS, which mockidp does not imitate"]),
    Reading(
      "ids of other providers, and of no provider, are none",
      [
        ("appsettings.json", #"{"Google":{"ClientId":"\#(Id.app)"},"Clients":{"ClientId":"web-shop"}}"#),
        ("options.json", #"{"clientId":"<client id>","endpoint":"https://shop.test"}"#),
      ], ["near: appsettings.json:1: ClientId: nothing beside it speaks of Microsoft Entra"]),
    Reading(
      "an app of Microsoft's is in every tenant",
      [("appsettings.json", #"{"AzureAd":{"ClientId":"04b07795-8ddb-461a-bbee-02f9e1bf7b46","TenantId":"common"}}"#)],
      [
        "leftAlone: appsettings.json:1: 04b07795-8ddb-461a-bbee-02f9e1bf7b46 is an app of Microsoft's, which every tenant has"
      ]),
  ]

  static let environment: [Reading] = [
    Reading(
      "a .env file with export, comments and three kinds of quotation marks",
      [
        (
          ".env",
          """
          # Who we are
          export AZURE_TENANT_ID='\(Id.tenant)'   # the directory
          AZURE_CLIENT_ID = "\(Id.app)"
          AZURE_CLIENT_SECRET=a#b
          """
        )
      ], ["daemon \(Id.app) of \(Id.tenant) secret"]),
    Reading(
      "the example and the file that was made from it",
      [
        (".env", "AZURE_CLIENT_ID=\(Id.app)\nAZURE_TENANT_ID=\(Id.tenant)\n"),
        (
          ".env.example",
          "AZURE_CLIENT_ID=<client-id>\nAZURE_TENANT_ID=<tenant-id>\nAZURE_REDIRECT_URI=http://localhost:9/cb\n"
        ),
      ], ["spa \(Id.app) of \(Id.tenant) spa=http://localhost:9/cb"]),
    Reading(
      "the example alone", [(".env.example", "AZURE_CLIENT_ID=\nAZURE_CLIENT_SECRET=\nAZURE_TENANT_ID=\n")],
      ["daemon made-up of made-up secret"]),
    Reading(
      "Auth.js",
      [
        (
          ".env.local",
          """
          NEXTAUTH_URL=http://localhost:3000
          AUTH_SECRET=unrelated
          AUTH_MICROSOFT_ENTRA_ID_ID=\(Id.app)
          AUTH_MICROSOFT_ENTRA_ID_SECRET=s
          AUTH_MICROSOFT_ENTRA_ID_ISSUER=https://login.microsoftonline.com/\(Id.tenant)/v2.0
          """
        )
      ], ["web \(Id.app) of \(Id.tenant) web~http://localhost:3000/api/auth/callback/microsoft-entra-id secret"]),
    Reading(
      "a single-page app of React",
      [(".env", "REACT_APP_CLIENT_ID=\(Id.app)\nREACT_APP_AUTHORITY=https://login.microsoftonline.com/common\n")],
      ["spa \(Id.app) of made-up spa~http://localhost:3000"]),
    Reading(
      "two apps in one file",
      [(".env", "VITE_CLIENT_ID=\(Id.app)\nAPI_CLIENT_ID=\(Id.api)\nAPI_CLIENT_SECRET=x\nTENANT_ID=\(Id.tenant)\n")],
      [
        "spa \(Id.app) of \(Id.tenant) spa~http://localhost:3000",
        "daemon \(Id.api) of \(Id.tenant) secret",
      ]),
    Reading(
      "secrets of frameworks are none of the app's",
      [
        (
          ".env",
          "SECRET_KEY=x\nSESSION_SECRET=y\nCLIENT_ID=\(Id.app)\nTENANT_ID=\(Id.tenant)\nREDIRECT_URI=http://localhost/cb\n"
        )
      ],
      ["spa \(Id.app) of \(Id.tenant) spa=http://localhost/cb"]),
    Reading("another provider's", [(".env", "GITHUB_CLIENT_ID=Iv1.8a61f9b3a7aba766\nGOOGLE_CLIENT_ID=<id>\n")], []),
  ]

  static let spring: [Reading] = [
    Reading(
      "application.yml of Spring Cloud Azure",
      [
        (
          "src/main/resources/application.yml",
          """
          server: { port: 8443 }
          spring:
            cloud:
              azure:
                active-directory:
                  enabled: true
                  profile: { tenant-id: \(Id.tenant) }
                  credential:
                    client-id: \(Id.app)
                    client-secret: ${SECRET}
          """
        )
      ], ["web \(Id.app) of \(Id.tenant) web~http://localhost:8443/login/oauth2/code/ secret"]),
    Reading(
      "a resource server of Spring Cloud Azure that acts for its users",
      [
        (
          "src/main/resources/application.yml",
          """
          spring:
            cloud:
              azure:
                active-directory:
                  profile: { tenant-id: \(Id.tenant) }
                  credential: { client-id: \(Id.app), client-secret: "${SECRET}" }
                  app-id-uri: api://\(Id.app)
                  authorization-clients:
                    graph: { authorization-grant-type: on_behalf_of, scopes: ["https://graph.microsoft.com/User.Read"] }
          """
        )
      ], ["api \(Id.app) of \(Id.tenant) asks=User.Read uri=api://\(Id.app) secret"]),
    Reading(
      "a resource server of Spring Security that acts for its users",
      [
        (
          "src/main/resources/application.yml",
          """
          spring.security.oauth2:
            client:
              provider: { entra: { issuer-uri: "https://login.microsoftonline.com/\(Id.tenant)/v2.0" } }
              registration:
                entra:
                  client-id: \(Id.app)
                  client-secret: ${SECRET}
                  authorization-grant-type: urn:ietf:params:oauth:grant-type:jwt-bearer
            resourceserver: { jwt: { issuer-uri: "https://login.microsoftonline.com/\(Id.tenant)/v2.0" } }
          """
        )
      ], ["api \(Id.app) of \(Id.tenant) secret"]),
    Reading(
      "profiles in several documents of one file",
      [
        (
          "application.yml",
          """
          azure: { activedirectory: { client-id: \(Id.app), tenant-id: \(Id.tenant) } }
          ---
          spring.config.activate.on-profile: test
          azure: { activedirectory: { client-id: \(Id.other), tenant-id: \(Id.far) } }
          """
        )
      ], ["api \(Id.app) of \(Id.tenant)", "api \(Id.other) of \(Id.far)"]),
    Reading(
      "a template that is not YAML",
      [
        (
          "application.yml",
          """
          app: { version: @project.version@
          azure:
            activedirectory:
              client-id: "\(Id.app)"   # from the portal
              tenant-id: \(Id.tenant)
          """
        )
      ], ["api \(Id.app) of \(Id.tenant)"]),
    Reading(
      "application.properties of Spring Security",
      [
        (
          "application.properties",
          #"""
          server.port=8081
          tenant=\#(Id.tenant)
          spring.security.oauth2.client.registration.azure.client-id=\#(Id.app)
          spring.security.oauth2.client.registration.azure.client-secret=${AZURE_SECRET:none}
          spring.security.oauth2.client.registration.azure.scope=openid,User.Read
          spring.security.oauth2.client.provider.azure.issuer-uri=https\://login.microsoftonline.com/${tenant}/v2.0
          """#
        )
      ], ["web \(Id.app) of \(Id.tenant) web~http://localhost:8081/login/oauth2/code/azure asks=User.Read secret"]),
    Reading(
      "client ids of queues and of other providers are none",
      [
        (
          "application.yml",
          """
          spring:
            jms: { servicebus: { topic-client-id: one, client-id: \(Id.app) } }
            security: { oauth2: { client: { registration: { github: { client-id: \(Id.app) } } } } }
          """
        )
      ], ["near: application.yml:3: client-id: nothing beside it speaks of Microsoft Entra"]),
    Reading(
      "a scenario is not a source",
      [("world.yaml", "scenario: mine\nworld: { apps: { a: { clientId: \(Id.app) } } }\n")],
      []),
  ]

  static let mobile: [Reading] = [
    Reading(
      "auth_config.json of MSAL for Android",
      [
        (
          "app/src/main/res/raw/auth_config.json",
          """
          {"client_id":"\(Id.app)","redirect_uri":"msauth://test.acme/2pO%3D","account_mode":"SINGLE",
           "authorities":[{"type":"AAD","audience":{"type":"AzureADMyOrg","tenant_id":"\(Id.tenant)"}}]}
          """
        )
      ], ["native \(Id.app) of \(Id.tenant) native=msauth://test.acme/2pO%3D"]),
    Reading(
      "Info.plist beside constants in Swift",
      [
        (
          "App/Info.plist",
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
          <plist version="1.0"><dict><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key>
          <array><string>msauth.test.acme.App</string></array></dict></array></dict></plist>
          """
        ),
        (
          "App/Auth.swift",
          "import MSAL\nlet kClientID = \"\(Id.app)\"\nlet kAuthority = \"https://login.microsoftonline.com/common\"\n"
        ),
      ], ["native \(Id.app) of made-up native=msauth.test.acme.App://auth"]),
    Reading(
      "a scheme with the client id in it",
      [
        (
          "Info.plist",
          "<plist><dict><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>msal\(Id.app)</string></array></dict></array></dict></plist>"
        )
      ], ["native \(Id.app) of made-up native=msal\(Id.app)://auth"]),
    Reading(
      "a scheme alone is not an app",
      [
        (
          "Info.plist",
          "<plist><dict><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>msauth.test.acme</string></array></dict></array></dict></plist>"
        )
      ], []),
  ]

  static let markup: [Reading] = [
    Reading(
      "Web.config with an authority in two keys",
      [
        (
          "Web.config",
          """
          <configuration><appSettings>
            <add key="ida:ClientId" value="\(Id.app)" />
            <add key="ida:AADInstance" value="https://login.microsoftonline.com/{0}" />
            <!-- <add key="ida:ClientId" value="\(Id.other)" /> -->
            <add key="ida:Tenant" value="acme.onmicrosoft.com" /><add key="ida:ClientSecret" value="a&amp;b" />
            <add key="ida:RedirectUri" value="https://localhost:44326/" />
          </appSettings></configuration>
          """
        )
      ], ["web \(Id.app) of made-up web=https://localhost:44326/ secret"]),
    Reading(
      "XML that is cut off", [("Web.config", "<configuration><appSettings><add key=\"ida:ClientId\" value=\"")], []),
  ]
}
