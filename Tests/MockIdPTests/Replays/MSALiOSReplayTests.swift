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

/// MSAL for iOS and macOS, request by request: a known authority on a port of its own.
struct MSALiOSReplayTests {
  static let redirectURI = "msauth.com.example.mobile://auth"
  static let scope = "User.Read openid profile offline_access"
  static let correlation = "6A8F6C0D-5A4C-4B8E-8F57-0D6F8A2B9E11"
  static let state = Base64.encodeURL(Array("8B1D2F0E-1E0C-4BE4-9F56-3C0B64D4E8AA".utf8))

  static let device = [
    ("x-client-SKU", "MSAL.iOS"), ("x-client-Ver", "1.6.3"), ("x-client-OS", "18.1"), ("x-client-DM", "iPhone"),
    ("x-client-CPU", "64"), ("x-app-name", "Example"), ("x-app-ver", "1.0"),
  ]

  /// The library as it was built for this authority.
  struct App {
    let wire: WireClient
    let browser: WireBrowser
    let authority: String
    let host: String

    init(_ server: some Reachable, _ http: HTTPClient) throws {
      wire = WireClient(http)
      wire.fields =
        [
          ("Accept", "application/json"), ("x-ms-PkeyAuth+", "1.0"), ("client-request-id", correlation),
          ("return-client-request-id", "true"),
        ] + device
      browser = WireBrowser(http)
      authority = server.endpoints.https + "/common"
      host = String(server.endpoints.https.dropFirst("https://".count))
    }

    /// Instance discovery and the document, as before the first call of a process.
    func discover() throws -> JSONValue {
      let authorize = Percent.encode(authority + "/oauth2/v2.0/authorize")
      let instance = try JSONValue.parse(
        try wire.get(
          "https://\(host)/common/discovery/instance?api-version=1.1&authorization_endpoint=\(authorize)"
        ).body)
      expectNil(instance["error"])
      expectNotNil(instance["tenant_discovery_endpoint"]?.string)
      let entries = try #require(instance["metadata"]?.array)
      let entry = try #require(entries.first { $0["aliases"]?.strings?.contains(host) ?? false })
      // Later requests are re-hosted to this name, so it carries the port.
      expectEqual(entry["preferred_network"]?.string, host)
      expectEqual(entry["preferred_cache"]?.string, host)
      let aliases = entry["aliases"]?.strings ?? []
      // Before a refresh the token endpoint's host is looked up among the aliases without its port.
      #expect(aliases.contains(String(host.prefix { $0 != ":" })))
      let document = try JSONValue.parse(try wire.get(authority + "/v2.0/.well-known/openid-configuration").body)
      for name in ["authorization_endpoint", "token_endpoint", "issuer", "end_session_endpoint"] {
        #expect(document[name]?.string?.hasPrefix("https://\(host)/") ?? false, "\(name)")
      }
      return document
    }

    func authorize(_ document: JSONValue, _ extra: [(String, String)] = []) throws -> WireBrowser.Redirected {
      let endpoint = try #require(document["authorization_endpoint"]?.string)
      let query = FormFields(
        [
          ("client_id", TestClient.mobile.id), ("response_type", "code"), ("redirect_uri", redirectURI),
          ("scope", scope), ("state", state), ("code_challenge", PKCE.challenge), ("code_challenge_method", "S256"),
          ("client_info", "1"), ("haschrome", "1"), ("instance_aware", "true"), ("client-request-id", correlation),
          ("return-client-request-id", "true"),
        ] + device + extra)
      return try browser.open("\(endpoint)?\(query.query)", until: redirectURI)
    }

    func redeem(_ document: JSONValue, _ code: String) throws -> HTTPClientResponse {
      try token(
        document,
        [
          ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
          ("code_verifier", PKCE.verifier),
        ])
    }

    func refresh(_ document: JSONValue, _ token: String, _ extra: [(String, String)] = []) throws -> HTTPClientResponse
    {
      try self.token(
        document,
        [("grant_type", "refresh_token"), ("refresh_token", token), ("redirect_uri", redirectURI)] + extra)
    }

    private func token(_ document: JSONValue, _ form: [(String, String)]) throws -> HTTPClientResponse {
      try wire.post(
        try #require(document["token_endpoint"]?.string),
        [("client_id", TestClient.mobile.id), ("scope", scope)] + form + [("client_info", "1")],
        [
          ("X-AnchorMailbox", "UPN:alice@contoso.onmicrosoft.com"), ("x-client-current-telemetry", "4|171,0|0,0,0"),
          ("x-client-last-telemetry", "4|0|||"),
        ])
    }
  }

  @Test func interactiveThenSilentThenInteractiveAgain() throws {
    try Running.world { server, http in
      let app = try App(server, http)
      let document = try app.discover()
      let back = try app.authorize(document, [("prompt", "select_account")])
      #expect(back.address.lowercased().hasPrefix(Self.redirectURI))
      expectEqual(back.mode, .query)
      expectEqual(back["state"], Self.state)
      expectNil(back["cloud_instance_host_name"])
      let first = try TokenAnswer(try app.redeem(document, try #require(back["code"])), requested: Self.scope)

      let second = try TokenAnswer(
        try app.refresh(document, try #require(first["refresh_token"])), requested: Self.scope)
      try expectEqual(second.home(), first.home())

      try server.mock.age(.refreshTokens, of: "alice")
      let refusal = try TokenError(try app.refresh(document, try #require(second["refresh_token"])))
      // Any 400 with an error but invalid_scope and invalid_client is MSALErrorInteractionRequired.
      expectEqual(refusal.error, "invalid_grant")
      expectEqual(refusal.code, 700_082)

      let home = try first.home().split(separator: ".")
      let again = try app.authorize(
        document,
        [
          ("login_hint", "alice@contoso.onmicrosoft.com"), ("login_req", String(home[0])),
          ("domain_req", String(home[1])),
        ])
      let third = try TokenAnswer(try app.redeem(document, try #require(again["code"])), requested: Self.scope)
      try expectEqual(third.home(), first.home())
      expectEqual(
        app.wire.sent,
        [
          "GET /common/discovery/instance", "GET /common/v2.0/.well-known/openid-configuration",
          "POST /common/oauth2/v2.0/token", "POST /common/oauth2/v2.0/token", "POST /common/oauth2/v2.0/token",
          "POST /common/oauth2/v2.0/token",
        ])
    }
  }
}
