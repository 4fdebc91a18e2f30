import Bytes
import Crypto
import Directory
import Expectations
import JOSE
import JSON
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("The worlds of a server") struct WorldRegistryTests {
  /// A registry whose clocks the test moves.
  struct Bench {
    let database: Database
    let main: TestWorld
    let uptime = ManualClock(UnixTime(seconds: 1_000))
    let worlds: WorldRegistry

    init(seed: UInt64? = 1, _ change: (inout WorldRegistry.Limits) -> Void = { _ in }) throws {
      main = try TestWorld()
      database = try Database()
      var limits = WorldRegistry.Limits()
      change(&limits)
      worlds = WorldRegistry(
        main: main.world, database: database, keys: main.world.keys, clock: main.base, uptime: uptime,
        entropy: seed.map { SeededEntropy(seed: $0) } ?? SystemEntropy(), limits: limits)
    }

    func recipe(_ text: String = "", seed: UInt64? = nil, idle: Duration? = nil) throws -> WorldRecipe {
      let scenario = try ScenarioDecoder.scenario(from: Array(("scenario: own\n" + text).utf8), file: "own.yaml")
      return WorldRecipe(template: ScenarioTemplate(scenario, base: main.base), seed: seed, idleTimeout: idle)
    }

    func make(_ name: String? = nil, _ text: String = "", seed: UInt64? = nil, idle: Duration? = nil) throws -> World {
      try worlds.make(try recipe(text, seed: seed, idle: idle), name: name).world
    }
  }

  @Test("that slept are without the groups and apps that were taken away") func removalsLast() throws {
    let bench = try Bench()
    let world = try bench.make("t1")
    try world.change { directory in
      directory.remove(try directory.existingApplication("spa").id)
      if let news = directory.group(named: "news") { directory.remove(news.id) }
    }
    world.sleep()
    expectNil(world.directory.application(named: "spa"))
    expectNil(world.directory.group(named: "news"))
    #expect(world.directory.servicePrincipals.values.allSatisfy { world.directory.applications[$0.application] != nil })
  }

  @Test("have tenants, domains and object ids of their own, and the same aliases and client ids") func identity() throws
  {
    let bench = try Bench()
    let seeds = bench.main.world.directory
    let own = try bench.make("t1").directory
    let other = try bench.make("t2").directory
    for alias in ["contoso", "fabrikam"] {
      let ids = Set([seeds, own, other].compactMap { $0.tenant(named: alias)?.id })
      expectEqual(ids.count, 3, "\(alias)")
    }
    let contoso = try #require(own.tenant(named: "contoso"))
    expectEqual(contoso.domains, ["contoso-t1.onmicrosoft.com", "t1.contoso.com"])
    for user in seeds.usersInOrder {
      let twin = try #require(own.user(named: user.alias))
      #expect(twin.id != user.id && twin.id != other.user(named: user.alias)?.id, "\(user.alias)")
      expectEqual(twin.password, user.password)
      expectEqual(twin.tenant, own.tenant(named: seeds.tenants[user.tenant]?.alias ?? "")?.id)
    }
    expectEqual(own.user(named: "alice")?.userPrincipalName, "alice@contoso-t1.onmicrosoft.com")
    expectEqual(
      own.user(named: "guest")?.userPrincipalName, "gina_fabrikam-t1.onmicrosoft.com#EXT#@contoso-t1.onmicrosoft.com")
    expectEqual(own.user(named: "guest")?.home?.user, own.user(named: "gina")?.id)
    expectEqual(own.user(named: "personal")?.userPrincipalName, "pat@outlook.com")
    expectEqual(own.user(named: "personal")?.tenant, WellKnown.personalTenant)
    expectEqual(own.applicationOrder, seeds.applicationOrder)
    let mobile = try #require(own.application(named: "mobile"))
    let principal = try #require(own.servicePrincipal(of: mobile.id, in: contoso.id))
    #expect(own.grants(ofClient: principal.id).count > 1)
    #expect(own.grants.count == seeds.grants.count && own.roleAssignments.count == seeds.roleAssignments.count)
  }

  @Test("are found by the names that the seeds have, too") func writtenNames() throws {
    let own = try Bench().make("t1").directory
    let contoso = try #require(own.tenant(named: "contoso"))
    for name in ["contoso.onmicrosoft.com", "CONTOSO.com", "\(SeededDirectory.contoso)", "t1.contoso.com"] {
      expectEqual(own.tenant(named: name)?.id, contoso.id, "\(name)")
    }
    let alice = try #require(own.user(named: "alice"))
    for name in ["alice@contoso.onmicrosoft.com", "Alice@Contoso-T1.onmicrosoft.com"] {
      expectEqual(own.user(named: name)?.id, alice.id, "\(name)")
    }
    for name in ["alice@fabrikam.onmicrosoft.com", "nobody@contoso.com", "alice@elsewhere.test"] {
      expectNil(own.user(named: name), "\(name)")
    }
  }

  @Test("are found by name and by tenant until they are removed") func finding() throws {
    let bench = try Bench()
    let world = try bench.make("t1")
    let tenant = try #require(world.directory.tenant(named: "fabrikam"))
    #expect(bench.worlds.world(ofTenant: "\(tenant.id)") === world)
    #expect(bench.worlds.world(ofTenant: "T1.Contoso.COM") === world)
    expectNil(bench.worlds.world(ofTenant: "contoso.com"))
    if case .world(let found) = bench.worlds.world(named: "t1") { #expect(found === world) } else { Issue.record() }
    if case .world(let found) = bench.worlds.world(named: "default") {
      #expect(found === bench.main.world)
    } else {
      Issue.record()
    }
    #expect(try bench.worlds.remove("t1"))
    expectNil(bench.worlds.world(ofTenant: "\(tenant.id)"))
    if case .gone = bench.worlds.world(named: "t1") {} else { Issue.record("not gone") }
    if case .unknown = bench.worlds.world(named: "t2") {} else { Issue.record("known") }
    #expect(try !bench.worlds.remove("t1"))
    // The name is free again.
    try expectNotNil(bench.make("t1").directory.tenant(named: "contoso")?.id)
  }

  @Test("are refused under names that cannot stand in a host name, twice, and past the limit") func refusals() throws {
    let bench = try Bench { $0.maximumCount = 2 }
    for name in ["", "default", "-a", "a-", "A", "a.b", "a_b", String(repeating: "a", count: 41), "ä"] {
      #expect(throws: WorldRegistry.Refusal.badName(name)) { try bench.make(name) }
    }
    let first = try bench.make("t1")
    #expect(throws: WorldRegistry.Refusal.taken("t1")) { try bench.make("t1") }
    let (second, hasReplaced) = try bench.worlds.make(try bench.recipe(), name: "t1", replacing: true)
    #expect(hasReplaced && second !== first)
    _ = try bench.make()
    #expect(throws: WorldRegistry.Refusal.tooMany(limit: 2)) { try bench.make() }
    expectEqual(bench.worlds.worlds.count, 2)
  }

  @Test("end when nobody asked for them during their idle time") func idleTime() throws {
    let bench = try Bench { $0.idleTimeout = .minutes(10) }
    let (short, long) = (try bench.make("short", idle: .minutes(1)), try bench.make("long"))
    bench.uptime.advance(by: .seconds(59))
    #expect(try bench.worlds.sweep().isEmpty)
    bench.worlds.touch(short)
    bench.uptime.advance(by: .seconds(59))
    #expect(try bench.worlds.sweep().isEmpty)
    bench.uptime.advance(by: .seconds(1))
    try expectEqual(bench.worlds.sweep(), ["short"])
    expectEqual(bench.worlds.worlds.map(\.name), ["long"])
    // The world's own clock has nothing to do with it.
    long.clock.advance(by: .days(90))
    #expect(try bench.worlds.sweep().isEmpty)
    bench.uptime.advance(by: .minutes(10))
    try expectEqual(bench.worlds.sweep(), ["long"])
  }

  @Test("follow from their seed and name") func seeds() throws {
    func ids(_ seed: UInt64?, _ name: String, server: UInt64? = nil) throws -> [GUID?] {
      let world = try Bench(seed: server).make(name, seed: seed)
      return [world.directory.tenant(named: "contoso")?.id.guid, world.entropy.guid()]
    }
    try expectEqual(ids(7, "a"), ids(7, "a"))
    #expect(try ids(7, "a") != ids(8, "a"))
    #expect(try ids(7, "a") != ids(7, "b"))
    try expectEqual(ids(nil, "a", server: 1), ids(nil, "a", server: 1))
    #expect(try ids(nil, "a") != ids(nil, "a"))
  }

  @Test("keep clock, rules, users and keys to themselves") func isolation() throws {
    let bench = try Bench()
    let (one, two) = (
      try bench.make("one", "clock: { start: 2030-01-01T00:00:00Z, frozen: true }"), try bench.make("two")
    )
    #expect(one.now.iso8601 == "2030-01-01T00:00:00Z" && two.now == bench.main.world.now)
    try one.perform(SetEnabledAction(user: "alice", isEnabled: false))
    expectEqual(two.directory.user(named: "alice")?.isEnabled, true)
    expectEqual(bench.main.world.directory.user(named: "alice")?.isEnabled, true)
    try one.reset()
    expectEqual(one.directory.user(named: "alice")?.isEnabled, true)
    expectEqual(one.directory.tenant(named: "contoso")?.domains.first, "contoso-one.onmicrosoft.com")
    #expect(one.keys !== two.keys)
  }

  @Test("give policies of their rules their own ids") func policies() throws {
    let world = try Bench().make(
      "t1", "rules: [{ when: { event: signIn }, then: { addPolicy: { name: p, users: [alice], require: mfa } } }]")
    var shape = AnswerShape()
    for action in world.rules.rules.flatMap(\.actions) {
      try action.perform(in: world, for: .sample(), shaping: &shape)
    }
    let policy = try #require(world.directory.policy(named: "p"))
    expectEqual(policy.tenant, world.directory.tenant(named: "contoso")?.id)
    expectEqual(policy.users, world.directory.user(named: "alice").map { [$0.id] })
  }

  @Test("begin as a library scenario, a mapping, a text, or the server's own, with overrides laid over")
  func templates()
    throws
  {
    let bench = try Bench()
    func scenario(_ node: String?, _ overrides: String? = nil) throws -> Scenario {
      try bench.worlds.templates.template(
        scenario: try node.map { try .parsing($0) }, overrides: try overrides.map { try .parsing($0) }
      ).scenario
    }
    try expectEqual(scenario(nil).name, "test")
    try expectEqual(scenario("expired-refresh").name, "expired-refresh")
    try expectEqual(scenario("{ scenario: mine, signIn: auto }").settings.signIn, .auto)
    try expectEqual(scenario("\"scenario: mine\\nsignIn: auto\"").settings.signIn, .auto)
    let changed = try scenario(
      "{ scenario: mine, world: { lifetimes: { accessToken: 5m }, users: { alice: { mfa: required } } } }",
      "{ world: { lifetimes: { idToken: 1m }, users: { alice: { mfa: none } } } }")
    expectEqual(changed.settings.lifetimes.accessToken, .minutes(5))
    expectEqual(changed.settings.lifetimes.idToken, .minutes(1))
    expectEqual(changed.patch.users.map { $0.value(of: "mfa") }, ["none"])
    try expectEqual(scenario(nil, "{ signIn: auto }").settings.signIn, .auto)
    // Two names of one word are one word, whichever of them the scenario or the overrides use.
    for (base, over) in [("signInAudience", "audience"), ("audience", "signInAudience")] {
      let changed = try scenario(
        "{ scenario: mine, world: { apps: { web: { \(base): AzureADMyOrg } }, users: { alice: { accountEnabled: true } } } }",
        "{ world: { apps: { web: { \(over): AzureADMultipleOrgs } }, users: { alice: { enabled: false } } } }")
      expectEqual(changed.patch.users.map { $0.value(of: "enabled") }, [false])
      let audiences = changed.patch.changes.compactMap { change in
        if case .application(let entry) = change { entry.value(of: "audience") } else { nil }
      }
      expectEqual(audiences, ["AzureADMultipleOrgs"])
    }
    #expect(throws: ScenarioError.self) {
      try scenario(
        "{ scenario: mine }", "{ world: { apps: { web: { audience: AzureADMyOrg, signInAudience: AzureADMyOrg } } } }")
    }
    #expect(throws: ScenarioLibrary.UnknownName.self) { try scenario("nothing-like-it") }
    #expect(throws: ScenarioError.self) { try scenario(nil, "[]") }
    #expect(throws: ScenarioError.self) { try scenario("{ scenario: mine, sgnIn: auto }") }
  }
}
