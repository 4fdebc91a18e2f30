import Bytes
import Crypto
import Directory
import Dispatch
import Expectations
import JOSE
import Policy
import SQLite
import Synchronization
import TestSupport
import Testing
import Time
import YAML

@testable import Scenarios
@testable import Worlds

/// What a world has in memory and a store in a file gives back.
@Suite("The memory of a world") struct WorldMemoryTests {
  /// A server's worlds on a file, as after each start.
  struct Start {
    let clock = ManualClock(TestWorld.start)
    let worlds: WorldRegistry
    let starts: Int64
    let notes: [String]

    init(_ path: String, scenario text: String = "") throws {
      let database = try Database(file: path)
      starts = try database.countStart(isNew: false)
      let scenario = try ScenarioDecoder.scenario(from: Array(("scenario: test\n" + text).utf8), file: "test.yaml")
      let worldClock = WorldClock(base: clock)
      scenario.clock.apply(to: worldClock)
      let known = try database.world(named: "default")
      let directory = try known?.store.loadDirectory() ?? scenario.seededDirectory(at: worldClock.now).state
      let store =
        try known?.store
        ?? database.makeWorld(named: "default", scenario: scenario.name, at: clock.now, holding: directory)
      let keys = try KeyRing(DevelopmentKeys.keys()) { () throws(CryptoError) in
        throw CryptoError("make a key", reasons: ["no test needs one"])
      }
      let main = World(
        name: "default", scenario: scenario, directory: directory, clock: worldClock,
        entropy: SeededEntropy(seed: 1), keys: keys, store: store)
      worlds = WorldRegistry(
        main: main, database: database, keys: keys, clock: clock, uptime: ManualClock(UnixTime(seconds: 1)),
        entropy: SeededEntropy(seed: 1), starts: starts)
      notes = try worlds.reopen()
    }

    func world(_ name: String) throws -> World {
      guard case .world(let world) = worlds.world(named: name) else { throw TestFault("there is no \(name)") }
      return world
    }
  }

  static let text = """
    clock: { start: 2027-01-05T09:00:00Z }
    rules: [{ when: { endpoint: token, occurrence: 2 }, then: { delay: 1s } }]
    """

  static func due(_ world: World) -> [String] {
    world.rules.due(for: .sample(), event: nil, at: world.now, by: world.entropy).map(\.name)
  }

  @Test(
    "that cannot be read stops the start",
    arguments: [
      ("UPDATE world SET recipe = '{}' WHERE name = 't1'", "its recipe cannot be read"),
      ("UPDATE object SET document = '{}' WHERE world > 1", ""),
      ("UPDATE object SET kind = 'spaceship' WHERE world > 1", "'spaceship' is not a kind of object"),
    ])
  func unreadable(_ damage: String, _ reason: String) throws {
    let path = try TestFiles.makeDirectory() + "/worlds.sqlite"
    do {
      let start = try Start(path)
      _ = try start.worlds.make(WorldRecipe(template: start.worlds.main.template), name: "t1")
      let world = try start.world("t1")
      try world.apply(
        .user(PatchDecoder.entry("carol", from: .parsing("{ displayName: Carol }"), file: "x", in: world.directory)))
    }
    do { try SQLiteConnection(path: path).execute(damage) }
    let error = try #require(throws: DatabaseError.self) { try Start(path) }
    #expect(error.description.hasPrefix("\(path) is damaged (world 't1' cannot be read: "), "\(error)")
    #expect(error.description.contains(reason), "\(error)")
    #expect(error.description.hasSuffix("); move it away to start anew, or restore a copy"), "\(error)")
  }

  @Test("keeps what looks like a number as it was written") func plainNumbers() throws {
    let path = try TestFiles.makeDirectory() + "/worlds.sqlite"
    let text =
      "world: { users: { carol: { password: 1.50, displayName: 100000000000000000000000000001 } } }"
    do {
      let start = try Start(path, scenario: text)
      _ = try start.worlds.make(WorldRecipe(template: start.worlds.main.template), name: "t1")
    }
    let world = try Start(path, scenario: text).world("t1")
    let carol = try #require(world.directory.user(named: "carol"))
    expectEqual(carol.displayName, "100000000000000000000000000001")
    expectEqual(carol.password?.matches("1.50"), true)
  }

