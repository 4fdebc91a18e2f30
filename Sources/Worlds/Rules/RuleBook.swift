import Synchronization
package import Time

/// The rules of one world, with how often each has fitted an exchange and how often it has acted.
package final class RuleBook: Sendable {
  /// A rule with its counts since it came into force.
  package struct Entry: Sendable {
    package let rule: Rule
    /// When the rule came into force, by the world's clock. `RuleTiming` counts from here.
    package let since: UnixTime
    /// How many exchanges (or events) have fitted its pattern within its time. `Occurrence` counts these.
    package fileprivate(set) var matched = 0
    /// How often the rule has acted.
    package fileprivate(set) var fired = 0
    /// Whether the rule is switched on. A rule that is off neither counts nor acts.
    package fileprivate(set) var isEnabled = true
  }

  private let state: Mutex<[Entry]>
  private let changes = Atomic<Int>(0)
  /// The tokens that each rule has acted on, and when it first acted on each app and user, by the rule's name. Memory alone has them.
  private let tokens = RecentFindings<String, Bool>(capacity: 4_096)
  private let first = RecentFindings<String, UnixTime>(capacity: 4_096)

  /// `now` is the moment when the rules come into force, by the world's clock.
  package init(_ rules: [Rule], at now: UnixTime) { state = Mutex(rules.map { Entry(rule: $0, since: now) }) }

  /// Grows with every change of the rules and of their counts, so that `keepMemory` sees cheaply that there is
  /// something to write. Whoever reads it before the rules finds all changes in them that it counts.
  var revision: Int { changes.load(ordering: .acquiring) }

  /// Within the lock: counted before it, a change would be held for written by who read the rules in between.
  private func noteChange() { changes.wrappingAdd(1, ordering: .releasing) }

  /// In the order in which they act.
  package var rules: [Rule] { state.withLock { $0.map(\.rule) } }

  /// The rules in their order, with their counts.
  package var entries: [Entry] { state.withLock { $0 } }

  /// Adds rules behind the others. A rule whose name is taken replaces the old rule at its place, and its counts begin
  /// at 0.
  package func put(_ rules: [Rule], at now: UnixTime) {
    state.withLock { entries in
      noteChange()
      var places = Dictionary(entries.indices.map { (entries[$0].rule.name, $0) }) { first, _ in first }
      for rule in rules {
        let entry = Entry(rule: rule, since: now)
        if let index = places[rule.name] {
          entries[index] = entry
        } else {
          places[rule.name] = entries.count
          entries.append(entry)
        }
      }
    }
  }

  /// Removes a rule. False when there is no rule of that name.
  package func remove(named name: String) -> Bool {
    state.withLock { entries in
      noteChange()
      guard let index = entries.firstIndex(where: { $0.rule.name == name }) else { return false }
      entries.remove(at: index)
      return true
    }
  }

  /// Switches a rule on or off. The rule keeps its place and its counts. False when there is no rule of that name.
  package func setEnabled(_ isEnabled: Bool, named name: String) -> Bool {
    state.withLock { entries in
      noteChange()
      guard let index = entries.firstIndex(where: { $0.rule.name == name }) else { return false }
      entries[index].isEnabled = isEnabled
      return true
    }
  }

  /// Whether a rule that acts before an endpoint names that path, whatever else it wants. It counts nothing.
  package func names(path: String) -> Bool {
    state.withLock { entries in
      entries.contains { entry in
        entry.isEnabled && entry.rule.pattern.event == nil && entry.rule.pattern.path?.matches(path) == true
      }
    }
  }

  /// Counts the exchange for every rule that it fits, and returns the rules that act now. `event` is nil before the
  /// endpoint decides. A rule with a probability draws from `entropy`, but only when its occurrence fits. A request that
  /// no endpoint serves is counted only for rules that name its path.
  package func due(
    for exchange: Exchange, event: Exchange.Event?, at now: UnixTime, by entropy: any Entropy
  ) -> [Rule] {
    state.withLock { entries in
      var due: [Rule] = []
      for index in entries.indices {
        let rule = entries[index].rule
        guard entries[index].isEnabled, (rule.pattern.event != nil) == (event != nil),
          exchange.endpoint != .unknown || rule.pattern.path != nil, rule.timing.contains(now - entries[index].since),
          rule.pattern.matches(exchange, event: event)
        else { continue }
        // A token that the rule has acted on is not another occurrence: the rule acts on it again.
        if rule.looksAtTokens, let token = exchange.token, tokens["\(rule.name) \(token.id)"] != nil {
          entries[index].fired += 1
          noteChange()
          due.append(rule)
          continue
        }
        entries[index].matched += 1
        noteChange()
        guard rule.occurrence.contains(entries[index].matched) else { continue }
        if let probability = rule.probability, entropy.fraction() >= probability { continue }
        entries[index].fired += 1
        due.append(rule)
      }
      return due
    }
  }

  /// Whether a rule that is on looks at the access tokens of requests.
  var looksAtTokens: Bool { state.withLock { $0.contains { $0.isEnabled && $0.rule.looksAtTokens } } }

  /// When the rule first acted on the app and the user of the exchange.
  func firstAction(of rule: Rule, on exchange: Exchange) -> UnixTime? { first[Self.key(rule, exchange)] }

  /// Remembers that the rule has acted on the token of the exchange.
  func noteAction(of rule: Rule, on exchange: Exchange, at now: UnixTime) {
    if let token = exchange.token { tokens.keep(true, for: "\(rule.name) \(token.id)") }
    if firstAction(of: rule, on: exchange) == nil { first.keep(now, for: Self.key(rule, exchange)) }
  }

  private static func key(_ rule: Rule, _ exchange: Exchange) -> String {
    [rule.name, exchange.client?.alias ?? "", exchange.user?.alias ?? ""].joined(separator: " ")
  }

  /// Replaces all rules and their counts by those of a snapshot.
  func restore(_ entries: [Entry]) {
    state.withLock { state in
      noteChange()
      state = entries
    }
  }

  /// Replaces all rules and their counts by what an earlier process wrote to the store.
  func takeUp(_ kept: [(rule: Rule, since: UnixTime, matched: Int, fired: Int, isEnabled: Bool)]) {
    restore(
      kept.map { kept in
        var entry = Entry(rule: kept.rule, since: kept.since)
        entry.matched = kept.matched
        entry.fired = kept.fired
        entry.isEnabled = kept.isEnabled
        return entry
      })
  }

  /// Sets the counts of one rule, and whether it is on. Does nothing when there is no rule of that name.
  func count(on name: String, matched: Int, fired: Int, isEnabled: Bool) {
    state.withLock { entries in
      noteChange()
      guard let index = entries.firstIndex(where: { $0.rule.name == name }) else { return }
      entries[index].matched = matched
      entries[index].fired = fired
      entries[index].isEnabled = isEnabled
    }
  }

  /// Replaces all rules; every count begins at 0.
  package func reset(to rules: [Rule], at now: UnixTime) {
    state.withLock { entries in
      noteChange()
      entries = rules.map { Entry(rule: $0, since: now) }
    }
    tokens.forget()
    first.forget()
  }
}

extension Entropy {
  /// At least 0 and less than 1, in steps of 2⁻⁵³.
  fileprivate func fraction() -> Double {
    let number = bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Double(number >> 11) / Double(UInt64(1) << 53)
  }
}
