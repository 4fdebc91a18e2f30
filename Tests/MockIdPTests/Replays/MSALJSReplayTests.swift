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

/// MSAL for JavaScript, request by request: in a page, and in node.
struct MSALJSReplayTests {
  static let scope = "User.Read openid profile offline_access"
  static let origin = "http://localhost"
  static let redirectURI = "http://localhost/auth"
  /// Base64 of JSON, then the app's own state after a bar.
  static let state = "eyJpZCI6IjAxOTBhIiwibWV0YSI6eyJpbnRlcmFjdGlvblR5cGUiOiJyZWRpcmVjdCJ9fQ==|next=/a%20b+c"
  static let correlation = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"

  static let library = [
    ("x-client-SKU", "msal.js.browser"), ("x-client-VER", "3.26.1"), ("x-ms-lib-capability", "retry-after, h429"),
    ("x-client-current-telemetry", "5|865,0,,,|,"), ("x-client-last-telemetry", "5|0|||0,0"),
    ("client-request-id", correlation), ("X-AnchorMailbox", "UPN:alice@contoso.onmicrosoft.com"),
  ]

  static func allowsPages(_ answer: HTTPClientResponse) -> Bool {
    ["*", origin].contains(answer.fields["Access-Control-Allow-Origin"])
  }

  @Test func aPageSignsInAndRenewsInSilence() throws {
    try Running.world { server, http in
      let wire = WireClient(http)
      wire.fields = [("Origin", Self.origin), ("Referer", Self.origin + "/")]
      let authority = server.endpoints.https + "/common/"
      let instance = try wire.get(
        "\(server.endpoints.https)/common/discovery/instance?api-version=1.1&authorization_endpoint=\(authority)"
          + "oauth2/v2.0/authorize")
      #expect(Self.allowsPages(instance))
      let discovered = try wire.get(authority + "v2.0/.well-known/openid-configuration")
      #expect(Self.allowsPages(discovered))
      let document = try JSONValue.parse(discovered.body)
      let keys = try wire.get(try #require(document["jwks_uri"]?.string))
      #expect(Self.allowsPages(keys))

      let nonce = "0190a1b2-0000-7000-8000-000000000001"
      let query = FormFields([
        ("client_id", TestClient.spa.id), ("scope", Self.scope), ("redirect_uri", Self.redirectURI),
        ("client-request-id", Self.correlation), ("response_mode", "fragment"), ("response_type", "code"),
        ("x-client-SKU", "msal.js.browser"), ("x-client-VER", "3.26.1"), ("client_info", "1"),
        ("code_challenge", PKCE.challenge), ("code_challenge_method", "S256"), ("nonce", nonce), ("state", Self.state),
        ("login_hint", "alice@contoso.onmicrosoft.com"), ("X-AnchorMailbox", "UPN:alice@contoso.onmicrosoft.com"),
      ])
      let authorize = try #require(document["authorization_endpoint"]?.string)
      let browser = WireBrowser(http)
      let back = try browser.open("\(authorize)?\(query.query)", until: Self.redirectURI)
      expectEqual(back.mode, .fragment)
      expectEqual(back["state"], Self.state)

      // Newer ones name the request in the address too; headers travel in the body so that no preflight is needed.
      let endpoint = try #require(document["token_endpoint"]?.string) + "?client-request-id=" + Self.correlation
      let redeemed = try wire.post(
        endpoint,
        [
          ("client_id", TestClient.spa.id), ("redirect_uri", Self.redirectURI), ("scope", Self.scope),
          ("code", back["code"] ?? ""), ("code_verifier", PKCE.verifier), ("grant_type", "authorization_code"),
          ("client_info", "1"),
        ] + Self.library, type: "application/x-www-form-urlencoded;charset=utf-8")
      #expect(Self.allowsPages(redeemed))
      let first = try TokenAnswer(redeemed, requested: Self.scope)
      try expectEqual(first.claims["nonce"]?.string, nonce)
      expectNotNil(first.body["refresh_token_expires_in"]?.integer)
      let refresh =
        [
          ("client_id", TestClient.spa.id), ("scope", Self.scope), ("grant_type", "refresh_token"),
          ("client_info", "1"), ("refresh_token", try #require(first["refresh_token"])),
        ] + Self.library
      let renewed = try TokenAnswer(
        try wire.post(endpoint, refresh, type: "application/x-www-form-urlencoded;charset=utf-8"), requested: Self.scope
      )

      // The refresh token of a page ends after a day: refused, then asked for again in a hidden frame, which the session allows.
      try server.mock.age(.refreshTokens, by: .seconds(25 * 3_600))
      let refused = try wire.post(
        endpoint,
        refresh.map { $0.0 == "refresh_token" ? ("refresh_token", renewed["refresh_token"] ?? "") : $0 })
      #expect(Self.allowsPages(refused))
      let refusal = try TokenError(refused)
      expectEqual(refusal.error, "invalid_grant")
      expectEqual(refusal.code, 700_084)
      let hidden = FormFields(query.fields.map { ($0.name, $0.value) }).with([("prompt", "none")])
      let frame = try browser.open("\(authorize)?\(hidden.query)", until: Self.redirectURI)
      expectNotNil(frame["code"])
    }
  }

  @Test func signingOutWithAHint() throws {
    try Running.world { server, http in
      let browser = WireBrowser(http)
      let authorize = FormFields([
        ("client_id", TestClient.spa.id), ("scope", Self.scope), ("redirect_uri", Self.redirectURI),
        ("response_mode", "fragment"), ("response_type", "code"), ("code_challenge", PKCE.challenge),
        ("code_challenge_method", "S256"), ("nonce", "1"), ("state", Self.state),
      ])
      let signIn = "\(server.endpoints.https)/common/oauth2/v2.0/authorize?\(authorize.query)"
      try expectNotNil(browser.open(signIn, until: Self.redirectURI)["code"])
      let query = FormFields([
        ("post_logout_redirect_uri", Self.redirectURI), ("client-request-id", Self.correlation),
        ("logout_hint", "alice@contoso.onmicrosoft.com"), ("state", Self.state),
      ])
      // The page shows that everybody is signed out and goes on to the app by itself.
      let page = try browser.get("\(server.endpoints.https)/common/oauth2/v2.0/logout?\(query.query)")
      let start = try #require(page.text.firstRange(of: "http-equiv=\"refresh\" content=\"1;url=")).upperBound
      let address = page.text[start...].prefix { $0 != "\"" }
      #expect(address.hasPrefix(Self.redirectURI + "?state="))
      expectEqual(FormFields(parsing: address.drop { $0 != "?" }.dropFirst())?["state"], Self.state)
    }
  }
}
