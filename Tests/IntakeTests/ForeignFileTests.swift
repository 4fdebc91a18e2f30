import Testing

@testable import Intake

/// Files that have client ids, and nothing of Entra: no app is made of them.
struct ForeignFileTests {
  @Test(arguments: files) func findsNoApp(_ name: String, _ text: String) {
    let draft = Reading.draft([(name, Array(text.utf8))])
    #expect(draft.apps.isEmpty, "\(name) has an app: \(draft.apps.map(\.name))")
  }

  @Test func otherProvidersBesideEntraAreLeftOut() {
    let text = """
      GOOGLE_CLIENT_ID=
      GOOGLE_CLIENT_SECRET=
      AUTH_AZURE_AD_CLIENT_ID=\(Id.app)
      AUTH_AZURE_AD_TENANT_ID=\(Id.tenant)
      ZOOM_CLIENT_ID=
      """
    let draft = Reading.draft([(".env.example", Array(text.utf8))])
    #expect(draft.apps.map(\.clientId) == [Id.app])
  }

  private static let files: [(String, String)] = [
    (".env", "GITHUB_CLIENT_ID=Iv1.8a61f9b3a7aba766\nGITHUB_CLIENT_SECRET=abc"),
    (".env.example", "GOOGLE_CLIENT_ID=your-client-id\nGOOGLE_CLIENT_SECRET=your-client-secret"),
    (".env.local", "AUTH0_CLIENT_ID=\nAUTH0_DOMAIN=acme.eu.auth0.test\nAUTH0_CLIENT_SECRET="),
    ("config.json", #"{"okta":{"clientId":"<client id>","issuer":"https://acme.okta.test/oauth2/default"}}"#),
    (
      "keycloak.json",
      #"{"realm":"acme","auth-server-url":"https://sso.acme.test","resource":"web","credentials":{"secret":"x"}}"#
    ),
    ("settings.py", "SPOTIFY_CLIENT_ID = 'YOUR_CLIENT_ID'\nSPOTIFY_CLIENT_SECRET = 'YOUR_CLIENT_SECRET'"),
    (
      "src/i18n/en.json",
      #"{"form":{"clientId":"Client ID","clientSecret":"Enter your client secret","tenant":"Tenant"}}"#
    ),
    (
      "Options.cs",
      "public class ShopOptions { public string ClientId { get; set; } = \"\"; public string ClientSecret { get; set; } = \"\"; }"
    ),
    (
      "application.yml",
      "spring:\n  security:\n    oauth2:\n      client:\n        registration:\n          github:\n            client-id: ${GITHUB_ID}\n            client-secret: ${GITHUB_SECRET}\n"
    ),
    (
      "stripe.ts", "export const stripe = { clientId: process.env.STRIPE_CLIENT_ID, secret: process.env.STRIPE_SECRET }"
    ),
    ("appsettings.json", #"{"Twitch":{"ClientId":"<your id>","ClientSecret":"<your secret>"}}"#),
    ("kafka.properties", "client.id=orders\nbootstrap.servers=localhost:9092"),
    (
      "docker-compose.yml",
      "services:\n  web:\n    environment:\n      - DISCORD_CLIENT_ID=\n      - DISCORD_CLIENT_SECRET=\n"
    ),
    ("mqtt.json", #"{"clientId":"sensor-7","broker":"mqtts://broker.test"}"#),
    ("values.yaml", "oidc:\n  clientId: grafana\n  clientSecret: \"\"\n  issuer: https://dex.acme.test\n"),
    ("main.bicep", "param clientId string = '\(Id.app)'\nparam shop string = 'x'"),
    ("identity.json", #"{"managedIdentity":{"clientId":"\#(Id.app)"}}"#),
    ("twilio.rb", "CLIENT_ID = ENV['TWILIO_CLIENT_ID']"),
    (
      "xero.ts", "const xero = new XeroClient({ clientId: process.env.XERO_ID, clientSecret: process.env.XERO_SECRET })"
    ),
    (
      "provider.tf",
      "provider \"azurerm\" {\n  client_id = var.client_id\n}\nresource \"azurerm_resource_group\" \"a\" {\n  name = \"a\"\n}"
    ),
  ]
}
