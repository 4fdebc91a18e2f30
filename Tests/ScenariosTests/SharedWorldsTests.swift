import Crypto
import Directory
import Expectations
import Synchronization
import Testing
import Time

@testable import Scenarios
@testable import Worlds

/// The worlds of a server among others, whose list may tell of a world at any moment.
struct SharedWorldsTests {
  /// What the servers agree about, of which the test tells the registry.
  private final class Roster: WorldRoster {
    struct Log {
      var recipes: [String] = []
      var calls: [String] = []
      /// Called when the world is enrolled, and not in the registry yet.
      var whenEnrolled: (@Sendable (_ recipe: String) throws -> Void)?
      var whenStruck: (@Sendable () throws -> Void)?
    }

    let log = Mutex(Log())

    func enroll(
      name: String, scenario: String, recipe: String, idleTimeout: Duration, madeAt: UnixTime, replacing: Bool
    ) throws -> Int64? {
      let hook = log.withLock { log in
        log.recipes.append(recipe)
        return log.whenEnrolled
      }
      try hook?(recipe)
      return 7
    }

    func entering<Result: Sendable>(_ body: () throws -> Result) throws -> Result { try body() }

    func began(_ world: World, wasKnown: Bool) { log.withLock { $0.calls.append("began \(wasKnown)") } }

    func strike(_ world: World, madeBy recipe: String?) throws -> Bool {
      let hook = log.withLock { log in
        log.calls.append("strike \(recipe == log.recipes.first)")
        return log.whenStruck
      }
      try hook?()
      return true
    }

    func ended(_ world: World) { log.withLock { $0.calls.append("ended") } }

    func owns(_ world: World) -> Bool { true }

    var calls: [String] { log.withLock { $0.calls } }
  }

  private struct Bench {
    let main: TestWorld
    let roster = Roster()
    let worlds: WorldRegistry

    init() throws {
      main = try TestWorld()
      worlds = WorldRegistry(
        main: main.world, database: try Database(), keys: main.world.keys, clock: main.base, uptime: main.base,
        entropy: SeededEntropy(seed: 1), roster: roster)
    }

    func make(replacing: Bool = false) throws -> (world: World, hasReplaced: Bool) {
      try worlds.make(
        WorldRecipe(template: main.world.template, seed: nil, idleTimeout: nil), name: "t1", replacing: replacing)
    }

    func admit(_ recipe: String) throws {
      try worlds.admit(
        name: "t1", scenario: main.world.template.scenario.name, recipe: recipe, number: 7,
        madeAt: main.base.now.ticks)
    }

    var known: World? { if case .world(let world) = worlds.world(named: "t1") { world } else { nil } }
  }

  /// Whoever asked for it meanwhile has it from the list. It is that world, and nothing was replaced.
  @Test func aWorldThatTheListTellsOfFirstIsMadeOnce() throws {
    let bench = try Bench()
    let told = Mutex<World?>(nil)
    bench.roster.log.withLock {
      $0.whenEnrolled = { recipe in
        try bench.admit(recipe)
        told.withLock { $0 = bench.known }
      }
    }
    let made = try bench.make(replacing: true)
    #expect(made.world === told.withLock { $0 } && made.world === bench.known)
    expectEqual(made.hasReplaced, false)
    expectEqual(bench.roster.calls, ["began true"])
  }

  @Test func aWorldInThePlaceOfAnotherReplacesIt() throws {
    let bench = try Bench()
    let old = try bench.make()
    expectEqual(old.hasReplaced, false)
    let new = try bench.make(replacing: true)
    #expect(new.world !== old.world && new.world === bench.known && new.hasReplaced)
    // The list tells of the one that is known, and then of nothing new.
    try bench.admit(try #require(bench.roster.log.withLock { $0.recipes.last }))
    #expect(bench.known === new.world)
    expectEqual(bench.roster.calls, ["began false", "began false"])
  }

  /// What has ended is an older one of its name.
  @Test func whatWasMadeAnewStaysWhenTheOlderOneEnds() throws {
    let bench = try Bench()
    let old = try bench.make().world
    let new = try bench.make(replacing: true).world
    expectEqual(bench.worlds.dismiss(old), false)
    #expect(bench.known === new)
    expectEqual(bench.worlds.dismiss(new), true)
    expectNil(bench.known)
    expectEqual(bench.worlds.dismiss(new), false)
  }

  @Test func aWorldIsMadeAnewWhileTheOlderOneIsRemoved() throws {
    let bench = try Bench()
    let old = try bench.make().world
    bench.roster.log.withLock { $0.whenStruck = { _ = try bench.make(replacing: true) } }
    expectEqual(try bench.worlds.remove("t1"), true)
    #expect(bench.known !== old && bench.known != nil)
    // What belongs to the new one was not ended.
    expectEqual(bench.roster.calls, ["began false", "strike true", "began false"])
    bench.roster.log.withLock { $0.whenStruck = nil }
    expectEqual(try bench.worlds.remove("t1"), true)
    expectNil(bench.known)
    expectEqual(bench.roster.calls.suffix(2), ["strike false", "ended"])
  }
}
