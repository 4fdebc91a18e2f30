import Crypto
import Directory
import Expectations
import JOSE
import Testing
import Time

@testable import Scenarios
@testable import Worlds

/// The default world of a server without `--data`: its store has what was changed, its seeds are in memory.
@Suite("A world that ends with the process") struct PassingWorldTests {
  let base = ManualClock(TestWorld.start)
  let world: World

  init() throws {
    let scenario = try ScenarioDecoder.scenario(from: Array("scenario: test".utf8), file: "test.yaml")
    let template = ScenarioTemplate(scenario, seededAt: base.now)
    let store = try Database().makePassingWorld(named: "default", scenario: "test", at: base.now)
    world = World(
      name: "default", template: template, directory: template.seeds.state, clock: WorldClock(base: base),
      entropy: SeededEntropy(seed: 1), keys: try TestWorld().world.keys, store: store)
  }

  @Test("stores changes, and nothing else") func changes() throws {
    #expect(try world.store.loadDirectory().usersInOrder.isEmpty)
    let alice = try world.directory.existingUser("alice")
    try world.perform(SetEnabledAction(user: .id(alice.id), isEnabled: false))
    let stored = try world.store.loadDirectory()
    #expect(stored.usersInOrder.map(\.alias) == ["alice"] && stored.applicationsInOrder.isEmpty)
    try expectEqual(world.store.loadDirectory(over: world.template.seeds.state).contents, world.directory.contents)
  }

  @Test("goes back to how it began, with the dates of today") func reset() throws {
    let alice = try world.directory.existingUser("alice")
    try world.perform(SetEnabledAction(user: .id(alice.id), isEnabled: false))
    base.advance(by: .days(40))
    try world.reset()
    let renewed = try world.directory.existingUser("alice")
    #expect(renewed.isEnabled)
    expectEqual(world.directory.contents, world.scenario.seededDirectory(at: base.now).state.contents)
    #expect(try world.store.loadDirectory().usersInOrder.isEmpty)
  }

  @Test("goes back to a snapshot of before and after a reset, each with its own seeds") func snapshots() throws {
    let alice = try world.directory.existingUser("alice").id
    try world.perform(SetEnabledAction(user: .id(alice), isEnabled: false))
    let before = world.directory.contents
    try world.saveSnapshot(named: "before")
    base.advance(by: .days(40))
    try world.reset()
    let bob = try world.directory.existingUser("bob").id
    try world.perform(SetEnabledAction(user: .id(bob), isEnabled: false))
    let after = world.directory.contents
    try world.saveSnapshot(named: "after")
    #expect(before != after)
    for _ in 0..<2 {
      #expect(try world.restoreSnapshot(named: "before"))
      expectEqual(world.directory.contents, before)
      #expect(try world.restoreSnapshot(named: "after"))
      expectEqual(world.directory.contents, after)
    }
  }
}

extension DirectoryState {
  /// What is in it, whatever way it came.
  fileprivate var contents: [[AnyHashable]] {
    [
      tenantsInOrder.map(AnyHashable.init), usersInOrder.map(AnyHashable.init), groupsInOrder.map(AnyHashable.init),
      applicationsInOrder.map(AnyHashable.init),
      servicePrincipals.values.sorted { $0.id < $1.id }.map(AnyHashable.init),
      grants.values.sorted { $0.id < $1.id }.map(AnyHashable.init),
    ]
  }
}
