import Bytes
import Directory
import JSON
import TestSupport
import Testing
import Worlds

/// What consent leaves in the directory, and who is spared the page.
@Suite struct ConsentDetailTests {
  /// The grants of an app on an API in a tenant.
  static func grants(
    _ test: TestWorld, of client: String = "mobile", on resource: Application.ID = WellKnown.graph,
    in tenant: Tenant.ID = SeededDirectory.contoso
  ) throws -> [PermissionGrant] {
    let directory = test.world.directory
    guard let principal = directory.servicePrincipal(of: try test.app(client).id, in: tenant),
      let api = directory.servicePrincipal(of: resource, in: tenant)
    else { return [] }
    return directory.grants(ofClient: principal.id).filter { $0.resource == api.id }
  }

  @Test func consentingAgainMergesIntoOneGrant() throws {
    let test = try ConsentTests.bare()
    for scope in ["User.Read", "Mail.Read User.Read", "Files.Read"] {
      let (browser, page) = try ConsentTests.ask(test, scope: scope)
      #expect(page.pageID == "ConvergedConsent")
      try browser.submit()
    }
    let grants = try Self.grants(test)
    #expect(grants.count == 1)
    #expect(grants.first?.principal == .user(try test.user("alice").id))
    #expect(Set(grants.first?.scopes ?? []) == ["User.Read", "Mail.Read", "Files.Read"])
    #expect(grants.first?.scopes.count == 3)
    // Another user's stands beside it.
    let (browser, _) = try ConsentTests.ask(test, "bob", scope: "User.Read")
    try browser.submit()
    #expect(try Self.grants(test).count == 2)
  }

  @Test func theBoxGrantsForEverybody() throws {
    let test = try ConsentTests.bare()
    let (browser, _) = try ConsentTests.ask(test, "admin", scope: "User.Read User.Read.All")
    try browser.submit([("consentOnBehalfOfOrganization", "true")])
    let grants = try Self.grants(test)
    #expect(grants.map(\.principal) == [.everyone])
    #expect(Set(grants.first?.scopes ?? []) == ["User.Read", "User.Read.All"])
  }

  @Test func eachResourceGetsAGrantOfItsOwn() throws {
    let test = try ConsentTests.bare()
    let (browser, _) = try ConsentTests.ask(test, scope: "User.Read api://contoso/Orders.Read")
    try browser.submit()
    #expect(try Self.grants(test).map(\.scopes) == [["User.Read"]])
    #expect(try Self.grants(test, on: try test.app("api").id).map(\.scopes) == [["Orders.Read"]])
  }

  @Test func decliningLeavesNothing() throws {
    let test = try ConsentTests.bare()
    let (browser, _) = try ConsentTests.ask(test, scope: "User.Read")
    try browser.submit(pressing: "decline")
    #expect(try Self.grants(test).isEmpty)
  }

