import Bytes
import Customers
import Directory
import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Time
import Worlds

@testable import Authority

/// Sign-ins that the store kept over an update: the page's name in the document says what the form means.
struct StoredSignInTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let step: String
    let filled: [(String, String)]
    /// The reason that only this page's form has, or the heading of the page that follows.
    let sign: String
    var testDescription: String { step }

    init(_ step: String, _ filled: [(String, String)], _ sign: String) {
      self.step = step
      self.filled = filled
      self.sign = sign
    }
  }

  static let rows = [
    Row("userName", [("loginfmt", "alice")], "Enter password"),
    Row("password", [("passwd", "wrong")], "→ AADSTS50126 on the page: invalidPassword"),
    Row("picker", [("account", "nobody")], "Pick an account"),
    Row("multiFactor", [("otc", "123456")], "the one-time code is right"),
    Row("multiFactorRegistration", [], "a method for multi-factor authentication was registered"),
    Row("changePassword", [("currentPassword", "wrong")], "Update your password"),
    // The user of these sign-ins has no method.
    Row("resetPassword", [("otc", "123456")], "→ error page AADSTS50089"),
    Row("consent", [], "consent was given just now"),
    Row("approval", [("justification", "for work")], "the user asked an administrator for approval: for work"),
    Row("approvalRequested", [], "→ redirect with access_denied: the user left the page"),
    Row("staySignedIn", [], "the user stays signed in"),
    Row("confirmDevice", [], "→ nothing more to ask"),
    // The pages of customers mean nothing in a tenant without user flows.
    Row("customerSignUp", [("email", "x")], "Create account"),
    Row("customerCode", [("otc", "12345678")], "→ error page AADSTS50089"),
    Row("customerDetails", [], "→ error page AADSTS50089"),
    Row("customerNewPassword", [], "→ error page AADSTS50089"),
    Row("customerProvider", [("email", "x@y.example")], "→ error page AADSTS50089"),
    Row("customerBlocked", [], "You cannot sign up"),
  ]

  /// The document as it was written before pages had a list.
  static func document(_ step: String, _ query: String, account: User.ID) -> String {
    """
    {"step":"\(step)","segment":"common","query":"\(query)","userName":"alice@contoso.onmicrosoft.com",\
    "account":"\(account)","authenticatedAt":\(TestWorld.start.ticks),\
    "methods":["pwd"],"usesSession":false,"hasConsented":false,"hasConfirmed":false,"purpose":"authorize","isLegacy":false}
    """
  }

  /// A browser with an open sign-in that the store has in this form.
  static func browser(_ step: String) throws -> TestBrowser {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    let query = AuthorizeQuery(.mobile)
    let handle = try #require(try browser.open(query).form?["ctx"])
    let document = document(step, query.fields.query, account: try test.user("alice").id)
    try test.world.store.saveFlow(
      document, handle: handle, browser: try #require(browser.cookies["buid"]), startedAt: TestWorld.start)
    return browser
  }

  @Test(arguments: rows) func areTakenUp(_ row: Row) throws {
    let answer = try Self.browser(row.step).submit(row.filled)
    #expect(answer.heading == row.sign || answer.exchange.reasons.contains(row.sign), "\(answer.exchange.reasons)")
  }

  @Test func aPageThatThisServerDoesNotHaveIsTooOld() throws {
    try expectEqual(Self.browser("passkey").submit().pageCode, 50089)
  }

  @Test func everyPageHasAForm() {
    expectEqual(Set(Self.rows.map(\.step)), Set(LoginFeatures([.customers]).pages.map { $0.name }))
  }

  /// Two pages share one name, and the request says which of them is meant.
  @Test func eachNameMeansOnePage() throws {
    var request = try AuthorizeRequest.parse(
      AuthorizeQuery(.mobile).fields, tenant: "common", queryBytes: 0, isLegacy: false, in: TestWorld().world.directory)
    for asksForEverybody in [false, true] {
      request.asksForEverybody = asksForEverybody
      for name in Set(LoginFeatures([.customers]).pages.map { $0.name }) {
        expectEqual(
          LoginFeatures([.customers]).pages.filter { $0.name == name && $0.isMeant(by: request) }.count, 1, "\(name)")
      }
    }
  }
}
