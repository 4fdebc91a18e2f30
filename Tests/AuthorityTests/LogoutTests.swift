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

/// The end of a browser's sessions.
struct LogoutTests {
  static let path = "/common/oauth2/v2.0/logout"
  static let landing = "http://localhost/auth/callback"

  /// A browser with these users signed in to the web app.
  static func browser(_ test: TestWorld, _ users: [String] = ["alice"], to client: TestClient = .web) throws
    -> TestBrowser
  {
    let browser = TestBrowser(test)
    for user in users {
      try browser.open(AuthorizeQuery(client, [("prompt", "login")]))
      try browser.enter(user)
    }
    return browser
  }

  static func target(_ parameters: [(String, String)], path: String = path) -> String {
    path + "?" + FormFields(parameters).query
  }

  /// What a silent request is told afterwards.
  static func silentCode(_ browser: TestBrowser, hint: String? = nil) throws -> Int? {
    try browser.open(AuthorizeQuery(.web, [("prompt", "none"), ("login_hint", hint)])).delivered?.errorCode
  }

  @Test(arguments: ["/common/oauth2/v2.0/logout", "/contoso.com/oauth2/logout"])
  func endsTheSession(_ path: String) throws {
    let test = try TestWorld()
    let browser = try Self.browser(test)
    try expectNil(Self.silentCode(browser))
    let answer = try browser.open(path)
    expectEqual(answer.status, 200)
    expectEqual(answer.pageID, "ConvergedSignOut")
    #expect(answer.text.contains("You signed out of your account"))
    expectEqual(answer.exchange.events, [.signOut])
    expectEqual(answer.exchange.user?.alias, "alice")
    for name in ["ESTSAUTH", "ESTSAUTHPERSISTENT", "ESTSAUTHLIGHT", "SignInStateCookie"] {
      #expect(
        answer.fields.all("Set-Cookie").contains {
          $0.hasPrefix("\(name)=; expires=Thu, 01-Jan-1970 00:00:00 GMT; path=/")
        }, "\(name)")
    }
    try expectEqual(Self.silentCode(browser), 50058)
  }

  /// The server forgets the session, not only the browser its cookie.
  @Test func cookiesOfBeforeAreWorthNothing() throws {
    let test = try TestWorld()
    let browser = try Self.browser(test)
    let kept = try #require(browser.cookies["ESTSAUTH"])
    try browser.open(Self.path)
    browser.setCookie("ESTSAUTH", kept)
    try expectEqual(Self.silentCode(browser), 50058)
  }

  @Test func tokensGoOn() throws {
    let test = try TestWorld()
    let browser = try Self.browser(test)
    let code = try #require(browser.shown?.delivered?["code"])
    let token = try #require(test.redeem(code, by: .web).json["refresh_token"]?.string)
    try browser.open(Self.path)
    try expectEqual(test.refresh(token, by: .web).status, 200)
  }

  struct Landing: CustomTestStringConvertible {
    let testDescription: String
    var parameters: [(String, String)]
    /// Nil: no redirect.
    var location: String?
    var isSignedIn = true
  }

  @Test(arguments: [
    Landing(
      testDescription: "an address of the app that asks",
      parameters: [("client_id", TestClient.web.id), ("post_logout_redirect_uri", landing)], location: landing),
    Landing(
      testDescription: "state comes back",
      parameters: [
        ("client_id", TestClient.web.id), ("post_logout_redirect_uri", landing), ("state", "a|b=c d"),
      ], location: landing + "?state=a%7cb%3dc+d"),
    Landing(
      testDescription: "an address of an app of the session", parameters: [("post_logout_redirect_uri", landing)],
      location: landing),
    Landing(
      testDescription: "an address of another app",
      parameters: [("client_id", TestClient.spa.id), ("post_logout_redirect_uri", landing)]),
    Landing(
      testDescription: "an address of nobody",
      parameters: [("client_id", TestClient.web.id), ("post_logout_redirect_uri", "https://evil.test/")]),
    Landing(
      testDescription: "an address of an app that took no part",
      parameters: [("post_logout_redirect_uri", "https://spa.contoso.test/")]),
    Landing(
      testDescription: "nobody signed in",
      parameters: [("client_id", TestClient.web.id), ("post_logout_redirect_uri", landing)], location: landing,
      isSignedIn: false),
    Landing(
      testDescription: "nobody signed in and no app", parameters: [("post_logout_redirect_uri", landing)],
      isSignedIn: false),
    Landing(testDescription: "nothing at all", parameters: [], isSignedIn: false),
  ])
  func returnsToRegisteredAddressesOnly(_ row: Landing) throws {
    let test = try TestWorld(directory: { directory in
      // Without front-channel addresses there is nothing to wait for.
      for app in directory.applicationsInOrder { directory.updateApplication(app.id) { $0.logoutURL = nil } }
    })
    let browser = try Self.browser(test, row.isSignedIn ? ["alice"] : [])
    let answer = try browser.open(Self.target(row.parameters))
    expectEqual(answer.location, row.location)
    expectEqual(answer.status, row.location == nil ? 200 : 302)
    expectEqual(answer.exchange.events, row.isSignedIn ? [.signOut] : [])
  }

  @Test func formsAreReadToo() throws {
    let test = try TestWorld()
    let browser = try Self.browser(test)
    let answer = try browser.post(
      Self.path, FormFields([("client_id", TestClient.web.id), ("post_logout_redirect_uri", Self.landing)]))
    expectEqual(answer.location, Self.landing)
  }

  // MARK: Which account

  @Test func withoutAHintAllAccountsEnd() throws {
    let test = try TestWorld()
    let browser = try Self.browser(test, ["alice", "bob"])
    try browser.open(Self.path)
    try expectEqual(Self.silentCode(browser, hint: "bob@contoso.onmicrosoft.com"), 50058)
  }

  @Test(arguments: ["logout_hint", "id_token_hint"])
  func aHintEndsOneAccount(_ parameter: String) throws {
    let test = try TestWorld()
    let browser = try Self.browser(test, ["alice", "bob"])
    let code = try #require(browser.shown?.delivered?["code"])
    let token = try test.redeem(code, by: .web).json["id_token"]?.string
    let opaque = SignInAttempt.opaqueHint(for: try test.user("bob"))
    let hint = try #require(parameter == "logout_hint" ? opaque : token)
    // An id_token is good as a hint for ever.
    test.advance(by: .hours(3))
    let answer = try browser.open(Self.target([(parameter, hint)]))
    expectEqual(answer.exchange.user?.alias, "bob")
    #expect(answer.text.contains("bob@contoso.onmicrosoft.com"))
    #expect(!answer.fields.all("Set-Cookie").contains { $0.hasPrefix("ESTS") })
    try expectEqual(Self.silentCode(browser, hint: "bob@contoso.onmicrosoft.com"), 50058)
    try expectNil(Self.silentCode(browser, hint: "alice@contoso.onmicrosoft.com"))
    if parameter == "id_token_hint" { expectEqual(answer.exchange.client?.alias, "web") }
  }

  @Test(arguments: ["alice@contoso.onmicrosoft.com", "O.nonsense"])
  func onlyTheOpaqueHintCounts(_ hint: String) throws {
    let test = try TestWorld(scenario: { $0.settings.asksWhomToSignOut = true })
    let browser = try Self.browser(test, ["alice", "bob"])
    let answer = try browser.open(Self.target([("logout_hint", hint)]))
    #expect(answer.text.contains("Which account do you want to sign out of?"))
    expectEqual(answer.exchange.events, [.pageShown])
  }

  @Test func aDamagedTokenIsNoHint() throws {
    let test = try TestWorld(scenario: { $0.settings.asksWhomToSignOut = true })
    let browser = try Self.browser(test, ["alice", "bob"])
    let code = try #require(browser.shown?.delivered?["code"])
    let token = try #require(test.redeem(code, by: .web).json["id_token"]?.string)
    let answer = try browser.open(Self.target([("id_token_hint", String(token.dropLast(8)) + "AAAAAAAA")]))
    #expect(answer.text.contains("Which account do you want to sign out of?"))
  }

  @Test func thePickerSignsTheChosenOneOut() throws {
    let test = try TestWorld(scenario: { $0.settings.asksWhomToSignOut = true })
    let browser = try Self.browser(test, ["alice", "bob"])
    try browser.open(Self.target([("client_id", TestClient.web.id), ("post_logout_redirect_uri", Self.landing)]))
    let store = test.world.store
    let handle = try #require(browser.cookies["ESTSAUTH"])
    let sessions = try store.sessions(ofBrowser: handle)
    let alice = try test.user("alice").id
    let session = try #require(sessions.first { $0.user == alice })
    let answer = try browser.submit([("account", "\(session.id)")])
    expectEqual(answer.location, Self.landing)
    expectEqual(answer.exchange.user?.alias, "alice")
    try expectEqual(store.sessions(ofBrowser: handle).map(\.user), [try test.user("bob").id])
  }

  @Test func aSingleAccountIsAskedForToo() throws {
    let test = try TestWorld(scenario: { $0.settings.asksWhomToSignOut = true })
    try expectEqual(Self.browser(test).open(Self.path).exchange.events, [.pageShown])
  }

  // MARK: The other apps

  @Test func otherAppsAreToldThroughFrames() throws {
    let test = try TestWorld()
    let browser = try Self.browser(test)
    try browser.open(AuthorizeQuery(.spa))
    let handle = try #require(browser.cookies["ESTSAUTH"])
    let sid = try #require(test.world.store.sessions(ofBrowser: handle).first?.id)
    let answer = try browser.open(
      Self.target([("client_id", TestClient.web.id), ("post_logout_redirect_uri", Self.landing), ("state", "1")]))
    expectEqual(answer.status, 200)
    #expect(answer.text.contains("<iframe src=\"http://localhost/logout?sid=\(sid)\""))
    #expect(!answer.text.contains("frontchannel-logout"))
    #expect(answer.text.contains("url=http://localhost/auth/callback?state=1"))
  }

  // MARK: Refusals

  @Test(arguments: [("/nowhere/oauth2/v2.0/logout", 900023), ("/nowhere.test/oauth2/v2.0/logout", 90002)])
  func unknownTenants(_ path: String, _ code: Int) throws {
    let answer = try TestWorld().send("GET", path)
    expectEqual(answer.pageCode, code)
    expectEqual(answer.status, 200)
  }

  @Test func malformedParameters() throws {
    try expectEqual(TestWorld().send("GET", Self.path + "?state=%FF").pageCode, 50061)
  }
}
