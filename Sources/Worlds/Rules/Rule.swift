package import YAML

/// Does something (`then`) when an exchange fits a pattern (`when`).
///
/// A rule whose pattern names an event acts after that event. Any other rule acts before the endpoint decides, and may answer in the
/// endpoint's place.
package struct Rule: Sendable {
  /// Unique within a world. A rule of a file without a name has its number: `#1`.
  package var name: String
  /// What the exchange must be like (`when`).
  package var pattern: Pattern
  /// Which of the exchanges that fit the rule acts on; others are only counted.
  package var occurrence: Occurrence
  /// The stretch of the world's time in which the rule looks at exchanges at all.
  package var timing = RuleTiming()
  /// The chance that the rule acts on an exchange that fits, from 0 to 1; nil: it always acts.
  package var probability: Double?
  /// What the rule does (`then`), in this order.
  package var actions: [RuleAction]
  /// The mapping that the rule was read from; nil for a rule that was made in code.
  package var written: YAMLNode?

  /// Whether one of its actions looks at the access token of the request.
  var looksAtTokens: Bool {
    actions.contains { action in
      if case .answer(let action) = action { action.looksAtToken } else { false }
    }
  }

  package init(name: String, pattern: Pattern, occurrence: Occurrence, actions: [RuleAction]) {
    self.name = name
    self.pattern = pattern
    self.occurrence = occurrence
    self.actions = actions
  }
}
