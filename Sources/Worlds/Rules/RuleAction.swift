/// One thing that a rule does when it acts. A rule carries its actions out in the order in which they were written.
package enum RuleAction: Sendable {
  /// Changes the world; it is possible before the endpoint decides and after an event.
  case world(any WorldAction)
  /// Shapes the answer to the request that fired the rule.
  case answer(any AnswerAction)

  /// One line for people: `expire refreshTokens of alice`.
  package var summary: String {
    switch self {
    case .world(let action): action.summary
    case .answer(let action): action.summary
    }
  }
}
