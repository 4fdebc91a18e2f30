import Bytes
import Directory
import Expectations
import Policy
import TestSupport
import Testing
import Worlds

/// "Who is here" on the sign-in page: users that could sign in, each a button that needs no script.
struct WhoIsHereTests {
  /// The form with the users; nil when the page has none.
  private static func form(of page: TestAnswer) -> HTMLForm? {
    page.text.firstPlace(of: "<details").flatMap { HTMLForm(in: String(page.text[$0.lowerBound...])) }
  }

  private static func offered(_ test: TestWorld, tenant: String = "organizations") throws -> [String] {
    let page = try TestBrowser(test).open(AuthorizeQuery(.mobile, tenant: tenant))
    expectEqual(page.heading, "Sign in")
    return form(of: page)?.buttons.compactMap(\.value) ?? []
  }

  private static func click(_ test: TestWorld) throws -> TestAnswer {
    let browser = TestBrowser(test)
    let form = try #require(Self.form(of: browser.open(AuthorizeQuery(.mobile))))
    let button = try #require(form.buttons.first)
    expectEqual(button.name, "who")
    return try browser.post(form.action, FormFields(form.fields + [("who", try #require(button.value))]))
  }

  /// Everybody here has the scenario's password, so nobody is asked for it again.
  @Test func aClickSignsIn() throws { try expectNotNil(Self.click(try TestWorld()).delivered?["code"]) }

  @Test(arguments: [("locked: true", 50053)]) func whatStandsInTheWayStillDoes(_ words: String, _ code: Int) throws {
    let page = try Self.click(try TestWorld(file: "world: { users: { alice: { \(words) } } }"))
    expectEqual(page.heading, "Enter password")
    expectEqual(page.exchange.refusal?.code, code)
  }

  @Test func anExpiredPasswordIsReplaced() throws {
    let page = try Self.click(try TestWorld(file: "world: { users: { alice: { passwordExpired: true } } }"))
    expectEqual(page.heading, "Update your password")
  }

  /// Without the tiles the field is one that anybody can make up.
  @Test func theNameAloneSignsNobodyInWhereNoUsersAreOffered() throws {
    let browser = TestBrowser(try TestWorld(file: "signIn: { hints: false }"))
    _ = try browser.open(AuthorizeQuery(.mobile))
    try expectEqual(browser.submit([("who", "alice@contoso.onmicrosoft.com")]).heading, "Enter password")
  }

  /// A script that fills in the page meets the form that it knows.
  @Test func theFormForScriptsIsTheFirstAndUnchanged() throws {
    func form(_ text: String) throws -> HTMLForm {
      try #require(TestBrowser(try TestWorld(file: text)).open(AuthorizeQuery(.mobile)).form)
    }
    let (with, without) = (try form(""), try form("signIn: { hints: false }"))
    expectEqual(with.buttons, without.buttons)
    expectEqual(with.fields.map(\.0), without.fields.map(\.0))
  }

  /// Scripts look the field up by its name, and some stop at a second one.
  @Test func onlyOneElementHasTheNameOfTheField() throws {
    let page = try TestBrowser(try TestWorld()).open(AuthorizeQuery(.mobile))
    expectEqual(page.text.split(separator: " ").filter { $0.hasPrefix("name=\"loginfmt\"") }.count, 1)
  }

  @Test func onlyUsersThatCouldSignInAreOffered() throws {
    let test = try TestWorld(file: "world: { users: { bob: { enabled: false }, admin: { deleted: true } } }")
    let names = try Self.offered(test)
    #expect(names.contains("alice@contoso.onmicrosoft.com"))
    #expect(names.contains("gina@fabrikam.onmicrosoft.com"))
    #expect(!names.contains("bob@contoso.onmicrosoft.com"))
    #expect(!names.contains("admin@contoso.onmicrosoft.com"))
    #expect(!names.contains("pat@outlook.com"), "a personal account has no part in organizations")
    #expect(try !Self.offered(test, tenant: "contoso.onmicrosoft.com").contains("pat@outlook.com"))
    try expectEqual(Self.offered(test, tenant: "consumers"), ["pat@outlook.com"])
  }

  @Test func manyAreNotAllShown() throws {
    let users = (1...20).map { "u\($0): { displayName: User \($0) }" }.joined(separator: ", ")
    let page = try TestBrowser(try TestWorld(file: "world: { users: { \(users) } }")).open(AuthorizeQuery(.mobile))
    expectEqual(Self.form(of: page)?.buttons.count, 12)
    #expect(page.text.contains("And others; the console lists all."))
  }

  @Test func aScenarioLeavesItOut() throws {
    let page = try TestBrowser(try TestWorld(file: "signIn: { hints: false }")).open(AuthorizeQuery(.mobile))
    expectEqual(page.heading, "Sign in")
    #expect(!page.text.contains("Who is here"))
  }
}
