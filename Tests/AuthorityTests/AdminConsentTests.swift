import Bytes
import Directory
import Expectations
import Policy
import TestSupport
import Testing
import Worlds

/// Who may grant an app everything for everybody, what stands in the way, and what comes back.
struct AdminConsentTests {
  static let scope = "https://graph.microsoft.com/Mail.Send https://graph.microsoft.com/User.Read.All"

  static func target(isLegacy: Bool = false, _ changes: [(String, String?)] = []) -> String {
    let fields = FormFields([
      ("client_id", TestClient.web.id), ("redirect_uri", TestClient.web.redirectURI), ("scope", scope),
      ("state", "12345"),
    ]).with(isLegacy ? [("scope", nil)] + changes : changes)
    return "/contoso.com/\(isLegacy ? "" : "v2.0/")adminconsent?\(fields.query)"
  }

  @Test(arguments: [false, true]) func anAdministratorGrantsForEverybody(_ isLegacy: Bool) throws {
    let test = try ConsentTests.bare()
    let browser = TestBrowser(test)
    try browser.open(Self.target(isLegacy: isLegacy))
    let page = try browser.enter("admin")
    expectEqual(page.pageID, "ConvergedConsent")
    expectEqual(page.heading, "Permissions requested")
    let answer = try browser.submit()
    let back = "http://localhost/auth/callback?"
    expectEqual(
      answer.location,
      (isLegacy
        ? back + "admin_consent=True&tenant=\(TestWorld.contoso)&state=12345#"
        : back + "admin_consent=True&tenant=\(TestWorld.contoso)&state=12345"
          + "&scope=https%3a%2f%2fgraph.microsoft.com%2fMail.Send+https%3a%2f%2fgraph.microsoft.com%2fUser.Read.All#"))
    // Nobody else is asked.
    let alice = TestBrowser(test)
    try alice.open(AuthorizeQuery(.web, scope: isLegacy ? "Mail.Read User.Read" : "Mail.Send User.Read.All"))
    try expectNotNil(alice.enter("alice").delivered?["code"])
  }

  @Test(arguments: [false, true]) func decliningTellsTheApp(_ isLegacy: Bool) throws {
    let test = try ConsentTests.bare()
    let browser = TestBrowser(test)
    try browser.open(Self.target(isLegacy: isLegacy))
    try browser.enter("admin")
    let delivered = try #require(try browser.submit(pressing: "decline").delivered)
    expectEqual(delivered["error"], "access_denied")
    expectEqual(
      delivered.parameters.fields.map(\.name), ["error", "error_description", "error_uri", "admin_consent", "state"])
    expectEqual(delivered.errorCode, 65004)
    expectEqual(delivered["admin_consent"], "True")
    expectEqual(delivered["state"], "12345")
  }

  @Test(arguments: [false, true]) func othersAreToldToAskAnAdministrator(_ isLegacy: Bool) throws {
    let browser = TestBrowser(try ConsentTests.bare())
    try browser.open(Self.target(isLegacy: isLegacy))
    try expectEqual(browser.enter("alice").pageID, "ConvergedAdminApproval")
    try expectEqual(
      browser.submit(pressing: "cancel").location,
      "http://localhost/auth/callback?error=access_denied&error_subcode=cancel&state=12345#")
  }

