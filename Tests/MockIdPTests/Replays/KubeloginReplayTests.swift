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

/// kubelogin, request by request, as its own recordings have them (Azure/kubelogin, `pkg/internal/token/fixtures`, of 2025-02-19). It is MSAL
/// for Go with azidentity's name, and asks for the API of a cluster by its client id.
struct KubeloginReplayTests {
  static let api = "6dae42f8-4368-4678-94ff-3960e28e3630"
  static let scope = api + "/.default openid offline_access profile"
  /// kubelogin's own app, of Microsoft.
  static let client = "80faf920-1908-4b52-b5ef-a8e7bedfc67a"
  static let daemon = "dae30000-0000-4000-8000-000000000004"

  struct App {
    let wire: WireClient
    let base: String

    init(_ server: some Reachable, _ http: HTTPClient) {
      wire = WireClient(http)
      wire.fields = [
        ("Accept-Encoding", "gzip"), ("Return-Client-Request-Id", "false"),
        ("User-Agent", "azsdk-go-azidentity/v1.8.0 (go1.22.9; linux)"), ("X-Client-Cpu", "amd64"),
        ("X-Client-Os", "linux"), ("X-Client-Sku", "MSAL.Go"), ("X-Client-Ver", "1.2.0"),
      ]
      base = server.endpoints.https
    }

    /// Each request has an id of its own.
    func id(_ number: UInt8) -> String { "8afe3606-ea18-4ef4-bbd0-0000000000" + Hex.encode([number]) }

    func documents() throws {
      let authorize = Percent.encode("\(base)/\(TestWorld.contoso)/oauth2/v2.0/authorize")
      let instance = try wire.get(
        "\(base)/common/discovery/instance?api-version=1.1&authorization_endpoint=\(authorize)",
        [("Client-Request-Id", id(1))])
      expectEqual(instance.status, 200)
      expectEqual(instance.fields["client-request-id"], id(1))
      let document = try wire.get(
        "\(base)/\(TestWorld.contoso)/v2.0/.well-known/openid-configuration", [("Client-Request-Id", id(2))])
      try expectEqual(
        JSONValue.parse(document.body)["token_endpoint"]?.string, "\(base)/\(TestWorld.contoso)/oauth2/v2.0/token")
    }

    func post(_ path: String, _ form: [(String, String)], _ number: UInt8) throws -> HTTPClientResponse {
      try wire.post(
        "\(base)/\(TestWorld.contoso)/oauth2/v2.0/\(path)", form, [("Client-Request-Id", id(number))],
        type: "application/x-www-form-urlencoded; charset=utf-8")
    }
  }

  @Test func aServicePrincipal() throws {
    try Running.world { server, http in
      let app = App(server, http)
      try app.documents()
      let answer = try app.post(
        "token",
        [
          ("client_id", Self.daemon), ("client_secret", "daemon-secret"), ("grant_type", "client_credentials"),
          ("scope", Self.scope),
        ], 3)
      let body = try JSONValue.parse(answer.body)
      try #require(answer.status == 200, "\(answer.text)")
      expectEqual(body.object?.names, ["token_type", "expires_in", "ext_expires_in", "access_token"])
      expectEqual(answer.fields["x-ms-clitelem"], "1,0,0,,")
      expectEqual(answer.fields["client-request-id"], app.id(3))
      expectEqual(try body.claims("access_token")["aud"]?.string, Self.api)
    }
  }

  /// Polls and redemption are answered under the id of the request for the code, whatever id they have.
  @Test func aDeviceCode() throws {
    try Running.server(try Running.options { $0.scenario.settings.signIn = .auto }) { server, http in
      let app = App(server, http)
      try app.documents()
      let client = [("client_id", Self.client), ("scope", Self.scope)]
      let start = try app.post("devicecode", client, 3)
      let code = try #require(try JSONValue.parse(start.body)["device_code"]?.string, "\(start.text)")
      expectEqual(start.fields["client-request-id"], app.id(3))
      let poll = client + [("client_info", "1"), ("device_code", code), ("grant_type", "device_code")]

      let pending = try app.post("token", poll, 4)
      let refusal = try TokenError(pending)
      expectEqual(refusal.code, 70016)
      expectEqual(refusal.body["correlation_id"]?.string, app.id(3))
      expectEqual(pending.fields["client-request-id"], app.id(3))
      expectEqual(pending.fields["x-ms-clitelem"], "1,70016,0,,")

      let done = try app.post("token", poll, 5)
      _ = try TokenAnswer(done, requested: Self.api + "/.default")
      expectEqual(done.fields["client-request-id"], app.id(3))
      expectEqual(done.fields["x-ms-clitelem"], "1,0,0,,")
    }
  }

  /// The library's user agent and `Metadata` are all that it sends to a machine.
  @Test func aManagedIdentity() throws {
    try Running.world { server, http in
      let identity = try #require(server.world.directory.application(named: "identity"))
      let answer = try http.get(
        server.endpoints.http + "/metadata/identity/oauth2/token?api-version=2018-02-01&client_id=\(identity.id)"
          + "&resource=\(Self.api)",
        [("Metadata", "true"), ("User-Agent", "azsdk-go-azidentity/v1.8.0 (go1.22.9; linux)")])
      try #require(answer.status == 200, "\(answer.text)")
      let body = try JSONValue.parse(answer.body)
      expectEqual(
        body.object?.names,
        [
          "access_token", "client_id", "expires_in", "expires_on", "ext_expires_in", "not_before", "resource",
          "token_type",
        ])
      expectEqual(body["client_id"]?.string, "\(identity.id)")
      expectEqual(body["resource"]?.string, Self.api)
    }
  }
}
