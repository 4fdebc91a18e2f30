import Bytes
import Directory
import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// Every page that a browser is shown, in a world and by requests that put markup wherever text may stand.
struct HostilePagesTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What the page says it is.
    let page: String
    let open: @Sendable (TestWorld, TestBrowser) throws -> TestAnswer
  }

  static let markup = PageSafety.markup

  /// Names of people, apps and tenants are markup; people are asked whatever can be asked.
  static func world(
    asksToStaySignedIn: Bool = true, _ change: (inout DirectoryState) -> Void = { _ in }
  ) throws -> TestWorld {
    try TestWorld(
      scenario: {
        $0.settings.asksWhomToSignOut = true
        $0.settings.asksToStaySignedIn = asksToStaySignedIn
      },
      directory: { directory in
        for user in directory.usersInOrder { directory.updateUser(user.id) { $0.displayName = markup } }
        for app in directory.applicationsInOrder { directory.updateApplication(app.id) { $0.displayName = markup } }
        for tenant in directory.tenantsInOrder {
          var tenant = tenant
          tenant.displayName = markup
          tenant.hasAdminConsentWorkflow = true
          directory.put(tenant)
        }
        change(&directory)
      })
  }

  static func changed(_ user: String, _ change: @escaping (inout User) -> Void) throws -> TestBrowser {
    let test = try world { directory in
      guard let id = directory.user(named: user)?.id else { return }
      directory.updateUser(id) { change(&$0) }
    }
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile, [("state", markup)]))
    return browser
  }

  static let signIn: [Row] = [
    Row(testDescription: "name", page: "ConvergedSignIn") { _, browser in
      try browser.open(
        AuthorizeQuery(
          .mobile, [("login_hint", markup), ("state", markup), ("nonce", markup), ("domain_hint", markup)]))
    },
    Row(testDescription: "a name that nobody has", page: "ConvergedSignIn") { _, browser in
      try browser.open(AuthorizeQuery(.mobile, [("state", markup)]))
      return try browser.submit([("loginfmt", markup)])
    },
    Row(testDescription: "password", page: "ConvergedSignIn") { test, browser in
      try browser.open(AuthorizeQuery(.mobile))
      return try browser.enter("alice", password: markup)
    },
    Row(testDescription: "the choice among accounts", page: "ConvergedSignIn") { test, browser in
      try browser.open(AuthorizeQuery(.mobile, [("prompt", "login")]))
      try browser.enter("alice")
      try browser.submit()
      return try browser.open(AuthorizeQuery(.mobile, [("prompt", "select_account"), ("login_hint", markup)]))
    },
    Row(testDescription: "second factor", page: "ConvergedTFA") { _, _ in
      let browser = try changed("alice") { $0.mfa = .required }
      try browser.enter("alice")
      return try browser.submit([("otc", markup)])
    },
    Row(testDescription: "registration of a second factor", page: "ConvergedProofUpRedirect") { _, _ in
      try changed("alice") { $0.mfa = .unregistered }.enter("alice")
    },
    Row(testDescription: "new password", page: "ConvergedChangePassword") { _, _ in
      let browser = try changed("alice") { $0.isPasswordExpired = true }
      try browser.enter("alice")
      return try browser.submit([("currentPassword", markup), ("newPassword", markup), ("confirmNewPassword", "x")])
    },
    Row(testDescription: "stay signed in", page: "KmsiInterrupt") { _, browser in
      try browser.open(AuthorizeQuery(.mobile))
      return try browser.enter("alice")
    },
    Row(testDescription: "consent", page: "ConvergedConsent") { _, browser in
      try browser.open(AuthorizeQuery(.mobile, [("prompt", "consent"), ("state", markup)]))
      return try browser.enter("alice")
    },
    Row(testDescription: "an administrator must approve", page: "ConvergedAdminApproval") { _, browser in
      try browser.open(AuthorizeQuery(.mobile, scope: "User.Read.All"))
      return try browser.enter("alice")
    },
    Row(testDescription: "an administrator was asked", page: "ConvergedAdminApproval") { _, browser in
      try browser.open(AuthorizeQuery(.mobile, scope: "User.Read.All"))
      try browser.enter("alice")
      return try browser.submit([("justification", markup)])
    },
    Row(testDescription: "consent for everybody", page: "ConvergedConsent") { test, browser in
      try test.change { directory in for id in directory.grants.keys { directory.remove(id) } }
      try browser.open(AdminConsentTests.target(isLegacy: false, [("state", markup)]))
      return try browser.enter("admin")
    },
  ]

  static let endings: [Row] = [
    Row(testDescription: "an unknown app", page: "ConvergedError") { _, browser in
      try browser.open(AuthorizeQuery(.mobile, [("client_id", markup)]))
    },
    Row(testDescription: "a foreign redirect URI", page: "ConvergedError") { _, browser in
      try browser.open(AuthorizeQuery(.mobile, [("redirect_uri", "https://evil.test/" + markup)]))
    },
    Row(testDescription: "a redirect URI that is script", page: "ConvergedError") { _, browser in
      try browser.open(AuthorizeQuery(.mobile, [("redirect_uri", "javascript:alert(1)//" + markup)]))
    },
    Row(testDescription: "an unknown tenant", page: "ConvergedError") { _, browser in
      try browser.open(AuthorizeQuery(.mobile, tenant: FormFields([("", markup)]).query.dropFirst().description))
    },
    Row(testDescription: "an unknown response mode", page: "ConvergedError") { _, browser in
      try browser.open(AuthorizeQuery(.mobile, [("response_mode", markup), ("redirect_uri", markup)]))
    },
    Row(testDescription: "a form of nobody", page: "ConvergedError") { test, _ in
      try test.post("/common/login", FormFields([("ctx", markup), ("canary", markup), ("loginfmt", markup)]))
    },
    Row(testDescription: "an answer by form", page: "ConvergedResponse") { _, browser in
      try browser.open(AuthorizeQuery(.web, [("response_mode", "form_post"), ("state", markup), ("prompt", "none")]))
    },
    Row(testDescription: "admin consent without an app", page: "ConvergedError") { _, browser in
      try browser.open(AdminConsentTests.target(isLegacy: false, [("client_id", markup), ("scope", markup)]))
    },
    Row(testDescription: "device code", page: "ConvergedRemoteConnect") { _, browser in
      try browser.open("/devicelogin?" + FormFields([("otc", markup)]).query)
    },
    Row(testDescription: "an unknown device code", page: "ConvergedRemoteConnect") { _, browser in
      try browser.open("/devicelogin")
      return try browser.submit([("otc", markup)])
    },
    Row(testDescription: "a device to be confirmed", page: "CmsiInterrupt") { test, _ in
      try #require(try DeviceCodeTests.confirmation(test, DeviceCodeTests.Start(test)).shown)
    },
    Row(testDescription: "a device that may sign in", page: "ConvergedRemoteConnect") { test, _ in
      let browser = try DeviceCodeTests.confirmation(test, DeviceCodeTests.Start(test))
      try browser.submit()
      return try #require(browser.shown?.pageID == "KmsiInterrupt" ? browser.submit() : browser.shown)
    },
    Row(testDescription: "signed out", page: "ConvergedSignOut") { test, browser in
      try browser.open(AuthorizeQuery(.mobile))
      try browser.enter("alice")
      try browser.submit()
      return try browser.open(
        LogoutTests.target([("post_logout_redirect_uri", "https://evil.test/" + markup), ("state", markup)]))
    },
    Row(testDescription: "whom to sign out", page: "ConvergedSignOut") { _, _ in
      let browser = try LogoutTests.browser(try world(asksToStaySignedIn: false), ["alice", "bob"])
      let answer = try browser.open(LogoutTests.target([("state", markup), (markup, markup)]))
      guard answer.form?.buttons.contains(where: { $0.account != nil }) ?? false else { throw TestFault("no tiles") }
      return answer
    },
    Row(testDescription: "signed out of nothing", page: "ConvergedError") { _, browser in
      try browser.open(LogoutTests.target([("state", markup)], path: "/nowhere.test/oauth2/v2.0/logout"))
    },
  ]

  /// A browser at a user flow whose tenant, app and customer have markup for names.
  private static func customer(_ flow: String = "B2C_1_susi") throws -> TestBrowser {
    let browser = TestBrowser(try UserFlowWalkTests.world(displayName: markup.replacing("'", with: "''")))
    try browser.open(
      UserFlowWalkTests.target.replacing("B2C_1_susi", with: flow).replacing(
        "state=12345", with: FormFields([("state", markup), ("login_hint", markup)]).query))
    return browser
  }

  static let userFlows: [Row] = [
    Row(testDescription: "a customer's name", page: "CombinedSigninAndSignup") { _, _ in
      try customer().submit([("email", markup), ("password", "x")])
    },
    Row(testDescription: "a customer's new account", page: "SelfAsserted") { _, _ in
      let browser = try customer()
      try browser.submit(pressing: "signUp")
      return try browser.submit([("email", markup + "@"), ("displayName", markup)])
    },
    Row(testDescription: "a customer's profile", page: "SelfAsserted") { _, _ in
      try customer("B2C_1_edit_profile").submit([("email", "kim@example.com"), ("password", SeededDirectory.password)])
    },
    Row(testDescription: "a customer's address", page: "SelfAsserted") { _, _ in
      try customer("B2C_1_reset").submit([("email", markup)])
    },
    Row(testDescription: "a customer's second factor", page: "Phonefactor") { _, _ in
      try customer("B2C_1_mfa").submit([("email", "kim@example.com"), ("password", SeededDirectory.password)])
    },
    Row(testDescription: "another identity provider", page: "OtherProvider") { _, _ in
      try customer().submit([("email", markup)], pressing: "provider:google.com")
    },
  ]

  /// A browser at a tenant of External ID whose names are markup.
  private static func visitor(_ changes: (String, String)...) throws -> TestBrowser {
    let app = try NativeApp(displayName: markup.replacing("'", with: "''"))
    let browser = TestBrowser(app.test)
    let query = FormFields(
      [
        ("client_id", NativeApp.garden), ("response_type", "code"), ("redirect_uri", "http://localhost:5001"),
        ("scope", "openid profile"), ("state", markup),
      ] + changes)
    try browser.open("/flowers.onmicrosoft.com/oauth2/v2.0/authorize?" + query.encoded)
    return browser
  }

  private static let hostileAddress = "a\"'<b>&@x.example"

  static let externalPages: [Row] = [
    Row(testDescription: "a new customer's address", page: "ConvergedSignUp") { _, _ in
      try visitor(("prompt", "create"), ("login_hint", markup)).submit([("email", markup)])
    },
    Row(testDescription: "a new customer's code", page: "ConvergedOneTimeCode") { _, _ in
      let browser = try visitor(("prompt", "create"))
      try browser.submit([("email", hostileAddress)])
      return try browser.submit([("otc", markup)])
    },
    Row(testDescription: "a new customer's details", page: "ConvergedSignUp") { _, _ in
      let browser = try visitor(("prompt", "create"))
      try browser.submit([("email", hostileAddress)])
      try browser.submit([("otc", "12345678")])
      return try browser.submit([("newPassword", markup), ("reenterPassword", "x"), ("displayName", markup)])
    },
    Row(testDescription: "a forgotten password", page: "ConvergedNewPassword") { _, _ in
      let browser = try visitor()
      try browser.submit([("loginfmt", "kim@example.com")])
      try browser.submit([], pressing: "forgotPassword")
      try browser.submit([("otc", "12345678")])
      return try browser.submit([("newPassword", markup), ("reenterPassword", "x")])
    },
  ]

  @Test(arguments: signIn + endings + userFlows + externalPages)
  func isSafe(_ row: Row) throws {
    let test = try Self.world()
    let answer = try row.open(test, TestBrowser(test))
    expectEqual(answer.pageID, row.page, "\(answer.status) \(answer.heading ?? "") \(answer.exchange.reasons)")
    try PageSafety.check(answer)
  }

  /// Every page there is has been looked at above.
  @Test func noPageIsLeftOut() {
    let pages = Set((Self.signIn + Self.endings + Self.userFlows + Self.externalPages).map(\.page))
    // A refusal of Conditional Access is looked at in `AccessConditionTests`, by its words; its markup is `PagesTests`'.
    // The page of the root shows this server's addresses only; `PagesTests` looks at its markup.
    expectEqual(Set(PageIDs.all).subtracting(pages), ["ConvergedConditionalAccess", "ConvergedWelcome"])
  }

  /// The frame of v1.0 may be framed by apps, and holds nothing.
  @Test func theFrameForSessionsHoldsNothing() throws {
    let answer = try TestWorld().send("GET", "/common/oauth2/checksession?" + FormFields([("x", Self.markup)]).query)
    expectEqual(answer.status, 200)
    #expect(
      PageSafety.skeleton(of: answer.text).allSatisfy {
        ["!DOCTYPE html", "html lang=\"en\"", "title", "/title", "/html"].contains($0)
      })
    expectEqual(answer.fields["Content-Security-Policy"], "default-src 'none'")
  }
}
