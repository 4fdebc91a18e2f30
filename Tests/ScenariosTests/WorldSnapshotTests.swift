import Directory
import Expectations
import Synchronization
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("Worlds that rest and go back") struct WorldSnapshotTests {
  typealias Bench = WorldRegistryTests.Bench

  @Test("lose nothing while their directory is out of memory") func sleeping() throws {
    let bench = try Bench()
    let world = try bench.make("t1")
    #expect(!world.isAwake)
    let alice = try #require(world.directory.user(named: "alice"))
    try world.perform(SetEnabledAction(user: .id(alice.id), isEnabled: false))
    let mobile = try #require(world.directory.application(named: "mobile"))
    try world.perform(WithdrawConsentAction(from: .id(mobile.id)))
    let grants = world.directory.grants.count
    #expect(world.isAwake)
    bench.uptime.advance(by: .seconds(30))
    #expect(try bench.worlds.sweep().isEmpty)
    #expect(!world.isAwake)
    expectEqual(world.directory.user(named: "alice")?.isEnabled, false)
    expectEqual(world.directory.grants.count, grants)
    expectEqual(world.directory.user(named: "bob@contoso-t1.onmicrosoft.com")?.alias, "bob")
    try world.reset()
    expectEqual(world.directory.user(named: "alice")?.isEnabled, true)
    #expect(world.directory.grants.count > grants)
  }

  @Test("go back to a snapshot: directory, clock, settings and what rules have counted") func snapshots() throws {
    let bench = try Bench()
    let world = try bench.make(
      "t1", "rules: [{ name: second, when: { endpoint: token, occurrence: 2 }, then: { refuse: AADSTS50173 } }]")
    func due() -> Int { world.rules.due(for: .sample(), event: nil, at: world.now, by: world.entropy).count }
    let alice = try #require(world.directory.user(named: "alice")).id
    expectEqual(due(), 0)
    world.clock.set(to: UnixTime(seconds: 1_900_000_000))
    world.clock.freeze()
    try world.saveSnapshot(named: "s")
    for round in 0..<2 {
      #expect(due() == 1 && due() == 0, "round \(round)")
      try world.perform(SetEnabledAction(user: .id(alice), isEnabled: false))
      world.clock.advance(by: .days(1))
      world.changeSettings { $0.lifetimes.accessToken = .minutes(1) }
      #expect(try world.restoreSnapshot(named: "s"))
      expectEqual(world.directory.user(named: "alice")?.isEnabled, true)
      expectEqual(world.now, UnixTime(seconds: 1_900_000_000))
      expectEqual(world.settings.lifetimes.accessToken, .hours(1))
    }
    try expectEqual(world.snapshots.map(\.name), ["s"])
    #expect(try !world.restoreSnapshot(named: "t"))
    #expect(try world.removeSnapshot(named: "s"))
    #expect(try !world.restoreSnapshot(named: "s"))
  }

  @Test("go back to the rules that were on and off", arguments: [false, true]) func switches(_ isRestarted: Bool) throws
  {
    let bench = try Bench()
    let world = try bench.make(
      "t1", "rules: [{ name: a, when: {}, then: { delay: 1s } }, { name: b, when: {}, then: { delay: 1s } }]")
    #expect(world.rules.setEnabled(false, named: "b"))
    try world.saveSnapshot(named: "s")
    #expect(world.rules.setEnabled(false, named: "a") && world.rules.setEnabled(true, named: "b"))
    // What a process keeps in memory of a snapshot does not outlive it.
    if isRestarted { world.snapshotMemories.withLock { $0 = [:] } }
    #expect(try world.restoreSnapshot(named: "s"))
    expectEqual(world.rules.entries.map(\.isEnabled), [true, false])
  }

  @Test("have so many snapshots and no more") func limit() throws {
    let world = try Bench().make("t1")
    for number in 0..<World.maximumSnapshots { try world.saveSnapshot(named: "s\(number)") }
    try world.saveSnapshot(named: "s0")
    #expect(throws: World.TooManySnapshots(limit: 100)) { try world.saveSnapshot(named: "more") }
  }

  @Test("are taken up from the store by the next process") func reopening() throws {
    let bench = try Bench(seed: nil)
    let world = try bench.make("t1", seed: 5, idle: .minutes(5))
    let alice = try #require(world.directory.user(named: "alice"))
    try world.perform(SetEnabledAction(user: .id(alice.id), isEnabled: false))
    let next = WorldRegistry(
      main: bench.main.world, database: bench.database, keys: bench.main.world.keys, clock: bench.main.base,
      uptime: bench.uptime, entropy: world.entropy)
    try next.reopen()
    expectEqual(next.worlds.map(\.name), ["t1"])
    let again = try #require(next.worlds.first)
    expectEqual(again.directory.user(named: "alice")?.id, alice.id)
    expectEqual(again.directory.user(named: "alice")?.isEnabled, false)
    #expect(next.world(ofTenant: "contoso-t1.onmicrosoft.com") === again)
    expectEqual(next.idleTimeout(of: again), .minutes(5))
  }
}
