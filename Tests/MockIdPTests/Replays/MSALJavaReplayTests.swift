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

/// MSAL for Java, request by request.
struct MSALJavaReplayTests {
  static let redirectURI = "http://localhost:61207"
  static let scope = "openid profile offline_access User.Read"
  static let state = "5a2f8c10-0000-4000-8000-0000000000019b3d7e20-0000-4000-8000-000000000002"

  struct App {
    let wire: WireClient
    let browser: WireBrowser
    let base: String

    init(_ server: some Reachable, _ http: HTTPClient) {
      wire = WireClient(http)
      wire.fields = [
        ("x-client-SKU", "MSAL.Java"), ("x-client-VER", "1.17.2"), ("x-client-OS", "Linux"), ("x-app-name", "example"),
        ("x-app-ver", "1.0"), ("return-client-request-id", "true"),
        ("client-request-id", "c1d2e3f4-a5b6-4789-8abc-def012345678"), ("x-ms-lib-capability", "retry-after, h429"),
        ("x-client-current-telemetry", "5|831,0|0"), ("x-client-last-telemetry", "5|0|||"),
      ]
      browser = WireBrowser(http)
      base = server.endpoints.https
    }

    func token(_ tenant: String, _ form: [(String, String)]) throws -> HTTPClientResponse {
      try wire.post(
        "\(base)/\(tenant)/oauth2/v2.0/token", form + [("client_info", "1")],
        type: "application/x-www-form-urlencoded; charset=utf-8")
    }
  }

  @Test func discoveryNamesTheAuthorityWithoutItsPort() throws {
    try Running.shared { server, http in
      let port = try #require(server.endpoints.https.split(separator: ":").last)
      let answer = try App(server, http).wire.get(
        "https://login.microsoftonline.com:\(port)/common/discovery/instance?api-version=1.1&authorization_endpoint="
          + Percent.encode("https://localhost/common/oauth2/v2.0/authorize"))
      expectEqual(answer.status, 200)
      let body = try JSONValue.parse(answer.body)
      expectEqual(
        body["tenant_discovery_endpoint"]?.string,
        "https://localhost:\(port)/common/v2.0/.well-known/openid-configuration")
      // The library looks for the name alone, and keeps the last entry that has it.
      let own = body["metadata"]?.array?.suffix(2).map { $0["aliases"]?.strings }
      expectEqual(own, [["localhost:\(port)", "localhost"], ["localhost"]])
    }
  }

  @Test func interactiveByFormPostThenSilent() throws {
    try Running.world { server, http in
      let app = App(server, http)
      let query = FormFields([
        ("redirect_uri", Self.redirectURI), ("scope", Self.scope), ("response_type", "code"),
        ("response_mode", "form_post"), ("code_challenge", PKCE.challenge), ("code_challenge_method", "S256"),
        ("state", Self.state), ("client_id", TestClient.mobile.id), ("login_hint", "alice@contoso.onmicrosoft.com"),
        ("X-AnchorMailbox", "upn:alice@contoso.onmicrosoft.com"),
        ("correlation_id", "c1d2e3f4-a5b6-4789-8abc-def012345678"), ("instance_aware", "true"), ("client_info", "1"),
      ])
      let back = try app.browser.open(
        "\(app.base)/organizations/oauth2/v2.0/authorize?\(query.query)", until: Self.redirectURI)
      // Only the body of a POST is read, and a host without its port would replace the authority.
      expectEqual(back.mode, .formPost)
      expectEqual(back["state"], Self.state)
      expectNil(back["cloud_instance_host_name"])
      let first = try TokenAnswer(
        try app.token(
          "organizations",
          [
            ("client_id", TestClient.mobile.id), ("grant_type", "authorization_code"), ("code", back["code"] ?? ""),
            ("redirect_uri", Self.redirectURI), ("code_verifier", PKCE.verifier), ("scope", Self.scope),
          ]), requested: Self.scope)
      let refresh = [
        ("client_id", TestClient.mobile.id), ("grant_type", "refresh_token"), ("scope", Self.scope),
        ("refresh_token", try #require(first["refresh_token"])),
      ]
      let second = try TokenAnswer(try app.token("organizations", refresh), requested: Self.scope)
      try expectEqual(second.home(), first.home())
      let alice = try server.mock.user("alice")
      try alice.disable()
      let refusal = try TokenError(try app.token("organizations", refresh))
      // Only invalid_grant is MsalInteractionRequiredException; all else is a service exception.
      expectEqual(refusal.error, "invalid_grant")
      expectEqual(refusal.code, 50057)
    }
  }
}
