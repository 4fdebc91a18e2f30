import Directory
import Expectations
import HTTPWire
import TestSupport
import Testing
import Time
import Worlds

/// "Stay signed in?": when it is asked, and how long either answer lasts.
struct StaySignedInTests {
  static func world() throws -> TestWorld { try TestWorld(scenario: { $0.settings.asksToStaySignedIn = true }) }

  static let silent = AuthorizeQuery(.mobile, [("prompt", "none")])

  /// Signs alice in and answers the question; the last answer, and the browser.
  static func answer(
    _ test: TestWorld, _ action: String?, _ filled: [(String, String)] = [], isSecure: Bool = true
  ) throws -> (TestBrowser, TestAnswer) {
    let browser = TestBrowser(test, isSecure: isSecure)
    try browser.open(AuthorizeQuery(.mobile))
    let page = try browser.enter("alice")
    expectEqual(page.pageID, "KmsiInterrupt")
    expectEqual(page.heading, "Stay signed in?")
    return (browser, try browser.submit(filled, pressing: action))
  }

  static func cookie(_ name: String, of answer: TestAnswer) -> String? {
    answer.fields.all("Set-Cookie").first { $0.hasPrefix(name + "=") }
  }

  /// What is left when the browser was closed.
  static func reopened(_ test: TestWorld, _ answer: TestAnswer) -> TestBrowser {
    let browser = TestBrowser(test)
    for cookie in answer.fields.all("Set-Cookie") where cookie.contains("expires=") {
      let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { browser.setCookie(String(pair[0]), String(pair[1])) }
    }
    return browser
  }

  @Test func isNotAskedUnlessTheWorldAsks() throws {
    let browser = TestBrowser(try TestWorld())
    try browser.open(AuthorizeQuery(.mobile))
    let answer = try browser.enter("alice")
    expectNotNil(answer.delivered?["code"])
    expectNil(Self.cookie("ESTSAUTHPERSISTENT", of: answer))
  }

  @Test func yesKeepsTheSessionForNinetyDays() throws {
    let test = try Self.world()
    let (_, answer) = try Self.answer(test, nil)
    expectNotNil(answer.delivered?["code"])
    let persistent = try #require(Self.cookie("ESTSAUTHPERSISTENT", of: answer))
    #expect(persistent.contains("; expires=Fri, 01-May-2026 10:20:30 GMT; path=/; secure; HttpOnly; SameSite=None"))
    let session = try #require(Self.cookie("ESTSAUTH", of: answer))
    #expect(!session.contains("expires"))
    // Closing the browser takes the session cookie away, not the other.
    let browser = Self.reopened(test, answer)
    test.advance(by: .days(90))
    try expectNotNil(browser.open(Self.silent).delivered?["code"])
    // Each use counts anew.
    test.advance(by: .days(90))
    try expectNotNil(browser.open(Self.silent).delivered?["code"])
    test.advance(by: .days(90) + Duration(ticks: 1))
    try expectEqual(browser.open(Self.silent).delivered?.errorCode, 50058)
  }

  @Test func noKeepsItUntilTheBrowserCloses() throws {
    let test = try Self.world()
    let (browser, answer) = try Self.answer(test, "no")
    expectNil(Self.cookie("ESTSAUTHPERSISTENT", of: answer))
    try expectEqual(Self.reopened(test, answer).open(Self.silent).delivered?.errorCode, 50058)
    test.advance(by: .hours(24))
    try expectNotNil(browser.open(Self.silent).delivered?["code"])
    test.advance(by: .hours(24) + Duration(ticks: 1))
    try expectEqual(browser.open(Self.silent).delivered?.errorCode, 50058)
  }

  @Test func overPlainHTTPTheCookieFitsIt() throws {
    let (_, answer) = try Self.answer(try Self.world(), nil, isSecure: false)
    let persistent = try #require(Self.cookie("ESTSAUTHPERSISTENT", of: answer))
    #expect(persistent.hasSuffix("; path=/; HttpOnly; SameSite=Lax"))
  }

  @Test func singleSignOnIsNotAsked() throws {
    let test = try Self.world()
    let (browser, _) = try Self.answer(test, "no")
    try expectNotNil(browser.open(AuthorizeQuery(.web)).delivered?["code"])
  }

  @Test func withoutTheBoxItIsAskedAtTheNextSignIn() throws {
    let test = try Self.world()
    let (browser, _) = try Self.answer(test, "no")
    try browser.open(AuthorizeQuery(.mobile, [("prompt", "login")]))
    try expectEqual(browser.enter("bob").pageID, "KmsiInterrupt")
  }

  @Test(arguments: [nil, "no"]) func withTheBoxTheAnswerHoldsForTheBrowser(_ action: String?) throws {
    let test = try Self.world()
    let (browser, answer) = try Self.answer(test, action, [("DontShowAgain", "true")])
    #expect(Self.cookie("staysignedin", of: answer)?.contains("expires=Fri, 01-May-2026") ?? false)
    try browser.open(AuthorizeQuery(.mobile, [("prompt", "login")]))
    let next = try browser.enter("bob")
    expectNotNil(next.delivered?["code"])
    expectEqual((Self.cookie("ESTSAUTHPERSISTENT", of: next) != nil), action == nil)
    // Another browser is asked.
    _ = try Self.answer(test, nil)
  }

  @Test func itComesAfterTheSecondFactor() throws {
    let test = try Self.world()
    let id = try test.user("alice").id
    try test.change { $0.updateUser(id) { $0.mfa = .required } }
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    try expectEqual(browser.enter("alice").pageID, "ConvergedTFA")
    try expectEqual(browser.submit([("otc", "123456")]).pageID, "KmsiInterrupt")
    try expectNotNil(browser.submit().delivered?["code"])
  }
}
