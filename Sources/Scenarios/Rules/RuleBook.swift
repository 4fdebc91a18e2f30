import Synchronization

/// The rules of one world and how often each has fitted.
package final class RuleBook: Sendable {
  private struct State {
    var rules: [Rule]
    /// How many exchanges have fitted each rule's pattern.
    var counts: [Int]
    /// How often each rule has acted.
    var fired: [Int]

    init(_ rules: [Rule]) {
      self.rules = rules
      counts = rules.map { _ in 0 }
      fired = counts
    }
  }

  /// A rule and what has become of it.
  package struct Entry: Sendable {
    package let rule: Rule
    /// How many exchanges have fitted its pattern.
    package let matched: Int
    /// How often it has acted.
    package let fired: Int
  }

  private let state: Mutex<State>

  package init(_ rules: [Rule]) { state = Mutex(State(rules)) }

  package var rules: [Rule] { state.withLock { $0.rules } }

  /// The rules in their order, with their counts.
  package var entries: [Entry] {
    state.withLock { state in
      zip(state.rules, zip(state.counts, state.fired)).map { Entry(rule: $0, matched: $1.0, fired: $1.1) }
    }
  }

  /// Adds rules behind the others. One of a name that is taken is put in the place of the old one and counts from nothing.
  package func put(_ rules: [Rule]) {
    state.withLock { state in
      for rule in rules {
        if let index = state.rules.firstIndex(where: { $0.name == rule.name }) {
          state.rules[index] = rule
          state.counts[index] = 0
          state.fired[index] = 0
        } else {
          state.rules.append(rule)
          state.counts.append(0)
          state.fired.append(0)
        }
      }
    }
  }

  /// Takes a rule away; false when there is none of that name.
  package func remove(named name: String) -> Bool {
    state.withLock { state in
      guard let index = state.rules.firstIndex(where: { $0.name == name }) else { return false }
      state.rules.remove(at: index)
      state.counts.remove(at: index)
      state.fired.remove(at: index)
      return true
    }
  }

  /// Counts the exchange against every rule that fits and returns those whose occurrence it is. `event` is nil before the
  /// endpoint decides.
  package func due(for exchange: Exchange, event: Exchange.Event?) -> [Rule] {
    state.withLock { state in
      var due: [Rule] = []
      for (index, rule) in state.rules.enumerated() {
        guard (rule.pattern.event != nil) == (event != nil), rule.pattern.matches(exchange, event: event) else {
          continue
        }
        state.counts[index] += 1
        guard rule.occurrence.contains(state.counts[index]) else { continue }
        state.fired[index] += 1
        due.append(rule)
      }
      return due
    }
  }

  /// Starts counting anew with these rules.
  package func reset(to rules: [Rule]) {
    state.withLock { $0 = State(rules) }
  }
}
