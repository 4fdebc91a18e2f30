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

/// `signIn: auto`: whoever answers the pages leaves the same events and the same answer as one who clicks.
struct PersonaTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var scope = AuthorizeQuery.scope
    var persona: @Sendable (inout Persona) -> Void = { _ in }
    var user: @Sendable (inout User) -> Void = { _ in }
    /// The forms that a person fills in after the password, by what is pressed and filled in.
    var clicks: [(String?, [(String, String)])] = []
    var isCancelledAtOnce = false
    let error: String?
    var code: Int?
    let events: [Exchange.Event]
  }

  static let otherScope = "openid offline_access Files.Read"
  static let otc = [("otc", "123456")]
  static let newPassword = [
    ("currentPassword", SeededDirectory.password), ("newPassword", "Passw0rd!2"), ("confirmNewPassword", "Passw0rd!2"),
  ]

  static let rows: [Row] = [
    Row(testDescription: "signs in", error: nil, events: [.signIn, .codeIssued]),
    Row(
      testDescription: "accepts consent", scope: otherScope, clicks: [(nil, [])], error: nil,
      events: [.signIn, .codeIssued]),
    Row(
      testDescription: "declines consent", scope: otherScope, persona: { $0.consent = .decline },
      clicks: [("decline", [])], error: "consent_required", code: 65004, events: [.signIn, .authorizeRefused]),
    Row(
      testDescription: "passes the second factor", user: { $0.mfa = .required }, clicks: [(nil, otc)], error: nil,
      events: [.signIn, .codeIssued]),
    Row(
      testDescription: "fails the second factor", persona: { $0.multiFactor = .fail }, user: { $0.mfa = .required },
      clicks: [(nil, [("otc", "000000")]), ("cancel", [])], error: "access_denied",
      events: [.signIn, .signInFailed, .signInCancelled]),
    Row(
      testDescription: "registers a second factor", user: { $0.mfa = .unregistered }, clicks: [(nil, [])], error: nil,
      events: [.signIn, .codeIssued]),
    Row(
      testDescription: "changes an expired password", user: { $0.isPasswordExpired = true },
      clicks: [(nil, newPassword)], error: nil, events: [.signIn, .codeIssued]),
    Row(
      testDescription: "cannot consent for administrators", scope: "openid User.Read.All", clicks: [("cancel", [])],
      error: "access_denied", events: [.signIn, .signInCancelled]),
    Row(
      testDescription: "leaves", persona: { $0.cancels = true }, isCancelledAtOnce: true, error: "access_denied",
      events: [.signInCancelled]),
  ]

  static func world(_ row: Row, isAuto: Bool) throws -> TestWorld {
    try TestWorld(
      scenario: {
        if isAuto { $0.settings.signIn = .auto }
        row.persona(&$0.settings.persona)
      },
      directory: { directory in
        if let id = directory.user(named: "alice")?.id { directory.updateUser(id, row.user) }
      })
  }

  @Test(arguments: rows) func answersAsClickingDoes(_ row: Row) throws {
    let auto = try Self.world(row, isAuto: true)
    let answered = try auto.send("GET", AuthorizeQuery(.mobile, scope: row.scope).target)
    let clicking = TestBrowser(try Self.world(row, isAuto: false))
    var events: [Exchange.Event] = []
    var last = try clicking.open(AuthorizeQuery(.mobile, scope: row.scope))
    if row.isCancelledAtOnce {
      last = try clicking.submit(pressing: "cancel")
      events += last.exchange.events
    } else {
      last = try clicking.enter("alice")
      events += last.exchange.events
      for (action, filled) in row.clicks {
        last = try clicking.submit(filled, pressing: action)
        events += last.exchange.events
      }
    }
    for answer in [answered, last] {
      let delivered = try #require(answer.delivered)
      expectEqual(delivered["error"], row.error)
      expectEqual(delivered.errorCode, row.code)
      expectEqual(delivered["code"] != nil, row.error == nil)
      expectEqual(delivered["state"], "12345")
    }
    expectEqual(answered.delivered?.parameters.names, last.delivered?.parameters.names)
    expectEqual(answered.exchange.events, row.events)
    // Showing a page is the one thing that does not happen.
    expectEqual(events.filter { $0 != .pageShown }, row.events)
    #expect(answered.exchange.reasons.contains { $0.hasPrefix("signIn: auto") })
  }

  /// Windows signs a user from Active Directory in, where the file says that the place is the company's.
  @Test(
    arguments: [
      ("{ onPremisesSecurityIdentifier: S-1-5-21-1, trustedLocation: true }", "wia", "true"),
      ("{ onPremisesSecurityIdentifier: S-1-5-21-1 }", "pwd", nil), ("{ trustedLocation: true }", "pwd", "true"),
    ] as [(String, String, String?)])
  func theCompanysPlaceNeedsNoPassword(_ alice: String, _ method: String, _ inCorp: String?) throws {
    let test = try TestWorld(file: "signIn: auto\nworld: { users: { alice: \(alice) } }\n")
    let answer = try test.send("GET", AuthorizeQuery(.mobile).target)
    let claims = try test.redeem(try #require(answer.delivered?["code"])).json.claims("access_token")
    expectEqual(claims["amr"], [.string(method)])
    expectEqual(claims["in_corp"]?.string, inCorp)
  }

  @Test func aCodeOfAPersonIsRedeemed() throws {
    for row in Self.rows where row.error == nil {
      let test = try Self.world(row, isAuto: true)
      let answer = try test.send("GET", AuthorizeQuery(.mobile, scope: row.scope).target)
      let code = try #require(answer.delivered?["code"], "\(row)")
      try expectEqual(test.redeem(code).status, 200, "\(row)")
    }
  }

  struct Who: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var persona: String?
    var tenant = "common"
    var changes: [(String, String?)] = []
    let user: String?
  }

  static let whos = [
    Who(testDescription: "the first", user: "alice"),
    Who(testDescription: "the persona's", persona: "bob", user: "bob"),
    Who(
      testDescription: "a hint is stronger", persona: "bob",
      changes: [("login_hint", "admin@contoso.onmicrosoft.com")], user: "admin"),
    Who(testDescription: "the path's", tenant: "consumers", user: "personal"),
    Who(testDescription: "prompt=login", persona: "bob", changes: [("prompt", "login")], user: "bob"),
    Who(
      testDescription: "prompt=select_account", persona: "bob", changes: [("prompt", "select_account")], user: "bob"),
  ]

  static let hints = Prompt.allCases.filter { !$0.isSilent }.map { prompt in
    Who(
      testDescription: "a hint with prompt '\(prompt.rawValue)'", persona: "bob",
      changes: [("login_hint", "admin@contoso.onmicrosoft.com"), ("prompt", prompt.rawValue)], user: "admin")
  }

  @Test(arguments: whos + hints) func signsIn(_ row: Who) throws {
    let test = try TestWorld(scenario: {
      $0.settings.signIn = .auto
      $0.settings.persona.user = row.persona
    })
    let answer = try test.send("GET", AuthorizeQuery(.mobile, tenant: row.tenant, row.changes).target)
    expectEqual(answer.exchange.user?.alias, row.user)
    expectNotNil(answer.delivered?["code"])
  }

  /// MSAL for .NET and Go send `select_account` with every sign-in, also in a browser that others have signed in to.
  @Test func hintCountsAmongTheAccountsOfABrowser() throws {
    let test = try TestWorld(scenario: {
      $0.settings.signIn = .auto
      $0.settings.personas["admin"] = Persona()
      $0.settings.personas["admin"]?.cancels = true
    })
    let browser = TestBrowser(test)
    for user in ["alice", "bob", "alice"] {
      let hint = try test.signInName(of: user)
      let answer = try browser.open(AuthorizeQuery(.mobile, [("login_hint", hint), ("prompt", "select_account")]))
      expectEqual(answer.exchange.user?.alias, user)
      expectNotNil(answer.delivered?["code"])
    }
    // The hinted user's own manners count.
    let hint = try test.signInName(of: "admin")
    let left = try browser.open(AuthorizeQuery(.mobile, [("login_hint", hint), ("prompt", "select_account")]))
    expectEqual(left.delivered?["error_subcode"], "cancel")
    // An id_token's claim names the account as well.
    let bob = try test.user("bob")
    let opaque = try browser.open(
      AuthorizeQuery(.mobile, [("login_hint", SignInAttempt.opaqueHint(for: bob)), ("prompt", "select_account")]))
    expectEqual(opaque.exchange.user?.alias, "bob")
  }

  @Test func eachUserMayAnswerDifferently() throws {
    let test = try TestWorld(scenario: {
      $0.settings.signIn = .auto
      var bob = Persona()
      bob.consent = .decline
      $0.settings.personas["bob"] = bob
      var admin = Persona()
      admin.cancels = true
      $0.settings.personas["admin"] = admin
    })
    func ask(_ user: String) throws -> TestAnswer.Delivered? {
      let hint = try test.signInName(of: user)
      return try test.send(
        "GET", AuthorizeQuery(.mobile, scope: Self.otherScope, [("login_hint", hint)]).target
      ).delivered
    }
    try expectNotNil(ask("alice")?["code"])
    try expectEqual(ask("bob")?.errorCode, 65004)
    try expectEqual(ask("admin")?["error_subcode"], "cancel")
  }

  @Test(arguments: [otherScope, "openid User.Read.All"]) func whoLeavesThePermissionsIsSignedInStill(_ scope: String)
    throws
  {
    let test = try TestWorld(scenario: {
      $0.settings.signIn = .auto
      $0.settings.persona.consent = .decline
    })
    let browser = TestBrowser(test)
    try expectNotNil(browser.open(AuthorizeQuery(.mobile, scope: scope)).delivered?["error"])
    try expectNotNil(browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered?["code"])
  }

  /// An administrator who declines, and a user who cannot consent for everybody.
  @Test(arguments: ["admin", "alice"]) func whoLeavesTheAdminConsentIsSignedInStill(_ user: String) throws {
    let test = try TestWorld(scenario: {
      $0.settings.signIn = .auto
      $0.settings.persona.user = user
      $0.settings.persona.consent = .decline
    })
    let browser = TestBrowser(test)
    let answer = try browser.open(AdminConsentTests.target())
    expectEqual(answer.delivered?["error"], "access_denied")
    expectEqual(answer.exchange.events.last, user == "admin" ? .authorizeRefused : .signInCancelled)
    try expectEqual(browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).exchange.user?.alias, user)
  }

  @Test func anAdministratorGrantsForEverybody() throws {
    let test = try TestWorld(scenario: {
      $0.settings.signIn = .auto
      $0.settings.persona.user = "admin"
    })
    let answer = try test.send("GET", AdminConsentTests.target())
    expectEqual(answer.delivered?["admin_consent"], "True")
    expectEqual(answer.fields.all("Set-Cookie").count { $0.hasPrefix("ESTSAUTH=") }, 1)
  }

  /// A policy asks an account with a session for its password again; then "Stay signed in?" is answered too.
  @Test(arguments: [true, false]) func whoSignsInAgainMayStaySignedIn(_ stays: Bool) throws {
    let test = try TestWorld(
      scenario: {
        $0.settings.signIn = .auto
        $0.settings.asksToStaySignedIn = true
        $0.settings.persona.staysSignedIn = stays
      },
      directory: { directory in
        var policy = AccessPolicy(
          id: AccessPolicy.ID(GUID(random: [7])), name: "hourly", tenant: SeededDirectory.contoso)
        policy.signInFrequency = TimeSpan(.hours(1))
        directory.put(policy)
      })
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    test.advance(by: .hours(2))
    let answer = try browser.open(AuthorizeQuery(.mobile))
    expectNotNil(answer.delivered?["code"])
    #expect(answer.exchange.reasons.contains("signIn: auto enters the password again"))
    expectEqual((StaySignedInTests.cookie("ESTSAUTHPERSISTENT", of: answer) != nil), stays)
  }

  @Test(arguments: [true, false]) func mayStaySignedIn(_ stays: Bool) throws {
    let test = try TestWorld(scenario: {
      $0.settings.signIn = .auto
      $0.settings.asksToStaySignedIn = true
      $0.settings.persona.staysSignedIn = stays
    })
    let answer = try test.send("GET", AuthorizeQuery(.mobile).target)
    expectEqual((StaySignedInTests.cookie("ESTSAUTHPERSISTENT", of: answer) != nil), stays)
  }

  @Test func amongSeveralAccountsThePersonasIsPicked() throws {
    let test = try TestWorld(scenario: {
      $0.settings.signIn = .auto
      $0.settings.persona.user = "bob"
    })
    let browser = TestBrowser(test)
    for user in ["alice", "bob", "alice"] {
      let hint = try test.signInName(of: user)
      try browser.open(AuthorizeQuery(.mobile, [("login_hint", hint), ("prompt", "login")]))
    }
    let answer = try browser.open(AuthorizeQuery(.mobile))
    expectEqual(answer.exchange.user?.alias, "bob")
    expectNotNil(answer.delivered?["code"])
    // Silence is not answered by anybody.
    try expectEqual(browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered?.errorCode, 16000)
  }
}
