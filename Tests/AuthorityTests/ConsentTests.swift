import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// Who is asked to consent, to what, and what comes of it.
struct ConsentTests {
  static let graph = "https://graph.microsoft.com"

  /// A world whose apps nobody has consented to.
  static func bare(_ change: (inout DirectoryState) -> Void = { _ in }) throws -> TestWorld {
    try TestWorld(directory: { directory in
      for id in directory.grants.keys { directory.remove(id) }
      change(&directory)
    })
  }

  /// The page after the password.
  static func ask(
    _ test: TestWorld, _ user: String = "alice", scope: String, _ changes: [(String, String?)] = []
  ) throws -> (TestBrowser, TestAnswer) {
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile, scope: scope, changes))
    return (browser, try browser.enter(user))
  }

  @Test func acceptingGrantsWhatWasListed() throws {
    let test = try Self.bare()
    let (browser, page) = try Self.ask(test, scope: "openid offline_access User.Read Mail.Read")
    expectEqual(page.pageID, "ConvergedConsent")
    for value in ["User.Read", "Mail.Read", "offline_access"] { #expect(page.text.contains("<code>\(value)</code>")) }
    #expect(!page.text.contains("consentOnBehalfOfOrganization"))
    let code = try #require(try browser.submit().delivered?["code"])
    #expect(try test.redeem(code).json["scope"]?.string?.contains("Mail.Read User.Read") ?? false)
    // Asked once, for this user only.
    try expectNotNil(browser.open(AuthorizeQuery(.mobile, scope: "User.Read")).delivered?["code"])
    try expectEqual(Self.ask(test, "bob", scope: "User.Read").1.pageID, "ConvergedConsent")
    try expectNotNil(Self.ask(test, "alice", scope: "Mail.Read").1.delivered?["code"])
  }

  @Test func onlyWhatIsMissingIsListed() throws {
    let (_, page) = try Self.ask(try TestWorld(), scope: "User.Read Files.Read")
    expectEqual(page.pageID, "ConvergedConsent")
    #expect(page.text.contains("<code>Files.Read</code>"))
    #expect(!page.text.contains("<code>User.Read</code>"))
  }

  @Test func promptConsentListsEverythingAsked() throws {
    let test = try TestWorld()
    let (browser, page) = try Self.ask(test, scope: "User.Read Mail.Read", [("prompt", "consent")])
    expectEqual(page.pageID, "ConvergedConsent")
    for value in ["User.Read", "Mail.Read"] { #expect(page.text.contains("<code>\(value)</code>")) }
    try expectNotNil(browser.submit().delivered?["code"])
  }

  @Test(arguments: ["query", "fragment", "form_post"]) func decliningTellsTheApp(_ mode: String) throws {
    let (browser, _) = try Self.ask(try Self.bare(), scope: "User.Read", [("response_mode", mode)])
    let answer = try browser.submit(pressing: "decline")
    let delivered = try #require(answer.delivered)
    expectEqual(delivered.mode.rawValue, mode)
    expectEqual(delivered["error"], "consent_required")
    expectEqual(delivered.errorCode, 65004)
    #expect(
      delivered["error_description"]?.hasPrefix("AADSTS65004: User declined to consent to access the app. ") ?? false
    )
    expectEqual(delivered["error_uri"], "https://login.microsoftonline.com/error?code=65004")
    expectEqual(delivered["state"], "12345")
    // The form is spent.
    try expectNil(browser.open(AuthorizeQuery(.mobile, scope: "User.Read", [("prompt", "none")])).delivered?["code"])
  }

  @Test func silentlyMissingConsentIsRefused() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let answer = try browser.open(AuthorizeQuery(.mobile, scope: "Files.Read", [("prompt", "none")]))
    expectEqual(answer.delivered?["error"], "consent_required")
    expectEqual(answer.delivered?.errorCode, 65001)
    expectNil(answer.delivered?["error_uri"])
    expectEqual(answer.delivered?["suberror"], "consent_required")
  }

  struct Approval: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let user: String
    let scope: String
    var change: @Sendable (inout DirectoryState) -> Void = { _ in }
    let page: String
  }

  static let noConsent: @Sendable (inout DirectoryState) -> Void = { directory in
    if var tenant = directory.tenant(named: "contoso") {
      tenant.userConsent = .none
      directory.put(tenant)
    }
  }

  @Test(arguments: [
    Approval(
      testDescription: "a permission for administrators", user: "alice", scope: "User.Read.All",
      page: "ConvergedAdminApproval"),
    Approval(
      testDescription: "one of several for administrators", user: "alice", scope: "User.Read User.Read.All",
      page: "ConvergedAdminApproval"),
    Approval(
      testDescription: "an API's own", user: "alice", scope: "api://contoso/Orders.Write.All",
      page: "ConvergedAdminApproval"),
    Approval(
      testDescription: "users may not consent", user: "alice", scope: "User.Read", change: noConsent,
      page: "ConvergedAdminApproval"),
    Approval(testDescription: "an administrator", user: "admin", scope: "User.Read.All", page: "ConvergedConsent"),
    Approval(
      testDescription: "an administrator where users may not", user: "admin", scope: "User.Read", change: noConsent,
      page: "ConvergedConsent"),
  ]) func someNeedAnAdministrator(_ row: Approval) throws {
    let (browser, page) = try Self.ask(try Self.bare(row.change), row.user, scope: row.scope)
    expectEqual(page.pageID, row.page)
    guard row.page == "ConvergedAdminApproval" else { return }
    let answer = try browser.submit(pressing: "cancel")
    expectEqual(answer.delivered?["error"], "access_denied")
    expectEqual(answer.delivered?["error_subcode"], "cancel")
    expectNil(answer.delivered?["error_description"])
  }

  @Test func anAdministratorMayTakeOver() throws {
    let test = try Self.bare()
    let (browser, page) = try Self.ask(test, scope: "User.Read.All")
    expectEqual(page.pageID, "ConvergedAdminApproval")
    try expectEqual(browser.submit(pressing: "administrator").heading, "Sign in")
    try expectEqual(browser.enter("admin").pageID, "ConvergedConsent")
    try expectNotNil(browser.submit([("consentOnBehalfOfOrganization", "true")]).delivered?["code"])
    try expectNotNil(Self.ask(test, scope: "User.Read.All").1.delivered?["code"])
  }

  struct Box: CustomTestStringConvertible {
    let user: String
    let isTicked: Bool
    let isForAll: Bool
    var testDescription: String { "\(user) \(isTicked ? "ticked" : "not ticked")" }
  }

  @Test(arguments: [
    Box(user: "admin", isTicked: true, isForAll: true), Box(user: "admin", isTicked: false, isForAll: false),
    Box(user: "alice", isTicked: true, isForAll: false),
  ]) func theBoxIsForGlobalAdministrators(_ row: Box) throws {
    let test = try Self.bare()
    let (browser, page) = try Self.ask(test, row.user, scope: "User.Read")
    expectEqual(page.text.contains("consentOnBehalfOfOrganization"), row.user == "admin")
    try expectNotNil(browser.submit(row.isTicked ? [("consentOnBehalfOfOrganization", "true")] : []).delivered?["code"])
    #expect((try Self.ask(test, "bob", scope: "User.Read").1.pageID == "ConvergedConsent") != row.isForAll)
  }

  // MARK: .default

  struct Default: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What the user was granted on Graph before.
    let granted: String?
    let list: [String]
    var changes: [(String, String?)] = []
    /// Nil: no page.
    let listed: [String]?
    /// Of the token, without the OpenID words.
    let scope: String
  }

  @Test(arguments: [
    Default(
      testDescription: "granted: no page, whatever the list", granted: "Mail.Read User.Read", list: ["Files.Read"],
      listed: nil, scope: "\(graph)/Mail.Read \(graph)/User.Read \(graph)/.default"),
    Default(
      testDescription: "nothing granted: the whole list", granted: nil, list: ["User.Read", "Contacts.Read"],
      listed: ["User.Read", "Contacts.Read", "user_impersonation"],
      scope: "\(graph)/Contacts.Read \(graph)/User.Read \(graph)/.default"),
    Default(
      testDescription: "the list has grown: no page", granted: "Mail.Read", list: ["Mail.Read", "Contacts.Read"],
      listed: nil, scope: "\(graph)/Mail.Read \(graph)/.default"),
    Default(
      testDescription: "the list has grown, prompt=consent", granted: "Mail.Read",
      list: ["Mail.Read", "Contacts.Read"],
      changes: [("prompt", "consent")], listed: ["Mail.Read", "Contacts.Read", "user_impersonation"],
      scope: "\(graph)/Contacts.Read \(graph)/Mail.Read \(graph)/.default"),
  ]) func defaultStandsForTheList(_ row: Default) throws {
    let test = try Self.bare { directory in
      guard let client = directory.application(named: "mobile"),
        let tenant = directory.tenant(named: "contoso"),
        let principal = directory.servicePrincipal(of: client.id, in: tenant.id),
        let resource = directory.servicePrincipal(of: WellKnown.graph, in: tenant.id)
      else { return }
      directory.updateApplication(client.id) {
        $0.requiredAccess = [
          RequiredAccess(resource: WellKnown.graph, scopes: row.list),
          RequiredAccess(resource: WellKnown.keyVault, scopes: ["user_impersonation"]),
        ]
      }
      if let granted = row.granted, let alice = directory.user(named: "alice") {
        directory.put(
          PermissionGrant(
            id: Identifier(GUID(random: [1])), client: principal.id, principal: .user(alice.id), resource: resource.id,
            scopes: granted.split(separator: " ").map(String.init)))
      }
    }
    var (browser, answer) = try Self.ask(test, scope: "\(Self.graph)/.default", row.changes)
    expectEqual(answer.pageID == "ConvergedConsent", row.listed != nil)
    for value in row.listed ?? [] { #expect(answer.text.contains("<code>\(value)</code>"), "\(value)") }
    if row.listed != nil { answer = try browser.submit() }
    let code = try #require(answer.delivered?["code"])
    let body = try test.redeem(code, [("scope", "\(Self.graph)/.default")]).json
    expectEqual(body["scope"]?.string, row.scope)
    if row.listed != nil {
      // The other resource of the list was granted with it.
      try expectNotNil(Self.ask(test, scope: "https://vault.azure.net/user_impersonation").1.delivered?["code"])
    }
    _ = browser
  }

  @Test func severalResourcesAreConsentedOnceAndServedOneByOne() throws {
    let test = try Self.bare()
    let (browser, page) = try Self.ask(test, scope: "offline_access User.Read api://contoso/Orders.Read")
    #expect(page.text.contains("<code>User.Read</code>"))
    #expect(page.text.contains("<code>Orders.Read</code>"))
    let code = try #require(try browser.submit().delivered?["code"])
    let graph = try test.redeem(code, [("scope", "User.Read offline_access")]).json
    expectEqual(graph["scope"], "User.Read")
    let token = try #require(graph["refresh_token"]?.string)
    try expectEqual(
      test.refresh(token, [("scope", "api://contoso/Orders.Read")]).json["scope"], "api://contoso/Orders.Read")
  }

  @Test func aGuestTenantGetsTheAppByConsent() throws {
    let test = try TestWorld()
    let (browser, page) = try Self.ask(test, "gina", scope: "User.Read")
    expectEqual(page.pageID, "ConvergedConsent")
    try expectNotNil(browser.submit().delivered?["code"])
    expectNotNil(test.world.directory.servicePrincipal(of: try test.app("mobile").id, in: SeededDirectory.fabrikam))
  }
}