  @Test(
    "in one line reads as it was written",
    arguments: [
      (
        "{ a: 1.50, b: '1.50', c: 0042, d: True, e: 'true', f: ~ }",
        #"{"a":1.50,"b":"1.50","c":"0042","d":True,"e":"true","f":null}"#
      ),
      ("[1e400, 99999999999999999999, -0, .5]", #"["1e400",99999999999999999999,-0,".5"]"#),
      ("{ 7: [], x: {}, y: \"a\\nb\" }", #"{"7":[],"x":{},"y":"a\nb"}"#),
    ])
  func flow(_ text: String, _ line: String) throws { try expectEqual(YAMLNode.parsing(text).flowText, line) }

  @Test("outlives the process: clock, lifetimes, rules with their counts", arguments: ["default", "t1"])
  func restart(_ name: String) throws {
    do {
      let path = try TestFiles.makeDirectory() + "/worlds.sqlite"
      do {
        let start = try Start(path, scenario: Self.text)
        _ = try start.worlds.make(WorldRecipe(template: start.worlds.main.template), name: "t1")
        let world = try start.world(name)
        world.clock.advance(by: .days(90))
        world.changeSettings { $0.lifetimes.accessToken = .minutes(1) }
        try world.apply(
          .user(PatchDecoder.entry("carol", from: .parsing("{ displayName: Carol }"), file: "x", in: world.directory)))
        let rule = "{ name: own, when: { user: carol }, then: { delay: 2s } }"
        world.rules.put(
          try RuleDecoder.rules(from: .parsing(rule), file: "x", in: world.directory, besides: world.rules.rules),
          at: world.now)
        expectEqual(Self.due(world), [])
        #expect(world.rules.setEnabled(false, named: "own"))
        try world.keepMemory()
      }
      let start = try Start(path, scenario: Self.text)
      let world = try start.world(name)
      expectEqual(start.starts, 1)
      expectEqual(world.now, UnixTime(iso8601: "2027-04-05T09:00:00Z"))
      #expect(!world.isClockUntouched)
      expectEqual(world.settings.lifetimes.accessToken, .minutes(1))
      expectEqual(world.rules.rules.map(\.name), ["#1", "own"])
      expectEqual(world.rules.entries.map(\.isEnabled), [true, false])
      expectEqual(world.rules.entries.last?.since, UnixTime(iso8601: "2027-04-05T09:00:00Z"))
      // It was the first before the restart, so this is the second.
      expectEqual(Self.due(world), ["#1"])
      let other = try start.world(name == "t1" ? "default" : "t1")
      expectEqual(other.settings.lifetimes.accessToken, .hours(1))
      try world.reset()
      try world.keepMemory()
      expectEqual(world.rules.rules.map(\.name), ["#1"])
    }
  }

  /// Policies that outdate tokens, apps outside the trusted places, aged assertions, and changes that Graph's reads do not see yet.
  @Test("keeps what was noted of changes: over a restart, a takeover, and in a snapshot") func notes() throws {
    let path = try TestFiles.makeDirectory() + "/worlds.sqlite"
    let text = "replication: 25m"
    let assertion = "an.assertion.text"
    func outdates(_ world: World) throws -> [Bool] {
      let web = try world.directory.existingApplication("web")
      let alice = try world.directory.existingUser("alice")
      let group = try #require(world.directory.groupsInOrder.first)
      return [
        world.outdated.policy(
          changedAfter: world.now - .minutes(1), concerning: { .init(alice.id) }, client: web,
          in: SeededDirectory.contoso) != nil,
        world.outdated.isAway(web.id),
        world.assertions.note(assertion, of: web.id, at: world.now).age == .hours(1),
        world.lateDirectory(at: world.now).directory.groups[group.id]?.displayName == "early",
      ]
    }
    do {
      let world = try Start(path, scenario: text).worlds.main
      let web = try world.directory.existingApplication("web")
      let group = try #require(world.directory.groupsInOrder.first)
      try world.edit { try $0.update(group.id) { $0.displayName = "early" } }
      try world.saveSnapshot(named: "before")
      _ = world.assertions.note(assertion, of: web.id, at: world.now)
      _ = world.assertions.age(of: web.id, by: .hours(1))
      var policy = AccessPolicy(id: .named("new"), name: "new", tenant: SeededDirectory.contoso)
      policy.control = .mfa
      try world.edit { $0.put(policy) }
      world.outdated.move(web.id, isTrusted: false)
      try world.decide(seenAfter: world.settings.replication) {
        try world.edit { try $0.update(group.id) { $0.displayName = "late" } }
      }
      expectEqual(try outdates(world), [true, true, true, true])
      try world.saveSnapshot(named: "after")
      try world.keepMemory()
    }
    let world = try Start(path, scenario: text).worlds.main
    expectEqual(try outdates(world), [true, true, true, true], "after a restart")
    world.forgetAll()
    _ = try world.takeUpMemory()
    expectEqual(try outdates(world), [true, true, true, true], "after a takeover")
    #expect(try world.restoreSnapshot(named: "before"))
    expectEqual(try outdates(world), [false, false, false, true], "the first snapshot")
    #expect(try world.restoreSnapshot(named: "after"))
    expectEqual(try outdates(world), [true, true, true, true], "the second snapshot")
    try world.reset()
    expectEqual(try outdates(world).dropLast(), [false, false, false])
  }

  @Test("keeps how often the same renewal came: over a restart, a takeover, and in a snapshot") func renewals() throws {
    let path = try TestFiles.makeDirectory() + "/worlds.sqlite"
    func count(_ world: World) throws -> Int {
      let user = try world.directory.existingUser("alice").id
      let web = try world.directory.existingApplication("web").id
      return world.loops.count(client: web, user: user, scopes: "User.Read", at: world.now)
    }
    do {
      let world = try Start(path, scenario: "loops: stopped").worlds.main
      for number in 1...12 { expectEqual(try count(world), number) }
      try world.saveSnapshot(named: "twelve")
      expectEqual(try count(world), 13)
      try world.keepMemory()
    }
    let world = try Start(path, scenario: "loops: stopped").worlds.main
    expectEqual(try count(world), 14, "after a restart")
    try world.keepMemory()
    world.forgetAll()
    _ = try world.takeUpMemory()
    expectEqual(try count(world), 15, "after a takeover")
    #expect(try world.restoreSnapshot(named: "twelve"))
    expectEqual(try count(world), 13, "in the snapshot")
    world.clock.advance(by: .minutes(6))
    expectEqual(try count(world), 1)
    try world.reset()
    expectEqual(try count(world), 1)
  }

  #if CLUSTER
    private final class RefusingReplicator: RowReplicator {
      let recorder = Mutex<ChangeRecorder?>(nil)

      func began(_ recorder: ChangeRecorder) { self.recorder.withLock { $0 = recorder } }

      func keep(_ rows: [ChangeRecorder.Row]) {}

      func refuse(_ refuses: Bool) { recorder.withLock { $0 }?.refuseChanges(refuses) }
    }

    @Test("is taken back when the cluster cannot keep what was changed, and nobody sees it") func takenBack() throws {
      let replicator = RefusingReplicator()
      let database = try Database(replicator: replicator, sealing: Sealing(seal: { $0 }, open: { $0 }))
      let scenario = try ScenarioDecoder.scenario(
        from: Array(("scenario: test\n" + Self.text).utf8), file: "test.yaml")
      let clock = WorldClock(base: ManualClock(TestWorld.start))
      scenario.clock.apply(to: clock)
      let world = World(
        name: "default", scenario: scenario, directory: scenario.seededDirectory(at: clock.now).state, clock: clock,
        entropy: SeededEntropy(seed: 1),
        keys: try KeyRing(DevelopmentKeys.keys()) { () throws(CryptoError) in
          throw CryptoError("make a key", reasons: ["no test needs one"])
        },
        store: try database.placeWorld(7, named: "default", scenario: "test", madeAt: 0, recipe: nil))
      world.clock.advance(by: .days(1))
      expectEqual(Self.due(world), [])
      try world.keepMemory()

      replicator.refuse(true)
      let begun = world.memoryLosses
      world.clock.advance(by: .days(30))
      world.changeSettings { $0.lifetimes.accessToken = .minutes(1) }
      expectEqual(Self.due(world), ["#1"])
      let error = #expect(throws: SQLiteError.self) { try world.keepMemory() }
      expectEqual(error?.isRefused, true)
      #expect(!world.isMemorySound(since: begun))
      expectEqual(world.now, UnixTime(iso8601: "2027-01-06T09:00:00Z"))
      expectEqual(world.settings.lifetimes.accessToken, .hours(1))

      // PostgreSQL answers again: the second use of the rule is still to come, and what is changed now is kept.
      replicator.refuse(false)
      let begunAfter = world.memoryLosses
      expectEqual(Self.due(world), ["#1"])
      world.clock.advance(by: .days(2))
      try world.keepMemory()
      #expect(world.isMemorySound(since: begunAfter))
      try expectEqual(world.takeUpMemory(), [])
      expectEqual(world.now, UnixTime(iso8601: "2027-01-08T09:00:00Z"))
    }
  #endif

  @Test("is never kept as that of a world without a past, while it is taken back") func writtenWhileTakenBack() throws {
    let start = try Start(try TestFiles.makeDirectory() + "/worlds.sqlite", scenario: Self.text)
    let world = start.worlds.main
    world.clock.advance(by: .days(90))
    try world.keepMemory()
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for _ in 0..<500 {
        if thread == 0 { world.takeBackMemory() } else { try? world.keepMemory() }
      }
    }
    expectEqual(world.now, UnixTime(iso8601: "2027-04-05T09:00:00Z"))
    try expectEqual(world.takeUpMemory(), [])
    expectEqual(world.now, UnixTime(iso8601: "2027-04-05T09:00:00Z"))
  }

  @Test("tells of a rule that fits the directory no longer, and keeps the others")
  func ruleWithoutItsApp() throws {
    let path = try TestFiles.makeDirectory() + "/worlds.sqlite"
    do {
      let start = try Start(path, scenario: Self.text)
      let world = start.worlds.main
      for rule in [
        "{ name: the-webs, when: { client: web }, then: { delay: 2s } }",
        "{ name: everybodys, when: { endpoint: token }, then: { delay: 1s } }",
      ] {
        world.rules.put(
          try RuleDecoder.rules(from: .parsing(rule), file: "x", in: world.directory, besides: world.rules.rules),
          at: world.now)
      }
      let web = try world.directory.existingApplication("web")
      try world.change { $0.remove(web.id) }
      try world.keepMemory()
      expectEqual(start.notes, [])
    }
    let start = try Start(path, scenario: Self.text)
    expectEqual(start.worlds.main.rules.rules.map(\.name), ["#1", "everybodys"])
    expectEqual(start.notes.count, 1)
    let note = try #require(start.notes.first)
    #expect(note.hasPrefix("rule 'the-webs' of world 'default' no longer holds and is left out: "), "\(note)")
    #expect(note.contains("'web'"), "\(note)")
  }

  @Test("of another version of the scenario is let go") func changedScenario() throws {
    do {
      let path = try TestFiles.makeDirectory() + "/worlds.sqlite"
      do {
        let start = try Start(path, scenario: Self.text)
        start.worlds.main.clock.advance(by: .days(90))
        try start.worlds.main.keepMemory()
      }
      let start = try Start(path, scenario: Self.text.replacing("delay: 1s", with: "delay: 3s"))
      expectEqual(start.worlds.main.now, UnixTime(iso8601: "2027-01-05T09:00:00Z"))
      expectEqual(start.worlds.main.rules.rules.map { $0.actions.map(\.summary) }, [["delay the answer by 3s"]])
    }
  }

  @Test("a start goes on with chance of its own, the same in every repetition") func chance() throws {
    func codes() throws -> [[UInt8]] {
      let path = try TestFiles.makeDirectory() + "/worlds.sqlite"
      return try (0..<3).map { _ in
        let start = try Start(path)
        if start.starts == 0 {
          _ = try start.worlds.make(WorldRecipe(template: start.worlds.main.template, seed: 7), name: "t1")
        }
        return try start.world("t1").entropy.bytes(8)
      }
    }
    let once = try codes()
    expectEqual(Set(once).count, 3)
    try expectEqual(codes(), once)
  }
}
