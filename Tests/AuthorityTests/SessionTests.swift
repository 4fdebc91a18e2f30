import Bytes
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// What `prompt`, hints and the accounts of a browser lead to.
struct SessionTests {
  enum Result: Equatable {
    /// A code for that user.
    case code(String)
    /// A page by its heading, with the name that is filled in.
    case page(String, name: String? = nil)
    case refused(String, Int)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let signedIn: [String]
    var tenant = "common"
    let changes: [(String, String?)]
    let result: Result

    init(
      _ description: String, _ signedIn: [String], tenant: String = "common", _ changes: [(String, String?)],
      _ result: Result
    ) {
      testDescription = description
      self.signedIn = signedIn
      self.tenant = tenant
      self.changes = changes
      self.result = result
    }
  }

  static let alice = "alice@contoso.onmicrosoft.com"
  static let bob = "bob@contoso.onmicrosoft.com"
  static let signIn = Result.page("Sign in")
  static let picker = Result.page("Pick an account")

  static let absent: [Row] = [
    Row("nobody", [], [], signIn),
    Row("nobody, a hint", [], [("login_hint", alice)], .page("Enter password", name: alice)),
    Row("nobody, a hint nobody knows", [], [("login_hint", "x@y.test")], .page("Enter password", name: "x@y.test")),
    Row("nobody, an empty hint", [], [("login_hint", "")], signIn),
    Row("one", ["alice"], [], .code("alice")),
    Row("one, empty prompt", ["alice"], [("prompt", "")], .code("alice")),
    Row("one, its hint", ["alice"], [("login_hint", alice)], .code("alice")),
    Row("one, its hint in capitals", ["alice"], [("login_hint", alice.uppercased())], .code("alice")),
    Row("one, another's hint", ["alice"], [("login_hint", bob)], .page("Enter password", name: bob)),
    Row("two", ["alice", "bob"], [], picker),
    Row("two, one's hint", ["alice", "bob"], [("login_hint", bob)], .code("bob")),
    Row(
      "two, a third's hint", ["alice", "bob"], [("login_hint", "admin@contoso.onmicrosoft.com")],
      .page("Enter password", name: "admin@contoso.onmicrosoft.com")),
    Row("two, an unknown sid is ignored", ["alice"], [("sid", "x")], .code("alice")),
    Row("work and personal, path of personal", ["alice", "personal"], tenant: "consumers", [], .code("personal")),
    Row("work and personal, path of work", ["alice", "personal"], tenant: "organizations", [], .code("alice")),
    Row("work and personal, path of a tenant", ["alice", "personal"], tenant: "contoso.com", [], .code("alice")),
    Row("work and personal, path of both", ["alice", "personal"], [], picker),
    Row(
      "two work, one personal, path of personal", ["alice", "bob", "personal"], tenant: "consumers", [],
      .code("personal")),
    Row("a guest at the other tenant", ["gina"], tenant: "contoso.com", [], .code("gina")),
    Row("none that fits the path", ["alice"], tenant: "fabrikam.com", [], signIn),
    Row("domain_hint of organizations", ["alice", "personal"], [("domain_hint", "organizations")], .code("alice")),
    Row("domain_hint of consumers", ["alice", "personal"], [("domain_hint", "consumers")], .code("personal")),
    Row("domain_hint of a domain", ["alice", "gina"], [("domain_hint", "fabrikam.onmicrosoft.com")], .code("gina")),
  ]

  static let silent: [Row] = [
    Row("none, nobody", [], [("prompt", "none")], .refused("login_required", 50058)),
    Row("none, one", ["alice"], [("prompt", "none")], .code("alice")),
    Row("attempt_none, one", ["alice"], [("prompt", "attempt_none")], .code("alice")),
    Row("none, its hint", ["alice"], [("prompt", "none"), ("login_hint", alice)], .code("alice")),
    Row(
      "none, another's hint", ["alice"], [("prompt", "none"), ("login_hint", bob)], .refused("login_required", 50058)),
    Row("none, two", ["alice", "bob"], [("prompt", "none")], .refused("interaction_required", 16000)),
    Row("none, two, one's hint", ["alice", "bob"], [("prompt", "none"), ("login_hint", alice)], .code("alice")),
    Row(
      "none, two, one personal by path", ["alice", "personal"], tenant: "consumers", [("prompt", "none")],
      .code("personal")),
    Row(
      "none, one that does not fit", ["alice"], tenant: "consumers", [("prompt", "none")],
      .refused("login_required", 50058)),
    Row(
      "none, an unknown sid", ["alice"], [("prompt", "none"), ("sid", "x")], .refused("interaction_required", 160_021)),
  ]

