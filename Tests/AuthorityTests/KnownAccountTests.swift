import Directory
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// `prompt=login` in a browser that knows the account: its password is asked for at once, and another account can be used.
@Suite struct KnownAccountTests {
  static let alice = "alice@contoso.onmicrosoft.com"

  /// A browser in which alice has signed in and is asked for her password again.
  static func asked(_ changes: [(String, String?)] = []) throws -> TestBrowser {
    let browser = TestBrowser(try TestWorld())
    try browser.signIn("alice")
    let page = try browser.open(AuthorizeQuery(.mobile, changes + [("prompt", "login")]))
    #expect(page.heading == "Enter password")
    #expect(page.form?["loginfmt"] == alice)
    return browser
  }

  static func offersAnother(_ browser: TestBrowser) -> Bool {
    browser.shown?.form?.buttons.contains { $0.name == "action" && $0.value == "other" } ?? false
  }

  @Test func thePasswordIsEnough() throws {
    let browser = try Self.asked()
    let answer = try browser.submit([("passwd", SeededDirectory.password)])
    #expect(answer.exchange.user?.alias == "alice")
    #expect(answer.delivered?["code"] != nil)
  }

  @Test(arguments: ["other", "back"]) func anotherAccountIsAButtonAway(_ button: String) throws {
    let browser = try Self.asked()
    let page = try browser.submit(pressing: button)
    #expect(page.heading == "Sign in")
    #expect(page.form?["loginfmt"] == "")
    #expect(try browser.submit([("loginfmt", "bob")]).heading == "Enter password")
    #expect(!Self.offersAnother(browser), "the user gave the name")
    #expect(try browser.submit([("passwd", SeededDirectory.password)]).exchange.user?.alias == "bob")
  }

  @Test func anotherAccountStaysOfferedAfterAWrongPassword() throws {
    let browser = try Self.asked()
    #expect(Self.offersAnother(browser))
    #expect(try browser.submit([("passwd", "wrong")]).exchange.refusal?.code == 50126)
    #expect(Self.offersAnother(browser))
    #expect(try browser.submit([("passwd", "")]).heading == "Enter password")
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
    #expect(page.heading == "Enter password")
    #expect(page.form?["loginfmt"] == Self.alice)
    #expect(Self.offersAnother(browser))
  }

  @Test func anAccountThatTheAppNamedIsNotQuestioned() throws {
    let browser = try Self.asked([("login_hint", Self.alice)])
    #expect(!Self.offersAnother(browser))
  }
}
