import Bytes
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

/// Rules that look for the binding of a request and for where a sign-in began.
struct SAMLPatternTests {
  private static let board =
    "board: { type: web, identifierUris: [https://board.test/saml], web: { redirectUris: [https://board.test/acs], "
    + "logoutUrl: https://board.test/slo }, saml: {} }"

  /// A world in which the Response of a sign-in that fits `pattern` has no attributes.
  private static func fixture(_ pattern: String, signIn: String = "auto") throws -> SAMLFixture {
    try SAMLFixture(
      "rules: [{ when: { \(pattern) }, then: { damage: samlResponse, with: noAttributes } }]", apps: board,
      signIn: signIn)
  }

  /// A way to the app, by the words that fit it.
  enum Way: String, CaseIterable {
    case redirect = "binding: redirect, initiated: sp"
    case post = "binding: post, initiated: sp"
    case launch = "initiated: idp"

    func go(in fixture: SAMLFixture) throws -> TestAnswer {
      let name = try fixture.test.signInName(of: "alice")
      switch self {
      case .redirect: return try fixture.send()
      case .post:
        let message = Base64.encode(Array(SAMLText.request(SAMLFixture.wiki).utf8))
        return try fixture.browser.post(
          "/\(TestWorld.contoso)/saml2?" + FormFields([("login_hint", name)]).encoded,
          FormFields([("SAMLRequest", message)]))
      case .launch:
        let hint = FormFields([("tenantId", TestWorld.contoso), ("login_hint", name)]).encoded
        return try fixture.browser.open("/signin/5a310000-0000-4000-8000-000000000001?" + hint)
      }
    }
  }

  @Test(
    arguments: [
      "binding: redirect, initiated: sp", "binding: post, initiated: sp", "initiated: idp", "initiated: sp",
      "binding: redirect", "binding: post", "not: { binding: redirect }", "not: { initiated: sp }",
      "client: \(SAMLFixture.wiki)",
      "client: https://board.test/saml",
    ], Way.allCases) func aRuleFitsItsOwnWay(_ pattern: String, _ way: Way) throws
  {
    let fits: Bool =
      switch pattern {
      case "initiated: sp": way != .launch
      case "binding: redirect": way == .redirect
      case "binding: post": way == .post
      case "not: { binding: redirect }": way != .redirect
      case "not: { initiated: sp }": way == .launch
      case "client: \(SAMLFixture.wiki)": true
      default: way.rawValue == pattern
      }
    let answer = try way.go(in: Self.fixture(pattern))
    let text = try SAMLFixture.response(answer)
    expectEqual(text.contains("<AttributeStatement>"), !fits)
    expectEqual(answer.exchange.binding, way == .launch ? nil : way == .post ? .post : .redirect)
    expectEqual(answer.exchange.initiator, way == .launch ? .identityProvider : .serviceProvider)
  }

  /// What the request said stays known while the pages are open.
  @Test(arguments: Way.allCases) func theFormsOfThePagesKnowIt(_ way: Way) throws {
    let fixture = try SAMLFixture(signIn: "pages")
    try expectNil(way.go(in: fixture).delivered)
    let answer = try fixture.browser.enter("alice")
    #expect(answer.exchange.events.contains(.samlIssued))
    expectEqual(answer.exchange.binding, way == .launch ? nil : way == .post ? .post : .redirect)
    expectEqual(answer.exchange.initiator, way == .launch ? .identityProvider : .serviceProvider)
    for event in [Exchange.Event.samlIssued, .signIn] {
      var pattern = Pattern()
      pattern.event = event
      pattern.initiated = way == .launch ? .identityProvider : .serviceProvider
      pattern.binding = answer.exchange.binding
      #expect(pattern.matches(answer.exchange, event: event))
      pattern.initiated = way == .launch ? .serviceProvider : .identityProvider
      #expect(!pattern.matches(answer.exchange, event: event))
    }
  }

  @Test func aMessageThatCannotBeReadHasItsBinding() throws {
    let fixture = try SAMLFixture()
    let answer = try fixture.browser.post("/\(TestWorld.contoso)/saml2", FormFields([("SAMLRequest", "x")]))
    #expect(answer.exchange.events.contains(.samlRefused))
    expectEqual(answer.exchange.binding, .post)
    // A parameter of that name says nothing.
    let other = try fixture.send(as: "alice", [("mockidp.binding", "post")])
    expectEqual(other.exchange.binding, .redirect)
  }

  @Test func signOutTellsWhereItBegan() throws {
    let fixture = try SAMLFixture(apps: Self.board)
    _ = try fixture.send(SAMLText.request("https://board.test/saml"))
    _ = try fixture.send()
    let byApp = try fixture.browser.open(SAMLText.target(SAMLText.logout(SAMLFixture.wiki)))
    #expect(byApp.exchange.events.contains(.samlLogoutSent))
    #expect(byApp.exchange.initiator == .serviceProvider && byApp.exchange.binding == .redirect)
    _ = try fixture.send()
    let answer = try fixture.browser.open("/common/oauth2/v2.0/logout?logout_hint=nobody")
    let done = answer.form == nil ? answer : try fixture.browser.pick("alice")
    #expect(done.exchange.events.contains(.samlLogoutSent))
    #expect(done.exchange.initiator == .identityProvider && done.exchange.binding == nil)
  }
}
