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

/// MSAL.NET, request by request: desktop, daemon and middle tier on an authority with a port.
struct MSALNetReplayTests {
  static let redirectURI = "http://localhost:53187"
  static let scope = "profile User.Read offline_access openid"
  static let state = "0a1b2c3d-0000-4000-8000-00000000000156f0e1d2-0000-4000-8000-000000000002"

  struct App {
    let wire: WireClient
    let browser: WireBrowser
    let base: String

    init(_ server: some Reachable, _ http: HTTPClient) {
      wire = WireClient(http)
      wire.fields = [
        ("x-client-SKU", "MSAL.NetCore"), ("x-client-Ver", "4.83.3"), ("x-client-OS", "Linux"),
        ("client-request-id", "7f8e9d0c-1b2a-4c3d-8e4f-5a6b7c8d9e0f"), ("return-client-request-id", "true"),
        ("x-ms-lib-capability", "retry-after, h429"), ("x-client-current-telemetry", "5|1005,0,,,|,1,1,,"),
        ("x-client-last-telemetry", "5|0|||"),
      ]
      browser = WireBrowser(http)
      base = server.endpoints.https
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
  @Test func discoveryOnTheAuthoritysPort() throws {
    try Running.shared { server, http in
      let app = App(server, http)
      let port = try #require(server.endpoints.https.split(separator: ":").last)
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

  @Test func interactiveByFormPostThenSilentAtTheHomeTenant() throws {
    try Running.world { server, http in
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

      let alice = try server.mock.user("alice")
      try alice.requireMFA()
      let refusal = try TokenError(
        try app.refresh(try #require(second["refresh_token"]), tenant: String(utid), home: home))
      // With claims it is MsalClaimsChallengeException, whose claims go back through authorize.
      #expect(refusal.error == "invalid_grant" || refusal.error == "interaction_required")
      expectEqual(refusal.suberror, "basic_action")
      expectEqual(refusal.code, 50076)
    }
  }
}
