import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

/// The sign-in pages from the first form to the answer.
struct SignInPagesTests {
  static let alice = "alice@contoso.onmicrosoft.com"

  static func patched(_ user: String, _ change: @escaping (inout User) -> Void) throws -> TestWorld {
    try TestWorld(directory: { directory in
      if let id = directory.user(named: user)?.id { directory.updateUser(id, change) }
    })
  }

  // MARK: Name and password

  @Test func oneFieldAPage() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    let password = try browser.submit([("loginfmt", Self.alice)])
    expectEqual(password.heading, "Enter password")
    expectEqual(password.form?["loginfmt"], Self.alice)
    #expect(password.text.contains("<input type=\"hidden\" id=\"i0116\" name=\"loginfmt\""))
    let answer = try browser.submit([("passwd", SeededDirectory.password)])
    expectNotNil(answer.delivered?["code"])
    expectEqual(answer.exchange.events, [.signIn, .codeIssued])
  }

  struct Name: CustomTestStringConvertible {
    let typed: String
    let user: String
    var testDescription: String { typed }
  }

  @Test(arguments: [
    Name(typed: alice, user: "alice"), Name(typed: "ALICE@CONTOSO.ONMICROSOFT.COM", user: "alice"),
    Name(typed: "  \(alice) ", user: "alice"), Name(typed: "alice", user: "alice"),
    Name(typed: "gina@fabrikam.onmicrosoft.com", user: "gina"),
  ]) func isKnownBy(_ row: Name) throws {
    let browser = TestBrowser(try TestWorld())
    try browser.open(AuthorizeQuery(.mobile))
    let answer = try browser.submit([("loginfmt", row.typed), ("passwd", SeededDirectory.password)])
    expectEqual(answer.exchange.user?.alias, row.user)
  }

  struct Refused: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var name = alice
    var password = SeededDirectory.password
    let code: Int?
    let heading: String
    var change: @Sendable (inout User) -> Void = { _ in }
  }

  @Test(arguments: [
    Refused(testDescription: "wrong password", password: "wrong", code: 50126, heading: "Enter password"),
    Refused(
      testDescription: "the password in capitals", password: SeededDirectory.password.uppercased(), code: 50126,
      heading: "Enter password"),
    Refused(testDescription: "empty name", name: " ", code: nil, heading: "Sign in"),
    Refused(testDescription: "unknown user", name: "nobody@contoso.com", code: 50034, heading: "Sign in"),
    Refused(testDescription: "unknown domain", name: "alice@nowhere.test", code: 50034, heading: "Sign in"),
    Refused(testDescription: "locked", code: 50053, heading: "Enter password", change: { $0.isLocked = true }),
    Refused(testDescription: "disabled", code: 50057, heading: "Enter password", change: { $0.isEnabled = false }),
    Refused(testDescription: "without password", code: 50056, heading: "Enter password", change: { $0.password = nil }),
    Refused(testDescription: "deleted", code: 50034, heading: "Sign in", change: { $0.isDeleted = true }),
  ]) func staysOnThePage(_ row: Refused) throws {
    let browser = TestBrowser(try Self.patched("alice") { row.change(&$0) })
    try browser.open(AuthorizeQuery(.mobile))
    let answer = try browser.submit([("loginfmt", row.name), ("passwd", row.password)])
    expectEqual(answer.status, 200)
    expectNil(answer.location)
    expectEqual(answer.heading, row.heading)
    expectEqual(answer.exchange.refusal?.code, row.code)
    expectEqual(answer.pageCode, row.code)
    if let code = row.code {
      #expect(answer.text.contains("\(code)"))
      #expect(answer.exchange.events.contains(.signInFailed))
    }
    #expect(!answer.fields.all("Set-Cookie").contains { $0.hasPrefix("ESTSAUTH=") })
  }

  /// "Locked" is the pages' word for an account whose sign-in is blocked. The number beside it tells the two apart.
  @Test func aDisabledAccountReadsTheServicesText() throws {
    let browser = TestBrowser(try Self.patched("alice") { $0.isEnabled = false })
    try browser.open(AuthorizeQuery(.mobile))
    let answer = try browser.enter("alice")
    #expect(
      answer.text.contains("Your account has been locked. Contact your support person to unlock it, then try again."))
    expectEqual(answer.pageCode, 50057)
  }

  @Test func afterAWrongPasswordTheRightOneWorks() throws {
    let browser = TestBrowser(try TestWorld())
    try browser.open(AuthorizeQuery(.mobile))
    for _ in 0..<3 { try expectEqual(browser.enter("alice", password: "wrong").heading, "Enter password") }
    try expectNotNil(browser.enter("alice").delivered?["code"])
  }

  @Test func anEmptyPasswordIsAskedForAgain() throws {
    let browser = TestBrowser(try TestWorld())
    try browser.open(AuthorizeQuery(.mobile, [("login_hint", Self.alice)]))
    let answer = try browser.submit()
    expectEqual(answer.heading, "Enter password")
    expectNil(answer.exchange.refusal)
  }

  @Test func backLeadsToTheName() throws {
    let browser = TestBrowser(try TestWorld())
    try browser.open(AuthorizeQuery(.mobile, [("login_hint", Self.alice)]))
    let page = try browser.submit(pressing: "back")
    expectEqual(page.heading, "Sign in")
    try expectEqual(browser.enter("bob").exchange.user?.alias, "bob")
  }

  // MARK: Leaving

  @Test(arguments: ["query", "fragment", "form_post"]) func cancelTellsTheApp(_ mode: String) throws {
    let browser = TestBrowser(try TestWorld())
    try browser.open(AuthorizeQuery(.mobile, [("response_mode", mode)]))
    let answer = try browser.submit(pressing: "cancel")
    expectEqual(answer.delivered?.parameters.names, ["error", "error_subcode", "state"])
    expectEqual(answer.delivered?["error"], "access_denied")
    expectEqual(answer.delivered?["error_subcode"], "cancel")
    expectEqual(answer.delivered?["state"], "12345")
    expectEqual(answer.exchange.events, [.signInCancelled])
    if mode == "query" {
      expectEqual(answer.location, "http://localhost/?error=access_denied&error_subcode=cancel&state=12345#")
    }
  }

  @Test func cancelIsPossibleInThePicker() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    try browser.open(AuthorizeQuery(.mobile, [("prompt", "select_account")]))
    try expectEqual(browser.submit(pressing: "cancel").delivered?["error_subcode"], "cancel")
  }

  // MARK: Forms that do not count

  struct Forged: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What is sent in place of the form, given the form and its browser.
    let send: @Sendable (TestWorld, TestBrowser, FormFields, String) throws -> TestAnswer
  }

  @Test(arguments: [
    Forged(testDescription: "without ctx") { _, browser, form, target in
      try browser.post(target, form.with([("ctx", nil)]))
    },
    Forged(testDescription: "another ctx") { _, browser, form, target in
      try browser.post(target, form.with([("ctx", "abc")]))
    },
    Forged(testDescription: "without canary") { _, browser, form, target in
      try browser.post(target, form.with([("canary", nil)]))
    },
    Forged(testDescription: "another canary") { _, browser, form, target in
      try browser.post(target, form.with([("canary", "abc")]))
    },
    Forged(testDescription: "the canary of another form") { test, browser, form, target in
      let other = try browser.open(AuthorizeQuery(.web))
      return try browser.post(target, form.with([("canary", other.form?["canary"])]))
    },
    Forged(testDescription: "another browser") { test, _, form, target in
      let other = TestBrowser(test)
      try other.open(AuthorizeQuery(.mobile))
      return try other.post(target, form)
    },
    Forged(testDescription: "a browser without cookies") { test, _, form, target in try test.post(target, form) },
    Forged(testDescription: "an empty form") { _, browser, _, target in try browser.post(target, FormFields()) },
    Forged(testDescription: "left open for more than an hour") { test, browser, form, target in
      test.advance(by: .hours(1) + Duration(ticks: 1))
      return try browser.post(target, form)
    },
    Forged(testDescription: "answered already") { _, browser, form, target in
      let first = try browser.post(target, form)
      expectNotNil(first.delivered?["code"])
      return try browser.post(target, form)
    },
    Forged(testDescription: "cancelled already") { _, browser, form, target in
      _ = try browser.post(target, form.with([("action", "cancel")]))
      return try browser.post(target, form)
    },
    Forged(testDescription: "cancelled twice") { _, browser, form, target in
      _ = try browser.post(target, form.with([("action", "cancel")]))
      return try browser.post(target, form.with([("action", "cancel")]))
    },
    Forged(testDescription: "GET") { test, browser, form, target in
      try test.send("GET", target + "?" + form.query)
    },
  ]) func areRefused(_ row: Forged) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    let page = try browser.open(AuthorizeQuery(.mobile))
    let form = try #require(page.form)
    let fields = FormFields(form.fields).with([("loginfmt", Self.alice), ("passwd", SeededDirectory.password)])
    let answer = try row.send(test, browser, fields, form.action)
    expectEqual(answer.status, 200)
    expectEqual(answer.pageID, "ConvergedError")
    let code =
      switch row.testDescription {
      // The address of a form takes forms alone.
      case "GET": 900_561
      case "another canary", "the canary of another form": 165_000
      default: 50089
      }
    expectEqual(answer.pageCode, code)
    expectNil(answer.location)
  }

  @Test func aFormMayBeAnsweredAfterAnHour() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    test.advance(by: .hours(1))
    try expectNotNil(browser.enter("alice").delivered?["code"])
  }

  @Test func theTimeCountsFromTheFirstPage() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    test.advance(by: .minutes(40))
    try browser.submit([("loginfmt", Self.alice)])
    test.advance(by: .minutes(40))
    try expectEqual(browser.submit([("passwd", SeededDirectory.password)]).pageCode, 50089)
  }

  @Test func ofSixteenClicksOneIsAnswered() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    let page = try browser.open(AuthorizeQuery(.mobile))
    let form = try #require(page.form)
    let fields = FormFields(form.fields).with([("loginfmt", Self.alice), ("passwd", SeededDirectory.password)])
    let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    let outcomes = Mutex<[Int]>([])
    try race(16) {
      let answer = try test.post(form.action, fields, fields: [("Cookie", cookies)])
      outcomes.withLock { $0.append(answer.pageCode ?? answer.status) }
    }
    expectEqual(outcomes.withLock { $0.sorted() }, [302] + Array(repeating: 50089, count: 15))
  }

  @Test func twoTabsDoNotMix() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    let first = try #require(try browser.open(AuthorizeQuery(.mobile, [("state", "first")])).form)
    let second = try #require(try browser.open(AuthorizeQuery(.web, [("state", "second")])).form)
    func finish(_ form: HTMLForm, _ user: String) throws -> TestAnswer {
      let name = try test.signInName(of: user)
      return try browser.post(
        form.action,
        FormFields(form.fields).with([("loginfmt", name), ("passwd", SeededDirectory.password)]))
    }
    let late = try finish(second, "bob")
    expectEqual(late.delivered?["state"], "second")
    expectEqual(late.exchange.user?.alias, "bob")
    let early = try finish(first, "alice")
    expectEqual(early.delivered?["state"], "first")
    expectEqual(early.exchange.user?.alias, "alice")
  }

  @Test func pagesHoldNoSecretAndTheirFormsPointHome() throws {
    let browser = TestBrowser(try TestWorld())
    let page = try browser.open(AuthorizeQuery(.mobile, tenant: "Contoso.com"))
    expectEqual(page.form?.action, "https://\(TestWorld.authority)/contoso.com/login")
    expectEqual(page.form?.method, "post")
    expectEqual(page.fields["X-Frame-Options"], "DENY")
    #expect(page.fields["Content-Security-Policy"]?.contains("default-src 'none'") ?? false)
    let failed = try browser.submit([("loginfmt", Self.alice), ("passwd", "S3cret-typed")])
    #expect(!failed.text.contains("S3cret-typed"))
    #expect(!failed.exchange.parameters.contains { $0.value.contains("S3cret-typed") })
    #expect(!"\(failed.exchange.reasons)".contains("S3cret-typed"))
  }

  @Test(arguments: ["<script>alert(1)</script>", "\" onfocus=\"x", "a&b'c"]) func typedNamesAreEscaped(_ name: String)
    throws
  {
    let browser = TestBrowser(try TestWorld())
    try browser.open(AuthorizeQuery(.mobile))
    let page = try browser.submit([("loginfmt", name)])
    expectEqual(page.form?["loginfmt"], name)
    #expect(!page.text.contains("<script>alert"))
  }

  // MARK: Further steps

  @Test func aSecondFactorIsAskedFor() throws {
    let browser = TestBrowser(try Self.patched("alice") { $0.mfa = .required })
    try browser.open(AuthorizeQuery(.mobile))
    try expectEqual(browser.enter("alice").pageID, "ConvergedTFA")
    let wrong = try browser.submit([("otc", "000000")])
    expectEqual(wrong.pageID, "ConvergedTFA")
    #expect(wrong.text.contains("500121"))
    try expectNotNil(browser.submit([("otc", " 123456 ")]).delivered?["code"])
    // The session remembers the proof.
    try expectNotNil(browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered?["code"])
  }

  @Test func aSecondFactorIsRegistered() throws {
    let test = try Self.patched("alice") { $0.mfa = .unregistered }
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    try expectEqual(browser.enter("alice").pageID, "ConvergedProofUpRedirect")
    try expectNotNil(browser.submit().delivered?["code"])
    try expectEqual(test.user("alice").mfa, .required)
  }

  @Test func anExpiredPasswordIsChanged() throws {
    let test = try Self.patched("alice") { $0.isPasswordExpired = true }
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    try expectEqual(browser.enter("alice").pageID, "ConvergedChangePassword")
    func change(_ current: String, _ new: String, _ again: String) throws -> TestAnswer {
      try browser.submit([("currentPassword", current), ("newPassword", new), ("confirmNewPassword", again)])
    }
    try expectEqual(change("wrong", "N3w!", "N3w!").pageID, "ConvergedChangePassword")
    try expectEqual(change(SeededDirectory.password, "N3w!", "other").pageID, "ConvergedChangePassword")
    try expectEqual(change(SeededDirectory.password, "", "").pageID, "ConvergedChangePassword")
    try expectEqual(
      change(SeededDirectory.password, SeededDirectory.password, SeededDirectory.password).pageID,
      "ConvergedChangePassword")
    let code = try #require(try change(SeededDirectory.password, "N3w!", "N3w!").delivered?["code"])
    // The sign-in that changed the password is not ended by the change.
    try expectEqual(test.redeem(code).status, 200)
    try expectNotNil(browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered?["code"])
    #expect(try test.user("alice").password?.matches("N3w!") ?? false)
  }

  struct Silent: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: Int
    let error: String
    let change: @Sendable (inout User) -> Void
  }

  @Test(arguments: [
    Silent(
      testDescription: "second factor", code: 50076, error: "interaction_required", change: { $0.mfa = .required }),
    Silent(
      testDescription: "registration", code: 50079, error: "interaction_required", change: { $0.mfa = .unregistered }),
    Silent(
      testDescription: "expired password", code: 50055, error: "interaction_required",
      change: { $0.isPasswordExpired = true }),
  ]) func silentlyAFurtherStepIsRefused(_ row: Silent) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let id = try test.user("alice").id
    try test.change { $0.updateUser(id) { row.change(&$0) } }
    let answer = try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")]))
    expectEqual(answer.delivered?.errorCode, row.code)
    expectEqual(answer.delivered?["error"], row.error)
  }

  @Test func anAccountFromElsewhereIsHeldOrSentBack() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile, tenant: "fabrikam.com"))
    let page = try browser.enter("alice")
    expectEqual(page.pageID, "ConvergedError")
    expectEqual(page.pageCode, 50020)
    expectNil(page.location)
  }

  // MARK: Who answers

  @Test func autoAnswersThePages() throws {
    let test = try TestWorld(scenario: { $0.settings.signIn = .auto })
    let hinted = try test.send("GET", AuthorizeQuery(.mobile, [("login_hint", "bob@contoso.onmicrosoft.com")]).target)
    expectEqual(hinted.exchange.user?.alias, "bob")
    expectNotNil(hinted.delivered?["code"])
    expectEqual(hinted.exchange.events, [.signIn, .codeIssued])
    let first = try test.send("GET", AuthorizeQuery(.mobile).target)
    expectEqual(first.exchange.user?.alias, "alice")
    let personal = try test.send("GET", AuthorizeQuery(.mobile, tenant: "consumers").target)
    expectEqual(personal.exchange.user?.alias, "personal")
    let other = try test.send("GET", AuthorizeQuery(.mobile, scope: "openid", tenant: "fabrikam.com").target)
    expectEqual(other.exchange.user?.alias, "gina")
    // Silence stays silence.
    try expectEqual(test.send("GET", AuthorizeQuery(.mobile, [("prompt", "none")]).target).delivered?.errorCode, 50058)
  }

  @Test func autoAcceptsConsent() throws {
    let test = try TestWorld(scenario: { $0.settings.signIn = .auto })
    let answer = try test.send("GET", AuthorizeQuery(.mobile, scope: "openid Files.Read").target)
    let code = try #require(answer.delivered?["code"])
    try expectEqual(test.redeem(code).json["scope"]?.string, "email openid profile Files.Read Mail.Read User.Read")
  }
}
