import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

/// What an app or a person is told of a wrong authorize request of Azure AD B2C.
@Suite("Refusals of an authorize request of B2C") struct B2CRefusalTests {
  typealias Change = (String, String?)

  private static let store = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b11"
  private static let backOffice = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b12"
  private static let stock = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b15"
  private static let closed = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b16"
  private static let orders = "https://shop.onmicrosoft.com/orders/"

  private static func ask(_ changes: [Change]) throws -> TestAnswer {
    let query = FormFields([
      ("client_id", store), ("response_type", "code"), ("redirect_uri", "http://localhost:5001"),
      ("scope", "openid offline_access"), ("state", "a b"), ("nonce", "n1"), ("code_challenge", PKCE.challenge),
      ("code_challenge_method", "S256"),
    ]).with(changes)
    let test = try CustomerFile.world("shop")
    return try test.send("GET", "/shop.onmicrosoft.com/B2C_1_susi/oauth2/v2.0/authorize?\(query.encoded)")
  }

  static let told: [(changes: [Change], code: Int, error: String)] = [
    ([("scope", nil)], 90010, "invalid_request"), ([("scope", "offline_access")], 90115, "invalid_request"),
    ([("scope", "openid User.Read")], 90055, "invalid_request"),
    ([("scope", "openid https://graph.microsoft.com/User.Read")], 90117, "invalid_request"),
    ([("scope", "openid \(orders)None")], 90117, "invalid_request"),
    ([("scope", "openid \(orders)Orders.Write")], 90205, "invalid_request"),
    ([("scope", "openid \(store) \(orders)Orders.Read")], 90146, "invalid_request"),
    ([("response_type", "foo")], 90013, "unsupported_response_type"),
    ([("response_type", "id_token")], 90057, "unauthorized_client"),
    (
      [
        ("client_id", backOffice), ("redirect_uri", "https://backoffice.example/callback"),
        ("response_type", "id_token"), ("scope", backOffice),
      ], 90110, "invalid_request"
    ),
    ([("response_mode", "foo")], 90014, "invalid_request"), ([("prompt", "foo")], 90043, "invalid_request"),
    ([("prompt", "none")], 90077, "interaction_required"),
    ([("code_challenge", nil), ("code_challenge_method", nil)], 99059, "invalid_request"),
    ([("code_challenge_method", "foo")], 90184, "invalid_request"), ([("max_age", "-1")], 90120, "invalid_request"),
  ]

  @Test("go to the app", arguments: told) func theAppIsTold(_ changes: [Change], _ code: Int, _ error: String) throws {
    let delivered = try #require(try Self.ask(changes).delivered)
    expectEqual(delivered["error"], error)
    #expect((delivered["error_description"] ?? "").hasPrefix("AADB2C\(code): "))
    expectEqual(delivered["state"], "a b")
  }

  /// At the one address that every client may have.
  @Test func anUnknownRedirectURIIsToldAtTheServicesOwnPage() throws {
    let delivered = try #require(try Self.ask([("redirect_uri", "http://elsewhere.example/")]).delivered)
    #expect(delivered.address.hasSuffix("/oauth2/nativeclient"))
    expectEqual(delivered["error"], "redirect_uri_mismatch")
    #expect((delivered["error_description"] ?? "").hasPrefix("AADB2C90006: "))
    expectEqual(delivered["state"], "a b")
  }

  static let shown: [(changes: [Change], code: Int)] = [
    ([("client_id", nil)], 90008), ([("client_id", "00000000-0000-4000-8000-000000000000")], 90018),
    ([("client_id", stock)], 90007),
    ([("client_id", closed)], 90092),
  ]

  @Test("stand on a page", arguments: shown) func thePersonIsTold(_ changes: [Change], _ code: Int) throws {
    let answer = try Self.ask(changes)
    expectEqual(answer.pageCode, code)
    #expect(answer.text.contains("AADB2C\(code)"))
  }
}

/// The scenarios of the clients' tests of customers.
enum CustomerFile {
  /// `more` is added to the scenario.
  static func world(_ name: String, adding more: String = "") throws -> TestWorld {
    let text = String(decoding: TestFiles.read("clients/scenarios/\(name).yaml") ?? [], as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("scenario:") }
    return try TestWorld(file: lines.joined(separator: "\n") + "\n" + more + "\n")
  }
}
