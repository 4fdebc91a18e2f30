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

/// What the native authentication API refuses behind its gates: names, accounts, passwords, attributes and codes.
@Suite("Refusals of the steps of native authentication") struct NativeStepRefusalTests {
  static let names: [(name: String, code: Int, error: String)] = [
    ("nobody@example.com", 50034, "user_not_found"), ("", 90100, "invalid_request"),
    ("nobody", 90100, "invalid_request"),
  ]

  @Test("of a name without an account", arguments: names, ["oauth2/v2.0/initiate", "resetpassword/v1.0/start"])
  func name(_ row: (name: String, code: Int, error: String), _ path: String) throws {
    let answer = try FlowersApp().begin(path, row.name)
    try FlowersApp.expect(answer, row.code, row.error)
    guard row.code == 90100 else { return }
    #expect(try answer.json["error_description"]?.string?.contains("username parameter is empty or not valid") == true)
  }

  static let accounts: [(what: String, change: @Sendable (inout User) -> Void, code: Int, error: String)] = [
    ("is disabled", { $0.isEnabled = false }, 50057, "invalid_grant"),
    ("is locked", { $0.isLocked = true }, 50053, "invalid_grant"),
    ("has an expired password", { $0.isPasswordExpired = true }, 50142, "invalid_request"),
  ]

  @Test("of an account that", arguments: accounts)
  func account(_ what: String, _ change: @Sendable (inout User) -> Void, _ code: Int, _ error: String) throws {
    let app = try FlowersApp()
    let kim = try app.test.user("kim").id
    try app.test.change { $0.updateUser(kim) { change(&$0) } }
    try FlowersApp.expect(app.enter(), code, error)
  }

  @Test("of a wrong password, after which the token is good") func wrongPassword() throws {
    let app = try FlowersApp()
    try FlowersApp.expect(app.enter("wrong"), 50126, "invalid_grant")
    let form: [FlowersApp.Change] = [
      ("grant_type", "password"), ("password", SeededDirectory.password), ("scope", "openid"),
    ]
    try expectEqual(app.call("oauth2/v2.0/token", form).status, 200)
    // The flow has ended.
    try FlowersApp.expect(app.call("oauth2/v2.0/token", form), 55200, "invalid_request")
  }

  static let scopes: [(scope: String?, code: Int, error: String)] = [
    ("api://none/x openid", 500_011, "invalid_resource"), ("a,b", 70011, "invalid_scope"),
    (nil, 900_144, "invalid_request"),
  ]

  @Test("of a scope", arguments: scopes) func scope(_ scope: String?, _ code: Int, _ error: String) throws {
    try FlowersApp.expect(FlowersApp().enter(scope: scope), code, error)
  }

  // MARK: New passwords and attributes

  static let passwords: [(password: String, suberror: String)] = [
    ("Sh0rt!", "password_too_short"), (String(repeating: "Aa1!", count: 65), "password_too_long"),
    ("lowercaseonly", "password_too_weak"), ("Password123!", "password_banned"),
    ("Tab\tInside1", "password_is_invalid"),
  ]

  @Test("of a new password", arguments: passwords) func newPassword(_ password: String, _ suberror: String) throws {
    let app = try FlowersApp()
    let begun = try app.begin("signup/v1.0/start", "new@example.com", [("password", password)])
    try FlowersApp.expect(begun, 399_246, "invalid_grant", suberror)
    try app.resetToSubmit()
    let submit = "resetpassword/v1.0/submit"
    try FlowersApp.expect(app.call(submit, [("new_password", password)]), 399_246, "invalid_grant", suberror)
    try FlowersApp.expect(
      app.call(submit, [("new_password", SeededDirectory.password)]), 399_246, "invalid_grant", "password_recently_used"
    )
    try expectEqual(app.call(submit, [("new_password", FlowersApp.new)]).status, 200)
  }

