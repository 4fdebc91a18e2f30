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

/// The gates of the native authentication API, each call at each gate.
@Suite("Refusals at the gates of native authentication") struct NativeRefusalTests {
  typealias Change = (String, String?)

  private static let garden = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b21"
  private static let letter = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b22"
  private static let backOffice = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b26"
  private static let browserOnly = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b28"
  private static let lost = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b29"
  static let starts = ["oauth2/v2.0/initiate", "signup/v1.0/start", "resetpassword/v1.0/start"]
  static let steps = [
    "oauth2/v2.0/challenge", "oauth2/v2.0/introspect", "signup/v1.0/challenge", "signup/v1.0/continue",
    "resetpassword/v1.0/challenge", "resetpassword/v1.0/continue", "resetpassword/v1.0/submit",
    "resetpassword/v1.0/poll_completion", "register/v1.0/introspect", "register/v1.0/challenge",
    "register/v1.0/continue", "oauth2/v2.0/token",
  ]

  private static let base = FormFields([
    ("client_id", garden), ("username", "kim@example.com"), ("challenge_type", "oob password redirect"),
  ])

  private static func post(
    _ test: TestWorld, _ path: String, _ form: FormFields, tenant: String = "flowers"
  ) throws -> TestAnswer { try test.post("/\(tenant).onmicrosoft.com/\(path)", form) }

  private static func expect(
    _ answer: TestAnswer, _ code: Int, _ error: String, _ suberror: String? = nil, _ text: String = ""
  ) throws {
    expectEqual(answer.errorCode, code)
    expectEqual(answer.error, error)
    try expectEqual(answer.json["suberror"]?.string, suberror)
    #expect(try answer.json["error_description"]?.string?.contains(text) == true)
  }

  static let beginnings: [(change: Change, code: Int, error: String, suberror: String?)] = [
    (("client_id", nil), 90100, "invalid_request", nil), (("client_id", ""), 90100, "invalid_request", nil),
    (("client_id", "garden"), 90100, "invalid_request", nil),
    (("client_id", "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4bff"), 700_016, "unauthorized_client", nil),
    (("client_id", backOffice), 550_022, "invalid_client", nil),
    (("client_id", browserOnly), 500_221, "invalid_client", "nativeauthapi_disabled"),
    (("challenge_type", nil), 901_007, "invalid_request", nil),
    (("challenge_type", "oob carrier_pigeon redirect"), 901_007, "invalid_request", nil),
    (("challenge_type", "oob password"), 901_007, "unsupported_challenge_type", nil),
    (("username", nil), 90100, "invalid_request", nil), (("username", "a@b"), 90100, "invalid_request", nil),
  ]

  @Test("of a first call", arguments: beginnings)
  func beginning(_ change: Change, _ code: Int, _ error: String, _ suberror: String?) throws {
    let test = try CustomerFile.world("flowers")
    let text = code == 90100 ? "\(change.0) parameter is empty or not valid" : ""
    for path in Self.starts {
      try Self.expect(try Self.post(test, path, Self.base.with([change])), code, error, suberror, text)
    }
  }

  @Test("of an app without a user flow, and of tenants of another kind", arguments: starts + steps)
  func nowhere(_ path: String) throws {
    let test = try CustomerFile.world("flowers")
    let form = Self.base.with([("continuation_token", "x"), ("grant_type", "oob")])
    let lost = try Self.post(test, path, form.with([("client_id", Self.lost)]))
    #expect(lost.status == 404 && lost.body.isEmpty)
    guard path != "oauth2/v2.0/token" else { return }
    let other = try Self.post(test, path, form, tenant: "contoso")
    #expect(other.status == 404 && other.body.isEmpty)
    try Self.expect(try Self.post(test, path, form, tenant: "none"), 90002, "invalid_request")
  }

  @Test("of a continuation token that is none", arguments: steps) func madeUp(_ path: String) throws {
    let test = try CustomerFile.world("flowers")
    for token in [nil, "", "AQABAAEAAAA", "AQABAAEAAAA" + String(repeating: "x", count: 65)] {
      let form = FormFields([
        ("client_id", Self.garden), ("grant_type", "oob"), ("challenge_type", "oob redirect"), ("scope", "openid"),
      ]).with([("continuation_token", token)])
      try Self.expect(
        try Self.post(test, path, form), 55200, "invalid_request", nil, "The continuation_token is invalid.")
    }
  }

  /// Begins what the call belongs to, and gives the token.
  private static func begin(_ test: TestWorld, for path: String, asksForCode: Bool = false) throws -> String {
    let start =
      path.hasPrefix("signup") ? Self.starts[1] : path.hasPrefix("reset") ? Self.starts[2] : Self.starts[0]
    let name = start.hasPrefix("signup") ? "new@example.com" : "kim@example.com"
    var token = try post(test, start, base.with([("username", name)])).json["continuation_token"]?.string
    if asksForCode {
      let form = FormFields([("client_id", garden), ("continuation_token", token ?? "")])
      let challenge =
        start == starts[0] ? steps[0] : start == starts[1] ? "signup/v1.0/challenge" : "resetpassword/v1.0/challenge"
      token = try post(test, challenge, form).json["continuation_token"]?.string
    }
    return try #require(token)
  }

  @Test("of a continuation token of another step, or of another app", arguments: steps)
  func anotherStep(_ path: String) throws {
    let test = try CustomerFile.world("flowers")
    let token = try Self.begin(test, for: "oauth2")
    let grant = path == "oauth2/v2.0/token" ? "password" : "oob"
    let form = FormFields([
      ("client_id", Self.garden), ("continuation_token", token), ("grant_type", grant), ("scope", "openid"),
    ])
    if path != "oauth2/v2.0/challenge" { try Self.expect(try Self.post(test, path, form), 55200, "invalid_request") }
    try Self.expect(try Self.post(test, path, form.with([("client_id", Self.letter)])), 55200, "invalid_request")
  }

  @Test("of a continuation token that has ended", arguments: steps) func ended(_ path: String) throws {
    let test = try CustomerFile.world("flowers")
    let token = try Self.begin(test, for: path)
    try expectEqual(test.world.age(.signInFlows, GrantSelection(), by: .minutes(11)), 1)
    let form = FormFields([
      ("client_id", Self.garden), ("continuation_token", token), ("grant_type", "oob"), ("scope", "openid"),
    ])
    try Self.expect(
      try Self.post(test, path, form), 552_001, "expired_token", nil, "The continuation_token has expired.")
  }

  static let grants: [(path: String, grant: String?, code: Int, error: String)] = [
    ("signup/v1.0/continue", nil, 900_144, "invalid_grant"),
    ("signup/v1.0/continue", "mfa_oob", 70003, "invalid_grant"),
    ("resetpassword/v1.0/continue", nil, 900_144, "invalid_grant"),
    ("resetpassword/v1.0/continue", "password", 70003, "invalid_grant"),
    ("oauth2/v2.0/token", "attributes", 70003, "unsupported_grant_type"),
    ("oauth2/v2.0/token", "foo", 70003, "unsupported_grant_type"),
    ("oauth2/v2.0/token", nil, 900_144, "invalid_request"),
  ]

  @Test("of a grant that the call does not have", arguments: grants)
  func grant(_ path: String, _ grant: String?, _ code: Int, _ error: String) throws {
    let test = try CustomerFile.world("flowers")
    let token = try Self.begin(test, for: path, asksForCode: true)
    let form = FormFields([("client_id", Self.garden), ("continuation_token", token), ("scope", "openid")])
    try Self.expect(try Self.post(test, path, form.with([("grant_type", grant)])), code, error)
  }
}
