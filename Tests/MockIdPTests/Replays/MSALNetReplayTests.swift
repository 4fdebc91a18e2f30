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

/// MSAL.NET, request by request: desktop, daemon and middle tier on an authority with a port.
struct MSALNetReplayTests {
  static let redirectURI = "http://localhost:53187"
  static let scope = "profile User.Read offline_access openid"
  static let state = "0a1b2c3d-0000-4000-8000-00000000000156f0e1d2-0000-4000-8000-000000000002"

  struct App {
    let wire: WireClient
    let browser: WireBrowser
    let base: String

    init(_ server: Server, _ http: HTTPClient) {
      wire = WireClient(http)
      wire.fields = [
        ("x-client-SKU", "MSAL.NetCore"), ("x-client-Ver", "4.83.3"), ("x-client-OS", "Linux"),
        ("client-request-id", "7f8e9d0c-1b2a-4c3d-8e4f-5a6b7c8d9e0f"), ("return-client-request-id", "true"),
        ("x-ms-lib-capability", "retry-after, h429"), ("x-client-current-telemetry", "5|1005,0,,,|,1,1,,"),
        ("x-client-last-telemetry", "5|0|||"),
      ]
      browser = WireBrowser(http)
      base = server.baseURL
    }

    func authorize(_ extra: [(String, String)] = [], claims: String? = nil) throws -> WireBrowser.Redirected {
      var fields = FormFields(
        [
          ("scope", scope), ("response_type", "code"), ("client_id", TestClient.mobile.id),
          ("redirect_uri", redirectURI), ("prompt", "select_account"), ("code_challenge", PKCE.challenge),
          ("code_challenge_method", "S256"), ("state", state), ("client_info", "1"), ("haschrome", "1"),
          ("client-request-id", "7f8e9d0c-1b2a-4c3d-8e4f-5a6b7c8d9e0f"), ("x-client-SKU", "MSAL.NetCore"),
          ("x-client-Ver", "4.83.3"), ("x-client-OS", "Linux"), ("response_mode", "form_post"),
        ] + extra)
      if let claims { fields.set("claims", claims) }
      return try browser.open("\(base)/common/oauth2/v2.0/authorize?\(fields.query)", until: redirectURI)
    }

    func redeem(_ back: WireBrowser.Redirected) throws -> TokenAnswer {
      let form = [
        ("client_id", TestClient.mobile.id), ("client_info", "1"), ("grant_type", "authorization_code"),
        ("scope", scope), ("code", back["code"] ?? ""), ("redirect_uri", redirectURI), ("code_verifier", PKCE.verifier),
      ]
      // After an interactive call the token URL carries a query.
      return try TokenAnswer(
        try wire.post(
          base + "/common/oauth2/v2.0/token?haschrome=1", form,
          [("x-anchormailbox", "upn:alice@contoso.onmicrosoft.com")]), requested: scope)
    }

    func refresh(_ token: String, tenant: String, home: String) throws -> HTTPClientResponse {
      try wire.post(
        "\(base)/\(tenant)/oauth2/v2.0/token",
        [
          ("client_id", TestClient.mobile.id), ("client_info", "1"), ("grant_type", "refresh_token"), ("scope", scope),
          ("refresh_token", token),
        ], [("x-anchormailbox", "oid:\(home.replacing(".", with: "@"))")])
    }
  }

  /// Discovery goes to a listed host, on the authority's port; an authority that is unknown there is no error.
  @Test func discoveryOnTheAuthoritysPort() async throws {
    try await withServer { server, http in
      let app = App(server, http)
      let port = try #require(server.baseURL.split(separator: ":").last)
      let authorize = Percent.encode("\(app.base)/common/oauth2/v2.0/authorize")
      let answer = try JSONValue.parse(
        try app.wire.get(
          "https://login.microsoftonline.com:\(port)/common/discovery/instance?api-version=1.1&authorization_endpoint="
            + authorize
        ).body)
      expectNil(answer["error"])
      #expect((answer["metadata"]?.array ?? []) != [])
    }
  }