  static let asking: [Row] = [
    Row("login, nobody", [], [("prompt", "login")], signIn),
    Row(
      "login, one: its password is asked for", ["alice"], [("prompt", "login")], .page("Enter password", name: alice)),
    Row(
      "login, its hint", ["alice"], [("prompt", "login"), ("login_hint", alice)], .page("Enter password", name: alice)),
    Row("login, two", ["alice", "bob"], [("prompt", "login")], signIn),
    Row(
      "login, one that fits the path", ["alice", "personal"], tenant: "consumers", [("prompt", "login")],
      .page("Enter password", name: "pat@outlook.com")),
    Row("login, one that does not fit", ["alice"], tenant: "consumers", [("prompt", "login")], signIn),
    Row("select_account, nobody", [], [("prompt", "select_account")], signIn),
    Row("select_account, one", ["alice"], [("prompt", "select_account")], picker),
    Row(
      "select_account, one that does not fit", ["alice"], tenant: "consumers", [("prompt", "select_account")], picker),
    Row(
      "select_account, one of another domain", ["alice"],
      [("prompt", "select_account"), ("domain_hint", "fabrikam.onmicrosoft.com")], picker),
    Row("select_account, hint is ignored", ["alice"], [("prompt", "select_account"), ("login_hint", alice)], picker),
    Row("consent, one", ["alice"], [("prompt", "consent")], .page("Permissions requested")),
    Row("consent, nobody", [], [("prompt", "consent")], signIn),
    Row("create, nobody", [], [("prompt", "create")], signIn),
    Row("create, one: its name is filled in", ["alice"], [("prompt", "create")], .page("Sign in", name: alice)),
  ]

  static let rows = absent + silent + asking

