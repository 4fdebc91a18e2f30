import Bytes
import Directory
import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// Forms that another site makes a browser send (cross-site request forgery), page by page. A browser adds its cookies to them;
/// what the other site cannot know is what the form was given.
struct ForgeryTests {
  /// A page with a form, opened by the victim.
  struct Form: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What the form is answered with.
    let filled: [(String, String)]
    let open: @Sendable (TestWorld) throws -> TestBrowser
  }

  static func opened(_ test: TestWorld, _ query: AuthorizeQuery = AuthorizeQuery(.mobile), as user: String? = nil)
    throws
    -> TestBrowser
  {
    let browser = TestBrowser(test)
    try browser.open(query)
    if let user { try browser.enter(user) }
    return browser
  }

  static func changed(_ test: TestWorld, _ change: @escaping (inout User) -> Void) throws -> TestBrowser {
    let alice = try test.user("alice").id
    try test.change { directory in directory.updateUser(alice) { change(&$0) } }
    return try opened(test, as: "alice")
  }

  static let forms: [Form] = [
    Form(
      testDescription: "name and password",
      filled: [("loginfmt", "alice@contoso.onmicrosoft.com"), ("passwd", SeededDirectory.password)]
    ) { try opened($0) },
    Form(testDescription: "second factor", filled: [("otc", "123456")]) { try changed($0) { $0.mfa = .required } },
    Form(testDescription: "registration of a second factor", filled: []) { try changed($0) { $0.mfa = .unregistered } },
    Form(
      testDescription: "new password",
      filled: [("currentPassword", SeededDirectory.password), ("newPassword", "N3w!"), ("confirmNewPassword", "N3w!")]
    ) { try changed($0) { $0.isPasswordExpired = true } },
    Form(testDescription: "consent", filled: []) {
      try opened($0, AuthorizeQuery(.mobile, [("prompt", "consent")]), as: "alice")
    },
    Form(testDescription: "consent declined", filled: [("action", "decline")]) {
      try opened($0, AuthorizeQuery(.mobile, [("prompt", "consent")]), as: "alice")
    },
    Form(testDescription: "admin consent", filled: []) { test in
      try test.change { directory in for id in directory.grants.keys { directory.remove(id) } }
      let browser = TestBrowser(test)
      try browser.open(AdminConsentTests.target())
      try browser.enter("admin")
      return browser
    },
    Form(testDescription: "a device to be confirmed", filled: []) {
      try DeviceCodeTests.confirmation($0, DeviceCodeTests.Start($0))
    },
    Form(testDescription: "the choice among accounts", filled: [("action", "other")]) { test in
      let browser = try opened(test, as: "alice")
      try browser.open(AuthorizeQuery(.mobile, [("prompt", "select_account")]))
      return browser
    },
  ]

  /// How the forged form differs from the real one; `other` is a form of the attacker's own browser.
  enum Forgery: String, CaseIterable {
    case withoutToken, wrongToken, emptyToken, tokenOfTheAttacker, contextOfTheAttacker, formOfTheAttacker,
      withoutCookie

    func fields(_ form: FormFields, _ other: FormFields) -> FormFields {
      switch self {
      case .withoutToken: form.with([("canary", nil)])
      case .wrongToken: form.with([("canary", "AAAA" + (form["canary"] ?? "").dropFirst(4))])
      case .emptyToken: form.with([("canary", "")])
      case .tokenOfTheAttacker: form.with([("canary", other["canary"])])
      case .contextOfTheAttacker: form.with([("ctx", other["ctx"])])
      case .formOfTheAttacker: form.with([("canary", other["canary"]), ("ctx", other["ctx"])])
      case .withoutCookie: form
      }
    }
  }

  @Test(arguments: forms, Forgery.allCases)
  func isRefused(_ row: Form, _ forgery: Forgery) throws {
    let test = try TestWorld()
    let victim = try row.open(test)
    let attacker = TestBrowser(test)
    let own = FormFields(try #require(try attacker.open(AuthorizeQuery(.mobile)).form).fields)
    let form = try #require(victim.shown?.form, "no form: \(victim.shown?.heading ?? "")")
    let fields = forgery.fields(FormFields(form.fields).with(row.filled.map { ($0.0, $0.1) }), own)
    let before = test.world.directory.grants.count
    let answer = try forgery == .withoutCookie ? test.post(form.action, fields) : victim.post(form.action, fields)
    let isOwnContext = [.wrongToken, .emptyToken, .tokenOfTheAttacker].contains(forgery)
    expectEqual(answer.pageCode, isOwnContext ? 165_000 : 50089)
    expectNil(answer.location)
    // An error page has cookies that say nothing (observed 2026-08), and none of a session.
    let cookies = Set(answer.fields.all("Set-Cookie").map { $0.prefix { $0 != "=" && $0 != "-" } })
    #expect(cookies.isSubset(of: ["buid", "esctx", "fpc", "stsservicecookie", "x"]), "\(cookies)")
    expectEqual(test.world.directory.grants.count, before)
    #expect(try test.user("alice").mfa != .required || row.testDescription == "second factor")
  }

  /// The test can fail: the form as it was given is taken.
  @Test(arguments: forms)
  func theRealFormIsTaken(_ row: Form) throws {
    let victim = try row.open(TestWorld())
    let form = try #require(victim.shown?.form)
    let answer = try victim.post(form.action, FormFields(form.fields).with(row.filled.map { ($0.0, $0.1) }))
    expectNil(answer.pageCode, "\(answer.exchange.reasons)")
  }

  /// The code of an attacker's device, sent by another site, leads no further than to the question whose device it is. That form
  /// has a token.
  @Test func aDeviceCodeFromElsewhereOnlyAsks() throws {
    let test = try TestWorld()
    let start = try DeviceCodeTests.Start(test)
    let victim = try Self.opened(test, as: "alice")
    let answer = try victim.post("/common/oauth2/deviceauth", FormFields([("otc", start.userCode)]))
    expectNotNil(answer.form?["canary"])
    try expectEqual(DeviceCodeTests.poll(test, start).error, "authorization_pending")
  }
}
