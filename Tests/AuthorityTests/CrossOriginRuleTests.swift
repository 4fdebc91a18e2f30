import Bytes
import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// An answer that a rule gives has the fields by which a browser lets a page read the endpoint's own answer.
struct CrossOriginRuleTests {
  private static let origin = "https://app.test"

  @Test(
    arguments: [
      ("POST", "/common/oauth2/v2.0/token"), ("POST", "/common/oauth2/token"),
      ("POST", "/common/oauth2/v2.0/devicecode"),
      ("GET", "/common/v2.0/.well-known/openid-configuration"), ("GET", "/common/discovery/v2.0/keys"),
      ("GET", "/common/discovery/instance"),
      ("GET", "/common/oauth2/v2.0/logout"),
    ], ["respond: { status: 429, retryAfter: 2s }", "refuse: AADSTS90033", "changeAnswer: { status: 503 }"])
  func aPageMayReadWhatARuleAnswers(_ request: (String, String), _ action: String) throws {
    let test = try TestWorld()
    let own = try test.send(request.0, request.1, fields: [("Origin", Self.origin)])
    // A sign-out's refusal is a page of the service, which no script reads.
    if request.1.hasSuffix("logout"), action.hasPrefix("refuse") { return }
    let ruled = try TestWorld(file: "rules: [{ when: {}, then: { \(action) } }]")
    let answer = try ruled.send(request.0, request.1, fields: [("Origin", Self.origin)])
    expectEqual(answer.exchange.rules, ["#1"])
    expectEqual(own.fields["Access-Control-Allow-Origin"], "*")
    for name in ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers"] {
      expectEqual(answer.fields[name], own.fields[name], "\(name)")
    }
  }

  @Test func aPageOfASignInStaysUnreadable() throws {
    let test = try TestWorld(file: "rules: [{ when: { endpoint: authorize }, then: { respond: { status: 503 } } }]")
    let answer = try test.send("GET", AuthorizeQuery(.mobile).target, fields: [("Origin", Self.origin)])
    expectEqual(answer.status, 503)
    expectNil(answer.fields["Access-Control-Allow-Origin"])
  }

  @Test func theRulesOwnFieldsWin() throws {
    let test = try TestWorld(
      file: """
        rules:
          - when: { endpoint: token }
            then: { respond: { status: 429, headers: { Access-Control-Allow-Origin: https://other.test } } }
        """)
    let answer = try test.post("/common/oauth2/v2.0/token", FormFields(), fields: [("Origin", Self.origin)])
    expectEqual(answer.fields.all("Access-Control-Allow-Origin"), ["https://other.test"])
  }

  // MARK: Paths that nothing serves

  @Test func aPathThatIsNotServedCanBeGivenAnAnswer() throws {
    let test = try TestWorld(
      file: """
        rules:
          - when: { path: "/orders/**", method: GET }
            then: { respond: { status: 200, json: { orders: [] } } }
        """)
    let answer = try test.send("GET", "/orders/1/items", fields: [("Origin", Self.origin)])
    expectEqual(answer.status, 200)
    expectEqual(answer.text, #"{"orders":[]}"#)
    expectEqual(answer.fields["Access-Control-Allow-Origin"], Self.origin)
    try expectEqual(test.send("GET", "/orders").status, 200)
    try expectEqual(test.send("POST", "/orders/1").status, 404)
    try expectEqual(test.send("GET", "/other/1").status, 404)
    let preflight = try test.send(
      "OPTIONS", "/orders/1", fields: [("Origin", Self.origin), ("Access-Control-Request-Method", "GET")])
    expectEqual(preflight.status, 200)
    expectEqual(preflight.fields["Access-Control-Allow-Methods"], "GET")
    #expect(preflight.exchange.rules.isEmpty)
  }

  /// A rule about everything does not count what browsers ask for by themselves, such as icons.
  @Test func onlyARuleWithAPathCountsUnservedPaths() throws {
    let test = try TestWorld(
      file: """
        rules:
          - { name: all, when: { occurrence: 1 }, then: { respond: { status: 503 } } }
          - { name: icon, when: { path: /favicon.ico }, then: { respond: { status: 204 } } }
        """)
    try expectEqual(test.send("GET", "/favicon.ico").status, 204)
    try expectEqual(test.send("GET", "/common/discovery/v2.0/keys").status, 503)
  }

  @Test func anOwnPathCanChallenge() throws {
    let test = try TestWorld(file: "rules: [{ when: { path: /api/me }, then: { challenge: c1 } }]")
    let answer = try test.send("GET", "/api/me")
    expectEqual(answer.status, 401)
    let field = try #require(answer.fields["WWW-Authenticate"])
    let claims = Base64.encode(Array(#"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#.utf8))
    expectEqual(field, #"Bearer realm="", error="insufficient_claims", claims="\#(claims)""#)
  }
}
