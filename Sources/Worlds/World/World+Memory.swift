import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Synchronization
import Time

/// The state of a world beside its directory and tokens: its clock, its lifetimes, and its rules with their counts. The store keeps it
/// too, so that it outlives the process.
extension World {
  /// A small value that changes whenever the memory changes, so that a request can see cheaply whether to write it.
  struct MemoryMark: Hashable {
    var clock: WorldClock.Mode
    var rules: Int
    var lifetimes: [String]
    var signIn: WorldSettings.SignIn
    var persona: Persona
    var personas: [String: Persona]
    var seededAt: UnixTime?
    var lockout: Int
    var outdated: Int
    var late: Int
    var assertions: Int
    var loops: Int
    var provisioning: Int
    var keys: Int
    var journal: Journal.Mark
  }

  /// What is known of the memory in the store.
  struct KeptMemory {
    /// The mark of the memory that was last written. Nil when that is not known.
    var mark: MemoryMark?
    /// Whether the memory was forgotten and could not be read since. Until it is, nothing is written: it would be that of a world without
    /// a past.
    var isUnread = false
  }

  /// Writes the memory to a store that outlives the process, if it has changed since the last time. The caller who has
  /// answered a request calls this after it. What a store refuses is taken back (`takeBackMemory`); what it fails to write stays, and is
  /// written the next time.
  /// - Throws: what the store throws.
  package func keepMemory() throws {
    guard store.isKept else { return }
    do {
      // Held until it is written: of two that write, the one that read the memory first must not write last, and who finds it written must
      // find it in the store.
      try keptMemory.withLock { kept in
        if kept.isUnread { try takeUpAgain(&kept) }
        let mark = mark
        guard kept.mark != mark else { return }
        try store.saveMemory(memory)
        kept.mark = mark
      }
    } catch {
      if StoreTrouble.isRefused(error) { takeBackMemory() }
      throw error
    }
  }

  private var mark: MemoryMark {
    let settings = settings
    return MemoryMark(
      clock: clock.mode, rules: rules.revision,
      lifetimes: LifetimeNames.texts(of: settings.lifetimes).map(\.text),
      signIn: settings.signIn, persona: settings.persona, personas: settings.personas,
      seededAt: renewedSeedsAt.withLock { $0 }, lockout: lockout.revision,
      outdated: outdated.revision, late: late.revision, assertions: assertions.revision,
      loops: loops.revision, provisioning: provisioning.revision, keys: keys.revision, journal: journal.mark)
  }

  /// Continues with the memory in the store. Memory that another version of the scenario has left is ignored. Returns a
  /// sentence for each rule that can no longer be read.
  package func takeUpMemory() throws -> [String] {
    guard store.isKept, let memory = try store.memory(), memory["scenario"]?.string == fingerprint else { return [] }
    if let mode = memory["clock"].flatMap({ Self.mode($0) }) { clock.reset(to: mode) }
    if let mode = memory["firstClock"].flatMap({ Self.mode($0) }) { setFirstClock(mode) }
    changeSettings { settings in
      for key in LifetimesPatch.keys {
        guard let ticks = memory["lifetimes"]?[key.name]?.integer else { continue }
        settings.lifetimes[keyPath: key.path] = Duration(ticks: ticks)
      }
      settings.lifetimes.drawsAccessToken = memory["lifetimes"]?[LifetimesPatch.drawn]?.bool ?? false
    }
    takeUpSignIn(memory)
    lockout.takeUp(memory["lockout"])
    takeUpNotes(memory)
    if let ticks = memory["seededAt"]?.integer { renewSeeds(at: UnixTime(ticks: ticks)) }
    takeUpKeys(memory)
    guard let kept = memory["rules"]?.array else { return [] }
    // Rules that a caller has added name objects, so reading them needs the directory. Without such rules the world stays asleep.
    let directory = kept.contains { $0["rule"] != nil } ? self.directory : DirectoryState()
    var notes: [String] = []
    let written = scenarioRules
    rules.takeUp(
      kept.compactMap { kept in
        do {
          return try entry(from: kept, among: written, directory)
        } catch {
          let name = kept["name"]?.string ?? ""
          notes.append("rule '\(name)' of world '\(self.name)' no longer holds and is left out: \(error)")
          return nil
        }
      })
    return notes
  }

  private var memory: JSONValue {
    let values = LifetimeNames.values(of: settings.lifetimes)
    var lifetimes = values.map { JSONObject.Member(name: $0.name, value: .integer($0.lifetime.ticks)) }
    if settings.lifetimes.drawsAccessToken {
      lifetimes.append(JSONObject.Member(name: LifetimesPatch.drawn, value: .bool(true)))
    }
    let written = scenarioRules
    var memory: JSONObject = [
      "scenario": .string(fingerprint), "clock": Self.json(clock.mode), "firstClock": Self.json(firstClockMode),
      "lifetimes": .object(JSONObject(lifetimes)),
      "rules": .array(
        rules.entries.map { entry in
          var members: JSONObject = [
            "name": .string(entry.rule.name), "since": .integer(entry.since.ticks),
            "matched": .integer(Int64(entry.matched)), "fired": .integer(Int64(entry.fired)),
          ]
          // Left out of a rule that is on, as earlier versions wrote it.
          if !entry.isEnabled { members.append("enabled", .bool(false)) }
          let isOfScenario = written[entry.rule.name].map { $0.written == entry.rule.written } ?? false
          if !isOfScenario, let kept = scenario.language.kept(entry.rule) { members.append("rule", kept) }
          return .object(members)
        }),
    ]
    appendSignIn(to: &memory)
    if let kept = lockout.kept { memory.append("lockout", kept) }
    appendNotes(to: &memory)
    if let moment = renewedSeedsAt.withLock({ $0 }) { memory.append("seededAt", .integer(moment.ticks)) }
    appendKeys(to: &memory)
    appendJournal(to: &memory)
    return .object(memory)
  }

  /// The rules of the scenario by their names. A scenario gives each name once.
  private var scenarioRules: [String: Rule] { Dictionary(scenario.rules.map { ($0.name, $0) }) { first, _ in first } }

  private func entry(
    from kept: JSONValue, among written: [String: Rule], _ directory: DirectoryState
  ) throws -> (rule: Rule, since: UnixTime, matched: Int, fired: Int, isEnabled: Bool)? {
    guard let name = kept["name"]?.string, let since = kept["since"]?.integer else { return nil }
    var rule = written[name]
    if let written = kept["rule"] {
      rule = try scenario.language.rule(written, in: directory)
      rule?.name = name
    }
    return rule.map {
      (
        $0, UnixTime(ticks: since), Int(kept["matched"]?.integer ?? 0), Int(kept["fired"]?.integer ?? 0),
        kept["enabled"] != false
      )
    }
  }

  /// A hash of the scenario's rules, lifetimes and clock. Memory of another fingerprint is of another version of the
  /// scenario.
  private var fingerprint: String {
    let lifetimes = LifetimeNames.texts(of: scenario.settings.lifetimes).map(\.text)
    let rules = scenario.rules.map { "\($0.name) " + (scenario.language.kept($0)?.string ?? "") }
    let text = (["\(scenario.clock)"] + lifetimes + rules).joined(separator: "\n")
    return Hex.encode(Array(SHA256.hash(Array(text.utf8)).prefix(16)))
  }
}