  /// What an app that proved an address sends as attributes.
  static let attributes: [(text: String?, code: Int, error: String, suberror: String?)] = [
    (#"{"unknown": 1}"#, 55106, "attributes_required", nil), ("{", 90100, "invalid_request", nil),
    ("[]", 90100, "invalid_request", nil), (nil, 90100, "invalid_request", nil),
    (
      #"{"displayName": "\#(String(repeating: "x", count: 300))"}"#, 55111, "invalid_grant",
      "attribute_validation_failed"
    ),
  ]

  @Test("of attributes", arguments: attributes)
  func attribute(_ text: String?, _ code: Int, _ error: String, _ suberror: String?) throws {
    let app = try FlowersApp()
    try FlowersApp.expect(app.proveAddress([("password", FlowersApp.new)]), 55106, "attributes_required")
    let answer = try app.call("signup/v1.0/continue", [("grant_type", "attributes"), ("attributes", text)])
    try FlowersApp.expect(answer, code, error, suberror)
    let good = try app.call(
      "signup/v1.0/continue", [("grant_type", "attributes"), ("attributes", #"{"displayName": "Step"}"#)])
    expectEqual(good.status, 200)
  }

  /// The page of the app checks with `regex` before it sends; what it lets through is checked again.
  static let patterned: [(attributes: String, refused: [String])] = [
    (#"{"extension_member": "ab1234", "postalCode": "12345", "extension_count": "7"}"#, ["member", "postalCode"]),
    (#"{"extension_member": "AB123"}"#, ["member"]), (#"{"extension_member": "AB12345"}"#, ["member"]),
    (#"{"extension_member": "xAB1234"}"#, ["member"]), (#"{"extension_member": "AB1234\n"}"#, ["member"]),
    (#"{"extension_count": -7}"#, ["count"]),
  ]

  @Test("of attributes that do not match", arguments: patterned)
  func pattern(_ attributes: String, _ refused: [String]) throws {
    let app = try FlowersApp(FlowersApp.member)
    let answer = try app.begin("signup/v1.0/start", "new@example.com", [("attributes", attributes)])
    try FlowersApp.expect(answer, 55111, "invalid_grant", "attribute_validation_failed")
    let names = try answer.json["invalid_attributes"]?.array?.compactMap { $0["name"]?.string } ?? []
    expectEqual(names.map { String($0.split(separator: "_").last ?? "") }, refused)
  }

  // MARK: Codes and resets

  static let resets: [(client: String, name: String, types: String)] = [
    (FlowersApp.closed, "kim@example.com", "oob redirect"), (FlowersApp.closed, "kim@example.com", "redirect"),
    (FlowersApp.letter, "kim@example.com", "oob redirect"),
  ]

  @Test("of a reset where there is none, before the look at challenge_type", arguments: resets)
  func reset(_ client: String, _ name: String, _ types: String) throws {
    let app = try FlowersApp(client)
    if client == FlowersApp.letter {
      let kim = try app.test.user("kim").id
      try app.test.change { $0.updateUser(kim) { $0.password = nil } }
    }
    try FlowersApp.expect(app.begin("resetpassword/v1.0/start", name, types: types), 500_222, "invalid_request")
  }

  @Test("of a spent token, which asks for another code and for nothing else") func spentToken() throws {
    let app = try FlowersApp()
    try app.begin("resetpassword/v1.0/start")
    let begun = app.token
    try app.call("resetpassword/v1.0/challenge")
    app.token = begun
    try expectEqual(app.call("resetpassword/v1.0/challenge").status, 200)
    try app.call("resetpassword/v1.0/continue", [("grant_type", "oob"), ("oob", FlowersApp.code)])
    let good = app.token
    app.token = begun
    try FlowersApp.expect(app.call("resetpassword/v1.0/challenge"), 55200, "invalid_request")
    app.token = good
    try expectEqual(app.call("resetpassword/v1.0/submit", [("new_password", FlowersApp.new)]).status, 200)
  }

  @Test("of a code that another one has followed, and of more codes than an address gets") func codes() throws {
    let test = try CustomerFile.world("flowers", adding: "externalId: { oneTimeCode: random, codeLimit: 3 }")
    let app = try FlowersApp(in: test)
    func newest() -> String { test.world.oneTimeCodes.entries(to: "kim@example.com").first?.code ?? "" }
    let proceed = "resetpassword/v1.0/continue"
    try app.begin("resetpassword/v1.0/start")
    try app.call("resetpassword/v1.0/challenge")
    let first = newest()
    try app.call("resetpassword/v1.0/challenge")
    #expect(first != newest() && newest().count == 8)
    try FlowersApp.expect(
      app.call(proceed, [("grant_type", "oob"), ("oob", first)]), 50181, "invalid_grant", "invalid_oob_value")
    try app.call("resetpassword/v1.0/challenge")
    try FlowersApp.expect(app.call("resetpassword/v1.0/challenge"), 701_014, "invalid_request")
    try expectEqual(app.call(proceed, [("grant_type", "oob"), ("oob", newest())]).status, 200)
    test.advance(by: .minutes(31))
    try app.begin("resetpassword/v1.0/start")
    try expectEqual(app.call("resetpassword/v1.0/challenge").status, 200)
  }

  // MARK: Rules

  static let words: [(number: Int, path: String, endpoint: String, error: String, suberror: String?)] = [
    (50034, "oauth2/v2.0/initiate", "initiate", "user_not_found", nil),
    (50076, "oauth2/v2.0/token", "token", "invalid_grant", "mfa_required"),
    (50079, "oauth2/v2.0/token", "token", "invalid_grant", "registration_required"),
    (7_000_215, "oauth2/v2.0/initiate", "initiate", "invalid_client", nil),
  ]

  @Test("of a rule, in the words of the API", arguments: words)
  func rule(_ number: Int, _ path: String, _ endpoint: String, _ error: String, _ suberror: String?) throws {
    let rule = "rules: [{ when: { endpoint: \(endpoint) }, then: { refuse: AADSTS\(number) } }]"
    let app = try FlowersApp(in: CustomerFile.world("flowers", adding: rule))
    let answer = try app.begin(path, "kim@example.com", [("continuation_token", "x"), ("grant_type", "oob")])
    try FlowersApp.expect(answer, number, error, suberror)
  }

  /// The names by which rules and the journal know the calls.
  static let endpoints: [(path: String, endpoint: EndpointName)] = [
    ("oauth2/v2.0/initiate", .nativeInitiate), ("oauth2/v2.0/challenge", .nativeChallenge),
    ("oauth2/v2.0/introspect", .nativeIntrospect), ("oauth2/v2.0/token", .token), ("signup/v1.0/start", .signUpStart),
    ("signup/v1.0/challenge", .signUpChallenge), ("signup/v1.0/continue", .signUpContinue),
    ("resetpassword/v1.0/start", .resetPasswordStart), ("resetpassword/v1.0/challenge", .resetPasswordChallenge),
    ("resetpassword/v1.0/continue", .resetPasswordContinue), ("resetpassword/v1.0/submit", .resetPasswordSubmit),
    ("resetpassword/v1.0/poll_completion", .resetPasswordPoll), ("register/v1.0/introspect", .registerIntrospect),
    ("register/v1.0/challenge", .registerChallenge), ("register/v1.0/continue", .registerContinue),
  ]

  @Test("of a rule at each call", arguments: endpoints) func each(_ path: String, _ endpoint: EndpointName) throws {
    let rule =
      "rules: [{ when: { endpoint: \(endpoint.rawValue), client: garden }, then: { refuse: AADSTS550024 } }]"
    let app = try FlowersApp(in: CustomerFile.world("flowers", adding: rule))
    let answer = try app.begin(path, "kim@example.com", [("continuation_token", "x"), ("grant_type", "oob")])
    try FlowersApp.expect(answer, 550_024, "access_denied", "provider_blocked_by_rep")
    #expect(answer.exchange.endpoint == endpoint && answer.exchange.userFlow == "SignUpSignIn")
  }

  // MARK: Scripts

  @Test("of a script, unless a scenario lets it", arguments: endpoints, [false, true])
  func script(_ call: (path: String, endpoint: EndpointName), _ isLet: Bool) throws {
    let test = try CustomerFile.world("flowers", adding: isLet ? "externalId: { cors: true }" : "")
    let mayCall = isLet || call.endpoint == .token
    let origin = ("Origin", "http://localhost:3000")
    let preflight = try test.send(
      "OPTIONS", "/flowers.onmicrosoft.com/\(call.path)",
      fields: [origin, ("Access-Control-Request-Headers", "client-request-id,x-client-sku")])
    expectEqual(preflight.status == 200, mayCall)
    expectEqual(
      preflight.fields["Access-Control-Allow-Headers"], mayCall ? "client-request-id,x-client-sku" : nil)
    let app = try FlowersApp(in: test)
    let answer = try app.call(
      call.path, [("username", "kim@example.com"), ("challenge_type", "oob redirect"), ("grant_type", "oob")],
      headers: [origin])
    expectEqual(answer.fields["Access-Control-Allow-Origin"], mayCall ? "*" : nil)
    guard isLet else { return }
    #expect(answer.fields["Access-Control-Expose-Headers"]?.contains("client-request-id") == true)
  }
}
