import Synchronization

/// The rules of one world and how often each has fitted.
package final class RuleBook: Sendable {
  private struct State {
    var rules: [Rule]
    /// How many exchanges have fitted each rule's pattern.
    var counts: [Int]
  }

  private let state: Mutex<State>

  package init(_ rules: [Rule]) { state = Mutex(State(rules: rules, counts: rules.map { _ in 0 })) }

  package var rules: [Rule] { state.withLock { $0.rules } }

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
        if rule.occurrence.contains(state.counts[index]) { due.append(rule) }
      }
      return due
    }
  }

  /// The rules with what they have counted, to go back to.
  struct Memory: Sendable {
    let rules: [Rule]
    let counts: [Int]
  }

  var memory: Memory { state.withLock { Memory(rules: $0.rules, counts: $0.counts) } }

  func restore(_ memory: Memory) {
    state.withLock { $0 = State(rules: memory.rules, counts: memory.counts) }
  }

  /// Starts counting anew with these rules.
  package func reset(to rules: [Rule]) {
    state.withLock { $0 = State(rules: rules, counts: rules.map { _ in 0 }) }
  }
}
