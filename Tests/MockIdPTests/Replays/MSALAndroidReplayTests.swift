import Bytes
import Directory
import Expectations
import HTTPClient
import HTTPWire
import JSON
import MockIdP
import TestSupport
import Testing
import Time
import Worlds

/// MSAL for Android, request by request. It drops ports and asks one fixed address first, so it runs under the service's own
/// name, here through the forward proxy.
struct MSALAndroidReplayTests {
  static let login = "https://login.microsoftonline.com"
  static let redirectURI = "msauth://com.example.mobile/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D"
  static let scope = "User.Read openid offline_access profile"
  static let state = Base64.encodeURL(Array("3f0e8c0a-9c1e-4b7e-a1b2-5d6e7f809010".utf8))
  static let discovery =
    "/common/discovery/instance?api-version=1.1&authorization_endpoint="
    + "https%3A%2F%2Flogin.microsoftonline.com%2Fcommon%2Foauth2%2Fv2.0%2Fauthorize"
  static let device = [
    ("x-client-Ver", "5.4.2"), ("x-client-SKU", "MSAL.Android"), ("x-client-OS", "34"), ("x-client-CPU", "arm64-v8a"),
    ("x-client-DM", "Pixel 8"),
  ]
  static let app = [("x-app-name", "com.example.mobile"), ("x-app-ver", "1.0")]

  struct App {
    let wire: WireClient
    let browser: WireBrowser

    init(_ server: Server) {
      let http = HTTPClient(certificateAuthorityPEM: server.certificateAuthority.pem, proxy: server.proxyURL)
      wire = WireClient(http)
      wire.fields = [("client-request-id", "b2f1a8c4-0d3e-4f5a-8b9c-1d2e3f405162")] + device + app
      browser = WireBrowser(http)
      browser.fields = app + [("x-ms-PKeyAuth", "1.0")]
    }

    func discover() throws {
      let answer = try JSONValue.parse(try wire.get(login + discovery).body)
      expectNotNil(answer["tenant_discovery_endpoint"]?.string)
      expectNotNil(answer["api-version"]?.string)
      for entry in try #require(answer["metadata"]?.array) {
        expectNotNil(entry["preferred_network"]?.string)
        expectNotNil(entry["preferred_cache"]?.string)
        #expect((entry["aliases"]?.array ?? []) != [])
      }
    }

    /// `prompt` is nil for an account that is hinted at, and empty for "when required".
    func authorize(prompt: String?, hint: String? = nil) throws -> WireBrowser.Redirected {
      var fields = FormFields(
        [
          ("response_type", "code"), ("client_id", TestClient.mobile.id), ("redirect_uri", redirectURI),
          ("state", state), ("scope", scope), ("client-request-id", "b2f1a8c4-0d3e-4f5a-8b9c-1d2e3f405162"),
          ("code_challenge", PKCE.challenge), ("code_challenge_method", "S256"),
        ] + device)
      if let prompt { fields.set("prompt", prompt) }
      if let hint {
        fields.set("login_hint", hint)
        fields.set("hsu", "1")
      }
      return try browser.open("\(login)/common/oAuth2/v2.0/authorize?\(fields.query)", until: redirectURI)
    }

    func token(_ authority: String, _ form: [(String, String)]) throws -> HTTPClientResponse {
      try wire.post(
        authority + "/oAuth2/v2.0/token",
        [("client_id", TestClient.mobile.id), ("client_info", "1"), ("scope", scope)] + form
          + [("client-request-id", "b2f1a8c4-0d3e-4f5a-8b9c-1d2e3f405162")] + app,
        [
          ("x-client-current-telemetry", "2|1006,0|0"), ("x-client-last-telemetry", "2|0|||"), ("x-ms-PKeyAuth", "1.0"),
        ], type: "application/x-www-form-urlencoded; charset=UTF-8")
    }

    func redeem(_ back: WireBrowser.Redirected) throws -> TokenAnswer {
      let form = [
        ("grant_type", "authorization_code"), ("code", back["code"] ?? ""), ("redirect_uri", redirectURI),
        ("code_verifier", PKCE.verifier),
      ]
      return try TokenAnswer(try token(login + "/common", form), requested: scope)
    }
  }

  @Test func interactiveThenSilentAtTheIssuer() async throws {
    try await withServer { server, _ in
      let app = App(server)
      try app.discover()
      let back = try app.authorize(prompt: "select_account")
      expectEqual(back.address, Self.redirectURI)
      expectEqual(back["state"], Self.state)
      let first = try app.redeem(back)
      // The issuer is kept as the account's authority, and silent calls go there.
      let issuer = try #require(try first.claims["iss"]?.string)
      let tid = try #require(try first.claims["tid"]?.string)
      expectEqual(issuer, "\(Self.login)/\(tid)/v2.0")
      let refresh = [("grant_type", "refresh_token"), ("refresh_token", try #require(first["refresh_token"]))]
      let second = try TokenAnswer(try app.token("\(Self.login)/\(tid)", refresh), requested: Self.scope)
      try expectEqual(second.home(), first.home())

      // An empty prompt is none: the session answers without a page.
      let pages = server.world.journal.count
      let hinted = try app.authorize(prompt: "", hint: "alice@contoso.onmicrosoft.com")
      expectNotNil(hinted["code"])
      expectEqual(server.world.journal.count, pages + 1)

      let alice = try server.world.user("alice")
      try alice.changePassword(to: "N3w!pass")
      server.world.clock.advance(by: .seconds(1))
      let refusal = try TokenError(try app.token("\(Self.login)/\(tid)", refresh))
      // Only these two words are MsalUiRequiredException here.
      #expect(["invalid_grant", "interaction_required"].contains(refusal.error))
      expectEqual(refusal.code, 50173)
      #expect(!app.wire.sent.contains { $0.contains("devicecode") })
    }
  }
}