  @Test(arguments: rows) func leadTo(_ row: Row) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    for user in row.signedIn {
      try browser.signIn(user, tenant: user == "personal" ? "consumers" : "common")
      test.advance(by: .seconds(1))
    }
    let answer = try browser.open(AuthorizeQuery(.mobile, scope: "openid profile", tenant: row.tenant, row.changes))
    switch row.result {
    case .code(let user):
      expectEqual(answer.status, 302)
      expectNotNil(answer.delivered?["code"], "\(answer.exchange.reasons)")
      expectEqual(answer.delivered?["state"], "12345")
      expectEqual(answer.exchange.user?.alias, user == "gina" && row.tenant != "common" ? "guest" : user)
    case .page(let heading, let name):
      expectEqual(answer.status, 200)
      expectEqual(answer.heading, heading, "\(answer.exchange.reasons)")
      if let name { expectEqual(answer.form?["loginfmt"], name) }
      expectEqual(answer.exchange.events, [.pageShown])
    case .refused(let error, let code):
      expectEqual(answer.delivered?["error"], error)
      expectEqual(answer.delivered?.errorCode, code)
      expectEqual(answer.delivered?["state"], "12345")
    }
    #expect(!answer.exchange.reasons.isEmpty)
  }

  // MARK: The session itself

  @Test func aSessionHasOneIDForAllApps() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let first = try #require(try browser.open(AuthorizeQuery(.mobile)).delivered?["session_state"])
    let second = try #require(try browser.open(AuthorizeQuery(.web)).delivered?["session_state"])
    expectEqual(first, second)
    let answer = try browser.open(AuthorizeQuery(.web, [("prompt", "none"), ("sid", first)]))
    let code = try #require(answer.delivered?["code"])
    try expectEqual(test.redeem(code, by: .web).json.claims("id_token")["sid"]?.string, first)
  }

  @Test func signingInAgainKeepsTheIDAndRenewsTheTime() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let first = try #require(browser.shown?.delivered?["session_state"])
    test.advance(by: .hours(1))
    try browser.signIn("alice")
    expectEqual(browser.shown?.delivered?["session_state"], first)
    let sessions = try test.world.store.sessions(ofBrowser: try #require(browser.cookies["ESTSAUTH"]))
    expectEqual(sessions.map(\.authenticatedAt), [TestWorld.start + .hours(1)])
  }

  @Test func browsersDoNotShareAccounts() throws {
    let test = try TestWorld()
    try TestBrowser(test).signIn("alice")
    try expectEqual(TestBrowser(test).open(AuthorizeQuery(.mobile)).heading, "Sign in")
  }

  struct Cookie: CustomTestStringConvertible {
    let isSecure: Bool
    let flags: String
    var testDescription: String { isSecure ? "https" : "http" }
  }

  @Test(arguments: [
    Cookie(isSecure: true, flags: "; path=/; secure; HttpOnly; SameSite=None"),
    Cookie(isSecure: false, flags: "; path=/; HttpOnly; SameSite=Lax"),
  ]) func cookiesFitTheTransport(_ row: Cookie) throws {
    let browser = TestBrowser(try TestWorld(), isSecure: row.isSecure)
    let page = try browser.open(AuthorizeQuery(.mobile))
    let tie = try #require(page.fields.all("Set-Cookie").first { $0.hasPrefix("buid=") })
    #expect(tie.hasSuffix(row.flags))
    let answer = try browser.enter("alice")
    let session = try #require(answer.fields.all("Set-Cookie").first { $0.hasPrefix("ESTSAUTH=") })
    #expect(session.hasSuffix(row.flags))
    #expect(session.prefix { $0 != ";" }.utf8.count > 40)
    for cookie in page.fields.all("Set-Cookie") + answer.fields.all("Set-Cookie") {
      #expect(!cookie.contains("alice"))
      // These two name the browser for thirty days.
      expectEqual(cookie.contains("expires"), cookie.hasPrefix("buid=") || cookie.hasPrefix("fpc="), "\(cookie)")
    }
  }

  @Test func aSecondAppNeedsNoNewCookie() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let set = try browser.open(AuthorizeQuery(.web)).fields.all("Set-Cookie")
    // None but the constant ones and the list of apps that the browser has entered.
    #expect(set.allSatisfy { $0.contains("=estsfd;") || $0.hasPrefix("SignInStateCookie=") }, "\(set)")
  }

  @Test(arguments: ["garbage", "", "a; ESTSAUTH=b"]) func aForeignCookieIsNobody(_ value: String) throws {
    let browser = TestBrowser(try TestWorld())
    browser.setCookie("ESTSAUTH", value)
    let answer = try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")]))
    expectEqual(answer.delivered?.errorCode, 50058)
  }

  // MARK: Its end
  struct End: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let isUsable: Bool
    let act: @Sendable (TestWorld, TestBrowser) throws -> Void

    init(_ description: String, _ isUsable: Bool, _ act: @escaping @Sendable (TestWorld, TestBrowser) throws -> Void) {
      testDescription = description
      self.isUsable = isUsable
      self.act = act
    }
  }

  @Test(arguments: [
    End("24 hours unused", true) { test, _ in test.advance(by: .hours(24)) },
    End("24 hours and a tick unused", false) { test, _ in test.advance(by: .hours(24) + Duration(ticks: 1)) },
    End("used in between", true) { test, browser in
      test.advance(by: .hours(20))
      try browser.open(AuthorizeQuery(.mobile))
      test.advance(by: .hours(20))
    },
    End("made older", false) { test, _ in
      let count = try test.world.age(.sessions, GrantSelection(), by: test.world.ageOfDeath(.sessions))
      expectEqual(count, 1)
    },
    End("another user's made older", true) { test, _ in
      let selection = GrantSelection(user: try test.user("bob").id)
      try expectEqual(test.world.age(.sessions, selection, by: .days(91)), 0)
    },
    End("password changed", false) { test, _ in
      test.advance(by: .seconds(1))
      try test.world.changePassword(of: try test.user("alice").id, to: "N3w!")
    },
    End("sessions revoked", false) { test, _ in
      test.advance(by: .seconds(1))
      try test.world.revokeSessions(of: try test.user("alice").id)
    },
    End("disabled", false) { test, _ in try test.world.setEnabled(false, user: try test.user("alice").id) },
    End("deleted", false) { test, _ in
      let id = try test.user("alice").id
      try test.change { $0.updateUser(id) { $0.isDeleted = true } }
    },
    End("cookies gone", false) { _, browser in browser.forgetCookies() },
  ]) func ends(_ row: End) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    try row.act(test, browser)
    let silent = try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")]))
    expectEqual(silent.delivered?["code"] != nil, row.isUsable)
    if !row.isUsable {
      expectEqual(silent.delivered?["error"], "login_required")
      expectEqual(silent.delivered?.errorCode, 50058)
      try expectEqual(browser.open(AuthorizeQuery(.mobile)).heading, "Sign in")
    }
  }

  struct Prompted: CustomTestStringConvertible, Sendable {
    let prompt: String?
    let heading: String
    var testDescription: String { prompt ?? "absent" }
  }

  /// A sign-in that nobody saw has its reasons, as a page has.
  @Test func aSilentSignInSaysWhyItWentWell() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    test.advance(by: .minutes(5))
    let reasons = try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).exchange.reasons
    let session = "the session of 'alice' counts: the sign-in is 5 minutes old, "
    #expect(reasons.contains { $0.hasPrefix(session) && $0.hasSuffix("and nothing has ended it since") }, "\(reasons)")
    #expect(reasons.contains { $0.hasPrefix("consent is not asked: 'mobile' ") }, "\(reasons)")
  }

  /// In a browser whose only session has ended, every prompt but `none` shows a page.
  @Test(arguments: [
    Prompted(prompt: nil, heading: "Sign in"), Prompted(prompt: "login", heading: "Sign in"),
    Prompted(prompt: "consent", heading: "Sign in"), Prompted(prompt: "create", heading: "Sign in"),
    Prompted(prompt: "select_account", heading: "Pick an account"),
  ]) func withNothingButADeadSession(_ row: Prompted) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    test.advance(by: .seconds(1))
    try test.world.revokeSessions(of: try test.user("alice").id)
    let page = try browser.open(AuthorizeQuery(.mobile, [("prompt", row.prompt)]))
    expectEqual(page.heading, row.heading)
    #expect(page.exchange.reasons.contains { $0.hasPrefix("session of 'alice' does not count: began before ") })
    expectEqual(page.form?["loginfmt"] ?? "", "")
  }

  @Test func aDeadAccountIsListedAsSignedOutAndAsksForThePassword() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    test.advance(by: .seconds(1))
    try test.world.changePassword(of: try test.user("alice").id, to: "N3w!")
    let picker = try browser.open(AuthorizeQuery(.mobile, [("prompt", "select_account")]))
    #expect(picker.text.contains("Signed out"))
    let page = try browser.pick("alice")
    expectEqual(page.heading, "Enter password")
    try expectEqual(browser.submit([("passwd", SeededDirectory.password)]).heading, "Enter password")
    try expectNotNil(browser.submit([("passwd", "N3w!")]).delivered?["code"])
  }

  // MARK: Freshness
  struct Age: CustomTestStringConvertible {
    let maximum: String
    let after: Duration
    let isFresh: Bool
    var testDescription: String { "max_age=\(maximum) after \(after.shortText)" }
  }

  @Test(arguments: [
    Age(maximum: "3600", after: .hours(1), isFresh: true),
    Age(maximum: "3600", after: .hours(1) + .seconds(1), isFresh: false),
    Age(maximum: "0", after: .seconds(1), isFresh: false),
    Age(maximum: "86400", after: .hours(3), isFresh: true),
  ]) func anOldSignInIsNotFresh(_ row: Age) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    test.advance(by: row.after)
    let silent = try browser.open(AuthorizeQuery(.mobile, [("prompt", "none"), ("max_age", row.maximum)]))
    expectEqual(silent.delivered?.errorCode, row.isFresh ? nil : 50058)
    let asking = try browser.open(AuthorizeQuery(.mobile, [("max_age", row.maximum)]))
    expectEqual(asking.heading, row.isFresh ? nil : "Sign in")
  }

  // MARK: Several accounts

  @Test func thePickerOffersEveryAccountAndAnother() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    test.advance(by: .seconds(1))
    try browser.signIn("bob")
    let picker = try browser.open(AuthorizeQuery(.mobile))
    expectEqual(picker.form?.buttons.compactMap(\.account), [Self.alice, Self.bob])
    // Going on with either needs no password, and leaves the other signed in.
    let answer = try browser.pick("bob")
    expectEqual(answer.exchange.user?.alias, "bob")
    expectNotNil(answer.delivered?["code"])
    try browser.open(AuthorizeQuery(.mobile))
    try expectEqual(browser.pick("alice").exchange.user?.alias, "alice")
    try browser.open(AuthorizeQuery(.mobile))
    try expectEqual(browser.submit(pressing: "other").heading, "Sign in")
    try expectEqual(browser.enter("admin").exchange.user?.alias, "admin")
    try expectEqual(browser.open(AuthorizeQuery(.mobile)).form?.buttons.compactMap(\.account).count, 3)
  }

  @Test func aTileOfAnotherBrowserPicksNothing() throws {
    let test = try TestWorld()
    let other = TestBrowser(test)
    try other.signIn("bob")
    let foreign = try #require(other.shown?.delivered?["session_state"])
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    try browser.open(AuthorizeQuery(.mobile, [("prompt", "select_account")]))
    try expectEqual(browser.submit([("account", foreign)]).heading, "Pick an account")
  }

  @Test func theOpaqueHintNamesTheAccount() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    test.advance(by: .seconds(1))
    try browser.signIn("bob")
    let alice = try test.user("alice")
    let hint = SignInAttempt.opaqueHint(for: alice)
    // `O.C` and a hundred characters and more (observed 2025-12).
    #expect(hint.hasPrefix("O.C") && hint.utf8.count > 100)
    let answer = try browser.open(AuthorizeQuery(.mobile, [("login_hint", hint), ("prompt", "none")]))
    expectEqual(answer.exchange.user?.alias, "alice")
    expectNotNil(answer.delivered?["code"])
  }
}
