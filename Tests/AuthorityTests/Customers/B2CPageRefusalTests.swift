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

/// What a customer reads on the pages of a user flow, and what an app is told of a page, a hint or a sign-out.
@Suite("Refusals on the pages of a user flow") struct B2CPageRefusalTests {
  typealias Change = ShopScene.Change

  static let names: [(name: String, password: String, code: Int)] = [
    ("nobody@example.com", SeededDirectory.password, 90053), ("kim@example.com", "wrong", 90054),
    ("max@example.com", SeededDirectory.password, 90111),
  ]

  @Test("of the sign-in", arguments: names) func signIn(_ name: String, _ password: String, _ code: Int) throws {
    let scene = try ShopScene()
    try scene.authorize()
    let answer = try scene.browser.submit([("email", name), ("password", password)])
    #expect(answer.pageCode == code && answer.exchange.refusal?.code == code)
  }

  static let choices: [(what: String, flow: String, changes: [Change], button: String, code: Int)] = [
    ("the page is left", ShopScene.susi, [], "cancel", 90091),
    ("the password is forgotten", ShopScene.susi, [], "forgotPassword", 90118),
    ("the other provider is left", ShopScene.susi, [("domain_hint", "google.com")], "cancel", 90273),
  ]

  @Test("that the app is told", arguments: choices)
  func choice(_ what: String, _ flow: String, _ changes: [Change], _ button: String, _ code: Int) throws {
    let scene = try ShopScene()
    try scene.authorize(flow, changes)
    try ShopScene.expectTold(scene.browser.submit(pressing: button), code, "access_denied")
  }

  @Test("of a stranger whom another provider sent, where nobody signs up") func stranger() throws {
    let scene = try ShopScene()
    try scene.authorize("B2C_1_signin", [("domain_hint", "google.com")])
    try ShopScene.expectTold(scene.browser.submit([("email", "x@y.example")]), 99002, "server_error")
  }

  @Test("of prompt=none, where a page would have to be shown") func silent() throws {
    let scene = try ShopScene()
    _ = try scene.code()
    try expectNotNil(scene.authorize(ShopScene.susi, [("prompt", "none")]).delivered?["code"])
    try ShopScene.expectTold(
      scene.authorize("B2C_1_edit_profile", [("prompt", "none")]), 90077, "interaction_required")
    scene.test.advance(by: .hours(25))
    try ShopScene.expectTold(scene.authorize(ShopScene.susi, [("prompt", "none")]), 90077, "interaction_required")
  }

  static let codes: [(what: String, field: String, code: Int)] = [
    ("a second factor", "verificationCode", 90151), ("a reset", "VerificationCode", 90157),
    ("a sign-up", "VerificationCode", 90157),
  ]

  /// Asks for a code, or opens the page that asks for one.
  private static func ask(_ scene: ShopScene, for what: String) throws {
    switch what {
    case "a second factor":
      try scene.authorize("B2C_1_mfa")
      try scene.browser.submit([("email", "kim@example.com"), ("password", SeededDirectory.password)])
    case "a reset":
      try scene.authorize("B2C_1_reset")
      try scene.browser.submit([("email", "kim@example.com")])
    default:
      try scene.authorize()
      try scene.browser.submit(pressing: "signUp")
      try scene.browser.submit([("email", "new@example.com")], pressing: "sendCode")
    }
  }

  @Test("of six wrong codes for", arguments: codes) func wrongCodes(_ what: String, _ field: String, _ code: Int) throws
  {
    let scene = try ShopScene()
    try Self.ask(scene, for: what)
    for _ in 0..<5 { try expectNil(scene.browser.submit([(field, "000000")]).delivered) }
    let answer = try scene.browser.submit([(field, "000000")])
    try ShopScene.expectTold(answer, code, "access_denied")
    #expect(answer.exchange.reasons.contains { $0.contains("the code has ended after 6 wrong tries") })
    // The next try begins at nothing.
    try Self.ask(scene, for: what)
    try expectNil(scene.browser.submit([(field, "000000")]).delivered)
    #expect(try scene.browser.submit([(field, "123456")]).delivered?["error"] == nil)
  }

  // MARK: Hints

  @Test("are none for a hint that is good, or that a user flow does not look at") func goodHint() throws {
    let scene = try ShopScene()
    let token = try #require(try scene.tokens()["id_token"]?.string)
    scene.browser.forgetCookies()
    let page = try scene.authorize("B2C_1A_HINT", [("id_token_hint", token)])
    expectEqual(page.form?["email"], "kim@example.com")
    try expectEqual(scene.authorize(ShopScene.susi, [("id_token_hint", "x.y.z")]).pageID, "CombinedSigninAndSignup")
  }

  static let hints: [(what: String, changes: [Change], age: Duration, code: Int)] = [
    ("without one", [("id_token_hint", nil)], .seconds(0), 90272),
    ("with another text", [("id_token_hint", "x.y.z")], .seconds(0), 90210),
    (
      "with that of another app", [("client_id", ShopScene.page), ("redirect_uri", "http://localhost:5002")],
      .seconds(0), 90209
    ),
    ("with one that has ended", [], .hours(2), 90208),
  ]

  @Test("where a user flow wants a hint", arguments: hints)
  func hint(_ what: String, _ changes: [Change], _ age: Duration, _ code: Int) throws {
    let scene = try ShopScene()
    let token = try #require(try scene.tokens()["id_token"]?.string)
    scene.browser.forgetCookies()
    scene.test.advance(by: age)
    let answer = try scene.authorize("B2C_1A_HINT", [("id_token_hint", token)] + changes)
    try ShopScene.expectTold(answer, code, "invalid_request")
  }

  static let signOuts: [(what: String, flow: String, changes: [Change], code: Int)] = [
    ("to an address that is not registered", ShopScene.susi, [], 90067),
    ("of another app", ShopScene.susi, [("client_id", ShopScene.backOffice)], 90209),
    ("with another text", ShopScene.susi, [("id_token_hint", "x.y.z")], 90210),
    ("without a hint", "B2C_1A_TRUST", [("id_token_hint", nil)], 90272),
  ]

  @Test("of a sign-out", arguments: signOuts)
  func signOut(_ what: String, _ flow: String, _ changes: [Change], _ code: Int) throws {
    let scene = try ShopScene()
    let token = try #require(try scene.tokens()["id_token"]?.string)
    let query = FormFields([
      ("id_token_hint", token), ("post_logout_redirect_uri", "https://anywhere.example/"),
    ]).with(changes)
    let answer = try scene.browser.open(ShopScene.url(flow, "oauth2/v2.0/logout?\(query.encoded)"))
    #expect(answer.pageCode == code && answer.text.contains("AADB2C\(code)"), "\(answer.text)")
  }
}
