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

/// What every client library needs of sign-out, Graph and caching, over real sockets, item by item of the list in
/// `docs/client-needs.md`.
struct GraphChecklistTests {
  static let redirectURI = "http://localhost/auth/callback"

  static func authorize(_ server: MockIdPServer, _ client: TestClient, _ extra: [(String, String?)] = []) -> String {
    server.endpoints.authority + AuthorizeQuery(client, extra).target
  }

  @Test func item67SigningOutEndsTheSession() throws {
    try Running.server(try Running.options()) { server, http in
      let browser = WireBrowser(http)
      _ = try browser.open(Self.authorize(server, .web), until: TestClient.web.redirectURI)
      let query = FormFields([
        ("post_logout_redirect_uri", TestClient.web.redirectURI), ("state", "a|b=c"),
        ("logout_hint", "alice@contoso.onmicrosoft.com"), ("client-request-id", "1"), ("id_token_hint", "not.a.token"),
      ])
      let page = try browser.get("\(server.endpoints.authority)/common/oauth2/v2.0/logout?\(query.query)")
      #expect(page.status == 200 || page.status == 302)
      let state = "state=" + Percent.encode("a|b=c").lowercased()
      #expect((page.fields["Location"] ?? page.text).lowercased().contains(state))
      let silent = try browser.open(
        Self.authorize(server, .web, [("prompt", "none")]), until: TestClient.web.redirectURI)
      expectEqual(silent["error"], "login_required")
    }
  }

  @Test func item67WithoutAnAddressItIsAPage() throws {
    try Running.server(try Running.options()) { server, http in
      let page = try http.get(server.endpoints.authority + "/common/oauth2/v2.0/logout")
      expectEqual(page.status, 200)
      #expect(page.fields["Content-Type"]?.hasPrefix("text/html") ?? false)
      expectNil(page.fields["Location"])
    }
  }

  @Test func item68MeAndItsChallenge() throws {
    try Running.server(try Running.options()) { server, http in
      let me = server.endpoints.graph + "/v1.0/me"
      let capability = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#
      let back = try WireBrowser(http).open(
        Self.authorize(server, .mobile, [("claims", capability)]), until: TestClient.mobile.redirectURI)
      let answer = try http.post(
        server.endpoints.authority + "/common/oauth2/v2.0/token", ServerTests.form(code: back["code"] ?? ""))
      let token = try #require(try JSONValue.parse(answer.body)["access_token"]?.string)
      let bearer = [("Authorization", "Bearer \(token)")]
      let found = try http.get(me, bearer)
      expectEqual(found.status, 200)
      try expectEqual(JSONValue.parse(found.body)["userPrincipalName"], "alice@contoso.onmicrosoft.com")
      let alice = try #require(server.world.directory.user(named: "alice"))
      server.world.clock.advance(by: .seconds(1))
      try server.world.revokeSessions(of: alice.id)
      let challenge = try http.get(me, bearer)
      expectEqual(challenge.status, 401)
      let field = try #require(challenge.fields["WWW-Authenticate"])
      #expect(field.hasPrefix("Bearer "))
      #expect(field.contains("error=\"insufficient_claims\""))
      let start = try #require(field.firstRange(of: "claims=\"")).upperBound
      let claims = try #require(Base64.decode(field[start...].prefix { $0 != "\"" }))
      try expectEqual(JSONValue.parse(claims)["access_token"]?["nbf"]?["essential"], true)
    }
  }

  @Test func item69SeveralAccountsInOneBrowser() throws {
    try Running.server(try Running.options()) { server, http in
      let browser = WireBrowser(http)
      let until = TestClient.mobile.redirectURI
      _ = try browser.open(Self.authorize(server, .mobile), until: until)
      browser.user = "bob@contoso.onmicrosoft.com"
      _ = try browser.open(Self.authorize(server, .mobile, [("prompt", "login")]), until: until)
      browser.user = "gina@fabrikam.onmicrosoft.com"
      _ = try browser.open(Self.authorize(server, .mobile, [("prompt", "login")]), until: until)
      let picker = try browser.get(Self.authorize(server, .mobile, [("prompt", "select_account")]))
      let tiles = HTMLForm(in: picker.text)?.buttons.compactMap(\.account) ?? []
      expectEqual(
        Set(tiles), ["alice@contoso.onmicrosoft.com", "bob@contoso.onmicrosoft.com", "gina@fabrikam.onmicrosoft.com"])
      // The guest comes into the resource tenant with the home account's session.
      let query = AuthorizeQuery(
        .mobile, tenant: "contoso.onmicrosoft.com", [("login_hint", "gina@fabrikam.onmicrosoft.com")])
      let back = try browser.open(server.endpoints.authority + query.target, until: until)
      let answer = try http.post(
        server.endpoints.authority + "/contoso.onmicrosoft.com/oauth2/v2.0/token",
        ServerTests.form(code: try #require(back["code"])) + "&client_info=1")
      let json = try JSONValue.parse(answer.body)
      let info = try JSONValue.parse(try #require(Base64.decode(json["client_info"]?.string ?? "")))
      try expectEqual(json.claims("id_token")["tid"]?.string, "\(SeededDirectory.contoso)")
      expectEqual(info["utid"]?.string, "\(SeededDirectory.fabrikam)")
    }
  }

  @Test(arguments: [
    ("/common/v2.0/.well-known/openid-configuration", true), ("/common/discovery/v2.0/keys", true),
    ("/common/oauth2/v2.0/authorize", false), ("/common/oauth2/v2.0/token", false), ("/v1.0/me", false),
    ("/common/oauth2/v2.0/logout", false),
  ]) func item70OnlyDocumentsAndKeysAreCached(_ path: String, _ isCached: Bool) throws {
    try Running.server(try Running.options()) { server, http in
      let field = try http.get(server.endpoints.authority + path).fields["Cache-Control"]
      expectEqual(field?.contains("max-age=") ?? false, isCached)
      // Graph says it in other words.
      expectEqual(field?.contains(path.hasPrefix("/v1.0") ? "no-cache" : "no-store") ?? false, !isCached)
    }
  }
}