  struct Listing: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var user = "alice"
    let scope: String
    var changes: [(String, String?)] = []
    let listed: [String]
  }

  /// `mobile` was granted openid, profile, email, offline_access, User.Read and Mail.Read for everybody.
  @Test(arguments: [
    Listing(testDescription: "only what is missing", scope: "openid User.Read Files.Read", listed: ["Files.Read"]),
    Listing(
      testDescription: "with lasting access when asked", scope: "openid offline_access User.Read Files.Read",
      listed: ["Files.Read", "offline_access"]),
    Listing(
      testDescription: "prompt=consent: everything asked", scope: "openid offline_access User.Read",
      changes: [("prompt", "consent")], listed: ["User.Read", "openid", "offline_access"]),
    Listing(
      testDescription: "prompt=consent and words alone", scope: "openid profile", changes: [("prompt", "consent")],
      listed: ["openid", "profile"]),
    Listing(
      testDescription: "an administrator's", user: "admin", scope: "User.Read.All Mail.Read",
      listed: ["User.Read.All"]),
  ]) func lists(_ row: Listing) throws {
    let (browser, page) = try ConsentTests.ask(try TestWorld(), row.user, scope: row.scope, row.changes)
    #expect(page.pageID == "ConvergedConsent")
    #expect(AuthorizeTranscript.permissions(on: page) == row.listed)
    #expect(try browser.submit().delivered?["code"] != nil)
  }

  @Test func preauthorizedAppsAreNotAskedAbout() throws {
    let test = try ConsentTests.bare { directory in
      guard let api = directory.application(named: "api"), let mobile = directory.application(named: "mobile") else {
        return
      }
      directory.updateApplication(api.id) {
        $0.preauthorizedClients = [Preauthorization(client: mobile.id, scopes: ["Orders.Read"])]
      }
    }
    let (browser, answer) = try ConsentTests.ask(test, scope: "api://contoso/Orders.Read")
    let code = try #require(answer.delivered?["code"])
    #expect(try test.redeem(code).json.claims("access_token")["scp"] == "Orders.Read")
    #expect(try Self.grants(test, on: try test.app("api").id).isEmpty)
    // What the API did not preauthorize is asked as ever.
    let page = try browser.open(AuthorizeQuery(.mobile, scope: "api://contoso/access_as_user"))
    #expect(AuthorizeTranscript.permissions(on: page) == ["access_as_user"])
    // Silently, too.
    let silent = try browser.open(
      AuthorizeQuery(.mobile, scope: "api://contoso/Orders.Read", [("prompt", "none")]))
    #expect(silent.delivered?["code"] != nil)
  }

  @Test func theWorkflowTakesAReason() throws {
    let test = try ConsentTests.bare { directory in
      if var tenant = directory.tenant(named: "contoso") {
        tenant.hasAdminConsentWorkflow = true
        directory.put(tenant)
      }
    }
    let (browser, page) = try ConsentTests.ask(test, scope: "User.Read.All")
    #expect(page.heading == "Approval required")
    let empty = try browser.submit([("justification", "")])
    #expect(empty.heading == "Approval required")
    let sent = try browser.submit([("justification", "I <need> it")])
    #expect(sent.heading == "Request sent")
    #expect(sent.location == nil)
    #expect(sent.exchange.reasons.contains { $0.contains("I <need> it") })
    #expect(try Self.grants(test).isEmpty)
    #expect(try browser.submit(pressing: "cancel").delivered?["error_subcode"] == "cancel")
  }

  struct Role: CustomTestStringConvertible, Sendable {
    let role: String
    let mayConsent: Bool
    let hasBox: Bool
    var testDescription: String { role }
  }

  @Test(arguments: [
    Role(role: "Global Administrator", mayConsent: true, hasBox: true),
    Role(role: "Privileged Role Administrator", mayConsent: true, hasBox: false),
    Role(role: "Cloud Application Administrator", mayConsent: true, hasBox: false),
    Role(role: "Application Administrator", mayConsent: true, hasBox: false),
    Role(role: "Helpdesk Administrator", mayConsent: false, hasBox: false),
  ]) func whoMayConsentForAdministratorsOnly(_ row: Role) throws {
    let test = try ConsentTests.bare { directory in
      ConsentTests.noConsent(&directory)
      if let id = directory.user(named: "bob")?.id { directory.updateUser(id) { $0.directoryRoles = [row.role] } }
    }
    let (_, page) = try ConsentTests.ask(test, "bob", scope: "User.Read.All")
    #expect(page.pageID == (row.mayConsent ? "ConvergedConsent" : "ConvergedAdminApproval"))
    #expect(page.text.contains("consentOnBehalfOfOrganization") == row.hasBox)
  }

  @Test func consentBringsTheAppIntoTheUsersTenant() throws {
    let test = try TestWorld()
    let mobile = try test.app("mobile").id
    #expect(test.world.directory.servicePrincipal(of: mobile, in: SeededDirectory.fabrikam) == nil)
    let (browser, page) = try ConsentTests.ask(test, "gina", scope: "openid User.Read")
    #expect(page.pageID == "ConvergedConsent")
    let code = try #require(try browser.submit().delivered?["code"])
    #expect(test.world.directory.servicePrincipal(of: mobile, in: SeededDirectory.fabrikam) != nil)
    let grants = try Self.grants(test, in: SeededDirectory.fabrikam)
    #expect(grants.map(\.principal) == [.user(try test.user("gina").id)])
    #expect(try test.redeem(code).json.claims("access_token")["tid"]?.string == TestWorld.fabrikam)
    // Contoso's grants are as they were.
    #expect(try Self.grants(test).map(\.principal) == [.everyone])
  }
}
