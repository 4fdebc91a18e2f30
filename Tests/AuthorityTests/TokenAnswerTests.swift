import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Time
import Worlds

/// What the token endpoint answers as a whole: bodies byte by byte, header fields, members and their types.
struct TokenAnswerTests {
  @Test func successIsAsRecorded() throws {
    let test = try TestWorld()
    let answer = try test.redeem(try test.signIn(), [("client_info", "1")])
    expectGolden("token-success.json", answer.body)
  }

  @Test func singlePageSuccessIsAsRecorded() throws {
    let test = try TestWorld()
    expectGolden("token-success-spa.json", try test.redeem(try test.signIn(to: .spa), by: .spa).body)
  }

  struct Refused: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let ask: @Sendable (TestWorld) throws -> TestAnswer
  }

  @Test(arguments: [
    Refused(testDescription: "missing-parameter") { try $0.token(FormFields()) },
    Refused(testDescription: "wrong-secret") { test in
      try test.redeem(try test.signIn(to: .web), by: .web, [("client_secret", "wrong")])
    },
    Refused(testDescription: "consent-required") { test in
      try test.refresh(try test.refreshToken(), [("scope", "Files.Read")])
    },
    Refused(testDescription: "grant-revoked") { test in
      let token = try test.refreshToken()
      test.advance(by: .minutes(1))
      try test.world.revokeSessions(of: try test.user("alice").id)
      return try test.refresh(token)
    },
    Refused(testDescription: "refresh-token-inactive") { test in
      let token = try test.refreshToken()
      test.advance(by: .days(91))
      return try test.refresh(token)
    },
    Refused(testDescription: "single-page-app-token-expired") { test in
      let token = try test.refreshToken(for: .spa)
      test.advance(by: .days(2))
      return try test.refresh(token, by: .spa)
    },
    Refused(testDescription: "code-redeemed") { test in
      let code = try test.signIn()
      _ = try test.redeem(code)
      return try test.redeem(code)
    },
    Refused(testDescription: "client-mismatch") { test in try test.refresh(try test.refreshToken(), by: .azureCLI) },
  ]) func refusalIsAsRecorded(_ row: Refused) throws {
    expectGolden("refusal-\(row.testDescription).json", try row.ask(try TestWorld()).body)
  }

  struct Members: CustomTestStringConvertible {
    let testDescription: String
    var client = TestClient.mobile
    var scope = AuthorizeQuery.scope
    var clientInfo: String?
    let names: [String]
  }

  @Test(arguments: [
    Members(
      testDescription: "all", clientInfo: "1",
      names: [
        "token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token", "id_token",
        "client_info",
      ]),
    Members(
      testDescription: "without client_info",
      names: ["token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token", "id_token"]),
    Members(
      testDescription: "without offline_access", scope: "openid User.Read", clientInfo: "0",
      names: ["token_type", "scope", "expires_in", "ext_expires_in", "access_token", "id_token"]),
    Members(
      testDescription: "without openid", scope: "User.Read offline_access",
      names: ["token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token"]),
    Members(
      testDescription: "permissions alone", scope: "User.Read",
      names: ["token_type", "scope", "expires_in", "ext_expires_in", "access_token"]),
    Members(
      testDescription: "a single-page app", client: .spa,
      names: [
        "token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token",
        "refresh_token_expires_in", "id_token",
      ]),
    Members(
      testDescription: "a single-page app without offline_access", client: .spa, scope: "openid User.Read",
      names: ["token_type", "scope", "expires_in", "ext_expires_in", "access_token", "id_token"]),
    Members(
      testDescription: "the family", client: .edge,
      names: [
        "token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token", "foci", "id_token",
      ]),
  ]) func holdsTheMembersAskedFor(_ row: Members) throws {
    let test = try TestWorld()
    let answer = try test.redeem(
      try test.signIn(to: row.client, scope: row.scope), by: row.client, [("client_info", row.clientInfo)])
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.jsonNames, row.names)
    let body = try answer.json
    expectEqual(body["token_type"], "Bearer")
    expectEqual(body["expires_in"], 3_599)
    expectEqual(body["ext_expires_in"], 3_599)
    for member in body.object?.members ?? [] where !member.name.hasSuffix("expires_in") {
      expectNotNil(member.value.string, "\(member.name)")
    }
    #expect(!answer.text.contains(": ") && !answer.text.contains(", ") && !answer.text.contains("\n"))
  }

  @Test func carriesTheServicesHeaderFields() throws {
    let test = try TestWorld()
    let answer = try test.redeem(try test.signIn())
    for (name, value) in [
      ("Cache-Control", "no-store, no-cache"), ("Pragma", "no-cache"), ("Expires", "-1"),
      ("Content-Type", "application/json; charset=utf-8"),
      ("X-Content-Type-Options", "nosniff"),
      ("P3P", "CP=\"DSP CUR OTPi IND OTRi ONL FIN\""), ("x-ms-srs", "1.P"),
      ("X-XSS-Protection", "0"),
      ("x-ms-ests-server", "2.1.0.0 - MOCK ProdSlices"), ("x-ms-request-id", "\(answer.exchange.traceID)"),
    ] { expectEqual(answer.fields[name], value, "\(name)") }
    for name in ["client-request-id", "Access-Control-Allow-Origin", "Referrer-Policy", "x-ms-clitelem"] {
      expectNil(answer.fields[name], "\(name)")
    }
    expectEqual(
      answer.fields.all("Set-Cookie").map { String($0.prefix { $0 != "=" }) },
      ["fpc", "x-ms-gateway-slice", "stsservicecookie"])
  }

  struct Correlation: CustomTestStringConvertible {
    let testDescription: String
    var fields: [(String, String)] = []
    var form: [(String, String?)] = []
  }

  static let id = "6a8f6c0d-5a4c-4b8e-8f57-0d6f8a2b9e11"

  @Test(arguments: [
    Correlation(testDescription: "header", fields: [("client-request-id", id)]),
    Correlation(testDescription: "header in capitals", fields: [("CLIENT-REQUEST-ID", id)]),
    Correlation(testDescription: "form", form: [("client-request-id", id)]),
    Correlation(
      testDescription: "header before form", fields: [("client-request-id", id)],
      form: [("client-request-id", "00000000-0000-0000-0000-000000000001")]),
    Correlation(
      testDescription: "echoed, whether asked or not",
      fields: [("client-request-id", id), ("return-client-request-id", "false")]),
  ]) func correlates(_ row: Correlation) throws {
    let answer = try TestWorld().token(FormFields().with(row.form), fields: row.fields)
    try expectEqual(answer.json["correlation_id"]?.string, Self.id)
    expectEqual(answer.fields["client-request-id"], Self.id)
  }

  @Test func clientInfoNamesTheHomeAccount() throws {
    let test = try TestWorld()
    for (user, home, tenant) in [
      ("alice", "alice", TestWorld.contoso), ("guest", "gina", TestWorld.fabrikam),
    ] {
      let info = try #require(
        try test.tokens(user, tenant: "contoso.com", [("client_info", "1")])["client_info"]?.string)
      #expect(!info.contains("="))
      let text = String(decoding: try #require(Base64.decode(info)), as: UTF8.self)
      expectEqual(text, "{\"uid\":\"\(try test.user(home).id)\",\"utid\":\"\(tenant)\"}")
    }
  }

  @Test(arguments: [10, 60, 1_440]) func lastsAsLongAsTheScenarioSays(_ minutes: Int) throws {
    let test = try TestWorld(scenario: { $0.settings.lifetimes.accessToken = .minutes(minutes) })
    let body = try test.tokens()
    expectEqual(body["expires_in"]?.integer, Int64(minutes * 60 - 1))
    try expectEqual(body.claims("access_token")["exp"]?.integer, TestWorld.start.seconds + Int64(minutes * 60))
  }

  @Test func theSameRunGivesTheSameBytes() throws {
    try expectEqual(TestWorld.twin().text, TestWorld.twin().text)
  }
}

extension TestWorld {
  /// The answer to the first sign-in of a new world.
  fileprivate static func twin() throws -> TestAnswer {
    let test = try TestWorld()
    return try test.redeem(try test.signIn(), [("client_info", "1")])
  }
}
