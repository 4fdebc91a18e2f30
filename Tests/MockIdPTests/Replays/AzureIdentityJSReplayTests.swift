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

/// azure-identity for JavaScript, request by request, as its recordings of 2025-04-10 have them (Azure/azure-sdk-assets,
/// `js/sdk/identity`). It is MSAL for node with the pipeline of Azure's libraries, which gives every request an id of its own in
/// `x-ms-client-request-id`, beside MSAL's `client-request-id` in query and form.
struct AzureIdentityJSReplayTests {
  static let scope = "https://vault.azure.net/.default"
  static let own = "fc07ac89-2567-44b3-acdb-07c183c4a870"

  struct App {
    let wire: WireClient
    let token: String
    let devicecode: String

    init(_ server: some Reachable, _ http: HTTPClient) {
      wire = WireClient(http)
      wire.fields = [
        ("Accept-Encoding", "gzip,deflate"),
        ("User-Agent", "azsdk-js-identity/4.9.1 core-rest-pipeline/1.19.1 Node/22.14.0"),
      ]
      let base = "\(server.endpoints.https)/\(TestWorld.contoso)/oauth2/v2.0"
      token = "\(base)/token?client-request-id=\(AzureIdentityJSReplayTests.own)"
      devicecode = "\(base)/devicecode"
    }

    func id(_ number: UInt8) -> String { "47cd49a5-4f87-4ca4-94e9-0000000000" + Hex.encode([number]) }

    func post(_ url: String, _ form: [(String, String)], _ number: UInt8) throws -> HTTPClientResponse {
      try wire.post(
        url, form, [("x-ms-client-request-id", id(number))], type: "application/x-www-form-urlencoded;charset=utf-8")
    }

    /// What MSAL for node adds to each form of the token endpoint.
    static func library(_ telemetry: String) -> [(String, String)] {
      [
        ("client-request-id", own), ("x-client-SKU", "msal.js.node"), ("x-client-VER", "3.5.0"),
        ("x-client-OS", "linux"), ("x-client-CPU", "x64"), ("x-ms-lib-capability", "retry-after, h429"),
        ("x-client-current-telemetry", telemetry), ("x-client-last-telemetry", "5|0|||0,0"),
      ]
    }
  }

  @Test func aSecretWithCapabilities() throws {
    try Running.world { server, http in
      let app = App(server, http)
      let answer = try app.post(
        app.token,
        [
          ("client_id", KubeloginReplayTests.daemon), ("scope", Self.scope), ("grant_type", "client_credentials"),
        ] + App.library("5|771,2,,,|,") + [
          ("client_secret", "daemon-secret"), ("claims", #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#),
        ], 1)
      try #require(answer.status == 200, "\(answer.text)")
      let body = try JSONValue.parse(answer.body)
      let names = body.object?.names ?? []
      expectEqual(names.filter { $0 != "refresh_in" }, ["token_type", "expires_in", "ext_expires_in", "access_token"])
      expectEqual(body["expires_in"]?.integer, body["ext_expires_in"]?.integer)
      expectEqual(answer.fields["x-ms-clitelem"], "1,0,0,,")
      try expectEqual(body.claims("access_token")["aud"]?.string, "https://vault.azure.net")
    }
  }

  /// The request for the code has the pipeline's id alone, and every poll is answered under it.
  @Test func aDeviceCode() throws {
    try Running.server(try Running.options { $0.scenario.settings.signIn = .auto }) { server, http in
      let app = App(server, http)
      let asked = [("scope", Self.scope + " openid profile offline_access"), ("client_id", TestClient.azureCLI.id)]
      let start = try app.post(app.devicecode, asked, 1)
      let code = try #require(try JSONValue.parse(start.body)["device_code"]?.string, "\(start.text)")
      expectNil(start.fields["x-ms-clitelem"])
      let poll =
        asked + [("grant_type", "device_code"), ("device_code", code), ("client_info", "1")]
        + App.library("5|671,0,,,|,")
      let pending = try app.post(app.token, poll, 2)
      let refusal = try TokenError(pending)
      expectEqual(refusal.error, "authorization_pending")
      expectEqual(refusal.body["correlation_id"]?.string, app.id(1))
      expectEqual(pending.fields["x-ms-clitelem"], "1,70016,0,,")
      let done = try app.post(app.token, poll, 3)
      let tokens = try TokenAnswer(done, requested: Self.scope)
      expectEqual(tokens["scope"], "https://vault.azure.net/user_impersonation https://vault.azure.net/.default")
      expectEqual(done.fields["x-ms-clitelem"], "1,0,0,,")
    }
  }

  @Test func aPassword() throws {
    try Running.world { server, http in
      let app = App(server, http)
      app.wire.fields.append(("X-AnchorMailbox", "UPN: alice@contoso.onmicrosoft.com"))
      let answer = try app.post(
        app.token,
        [
          ("client_id", TestClient.azureCLI.id), ("username", "alice@contoso.onmicrosoft.com"),
          ("password", SeededDirectory.password), ("scope", Self.scope + " openid profile offline_access"),
          ("response_type", "id_token token"), ("grant_type", "password"), ("client_info", "1"),
        ] + App.library("5|371,0,,,|,"), 1)
      let tokens = try TokenAnswer(answer, requested: Self.scope)
      expectEqual(
        tokens.body.object?.names.filter { $0 != "foci" },
        [
          "token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token", "id_token",
          "client_info",
        ])
      expectEqual(answer.fields["x-ms-clitelem"], "1,0,0,,")
    }
  }
}
