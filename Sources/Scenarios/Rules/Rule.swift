package import YAML

/// Does something (`then`) when an exchange fits a pattern (`when`).
///
/// A rule whose pattern names an event acts after that event. Any other rule acts before the endpoint decides, and may answer in the
/// endpoint's place.
package struct Rule: Sendable {
  package var name: String
  package var pattern: Pattern
  package var occurrence: Occurrence
  package var timing = RuleTiming()
  /// The chance that the rule acts on an exchange that fits, from 0 to 1; nil: it always acts.
  package var probability: Double?
  package var actions: [RuleAction]
  /// The mapping that the rule was read from; nil for a rule that was made in code.
  package var written: YAMLNode?

  package init(name: String, pattern: Pattern, occurrence: Occurrence, actions: [RuleAction]) {
    self.name = name
    self.pattern = pattern
    self.occurrence = occurrence
    self.actions = actions
  }
}
