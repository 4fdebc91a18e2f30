import Bytes
import Directory
import Expectations
import JSON
import TestSupport
import Testing
import Time

/// `return_spa_code=1`: a web app signs the user in, and its page gets tokens with a code of its own.
struct PageCodeTests {
  static let page = "https://shop.test"

  /// The seeded web app with the redirect URI of a page beside its own.
  static func world(_ pages: [String] = [page + "/app"]) throws -> TestWorld {
    try TestWorld(directory: { directory in
      guard let web = directory.application(named: "web") else { return }
      directory.updateApplication(web.id) { app in
        app.redirectURIs += pages.map { RedirectURIRegistration(uri: $0, platform: .spa) }
      }
    })
  }

  static func tokens(_ test: TestWorld, _ client: TestClient = .web) throws -> JSONValue {
    try test.redeem(try test.signIn(to: client), by: client, [("return_spa_code", "1")]).json
  }

  /// As MSAL for JavaScript redeems it: without redirect URI and verifier.
  static func redeem(
    _ test: TestWorld, _ code: String, origin: String? = page, _ changes: [(String, String?)] = []
  ) throws -> TestAnswer {
    try test.token(
      FormFields([
        ("client_id", TestClient.web.id), ("grant_type", "authorization_code"), ("code", code),
        ("scope", AuthorizeQuery.scope), ("client_info", "1"),
      ]).with(changes), fields: origin.map { [("Origin", $0)] } ?? [])
  }

  @Test func pageGetsTokensOfItsOwn() throws {
    let test = try Self.world()
    let json = try Self.tokens(test)
    expectNotNil(json["access_token"])
    let code = try #require(json["spa_code"]?.string)
    let answer = try Self.redeem(test, code)
    expectEqual(answer.status, 200, "\(answer.text)")
    let tokens = try answer.json
    try expectEqual(tokens.claims("id_token")["oid"], json.claims("id_token")["oid"])
    // The page's refresh token is that of a single-page app.
    expectEqual(tokens["refresh_token_expires_in"]?.integer, 86_400)
    try expectEqual(tokens.claims("access_token")["appidacr"], "0")
    try expectEqual(Self.redeem(test, code).errorCode, 54005)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var origin: String? = page
    var changes: [(String, String?)] = []
    let code: Int
  }

  @Test(arguments: [
    Row(testDescription: "no page", origin: nil, code: 9_002_327),
    Row(testDescription: "another origin", origin: "https://evil.test", code: 9_002_326),
    Row(testDescription: "another scheme", origin: "http://shop.test", code: 9_002_326),
    Row(testDescription: "another port", origin: page + ":8443", code: 9_002_326),
    Row(testDescription: "the web app's own origin", origin: "http://localhost", code: 9_002_326),
    Row(testDescription: "an opaque origin", origin: "null", code: 9_002_326),
    Row(testDescription: "no origin but an address", origin: page + "/app", code: 9_002_326),
    Row(
      testDescription: "the web app's redirect URI", changes: [("redirect_uri", TestClient.web.redirectURI)],
      code: 500_112),
    Row(testDescription: "a secret", changes: [("client_secret", "web-secret")], code: 700_025),
    Row(testDescription: "a verifier", changes: [("code_verifier", PKCE.verifier)], code: 501_481),
    Row(testDescription: "another app", changes: [("client_id", TestClient.spa.id)], code: 700_007),
  ]) func othersAreRefused(_ row: Row) throws {
    let test = try Self.world()
    let code = try #require(try Self.tokens(test)["spa_code"]?.string)
    let answer = try Self.redeem(test, code, origin: row.origin, row.changes)
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
    // What failed has not used the code up.
    try expectEqual(Self.redeem(test, code).status, 200)
  }

  @Test(arguments: ["http://localhost:3000", "http://localhost"]) func portOfLocalhostIsFree(_ origin: String) throws {
    let test = try Self.world(["http://localhost/app"])
    let code = try #require(try Self.tokens(test)["spa_code"]?.string)
    try expectEqual(Self.redeem(test, code, origin: origin).status, 200)
  }

  @Test func itsRedirectURIMayBeSent() throws {
    let test = try Self.world()
    let code = try #require(try Self.tokens(test)["spa_code"]?.string)
    try expectEqual(Self.redeem(test, code, [("redirect_uri", Self.page + "/app")]).status, 200)
  }

  @Test func endsWithItsTenMinutes() throws {
    let test = try Self.world()
    let code = try #require(try Self.tokens(test)["spa_code"]?.string)
    test.advance(by: .minutes(11))
    try expectEqual(Self.redeem(test, code).errorCode, 70008)
  }

  /// An app without a page, a native app, and an app that does not ask.
  @Test func othersGetNone() throws {
    try expectNil(Self.tokens(try TestWorld())["spa_code"])
    try expectNil(Self.tokens(try Self.world(), .mobile)["spa_code"])
    try expectNil(Self.world().tokens(for: .web)["spa_code"])
  }
}
