import Bytes
import Directory
import Expectations
import HTTPClient
import HTTPWire
import JSON
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// MSAL for Go, request by request. It makes a new correlation id for each request and is strict about types.
struct MSALGoReplayTests {
  static let redirectURI = "http://localhost:49321"
  static let scope = "User.Read openid offline_access profile"
  static let state = "e0f1a2b3-c4d5-4e6f-8091-a2b3c4d5e6f7"

  struct App {
    let wire: WireClient
    let browser: WireBrowser
    let host: String
    let base: String

    init(_ server: some Reachable, _ http: HTTPClient) {
      wire = WireClient(http)
      wire.fields = [
        ("Return-Client-Request-Id", "false"), ("x-client-sku", "MSAL.Go"), ("x-client-os", "linux"),
        ("x-client-cpu", "amd64"), ("x-client-ver", "1.9.0"),
      ]
      browser = WireBrowser(http)
      base = server.endpoints.https
      host = String(base.dropFirst("https://".count))
    }

    /// A GET without a query ends in a question mark all the same.
    func document(_ tenant: String) throws -> JSONValue {
      let answer = try wire.get(
        "\(base)/\(tenant)/v2.0/.well-known/openid-configuration?", [("client-request-id", correlation(1))])
      expectEqual(answer.status, 200)
      let document = try JSONValue.parse(answer.body)
      for name in ["authorization_endpoint", "token_endpoint", "issuer"] {
        #expect(document[name]?.string?.hasPrefix(base + "/") ?? false, "\(name)")
      }
      return document
    }

    func token(_ url: String, _ form: [(String, String)], request: UInt8) throws -> HTTPClientResponse {
      try wire.post(
        url, form, [("client-request-id", correlation(request))],
        type: "application/x-www-form-urlencoded; charset=utf-8")
    }

    func correlation(_ number: UInt8) -> String { "e0f1a2b3-c4d5-4e6f-8091-0000000000" + Hex.encode([number]) }
  }

  @Test func interactiveByFormPostThenSilent() throws {
    try Running.world { server, http in
      let app = App(server, http)
      let document = try app.document("common")
      let endpoint = try #require(document["token_endpoint"]?.string)
      let query = FormFields([
        ("client_id", TestClient.mobile.id), ("response_type", "code"), ("redirect_uri", Self.redirectURI),
        ("scope", Self.scope), ("state", Self.state), ("code_challenge", PKCE.challenge),
        ("code_challenge_method", "S256"), ("prompt", "select_account"), ("response_mode", "form_post"),
      ])
      let back = try app.browser.open(
        "\(document["authorization_endpoint"]?.string ?? "")?\(query.query)", until: Self.redirectURI)
      expectEqual(back.mode, .formPost)
      expectEqual(back["state"], Self.state)
      let first = try TokenAnswer(
        try app.token(
          endpoint,
          [
            ("client_id", TestClient.mobile.id), ("client_info", "1"), ("code", back["code"] ?? ""),
            ("code_verifier", PKCE.verifier), ("grant_type", "authorization_code"), ("redirect_uri", Self.redirectURI),
            ("scope", Self.scope),
          ], request: 2), requested: Self.scope)
      // A number that is not an integer, or an audience of several, does not decode.
      try expectEqual(first.claims["aud"]?.string, TestClient.mobile.id)
      let refresh = [
        ("client_id", TestClient.mobile.id), ("client_info", "1"), ("grant_type", "refresh_token"),
        ("refresh_token", try #require(first["refresh_token"])), ("scope", Self.scope),
      ]
      _ = try TokenAnswer(try app.token(endpoint, refresh, request: 3), requested: Self.scope)

      let mobile = try server.mock.app("mobile")
      try mobile.withdrawConsent()
      let answer = try app.token(endpoint, refresh, request: 4)
      let refusal = try TokenError(answer)
      expectEqual(refusal.error, "invalid_grant")
      expectEqual(refusal.suberror, "consent_required")
      expectEqual(refusal.code, 65001)
      // The service echoes it to those who do not ask for it, too (observed).
      expectNotNil(answer.fields["client-request-id"])
    }
  }
}
