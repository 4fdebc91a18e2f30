package import Directory
import JSON
import Synchronization
import Time

/// What a snapshot keeps in memory beside the rows in the store. It does not outlive the process.
struct SnapshotMemory: Sendable {
  let settings: WorldSettings
  let rules: [RuleBook.Entry]
  /// The seeds that the rows are changes of. Nil: those of the template.
  let seeds: DirectoryState?
}

extension World {
  /// The world has as many snapshots as it may have.
  package struct TooManySnapshots: Error, Sendable, Hashable {
    /// How many snapshots a world may have.
    package let limit: Int
  }

  /// At most this many in one world.
  package static let maximumSnapshots = 100

  /// Keeps the world as it is under a name, and replaces the snapshot of that name. A snapshot has the directory with
  /// its consents, sessions, codes and tokens, the clock, the settings, and the rules with their counts. It has no
  /// journal and no signing keys.
  /// - Returns: whether it took the place of one.
  /// - Throws: `TooManySnapshots`, or what the store throws.
  @discardableResult
  package func saveSnapshot(named name: String) throws -> Bool { try decide { try keepSnapshot(named: name) } }

  private func keepSnapshot(named name: String) throws -> Bool {
    let kept = try store.snapshots()
    let isKnown = kept.contains { $0.name == name }
    guard isKnown || kept.count < Self.maximumSnapshots else {
      throw TooManySnapshots(limit: Self.maximumSnapshots)
    }
    let rules = rules.entries
    let counts = rules.map { entry -> JSONValue in
      [
        "name": .string(entry.rule.name), "matched": .integer(Int64(entry.matched)),
        "fired": .integer(Int64(entry.fired)), "enabled": .bool(entry.isEnabled),
      ]
    }
    var members: JSONObject = ["clock": Self.json(clock.mode), "rules": .array(counts)]
    appendNotes(to: &members)
    let memory = JSONValue.object(members)
    let seeds = try state.withLock { _ in
      try store.saveSnapshot(named: name, memory: memory, at: now)
      return renewedSeeds.withLock { $0 }
    }
    snapshotMemories.withLock { $0[name] = SnapshotMemory(settings: settings, rules: rules, seeds: seeds) }
    return isKnown
  }

  /// The snapshots of this world, the oldest first.
  package var snapshots: [Store.SnapshotEntry] { get throws { try store.snapshots() } }

  /// Goes back to a snapshot. False when there is no snapshot of that name. The journal goes on.
  ///
  /// For a snapshot from before a restart of the server, settings and rules are those of the scenario; the counts of
  /// the rules come from the snapshot.
  package func restoreSnapshot(named name: String) throws -> Bool { try decide { try goBack(to: name) } }

  private func goBack(to name: String) throws -> Bool {
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
          fired: Int(counted["fired"]?.integer ?? 0), isEnabled: counted["enabled"] != false)
      }
    }
    lockout.clear()
    takeUpNotes(memory)
    return true
  }

  /// False when there is no snapshot of that name.
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
