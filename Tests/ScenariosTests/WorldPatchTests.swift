import Directory
import Expectations
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("World section") struct WorldPatchTests {
  @Test("sets what tenants let users do") func tenants() throws {
    let test = try TestWorld("world: { tenants: { contoso: { userConsent: none, adminConsentWorkflow: true } } }")
    let contoso = try #require(test.world.directory.tenant(named: "contoso"))
    expectEqual(contoso.userConsent, .none)
    #expect(contoso.hasAdminConsentWorkflow)
    expectEqual(test.world.directory.tenant(named: "fabrikam")?.userConsent, .all)
  }

  @Test("locks, deletes and promotes users") func users() throws {
    let test = try TestWorld(
      "world: { users: { alice: { locked: true }, bob: { deleted: true, roles: [global administrator] } } }")
    #expect(try test.user("alice").isLocked)
    #expect(try test.user("bob").isDeleted)
    #expect(try test.user("bob").isGlobalAdministrator)
  }

  @Test("switches apps off and keeps users without assignment out") func apps() throws {
    let test = try TestWorld(
      """
      world:
        users: { carol: { displayName: Carol } }
        apps: { mobile: { assignmentRequired: true, assignedUsers: [carol] }, spa: { enabled: false } }
      """)
    let directory = test.world.directory
    let mobile = try test.application("mobile")
    let principal = try #require(directory.servicePrincipal(of: mobile.id, in: SeededDirectory.contoso))
    #expect(principal.requiresAssignment)
    #expect(directory.hasAssignment(try test.user("carol").id, on: principal.id))
    #expect(!directory.hasAssignment(try test.user("alice").id, on: principal.id))
    #expect(try !test.application("spa").isEnabled)
  }

  @Test("makes policies with ids that are the same in every run") func policies() throws {
    let text = """
      world:
        policies:
          - { name: gate, users: [alice], resources: [api, graph], require: mfa, authenticationContexts: [c1, c99] }
          - { name: hourly, signInFrequency: 1h, tenant: fabrikam }
          - { name: always, signInFrequency: everyTime, enabled: false }
      """
    let test = try TestWorld(text)
    let directory = test.world.directory
    let gate = try #require(directory.policy(named: "gate"))
    expectEqual(gate.users, [try test.user("alice").id])
    expectEqual(gate.resources, [try test.application("api").id, WellKnown.graph])
    expectEqual(gate.authenticationContexts, ["c1", "c99"])
    expectEqual(gate.tenant, SeededDirectory.contoso)
    expectEqual(directory.policy(named: "hourly")?.signInFrequency, TimeSpan(.hours(1)))
    expectEqual(directory.policy(named: "hourly")?.tenant, SeededDirectory.fabrikam)
    expectEqual(directory.policy(named: "always")?.signInFrequency, TimeSpan(.zero))
    expectEqual(directory.policy(named: "always")?.isEnabled, false)
    try expectEqual(TestWorld(text).world.directory.policy(named: "gate")?.id, gate.id)
  }

  @Test("knows every lifetime") func lifetimes() throws {
    let test = try TestWorld("world: { lifetimes: { deviceCode: 1m, continuousAccessToken: 2h } }")
    expectEqual(test.world.settings.lifetimes.deviceCode, .minutes(1))
    expectEqual(test.world.settings.lifetimes.continuousAccessToken, .hours(2))
  }

  @Test("draws the life of users' access tokens when it is told to, and until a duration is said") func drawnLife()
    throws
  {
    let exact = try TestWorld().world
    expectEqual(exact.lifetimesOfAnswer, Lifetimes())
    let world = try TestWorld("world: { lifetimes: { accessToken: drawn } }").world
    let drawn = (0..<20).map { _ in world.lifetimesOfAnswer }
    #expect(drawn.allSatisfy { (3_602...5_400).contains($0.accessToken.wholeSeconds) })
    #expect(drawn.allSatisfy { (70_000...86_400).contains($0.continuousAccessToken.wholeSeconds) })
    #expect(Set(drawn.map(\.accessToken)).count > 1)
    // Tokens of apps have the exact one.
    expectEqual(world.settings.lifetimes.accessToken, .hours(1))
    world.changeSettings { LifetimesPatch(["accessToken": .minutes(5)]).apply(to: &$0.lifetimes) }
    expectEqual(world.lifetimesOfAnswer.accessToken, .minutes(5))
  }

  @Test(
    "says what is wrong",
    arguments: [
      (
        "tenants: { contso: {} }",
        "unknown tenant 'contso'; did you mean 'contoso'? Known: contoso, fabrikam, personal-accounts. A new tenant needs an 'id', a 'displayName', 'domains' or a 'kind'"
      ),
      ("tenants: { contoso: { userConsent: some } }", "'userConsent' is all, lowRisk or none here, not 'some'"),
      (
        "users: { alice: { roles: [Boss] } }",
        "unknown role 'Boss'; take the name of a built-in role, such as Global Administrator or User Administrator"
      ),
      (
        "policies: { name: a }",
        "'policies' is a list of mappings such as { name: mfa, require: mfa } here, not a mapping"
      ),
      (
        "policies: [{ name: a, require: mfa }, { name: a, require: block }]",
        "there are two policies named 'a'; give one of them another 'name'"
      ),
    ])
  func mistakes(_ world: String, _ message: String) {
    let error = #expect(throws: ScenarioError.self) { try TestWorld("world: { \(world) }") }
    expectEqual(error?.description.hasSuffix(": " + message), true, "\(String(describing: error))")
  }
}
