import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// What is left of v1.0 beside its token endpoint: authorize, administrators' consent on the way, UserInfo.
struct LegacyAuthorizeTests {
  static let graph = "https://graph.microsoft.com"

  static func target(
    _ client: TestClient = .web, tenant: String = TestWorld.contoso, resource: String = graph,
    _ changes: [(String, String?)] = []
  ) -> String {
    let fields = AuthorizeQuery(client).fields.with([("scope", nil), ("resource", resource)] + changes)
    return "/\(tenant)/oauth2/authorize?\(fields.query)"
  }

  @Test func idTokenIsInTheOlderShape() throws {
    let browser = TestBrowser(try TestWorld())
    try browser.open(Self.target(.web, [("response_type", "id_token"), ("response_mode", "fragment")]))
    let delivered = try #require(try browser.enter("alice").delivered)
    let token = JSONValue.object(["id_token": .string(try #require(delivered["id_token"]))])
    let claims = try token.claims("id_token")
    expectEqual(claims["iss"], "https://localhost:8443/\(TestWorld.contoso)/")
    expectEqual(claims["ver"], "1.0")
    expectEqual(claims["unique_name"], "alice@contoso.onmicrosoft.com")
    expectEqual(claims["amr"], ["pwd"])
    expectNil(claims["preferred_username"])
    try expectNotNil(token.header("id_token")["x5t"])
  }

  @Test func decliningIsAccessDenied() throws {
    let browser = TestBrowser(try ConsentTests.bare())
    try browser.open(Self.target())
    try expectEqual(browser.enter("alice").pageID, "ConvergedConsent")
    let delivered = try #require(try browser.submit(pressing: "decline").delivered)
    expectEqual(delivered["error"], "access_denied")
    expectEqual(delivered.errorCode, 65004)
  }

  // MARK: prompt=admin_consent

  @Test func anAdministratorConsentsForEverybodyAndTheAppGetsItsCode() throws {
    let test = try ConsentTests.bare()
    let browser = TestBrowser(test)
    try browser.open(Self.target(.web, [("prompt", "admin_consent")]))
    let page = try browser.enter("admin")
    expectEqual(page.pageID, "ConvergedConsent")
    for value in ["User.Read", "Mail.Read", "Orders.Read"] { #expect(page.text.contains("<code>\(value)</code>")) }
    let code = try #require(try browser.submit().delivered?["code"])
    let answer = try test.post(
      "/\(TestWorld.contoso)/oauth2/token", test.codeForm(code, by: .web, [("resource", Self.graph)]))
    expectEqual(answer.status, 200, "\(answer.text)")
    let grants = test.world.directory.grants.values
    #expect(grants.allSatisfy { $0.principal == .everyone })
    #expect(Set(grants.flatMap(\.scopes)).isSuperset(of: ["User.Read", "Mail.Read", "access_as_user", "Orders.Read"]))
    // Everybody is spared the page from now on.
    try expectEqual(ConsentTests.ask(test, "bob", scope: "User.Read").1.pageID, "ConvergedConsent")
    let bob = TestBrowser(test)
    try bob.open(Self.target())
    try expectNotNil(bob.enter("bob").delivered?["code"])
  }

  @Test func othersNeedAnAdministrator() throws {
    let browser = TestBrowser(try TestWorld())
    try browser.open(Self.target(.web, [("prompt", "admin_consent")]))
    let page = try browser.enter("alice")
    expectEqual(page.pageID, "ConvergedAdminApproval")
    expectEqual(page.exchange.refusal?.code, 90094)
  }

  @Test func theAdministratorMayDecline() throws {
    let browser = TestBrowser(try TestWorld())
    try browser.open(Self.target(.web, [("prompt", "admin_consent")]))
    try browser.enter("admin")
    let delivered = try #require(try browser.submit(pressing: "decline").delivered)
    expectEqual(delivered["error"], "access_denied")
    expectNil(delivered["admin_consent"])
  }

  @Test func theNewerEndpointDoesNotKnowTheWord() throws {
    let answer = try TestBrowser(try TestWorld()).open(AuthorizeQuery(.web, [("prompt", "admin_consent")]))
    expectEqual(answer.pageCode, 901_001)
  }

  // MARK: Personal accounts, and the list

  @Test func personalAccountsAreRefused() throws {
    let browser = TestBrowser(try TestWorld())
    try browser.open(Self.target(tenant: "common"))
    try expectEqual(browser.enter("personal").delivered?.errorCode, 500201)
    try expectEqual(TestBrowser(try TestWorld()).open(Self.target(tenant: "consumers")).delivered?.errorCode, 90027)
  }

  @Test func onlyListedResourcesAreServed() throws {
    let page = try TestBrowser(try TestWorld()).open(Self.target(resource: "https://vault.azure.net"))
    expectEqual(page.delivered?.errorCode, 650057)
    #expect(page.delivered?["error_description"]?.contains("https://vault.azure.net") ?? false)
    let itself = TestBrowser(try TestWorld())
    try expectEqual(itself.open(Self.target(resource: TestClient.web.id)).pageID, "ConvergedSignIn")
  }

  // MARK: UserInfo

  static func userInfo(_ test: TestWorld, _ token: String?, tenant: String = TestWorld.contoso) throws -> TestAnswer {
    try test.send(
      "GET", "/\(tenant)/openid/userinfo", fields: token.map { [("Authorization", "Bearer \($0)")] } ?? [])
  }

  @Test(arguments: ["id_token", "access_token"]) func tellsAboutTheUser(_ member: String) throws {
    let test = try TestWorld()
    let json = try test.tokens()
    let answer = try Self.userInfo(test, json[member]?.string)
    expectEqual(answer.status, 200, "\(answer.exchange.reasons)")
    try expectEqual(
      answer.jsonNames,
      [
        "sub", "family_name", "given_name", "name", "oid", "tid", "unique_name", "upn", "ver",
      ])
    let claims = try answer.json
    expectEqual(claims["upn"], "alice@contoso.onmicrosoft.com")
    expectEqual(claims["ver"], "1.0")
    try expectEqual(claims["sub"], json.claims("id_token")["sub"])
    expectEqual(answer.exchange.user?.alias, "alice")
    expectEqual(answer.exchange.events, [.resourceServed])
  }

  @Test func hiddenSignaturesAreVerifiedToo() throws {
    let test = try TestWorld(scenario: { $0.settings.graphTokenNonce = true })
    try expectEqual(Self.userInfo(test, try test.tokens()["access_token"]?.string).status, 200)
  }

  @Test func refusesOtherTokens() throws {
    let test = try TestWorld()
    let token = try #require(try test.tokens()["id_token"]?.string)
    let none = try Self.userInfo(test, nil)
    expectEqual(none.status, 401)
    expectEqual(none.fields["WWW-Authenticate"], "Bearer")
    for (wrong, tenant) in [
      ("nonsense", TestWorld.contoso), (String(token.dropLast(8)) + "AAAAAAAA", TestWorld.contoso),
      (token, TestWorld.fabrikam),
    ] {
      let answer = try Self.userInfo(test, wrong, tenant: tenant)
      expectEqual(answer.status, 401)
      expectEqual(answer.fields["WWW-Authenticate"], #"Bearer error="invalid_token""#)
    }
    test.advance(by: .hours(2))
    try expectEqual(Self.userInfo(test, token).status, 401)
  }

  @Test func theSessionFrameIsThere() throws {
    let answer = try TestWorld().send("GET", "/common/oauth2/checksession")
    expectEqual(answer.status, 200)
    expectEqual(answer.fields["Content-Type"], "text/html; charset=utf-8")
    #expect(answer.text.hasPrefix("<!DOCTYPE html>"))
  }
}