  struct Obstacle: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let page: String
    var code: Int?
    let change: @Sendable (inout DirectoryState) -> Void
  }

  static func user(_ change: @escaping @Sendable (inout User) -> Void) -> @Sendable (inout DirectoryState) -> Void {
    { directory in
      if let id = directory.user(named: "admin")?.id { directory.updateUser(id, change) }
    }
  }

  static func policy(_ control: AccessPolicy.Control) -> @Sendable (inout DirectoryState) -> Void {
    { directory in
      var policy = AccessPolicy(id: Identifier(GUID(random: [7])), name: "p", tenant: SeededDirectory.contoso)
      policy.control = control
      directory.put(policy)
    }
  }

  @Test(arguments: [
    Obstacle(testDescription: "a second factor", page: "ConvergedTFA", change: user { $0.mfa = .required }),
    Obstacle(
      testDescription: "no second factor yet", page: "ConvergedProofUpRedirect", change: user { $0.mfa = .unregistered }
    ),
    Obstacle(
      testDescription: "an expired password", page: "ConvergedChangePassword",
      change: user { $0.isPasswordExpired = true }),
    Obstacle(testDescription: "a policy's second factor", page: "ConvergedTFA", change: policy(.mfa)),
    Obstacle(
      testDescription: "a policy that blocks", page: "ConvergedConditionalAccess", code: 53003, change: policy(.block)),
  ]) func whatStandsInTheWayOfASignInStandsHereToo(_ row: Obstacle) throws {
    let browser = TestBrowser(try ConsentTests.bare(row.change))
    try browser.open(Self.target())
    let page = try browser.enter("admin")
    expectEqual(page.pageID, row.page)
    expectEqual(page.pageCode, row.code)
    expectNil(page.location)
    guard row.page == "ConvergedTFA" else { return }
    try expectEqual(browser.submit([("otc", "123456")]).pageID, "ConvergedConsent")
    try expectEqual(browser.submit().delivered?["admin_consent"], "True")
  }

  @Test func anAdministratorOfAnotherTenantIsRefused() throws {
    let browser = TestBrowser(try ConsentTests.bare())
    try browser.open(Self.target().replacing("contoso.com/v2.0", with: "fabrikam.com/v2.0"))
    let told = try #require(try browser.enter("admin").delivered)
    expectEqual(told.errorCode, 50020)
    expectEqual(told["error"], "access_denied")
    #expect(told["error_description"]?.contains("'https://sts.windows.net/\(TestWorld.contoso)/'") == true)
  }

  @Test func assignmentIsNotAskedOfTheAdministrator() throws {
    let test = try ConsentTests.bare { directory in
      guard let web = directory.application(named: "web"),
        var principal = directory.servicePrincipal(of: web.id, in: SeededDirectory.contoso)
      else { return }
      principal.requiresAssignment = true
      directory.put(principal)
    }
    let browser = TestBrowser(test)
    try browser.open(Self.target())
    try expectEqual(browser.enter("admin").pageID, "ConvergedConsent")
  }

  struct Roles: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var isLegacy = false
    var scope: String?
    /// Of who signs in.
    var directoryRole = "Global Administrator"
    /// Nil: the user is not an administrator for it.
    let granted: [String]?
  }

  @Test(arguments: [
    Roles(testDescription: "v1: all of them", isLegacy: true, granted: ["Orders.Process", "User.Read.All"]),
    Roles(
      testDescription: ".default of Graph: Graph's", scope: "https://graph.microsoft.com/.default",
      granted: ["User.Read.All"]),
    Roles(testDescription: ".default of an API: its own", scope: "api://contoso/.default", granted: ["Orders.Process"]),
    Roles(testDescription: "named scopes: none", scope: "User.Read", granted: []),
    Roles(
      testDescription: "Graph's are not for application administrators", scope: "https://graph.microsoft.com/.default",
      directoryRole: "Application Administrator", granted: nil),
    Roles(
      testDescription: "an API's are", scope: "api://contoso/.default", directoryRole: "Application Administrator",
      granted: ["Orders.Process"]),
    Roles(
      testDescription: "Graph's are for privileged role administrators", isLegacy: true,
      directoryRole: "Privileged Role Administrator", granted: ["Orders.Process", "User.Read.All"]),
  ]) func applicationPermissionsComeWithTheStaticList(_ row: Roles) throws {
    let test = try ConsentTests.bare { directory in
      guard let web = directory.application(named: "web"), let api = directory.application(named: "api"),
        let admin = directory.user(named: "admin")
      else { return }
      directory.updateUser(admin.id) { $0.directoryRoles = [row.directoryRole] }
      directory.updateApplication(web.id) {
        $0.requiredAccess = [
          RequiredAccess(resource: WellKnown.graph, scopes: ["User.Read"], roles: ["User.Read.All"]),
          RequiredAccess(resource: api.id, scopes: ["Orders.Read"], roles: ["Orders.Process"]),
        ]
      }
    }
    let browser = TestBrowser(test)
    try browser.open(Self.target(isLegacy: row.isLegacy, row.isLegacy ? [] : [("scope", row.scope)]))
    let page = try browser.enter("admin")
    guard let granted = row.granted else {
      expectEqual(page.pageID, "ConvergedAdminApproval")
      return
    }
    expectEqual(page.pageID, "ConvergedConsent")
    #expect(Set(granted).isSubset(of: AuthorizeTranscript.permissions(on: page)))
    try expectEqual(browser.submit().delivered?["admin_consent"], "True")
    let directory = test.world.directory
    let principal = directory.servicePrincipal(of: try test.app("web").id, in: SeededDirectory.contoso)?.id
    let roles = directory.roleAssignments.values.filter { assignment in
      principal.map { assignment.principal == .client($0) } ?? false
    }
    expectEqual(roles.compactMap(\.role).sorted(), granted)
  }

  @Test func whoIsSignedInAlreadyIsAskedForNoPassword() throws {
    let test = try ConsentTests.bare()
    let browser = TestBrowser(test)
    try browser.signIn("admin")
    // All is granted by the second time, and the page is shown all the same.
    for _ in 0..<2 {
      try expectEqual(browser.open(Self.target()).pageID, "ConvergedConsent")
      try expectEqual(browser.submit().delivered?["admin_consent"], "True")
    }
  }

  struct Auto: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let user: String
    let persona: @Sendable (inout Persona) -> Void
    let error: String?
    var answersAdminConsent = true
  }

  @Test(arguments: [
    Auto(testDescription: "accepts", user: "admin", persona: { _ in }, error: nil),
    Auto(testDescription: "declines", user: "admin", persona: { $0.consent = .decline }, error: "access_denied"),
    Auto(
      testDescription: "cancels", user: "admin", persona: { $0.cancels = true }, error: "access_denied",
      answersAdminConsent: false),
    Auto(
      testDescription: "is not an administrator", user: "alice", persona: { _ in }, error: "access_denied",
      answersAdminConsent: false),
  ]) func aPersonaAnswersHereToo(_ row: Auto) throws {
    let test = try TestWorld(scenario: {
      $0.settings.signIn = .auto
      $0.settings.persona.user = row.user
      row.persona(&$0.settings.persona)
    })
    let delivered = try #require(try test.send("GET", Self.target()).delivered)
    expectEqual(delivered["error"], row.error)
    // A refusal has it, too (observed 2023 to 2026).
    expectEqual(delivered["admin_consent"], row.answersAdminConsent ? "True" : nil)
  }
}
