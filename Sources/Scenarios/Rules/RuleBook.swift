import Synchronization
package import Time

/// The rules of one world and how often each has fitted and acted.
package final class RuleBook: Sendable {
  /// A rule and what has become of it.
  package struct Entry: Sendable {
    package let rule: Rule
    /// When it came into force.
    package let since: UnixTime
    /// How many exchanges have fitted its pattern.
    package fileprivate(set) var matched = 0
    /// How often it has acted.
    package fileprivate(set) var fired = 0
  }

  private let state: Mutex<[Entry]>
  private let changes = Atomic<Int>(0)

  /// `now` is when the rules come into force.
  package init(_ rules: [Rule], at now: UnixTime) { state = Mutex(rules.map { Entry(rule: $0, since: now) }) }

  /// Grows with every change of the rules and of what they have counted.
  var revision: Int { changes.load(ordering: .relaxed) }

  private func noteChange() { changes.wrappingAdd(1, ordering: .relaxed) }

  package var rules: [Rule] { state.withLock { $0.map(\.rule) } }

  /// The rules in their order, with their counts.
  package var entries: [Entry] { state.withLock { $0 } }

  /// Adds rules behind the others. One of a name that is taken is put in the place of the old one and counts from nothing.
  package func put(_ rules: [Rule], at now: UnixTime) {
    noteChange()
    state.withLock { entries in
      for rule in rules {
        let entry = Entry(rule: rule, since: now)
        if let index = entries.firstIndex(where: { $0.rule.name == rule.name }) {
          entries[index] = entry
        } else {
          entries.append(entry)
        }
      }
    }
  }

  /// Takes a rule away; false when there is none of that name.
  package func remove(named name: String) -> Bool {
    noteChange()
    return state.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.rule.name == name }) else { return false }
      entries.remove(at: index)
      return true
    }
  }

  /// Counts the exchange against every rule that fits and returns those whose occurrence it is. `event` is nil before the
  /// endpoint decides. A rule that acts by chance takes its chance from `entropy`.
  package func due(
    for exchange: Exchange, event: Exchange.Event?, at now: UnixTime, by entropy: any Entropy
  ) -> [Rule] {
    state.withLock { entries in
      var due: [Rule] = []
      for index in entries.indices {
        let rule = entries[index].rule
        guard (rule.pattern.event != nil) == (event != nil), rule.timing.contains(now - entries[index].since),
          rule.pattern.matches(exchange, event: event)
        else { continue }
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

  /// Puts rules back with what had become of them.
  func restore(_ entries: [Entry]) {
    noteChange()
    state.withLock { $0 = entries }
  }

  /// Goes on with rules that another process has left.
  func takeUp(_ kept: [(rule: Rule, since: UnixTime, matched: Int, fired: Int)]) {
    restore(
      kept.map { kept in
        var entry = Entry(rule: kept.rule, since: kept.since)
        entry.matched = kept.matched
        entry.fired = kept.fired
        return entry
      })
  }

  /// Goes on counting from there, for a rule that is still in the book.
  func count(on name: String, matched: Int, fired: Int) {
    noteChange()
    state.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.rule.name == name }) else { return }
      entries[index].matched = matched
      entries[index].fired = fired
    }
  }

  /// Starts counting anew with these rules.
  package func reset(to rules: [Rule], at now: UnixTime) {
    noteChange()
    state.withLock { $0 = rules.map { Entry(rule: $0, since: now) } }
  }
}

extension Entropy {
  /// From 0 up to and without 1, in steps of a 2⁵³th.
  fileprivate func fraction() -> Double {
    let number = bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Double(number >> 11) / Double(UInt64(1) << 53)
  }
}
