import Directory
import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// `prompt=login` in a browser that knows the account: its password is asked for at once, and another account can be used.
struct KnownAccountTests {
  static let alice = "alice@contoso.onmicrosoft.com"

  /// A browser in which alice has signed in and is asked for her password again.
  static func asked(_ changes: [(String, String?)] = []) throws -> TestBrowser {
    let browser = TestBrowser(try TestWorld())
    try browser.signIn("alice")
    let page = try browser.open(AuthorizeQuery(.mobile, changes + [("prompt", "login")]))
    expectEqual(page.heading, "Enter password")
    expectEqual(page.form?["loginfmt"], alice)
    return browser
  }

  static func offersAnother(_ browser: TestBrowser) -> Bool {
    browser.shown?.form?.buttons.contains { $0.name == "action" && $0.value == "other" } ?? false
  }

  @Test func thePasswordIsEnough() throws {
    let browser = try Self.asked()
    let answer = try browser.submit([("passwd", SeededDirectory.password)])
    expectEqual(answer.exchange.user?.alias, "alice")
    expectNotNil(answer.delivered?["code"])
  }

  @Test(arguments: ["other", "back"]) func anotherAccountIsAButtonAway(_ button: String) throws {
    let browser = try Self.asked()
    let page = try browser.submit(pressing: button)
    expectEqual(page.heading, "Sign in")
    expectEqual(page.form?["loginfmt"], "")
    try expectEqual(browser.submit([("loginfmt", "bob")]).heading, "Enter password")
    #expect(!Self.offersAnother(browser), "the user gave the name")
    try expectEqual(browser.submit([("passwd", SeededDirectory.password)]).exchange.user?.alias, "bob")
  }

  @Test func anotherAccountStaysOfferedAfterAWrongPassword() throws {
    let browser = try Self.asked()
    #expect(Self.offersAnother(browser))
    try expectEqual(browser.submit([("passwd", "wrong")]).exchange.refusal?.code, 50126)
    #expect(Self.offersAnother(browser))
    try expectEqual(browser.submit([("passwd", "")]).heading, "Enter password")
    #expect(Self.offersAnother(browser))
  }

  @Test func theSessionIDNamesTheAccountToo() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let session = try #require(browser.shown?.delivered?["session_state"])
    test.advance(by: .seconds(1))
    try browser.signIn("bob")
    let page = try browser.open(AuthorizeQuery(.mobile, [("prompt", "login"), ("sid", session)]))
    expectEqual(page.heading, "Enter password")
    expectEqual(page.form?["loginfmt"], Self.alice)
    #expect(Self.offersAnother(browser))
  }

  @Test func anAccountThatTheAppNamedIsNotQuestioned() throws {
    let browser = try Self.asked([("login_hint", Self.alice)])
    #expect(!Self.offersAnother(browser))
  }
}
