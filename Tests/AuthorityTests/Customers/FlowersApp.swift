import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

/// An app of `clients/scenarios/flowers.yaml`, a tenant of External ID, that calls the native authentication API. It keeps the newest
/// continuation token.
final class FlowersApp {
  typealias Change = (String, String?)

  static let garden = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b21"
  static let letter = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b22"
  static let closed = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b23"
  static let member = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b31"
  static let code = "12345678"
  static let new = "Fl0wers4me"

  let test: TestWorld
  let client: String
  var token: String?

  init(_ client: String = garden, in test: TestWorld? = nil) throws {
    self.test = try test ?? CustomerFile.world("flowers")
    self.client = client
  }

  /// The endpoints that begin something take a name; all others take the newest token.
  @discardableResult
  func call(_ path: String, _ fields: [Change] = [], headers: [(String, String)] = []) throws -> TestAnswer {
    let form = FormFields([("client_id", client)]).with([("continuation_token", token)] + fields)
    let answer = try test.post("/flowers.onmicrosoft.com/\(path)", form, fields: headers)
    token = (try? answer.json["continuation_token"]?.string) ?? token
    return answer
  }

  @discardableResult
  func begin(
    _ path: String, _ name: String = "kim@example.com", types: String = "oob password redirect", _ more: [Change] = []
  ) throws -> TestAnswer {
    token = nil
    return try call(
      path,
      [("username", name), ("challenge_type", types), ("capabilities", "mfa_required registration_required")] + more)
  }

  /// Enters a password, after initiate and challenge.
  func enter(
    _ password: String = SeededDirectory.password, of name: String = "kim@example.com",
    scope: String? = "openid profile offline_access"
  ) throws -> TestAnswer {
    try begin("oauth2/v2.0/initiate", name)
    try call("oauth2/v2.0/challenge")
    return try call("oauth2/v2.0/token", [("grant_type", "password"), ("password", password), ("scope", scope)])
  }

  /// Begins a sign-up, and proves the address.
  func proveAddress(_ more: [Change] = []) throws -> TestAnswer {
    try begin("signup/v1.0/start", "new@example.com", more)
    try call("signup/v1.0/challenge")
    return try call("signup/v1.0/continue", [("grant_type", "oob"), ("oob", Self.code)])
  }

  /// Resets Kim's password as far as the right code.
  func resetToSubmit() throws {
    try begin("resetpassword/v1.0/start")
    try call("resetpassword/v1.0/challenge")
    let answer = try call("resetpassword/v1.0/continue", [("grant_type", "oob"), ("oob", Self.code)])
    expectEqual(answer.status, 200, "\(answer.text)")
  }

  static func expect(
    _ answer: TestAnswer, _ code: Int, _ error: String, _ suberror: String? = nil
  ) throws {
    // Android reads no other status.
    expectEqual(answer.status, 400, "\(answer.text)")
    expectEqual(answer.errorCode, code)
    expectEqual(answer.error, error)
    try expectEqual(answer.json["suberror"]?.string, suberror)
    expectEqual(answer.fields["client-request-id"], "\(answer.exchange.correlationID)")
  }
}
