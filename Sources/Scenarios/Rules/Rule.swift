package import YAML

/// `when` something fits, `then` do this. A rule whose pattern names an event acts after that event; any other acts before the
/// endpoint decides, and may then answer in its place.
package struct Rule: Sendable {
  package var name: String
  package var pattern: Pattern
  package var occurrence: Occurrence
  package var timing = RuleTiming()
  /// How often it acts where it might, from 0 to 1; nil: always.
  package var probability: Double?
  package var actions: [any RuleAction]
  /// The mapping it was read from; nil for one that was put together in code.
  package var written: YAMLNode?

  package init(name: String, pattern: Pattern, occurrence: Occurrence, actions: [any RuleAction]) {
    self.name = name
    self.pattern = pattern
    self.occurrence = occurrence
    self.actions = actions
  }
}

/// Something a rule does: change the world, or shape the answer.
package protocol RuleAction: Sendable {
  /// The key that names it in a scenario file.
  static var key: String { get }

  /// One line for people: `expire refreshTokens of alice`.
  var summary: String { get }

  /// Carries the action out. `exchange` is the one that fired the rule; an action that names nobody means its user and client.
  func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws
}
