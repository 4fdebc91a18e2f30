import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// What people reported in 2025 and 2026, by the address of the thread: the journal's `why` says what the thread found in the end.
struct ThreadCauseTests {
  private static let tenant = TestWorld.contoso

  private func authorize(_ test: TestWorld, _ client: TestClient = .web, _ changes: [(String, String?)]) throws
    -> Exchange
  {
    try test.send("GET", AuthorizeQuery(client, tenant: Self.tenant, changes).target).exchange
  }

  private func expect(_ exchange: Exchange, _ words: String..., code: Int? = nil) {
    let why = exchange.why ?? ""
    for word in words { #expect(why.contains(word), "\(why)") }
    if let code { expectEqual(exchange.refusal?.code, code) }
  }

  // MARK: Refusals

  @Test("hass-oidc-auth 91: only the scheme differs") func aProxy() throws {
    let test = try TestWorld(file: "world: { apps: { web: { redirectUris: ['https://home.example/auth/callback'] } } }")
    expect(
      try authorize(test, .web, [("redirect_uri", "http://home.example/auth/callback")]),
      "'http' came for 'https'", "X-Forwarded-Proto", code: 50011)
  }

  @Test("CIPP 159: the part before the scope is not an App ID URI") func unknownAPI() throws {
    let test = try TestWorld(
      file: "world: { apps: { site: { type: api, identifierUris: ['api://site'], scopes: [user_impersonation] } } }")
    expect(
      try authorize(test, .web, [("scope", "https://site.azurewebsites.net/user_impersonation")]),
      "no API has the App ID URI 'https://site.azurewebsites.net'", "api://", code: 500_011)
  }

  @Test("claude-code 89438: a scope without its API") func bareScope() throws {
    let test = try TestWorld(file: "extends: mcp-server\nsignIn: auto\n")
    let exchange = try test.send(
      "GET", AuthorizeQuery(.mcpClient, scope: "mcp.read", tenant: Self.tenant).target
    ).exchange
    expect(exchange, "'mcp-server' has", "/mcp.read'", code: 650_053)
  }

  @Test("typescript-sdk 2718: the renewal of an app for itself") func itself() throws {
    let test = try TestWorld(file: "extends: mcp-one-registration\n")
    let handle = try test.refreshToken(
      for: .mcpServer, scope: "api://\(TestClient.mcpServer.id)/mcp.read offline_access", tenant: Self.tenant)
    expect(
      try test.refresh(handle, by: .mcpServer, tenant: Self.tenant).exchange, "no scope was sent",
      "send the scope of the first request", code: 90009)
  }

  @Test("PowerShell 23: the app is another tenant's") func anotherTenant() throws {
    let test = try TestWorld(
      file:
        "world: { apps: { theirs: { type: native, tenant: fabrikam, clientId: 99999999-1111-4000-8000-000000000001 } } }"
    )
    let client = TestClient(
      alias: "theirs", id: "99999999-1111-4000-8000-000000000001", redirectURI: "http://localhost", platform: .native)
    expect(try authorize(test, client, []), "registered in the tenant 'fabrikam'", code: 700_016)
  }

  @Test("nuxt-auth-utils 319: the wrong platform") func platform() throws {
    let test = try TestWorld()
    let exchange = try test.send(
      "GET",
      AuthorizeQuery(.spa, tenant: Self.tenant, [("code_challenge", nil), ("code_challenge_method", nil)]).target
    ).exchange
    expect(exchange, "single-page platform", "belongs on the platform web", code: 9_002_325)
  }

  @Test("ms-365-mcp-server 648, sim 4554: the first refresh token for ever") func anOldToken() throws {
    let test = try TestWorld()
    let first = try test.refreshToken(scope: AuthorizeQuery.scope)
    for _ in 0..<2 {
      test.advance(by: .days(30))
      expectEqual(try test.refresh(first, [("scope", AuthorizeQuery.scope)]).status, 200)
    }
    test.advance(by: .days(31))
    expect(
      try test.refresh(first, [("scope", AuthorizeQuery.scope)]).exchange, "2 newer ones were handed out", code: 700_082
    )
  }

  @Test("bitplatform 13252: the same renewal again and again") func aLoop() throws {
    let test = try TestWorld(file: "loops: stopped\n")
    let handle = try test.refreshToken(scope: AuthorizeQuery.scope)
    for number in 1...RequestLoops.limit {
      let answer = try test.refresh(handle, [("scope", AuthorizeQuery.scope)])
      expectEqual(answer.status, number < RequestLoops.limit ? 200 : 400)
      if number == RequestLoops.limit { expect(answer.exchange, "15 times", code: 50196) }
    }
    test.advance(by: .minutes(6))
    expectEqual(try test.refresh(handle, [("scope", AuthorizeQuery.scope)]).status, 200)
  }

  @Test("msal-java 984, azure-sdk-for-python 44488: an assertion that is kept") func keptAssertion() throws {
    let test = try TestWorld()
    let kept = try ClientAssertionTests.Statement().signed()
    func ask(_ assertion: String) throws -> TestAnswer {
      try test.token(ClientAssertionTests.form(assertion), tenant: Self.tenant)
    }
    expectEqual(try ask(kept).status, 200)
    test.advance(by: .minutes(1))
    expectEqual(
      try test.world.age(.clientAssertions, GrantSelection(), by: test.world.ageOfDeath(.clientAssertions)), 1)
    let refused = try ask(kept)
    expect(refused.exchange, "the same assertion came at 2026-01-31T", code: 700_024)
    #expect(refused.text.contains("assertion valid from 1970-01-01T00:00:00.0000000Z"))
    let fresh = try ClientAssertionTests.Statement { $0.payload["jti"] = "2" }.signed()
    expectEqual(try ask(fresh).status, 200)
  }

  // MARK: Policies

  @Test("azure-cli 32809: the browser goes well, and the device is refused") func deviceCodes() throws {
    let test = try TestWorld(
      file:
        "world: { policies: [{ name: no device codes, authenticationFlows: deviceCode, require: block }] }\nsignIn: auto\n"
    )
    let hint = [("login_hint", Optional(try test.signInName(of: "alice")))]
    #expect(try test.send("GET", AuthorizeQuery(.mobile, hint).target).delivered?["code"] != nil)
    let start = try DeviceCodeTests.Start(test)
    _ = try DeviceCodeTests.poll(test, start)
    let answer = try DeviceCodeTests.poll(test, start)
    expectEqual(answer.exchange.refusal?.code, 53003)
    #expect(answer.exchange.reasons.contains { $0.contains("no device codes") })
  }

  // MARK: Answers of 200

  @Test("fastmcp 3835, mcp-gateway-registry 990: version 1.0") func versionOne() throws {
    let test = try TestWorld(file: "world: { apps: { api: { requestedAccessTokenVersion: null } } }")
    let code = try test.signIn(scope: "openid offline_access api://contoso/access_as_user")
    expect(try test.redeem(code).exchange, "version 1.0", "requestedAccessTokenVersion of 'api' is null")
  }

  @Test("vault 31179, open-webui 17510: groups left out") func groups() throws {
    let test = try TestWorld(file: "extends: group-overage\n")
    let code = try test.signIn()
    expect(try test.redeem(code).exchange, "groups left out: 20", "more than 200", "_claim_names")
  }

  @Test("LibreChat 11753: the access token is Graph's") func graphAlone() throws {
    let test = try TestWorld()
    let code = try test.signIn(scope: "openid profile offline_access")
    expect(try test.redeem(code).exchange, "only Graph can verify it")
  }

  @Test("next-auth 12588: no mailbox; and no refresh token") func noMail() throws {
    let test = try TestWorld(file: "world: { users: { alice: { mail: null } } }")
    let code = try test.signIn(scope: "openid email User.Read")
    expect(try test.redeem(code).exchange, "'alice' has no mail", "offline_access was not asked for")
  }

  @Test("identity-web 3450, streamlit 11391: the issuer is a template") func template() throws {
    let test = try TestWorld()
    expect(try test.send("GET", "/organizations/v2.0/.well-known/openid-configuration").exchange, "{tenantid}")
    expect(try test.send("GET", "/contoso.com/.well-known/openid-configuration").exchange, "v1.0 endpoints")
    #expect(try test.send("GET", "/\(Self.tenant)/v2.0/.well-known/openid-configuration").exchange.why == nil)
  }
}
