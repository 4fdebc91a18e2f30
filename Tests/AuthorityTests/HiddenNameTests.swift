import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// Pages name the user, other answers do not.
struct HiddenNameTests {
  private static let unassigned: @Sendable (inout DirectoryState) -> Void = Arrangement.principal("web") {
    $0.requiresAssignment = true
  }

  @Test func pagesShowIt() throws {
    let browser = TestBrowser(try TestWorld(directory: Self.unassigned))
    try browser.open(AuthorizeQuery(.web))
    let page = try browser.enter("alice")
    expectEqual(page.pageCode, 50105)
    #expect(page.text.contains("alice@contoso.onmicrosoft.com"), "\(page.text)")
    #expect(!page.text.contains("Hidden}"))
  }

  @Test func pagesNameTheProvider() throws {
    for (user, provider) in [("bob", "https://sts.windows.net/\(TestWorld.contoso)/"), ("personal", "live.com")] {
      let browser = TestBrowser(try TestWorld())
      try browser.open(AuthorizeQuery(.web, tenant: TestWorld.fabrikam))
      let page = try browser.enter(user)
      expectEqual(page.pageCode, 50020)
      #expect(
        page.exchange.refusal?.message.contains("from identity provider '\(provider)' does not exist in tenant")
          ?? false)
    }
  }

  @Test func jsonHidesIt() throws {
    let test = try TestWorld()
    let answer = try test.token(
      PasswordGrantTests.form([("username", "nobody@contoso.com")]), tenant: "contoso.onmicrosoft.com")
    let text = try answer.json["error_description"]?.string ?? ""
    #expect(
      text.hasPrefix(
        "AADSTS50034: The user account {EUII Hidden} does not exist in the contoso.onmicrosoft.com directory."),
      "\(text)")
  }

  @Test func redirectsHideIt() throws {
    let browser = TestBrowser(try TestWorld(directory: Self.unassigned))
    try browser.signIn("alice")
    let answer = try browser.open(AuthorizeQuery(.web, [("prompt", "none")]))
    expectEqual(answer.delivered?.errorCode, 50105)
    #expect(answer.delivered?["error_description"]?.contains("'{EUII Hidden}' is blocked") ?? false)
  }
}
