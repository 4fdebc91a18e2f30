import Bytes
import Directory
import Expectations
import JSON
import TestSupport
import Testing
import Worlds

/// What consent leaves in the directory, and who is spared the page.
struct ConsentDetailTests {
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
      expectEqual(page.pageID, "ConvergedConsent")
      try browser.submit()
    }
    let grants = try Self.grants(test)
    expectEqual(grants.count, 1)
    expectEqual(grants.first?.principal, .user(try test.user("alice").id))
    expectEqual(Set(grants.first?.scopes ?? []), ["User.Read", "Mail.Read", "Files.Read"])
    expectEqual(grants.first?.scopes.count, 3)
    // Another user's stands beside it.
    let (browser, _) = try ConsentTests.ask(test, "bob", scope: "User.Read")
    try browser.submit()
    try expectEqual(Self.grants(test).count, 2)
  }

  @Test func theBoxGrantsForEverybody() throws {
    let test = try ConsentTests.bare()
    let (browser, _) = try ConsentTests.ask(test, "admin", scope: "User.Read User.Read.All")
    try browser.submit([("consentOnBehalfOfOrganization", "true")])
    let grants = try Self.grants(test)
    expectEqual(grants.map(\.principal), [.everyone])
    expectEqual(Set(grants.first?.scopes ?? []), ["User.Read", "User.Read.All"])
  }

  @Test func eachResourceGetsAGrantOfItsOwn() throws {
    let test = try ConsentTests.bare()
    let (browser, _) = try ConsentTests.ask(test, scope: "User.Read api://contoso/Orders.Read")
    try browser.submit()
    try expectEqual(Self.grants(test).map(\.scopes), [["User.Read"]])
    try expectEqual(Self.grants(test, on: try test.app("api").id).map(\.scopes), [["Orders.Read"]])
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
    expectEqual(page.pageID, "ConvergedConsent")
    expectEqual(AuthorizeTranscript.permissions(on: page), row.listed)
    try expectNotNil(browser.submit().delivered?["code"])
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
    try expectEqual(test.redeem(code).json.claims("access_token")["scp"], "Orders.Read")
    #expect(try Self.grants(test, on: try test.app("api").id).isEmpty)
    // What the API did not preauthorize is asked as ever.
    let page = try browser.open(AuthorizeQuery(.mobile, scope: "api://contoso/access_as_user"))
    expectEqual(AuthorizeTranscript.permissions(on: page), ["access_as_user"])
    // Silently, too.
    let silent = try browser.open(
      AuthorizeQuery(.mobile, scope: "api://contoso/Orders.Read", [("prompt", "none")]))
    expectNotNil(silent.delivered?["code"])
  }

  @Test func theWorkflowTakesAReason() throws {
    let test = try ConsentTests.bare { directory in
      if var tenant = directory.tenant(named: "contoso") {
        tenant.hasAdminConsentWorkflow = true
        directory.put(tenant)
      }
    }
    let (browser, page) = try ConsentTests.ask(test, scope: "User.Read.All")
    expectEqual(page.heading, "Approval required")
    let empty = try browser.submit([("justification", "")])
    expectEqual(empty.heading, "Approval required")
    let sent = try browser.submit([("justification", "I <need> it")])
    expectEqual(sent.heading, "Request sent")
    expectNil(sent.location)
    #expect(sent.exchange.reasons.contains { $0.contains("I <need> it") })
    #expect(try Self.grants(test).isEmpty)
    try expectEqual(browser.submit(pressing: "cancel").delivered?["error_subcode"], "cancel")
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
    expectEqual(page.pageID, row.mayConsent ? "ConvergedConsent" : "ConvergedAdminApproval")
    expectEqual(page.text.contains("consentOnBehalfOfOrganization"), row.hasBox)
  }

  @Test func consentBringsTheAppIntoTheUsersTenant() throws {
    let test = try TestWorld()
    let mobile = try test.app("mobile").id
    expectNil(test.world.directory.servicePrincipal(of: mobile, in: SeededDirectory.fabrikam))
    let (browser, page) = try ConsentTests.ask(test, "gina", scope: "openid User.Read")
    expectEqual(page.pageID, "ConvergedConsent")
    let code = try #require(try browser.submit().delivered?["code"])
    expectNotNil(test.world.directory.servicePrincipal(of: mobile, in: SeededDirectory.fabrikam))
    let grants = try Self.grants(test, in: SeededDirectory.fabrikam)
    expectEqual(grants.map(\.principal), [.user(try test.user("gina").id)])
    try expectEqual(test.redeem(code).json.claims("access_token")["tid"]?.string, TestWorld.fabrikam)
    // Contoso's grants are as they were.
    try expectEqual(Self.grants(test).map(\.principal), [.everyone])
  }
}
