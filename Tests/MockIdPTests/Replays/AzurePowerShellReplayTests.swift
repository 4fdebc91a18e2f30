import Bytes
import Directory
import Expectations
import HTTPClient
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// Azure PowerShell's `Connect-AzAccount`, request by request, as its own log has them (Azure/azure-powershell 29129, of 2026-02-03, and 14023).
/// It is MSAL.NET with the names of azure-identity for .NET, and asks Resource Manager by an address of two slashes.
struct AzurePowerShellReplayTests {
  static let id = "1950a258-227b-4e31-a9cf-717495945fc2"
  static let redirectURI = "http://localhost:8400"
  static let scope = "https://management.core.windows.net//.default openid profile offline_access"
  static let correlation = "c2f7b707-8b48-423f-8f26-7cac945a116b"

  struct App {
    let wire: WireClient
    let base: String

    init(_ server: some Reachable, _ http: HTTPClient) {
      wire = WireClient(http)
      wire.fields = [
        ("x-client-SKU", "MSAL.CoreCLR"), ("x-client-Ver", "4.65.0.0"), ("x-client-CPU", "x64"),
        ("x-client-OS", "Microsoft Windows 10.0.26200"), ("x-client-current-telemetry", "5|1005,0,,,|,1,1,,"),
        ("x-client-last-telemetry", "5|0|||"), ("x-ms-PKeyAuth", "1.0"), ("x-ms-lib-capability", "retry-after, h429"),
        ("client-request-id", AzurePowerShellReplayTests.correlation), ("return-client-request-id", "true"),
        ("x-app-name", "UnknownClient"), ("x-app-ver", "0.0.0.0"),
        ("x-ms-client-request-id", "36f4ece9-0538-4374-8041-19032190f070"), ("x-ms-return-client-request-id", "true"),
        ("User-Agent", "azsdk-net-Identity/1.13.0 (.NET 9.0.10; Microsoft Windows 10.0.26200)"),
      ]
      base = server.endpoints.https
    }

    func token(_ tenant: String, _ form: [(String, String)]) throws -> HTTPClientResponse {
      try wire.post(
        "\(base)/\(tenant)/oauth2/v2.0/token",
        [("client_id", AzurePowerShellReplayTests.id), ("client_info", "1"), ("scope", scope)] + form)
    }
  }

  @Test func signsInAndAsksForTheTenants() throws {
    try Running.world { server, http in
      let app = App(server, http)
      let authorize = "\(app.base)/organizations/oauth2/v2.0/authorize"
      let instance = try app.wire.get(
        "\(app.base)/common/discovery/instance?api-version=1.1&authorization_endpoint=\(Percent.encode(authorize))")
      expectEqual(instance.status, 200)
      let query = FormFields([
        ("scope", Self.scope), ("response_type", "code"), ("client_id", Self.id), ("redirect_uri", Self.redirectURI),
        ("client-request-id", Self.correlation), ("x-client-SKU", "MSAL.CoreCLR"), ("x-client-Ver", "4.65.0.0"),
        ("x-client-CPU", "x64"), ("prompt", "select_account"), ("code_challenge", PKCE.challenge),
        ("code_challenge_method", "S256"), ("state", MSALNetReplayTests.state), ("client_info", "1"),
        ("haschrome", "1"),
      ])
      let back = try WireBrowser(http).open("\(authorize)?\(query.query)", until: Self.redirectURI)
      let redeemed = try app.token(
        "organizations",
        [
          ("grant_type", "authorization_code"), ("code", back["code"] ?? ""), ("redirect_uri", Self.redirectURI),
          ("code_verifier", PKCE.verifier),
        ])
      let first = try TokenAnswer(redeemed, requested: "https://management.core.windows.net//.default")
      expectEqual(
        first["scope"],
        "https://management.core.windows.net//user_impersonation https://management.core.windows.net//.default")
      expectEqual(redeemed.fields["client-request-id"], Self.correlation)
      expectEqual(redeemed.fields["x-ms-clitelem"], "1,0,0,,")

      let tenants = try http.get(
        app.base + "/tenants?api-version=2021-01-01",
        [("Authorization", "Bearer " + (first["access_token"] ?? "")), ("Accept-Language", "en-US")])
      try #require(tenants.status == 200, "\(tenants.text)")
      let list = try JSONValue.parse(tenants.body)["value"]?.array ?? []
      let tenant = try #require(list.first?["tenantId"]?.string)

      // Then a token of each tenant, by the refresh token.
      let silent = try app.token(
        tenant, [("grant_type", "refresh_token"), ("refresh_token", try #require(first["refresh_token"]))])
      let second = try TokenAnswer(silent, requested: "https://management.core.windows.net//.default")
      try expectEqual(second.home(), first.home())
    }
  }
}
