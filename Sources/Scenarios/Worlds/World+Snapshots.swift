package import Directory
import JSON
import Synchronization
import Time

/// What a snapshot keeps beside the rows of the store, for as long as the process lives.
struct SnapshotMemory: Sendable {
  let settings: WorldSettings
  let rules: [RuleBook.Entry]
  /// What the rows are changes against, where that is not the template's seeds.
  let seeds: DirectoryState?
}

extension World {
  /// Why there is no further snapshot.
  package struct TooManySnapshots: Error, Sendable, Hashable {
    package let limit: Int
  }

  package static let maximumSnapshots = 100

  /// Keeps the world as it is under a name: users, apps and consents, sessions, codes and tokens, clock, settings, rules with
  /// what they have counted. Journal and signing keys are not part of it.
  package func saveSnapshot(named name: String) throws {
    let kept = try store.snapshots()
    guard kept.count < Self.maximumSnapshots || kept.contains(where: { $0.name == name }) else {
      throw TooManySnapshots(limit: Self.maximumSnapshots)
    }
    let rules = rules.entries
    let counts = rules.map { entry -> JSONValue in
      [
        "name": .string(entry.rule.name), "matched": .integer(Int64(entry.matched)),
        "fired": .integer(Int64(entry.fired)),
      ]
    }
    let memory: JSONValue = ["clock": Self.json(clock.mode), "rules": .array(counts)]
    let seeds = try state.withLock { _ in
      try store.saveSnapshot(named: name, memory: memory, at: now)
      return renewedSeeds.withLock { $0 }
    }
    snapshotMemories.withLock { $0[name] = SnapshotMemory(settings: settings, rules: rules, seeds: seeds) }
  }

  /// The oldest first.
  package var snapshots: [Store.SnapshotEntry] { get throws { try store.snapshots() } }

  /// Goes back to a snapshot; false when there is none of that name. The journal goes on. In a process that was started since,
  /// settings and rules are the scenario's, the rules with what they had counted.
  package func restoreSnapshot(named name: String) throws -> Bool {
    let memory = try state.withLock { state in
      guard let memory = try store.restoreSnapshot(named: name) else { return JSONValue?.none }
      state = nil
      if let kept = snapshotMemories.withLock({ $0[name] }) { renewedSeeds.withLock { $0 = kept.seeds } }
      return memory
    }
    guard let memory else { return false }
    if let mode = memory["clock"].flatMap({ Self.mode($0) }) { clock.reset(to: mode) }
    if let kept = snapshotMemories.withLock({ $0[name] }) {
      changeSettings { $0 = kept.settings }
      rules.restore(kept.rules)
    } else {
      changeSettings { $0 = scenario.settings }
      rules.reset(to: scenario.rules, at: clock.now)
      for counted in memory["rules"]?.array ?? [] {
        rules.count(
          on: counted["name"]?.string ?? "", matched: Int(counted["matched"]?.integer ?? 0),
          fired: Int(counted["fired"]?.integer ?? 0))
      }
    }
    lockout.clear()
    return true
  }

  /// False when there is none of that name.
  package func removeSnapshot(named name: String) throws -> Bool {
    snapshotMemories.withLock { $0[name] = nil }
    return try store.removeSnapshot(named: name)
  }

  static func json(_ mode: WorldClock.Mode) -> JSONValue {
    switch mode {
    case .running(let offset): ["offset": .integer(offset.ticks)]
    case .frozen(let time): ["frozen": .integer(time.ticks)]
    }
  }

  static func mode(_ value: JSONValue) -> WorldClock.Mode? {
    if let ticks = value["frozen"]?.integer { return .frozen(at: UnixTime(ticks: ticks)) }
    return value["offset"]?.integer.map { .running(offset: Duration(ticks: $0)) }
  }
}