  @Test func interactiveByFormPostThenSilentAtTheHomeTenant() async throws {
    try await withServer { server, http in
      let app = App(server, http)
      let back = try app.authorize()
      expectEqual(back.mode, .formPost)
      expectEqual(back["state"], Self.state)
      expectNotNil(back["client_info"])
      let first = try app.redeem(back)
      let home = try first.home()
      let utid = try #require(home.split(separator: ".").last)
      let refreshed = try app.refresh(try #require(first["refresh_token"]), tenant: String(utid), home: home)
      let second = try TokenAnswer(refreshed, requested: Self.scope)
      // Another home is user_mismatch.
      try expectEqual(second.home(), home)
      expectEqual(refreshed.fields["client-request-id"], "7f8e9d0c-1b2a-4c3d-8e4f-5a6b7c8d9e0f")
      expectNotNil(refreshed.fields["x-ms-request-id"])

      let alice = try server.world.user("alice")
      try alice.requireMFA()
      let refusal = try TokenError(
        try app.refresh(try #require(second["refresh_token"]), tenant: String(utid), home: home))
      // With claims it is MsalClaimsChallengeException, whose claims go back through authorize.
      #expect(refusal.error == "invalid_grant" || refusal.error == "interaction_required")
      expectEqual(refusal.suberror, "basic_action")
      expectEqual(refusal.code, 50076)
    }
  }

  @Test func aDeviceCodeByItsShortName() async throws {
    try await withServer { server, http in
      let app = App(server, http)
      let code = try JSONValue.parse(
        try app.wire.post(
          app.base + "/common/oauth2/v2.0/devicecode",
          [("client_id", TestClient.mobile.id), ("scope", Self.scope)]
        ).body)
      for name in ["device_code", "user_code", "verification_uri", "message"] {
        expectNotNil(code[name]?.string, "\(name)")
      }
      let pending = try app.wire.post(
        app.base + "/common/oauth2/v2.0/token",
        [
          ("client_id", TestClient.mobile.id), ("client_info", "1"), ("grant_type", "device_code"),
          ("device_code", code["device_code"]?.string ?? ""), ("scope", Self.scope),
        ])
      try expectEqual(TokenError(pending).error, "authorization_pending")
      expectNil(pending.fields["Retry-After"])
    }
  }

  @Test func aDaemonAsksForNothingButItsAPI() async throws {
    try await withServer { server, http in
      let app = App(server, http)
      let daemon = try server.world.app("daemon")
      func ask(_ secret: String) throws -> HTTPClientResponse {
        try app.wire.post(
          app.base + "/\(SeededDirectory.contoso)/oauth2/v2.0/token",
          [
            ("client_id", daemon.clientID), ("client_secret", secret), ("client_info", "2"),
            ("grant_type", "client_credentials"), ("scope", "https://graph.microsoft.com/.default"),
          ])
      }
      let answer = try TokenAnswer(
        try ask(try #require(daemon.secret)), requested: "", isForUser: false)
      expectNil(answer["refresh_token"])
      try expectEqual(TokenError(try ask("wrong"), status: 401).error, "invalid_client")
    }
  }

  @Test func aPasswordAfterTheUserRealm() async throws {
    try await withServer { server, http in
      let app = App(server, http)
      let realm = try JSONValue.parse(
        try app.wire.get(app.base + "/common/userrealm/alice%40contoso.onmicrosoft.com?api-version=1.0").body)
      expectEqual(realm["account_type"], "Managed")
      #expect(realm["domain_name"] != "live.com")
      let answer = try app.wire.post(
        app.base + "/\(SeededDirectory.contoso)/oauth2/v2.0/token",
        [
          ("client_id", TestClient.mobile.id), ("client_info", "1"), ("grant_type", "password"),
          ("username", "alice@contoso.onmicrosoft.com"), ("password", SeededDirectory.password), ("scope", Self.scope),
        ])
      _ = try TokenAnswer(answer, requested: Self.scope)
    }
  }

  /// `Prompt.Never` is decided as `none`; leaving the page is told from declining.
  @Test(arguments: [("attempt_none", nil, "login_required"), ("select_account", "cancel", "access_denied")])
  func whatComesBackInPlaceOfACode(_ prompt: String, _ button: String?, _ error: String) async throws {
    try await withServer { server, http in
      let app = App(server, http)
      let query = FormFields([
        ("scope", Self.scope), ("response_type", "code"), ("client_id", TestClient.mobile.id),
        ("redirect_uri", Self.redirectURI), ("prompt", prompt), ("code_challenge", PKCE.challenge),
        ("code_challenge_method", "S256"), ("state", Self.state), ("response_mode", "form_post"),
      ])
      let back = try app.browser.open(
        "\(app.base)/common/oauth2/v2.0/authorize?\(query.query)", until: Self.redirectURI, pressing: button)
      expectEqual(back["error"], error)
      expectEqual(back["error_subcode"], button)
      expectEqual(back["state"], Self.state)
    }
  }
}
