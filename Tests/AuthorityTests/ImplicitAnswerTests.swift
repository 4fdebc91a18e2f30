import Bytes
import Directory
import Expectations
import JOSE
import JSON
import TestSupport
import Testing
import Worlds

/// Tokens straight from authorize, for every kind of app that a file gives the two switches.
struct ImplicitAnswerTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let kind: String
    let types: String
    let mode: TestAnswer.Delivered.Mode
    var testDescription: String { "\(kind): \(types) by \(mode.rawValue)" }
  }

  static let rows = ["web", "spa", "native"].flatMap { kind in
    ["id_token", "token", "id_token token", "code id_token", "code token", "code id_token token"].flatMap { types in
      [TestAnswer.Delivered.Mode.fragment, .formPost].map { Row(kind: kind, types: types, mode: $0) }
    }
  }

  static let address = "https://shop.test/cb"

  static func ask(_ test: TestWorld, _ row: Row) throws -> TestAnswer {
    let client = TestClient(
      alias: "shop", id: OwnApplicationTests.shop.id, redirectURI: address, platform: .web)
    let browser = TestBrowser(test)
    try browser.open(
      AuthorizeQuery(
        client, scope: "openid User.Read", tenant: TestWorld.contoso,
        [("response_type", row.types), ("response_mode", row.mode.rawValue)]))
    return browser.shown?.pageID == "ConvergedSignIn" ? try browser.enter("alice") : try #require(browser.shown)
  }

  static func file(_ row: Row, _ switches: String) -> String {
    """
    world:
      apps:
        shop: { type: \(row.kind), clientId: \(OwnApplicationTests.shop.id), consent: granted, redirectUris: ["\(address)"], \
    \(switches) }
    """
  }

  @Test(arguments: rows) func switchesOpenEveryAnswer(_ row: Row) throws {
    let test = try TestWorld(file: Self.file(row, "enableIdTokenIssuance: true, enableAccessTokenIssuance: true"))
    let answer = try Self.ask(test, row)
    let delivered = try #require(answer.delivered, "\(answer.exchange.reasons)")
    expectEqual(delivered.mode, row.mode)
    let words = Set(row.types.split(separator: " "))
    expectEqual(delivered["code"] != nil, words.contains("code"))
    expectEqual(delivered["id_token"] != nil, words.contains("id_token"))
    expectEqual(delivered["access_token"] != nil, words.contains("token"))
    if let idToken = delivered["id_token"] {
      let claims = try #require(try JWS.parse(idToken).payload.object)
      expectEqual(claims["at_hash"]?.string, delivered["access_token"].map { JWS.leftHalfHash(of: $0) })
      expectEqual(claims["c_hash"]?.string, delivered["code"].map { JWS.leftHalfHash(of: $0) })
    }
  }

  /// Each switch by itself: the answer that the other one would open is refused.
  @Test(arguments: rows) func oneSwitchIsNotBoth(_ row: Row) throws {
    for (word, opens, code) in [
      ("enableIdTokenIssuance", "id_token", 700_051), ("enableAccessTokenIssuance", "token", 700_054),
    ] {
      let test = try TestWorld(file: Self.file(row, "\(word): true"))
      let refused = row.types.split(separator: " ").contains { $0 != "code" && $0 != opens }
      try expectEqual(Self.ask(test, row).delivered?.errorCode, refused ? code : nil)
    }
  }
}
