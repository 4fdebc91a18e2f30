import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing

/// A browser of a customer of `clients/scenarios/shop.yaml`, a tenant of Azure AD B2C with a user flow of each type.
final class ShopScene {
  typealias Change = (String, String?)

  static let store = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b11"
  static let backOffice = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b12"
  static let page = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b13"
  static let stock = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b15"
  static let susi = "B2C_1_susi"
  static let redirect = "http://localhost:5001"

  let test: TestWorld
  var browser: TestBrowser

  init() throws {
    test = try CustomerFile.world("shop")
    browser = TestBrowser(test)
  }

  static func url(_ flow: String, _ rest: String) -> String { "/shop.onmicrosoft.com/\(flow)/\(rest)" }

  @discardableResult
  func authorize(_ flow: String = susi, _ changes: [Change] = []) throws -> TestAnswer {
    let query = FormFields([
      ("client_id", Self.store), ("response_type", "code"), ("redirect_uri", Self.redirect),
      ("scope", "openid offline_access"), ("state", "a b"), ("nonce", "n1"), ("code_challenge", PKCE.challenge),
      ("code_challenge_method", "S256"),
    ]).with(changes)
    return try browser.open(Self.url(flow, "oauth2/v2.0/authorize?\(query.encoded)"))
  }

  /// Signs Kim in, and gives the code.
  func code(_ flow: String = susi, _ changes: [Change] = []) throws -> String {
    try authorize(flow, changes)
    let answer = try browser.submit([("email", "kim@example.com"), ("password", SeededDirectory.password)])
    return try #require(answer.delivered?["code"], "\(answer.text)")
  }

  func token(_ flow: String = susi, _ form: [Change]) throws -> TestAnswer {
    try test.post(Self.url(flow, "oauth2/v2.0/token"), FormFields().with(form))
  }

  func redeem(_ code: String, _ flow: String = susi, _ changes: [Change] = []) throws -> TestAnswer {
    try token(
      flow,
      [
        ("grant_type", "authorization_code"), ("client_id", Self.store), ("code", code),
        ("redirect_uri", Self.redirect), ("code_verifier", PKCE.verifier),
      ] + changes)
  }

  /// Signs Kim in, and redeems the code.
  func tokens(_ flow: String = susi, _ changes: [Change] = []) throws -> JSONValue {
    let answer = try redeem(try code(flow, changes), flow)
    expectEqual(answer.status, 200, "\(answer.text)")
    return try answer.json
  }

  func refresh(_ token: String, _ flow: String = susi) throws -> TestAnswer {
    try self.token(
      flow, [("grant_type", "refresh_token"), ("client_id", Self.store), ("refresh_token", token)])
  }

  /// A refusal of the token endpoint or of UserInfo.
  static func expect(_ answer: TestAnswer, _ code: Int, _ error: String, status: Int = 400) throws {
    expectEqual(answer.status, status)
    expectEqual(answer.error, error)
    #expect(try answer.json["error_description"]?.string?.hasPrefix("AADB2C\(code): ") == true, "\(answer.text)")
  }

  /// A refusal that the app gets by redirect.
  static func expectTold(_ answer: TestAnswer, _ code: Int, _ error: String) throws {
    let delivered = try #require(answer.delivered, "\(answer.text)")
    expectEqual(delivered["error"], error)
    #expect(delivered["error_description"]?.hasPrefix("AADB2C\(code): ") == true)
    expectEqual(delivered["state"], "a b")
  }
}
