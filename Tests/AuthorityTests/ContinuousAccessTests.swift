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

/// Continuous access evaluation: tokens that live long because their client heeds challenges, and the challenges themselves.
struct ContinuousAccessTests {
  static let capability = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var user = "alice"
    var scope = AuthorizeQuery.scope
    var tenant = "common"
    var claims: String? = capability
    let expiresIn: Int64
    var isMarked = false
  }

  static let rows = [
    Row(testDescription: "a client that says nothing", claims: nil, expiresIn: 3_599),
    Row(testDescription: "a client with cp1", expiresIn: 86_399, isMarked: true),
    Row(
      testDescription: "the word in capitals", claims: #"{"access_token":{"xms_cc":{"values":["CP1"]}}}"#,
      expiresIn: 86_399, isMarked: true),
    Row(
      testDescription: "an unknown capability", claims: #"{"access_token":{"xms_cc":{"values":["cp9"]}}}"#,
      expiresIn: 3_599),
    Row(testDescription: "an API of one's own", scope: TokenClaimsTests.api, expiresIn: 3_599),
    Row(testDescription: "a guest", user: "guest", tenant: "contoso.com", expiresIn: 3_599),
    Row(testDescription: "a personal account", user: "personal", tenant: "consumers", expiresIn: 3_599),
  ]

  @Test(arguments: rows) func decidesHowLongATokenLives(_ row: Row) throws {
    let test = try TestWorld()
    var changes: [(String, String?)] = [("claims", row.claims)]
    let code = try test.signIn(row.user, scope: row.scope, tenant: row.tenant, changes)
    let first = try test.redeem(code, tenant: row.tenant, changes)
    try check(first, row)
    let handle = try #require(try first.json["refresh_token"]?.string)
    // What the client once said holds for the refresh tokens too.
    changes = []
    try check(try test.refresh(handle, tenant: row.tenant, [("scope", row.scope)]), row)
  }

  private func check(_ answer: TestAnswer, _ row: Row) throws {
    let body = try answer.json
    expectEqual(body["expires_in"]?.integer, row.expiresIn, "\(answer.text)")
    expectEqual(body["ext_expires_in"]?.integer, row.expiresIn)
    // Users have none, however long the token lives (observed in 2021).
    expectNil(body["refresh_in"])
    let names = try answer.jsonNames
    if row.isMarked {
      expectEqual(Array(names.prefix(5)), ["token_type", "scope", "expires_in", "ext_expires_in", "access_token"])
    }
    let claims = try body.claims("access_token")
    // The token states it in the client's letters.
    let said = row.claims?.contains("CP1") == true ? "CP1" : "cp1"
    expectEqual(claims["xms_cc"], row.isMarked ? [.string(said)] : nil)
    expectEqual((claims["exp"]?.integer ?? 0) - (claims["iat"]?.integer ?? 0), row.expiresIn + 1 + 300)
  }

  @Test(arguments: [(7_200, 3_599), (7_201, 3_600), (86_400, 43_199)]) func namesHalfTheLifeOfALongToken(
    _ lifetime: Int64, _ half: Int64
  ) throws {
    let test = try TestWorld(scenario: { $0.settings.lifetimes.accessToken = .seconds(lifetime) })
    let answer = try test.token(Self.appForm, tenant: TestWorld.contoso)
    try expectEqual(answer.json["refresh_in"]?.integer, lifetime > 7_200 ? half : nil, "\(answer.text)")
  }

  private static var appForm: FormFields {
    FormFields([
      ("grant_type", "client_credentials"), ("client_id", TestClient.web.id), ("client_secret", "web-secret"),
      ("scope", "https://graph.microsoft.com/.default"),
    ])
  }

  // MARK: The challenge

  private static func base64(in challenge: String) throws -> String {
    let start = try #require(challenge.firstRange(of: "claims=\""))
    return String(challenge[start.upperBound...].prefix { $0 != "\"" })
  }

  /// The captured exchange: a token, a revocation, the challenge, the client's answer.
  @Test func endsATokenAndStartsAnew() throws {
    let test = try TestWorld()
    let first = try test.redeem(try test.signIn("alice", [("claims", Self.capability)]), [("claims", Self.capability)])
      .json
    let token = try #require(first["access_token"]?.string)
    let handle = try #require(first["refresh_token"]?.string)
    try expectEqual(test.graph(token: token).status, 200)

    test.advance(by: .minutes(10))
    try test.world.revokeSessions(of: try test.user("alice").id)
    test.advance(by: .seconds(30))
    let refused = try test.graph(token: token)
    expectEqual(refused.status, 401)
    let seconds = test.clock.now.seconds
    let challenge = try #require(refused.fields["WWW-Authenticate"])
    #expect(challenge.hasPrefix(#"Bearer realm="", authorization_uri=""#), "\(challenge)")
    // The description stands before the error (observed in 2024 and 2025).
    #expect(
      challenge.contains(
        #"client_id="00000003-0000-0000-c000-000000000000", error_description="Continuous access evaluation resulted in "#
          + #"challenge with result: InteractionRequired and code: TokenIssuedBeforeRevocationTimestamp", "#
          + #"error="insufficient_claims", claims=""#), "\(challenge)")
    let claims = String(decoding: try #require(Base64.decode(try Self.base64(in: challenge))), as: UTF8.self)
    expectEqual(claims, #"{"access_token":{"nbf":{"essential":true, "value":"\#(seconds)"}}}"#)

    let answer =
      #"{"access_token":{"nbf":{"essential":true,"value":"\#(seconds)"},"xms_cc":{"values":["cp1"]}}}"#
    let silent = try test.refresh(handle, [("claims", answer)])
    expectEqual(silent.status, 400)
    expectEqual(silent.error, "invalid_grant")
    expectEqual(silent.errorCode, 50173)
    try expectEqual(silent.json["suberror"], "bad_token")

    test.advance(by: .seconds(5))
    let changes: [(String, String?)] = [("claims", answer)]
    let second = try test.redeem(try test.signIn("alice", changes), changes).json
    expectEqual(second["expires_in"]?.integer, 86_399)
    try expectEqual(test.graph(token: try #require(second["access_token"]?.string)).status, 200)
    try expectEqual(test.graph(token: token).status, 401)
    let renewed = try test.refresh(try #require(second["refresh_token"]?.string), changes)
    expectEqual(renewed.status, 200, "\(renewed.text)")
  }

  @Test func sparesTokensOfClientsThatCannotAnswer() throws {
    let test = try TestWorld()
    let token = try #require(try test.tokens()["access_token"]?.string)
    test.advance(by: .minutes(10))
    try test.world.revokeSessions(of: try test.user("alice").id)
    try expectEqual(test.graph(token: token).status, 200)
  }

  // MARK: nbf

  private static func notBefore(_ seconds: Int64, _ essential: String = "true") -> String {
    #"{"access_token":{"nbf":{"essential":\#(essential),"value":"\#(seconds)"}}}"#
  }

  @Test(arguments: [
    ("the second of the sign-in", Self.notBefore(TestWorld.start.seconds), true),
    ("a second later", Self.notBefore(TestWorld.start.seconds + 1), false),
    ("not essential", Self.notBefore(TestWorld.start.seconds + 1, "false"), true),
    ("no number", #"{"access_token":{"nbf":{"essential":true,"value":"soon"}}}"#, true),
    ("beyond all times", #"{"access_token":{"nbf":{"essential":true,"value":"9999999999999"}}}"#, true),
  ]) func decidesWhichSignInsDo(_ description: String, _ claims: String, _ isAccepted: Bool) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let handle = try test.refreshToken()
    test.advance(by: .minutes(1))

    let refreshed = try test.refresh(handle, [("claims", claims)])
    expectEqual(refreshed.errorCode, isAccepted ? nil : 50173, "\(description)")
    if !isAccepted {
      let text = try refreshed.json["error_description"]?.string ?? ""
      #expect(
        text.contains(
          "TokensValidFrom date (before which tokens are not valid) for this user is '2026-01-31T10:20:31.0000000Z'"))
    }

    let silent = try browser.open(AuthorizeQuery(.mobile, [("prompt", "none"), ("claims", claims)]))
    expectEqual(silent.delivered?.errorCode, isAccepted ? nil : 50058, "\(description)")
    let shown = try browser.open(AuthorizeQuery(.mobile, [("claims", claims)]))
    expectEqual(shown.delivered?["code"] != nil, isAccepted, "\(description)")
    if !isAccepted {
      let answer = try browser.enter("alice")
      let code = try #require(answer.delivered?["code"], "\(answer.text)")
      try expectEqual(test.redeem(code, [("claims", claims)]).status, 200)
    }
  }

  @Test func aSessionPickedByHandMustBeNewEnoughToo() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    test.advance(by: .minutes(1))
    let claims = Self.notBefore(test.clock.now.seconds)
    try browser.open(AuthorizeQuery(.mobile, [("prompt", "select_account"), ("claims", claims)]))
    let page = try browser.pick("alice")
    expectEqual(page.pageID, "ConvergedSignIn")
    #expect(page.exchange.reasons.contains { $0.contains("the nbf of claims") })
    try expectNotNil(browser.enter("alice").delivered?["code"])
  }
}
