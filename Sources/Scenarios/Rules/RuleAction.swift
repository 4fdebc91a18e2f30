/// One thing that a rule does when it acts. A rule carries its actions out in the order in which they were written.
package enum RuleAction: Sendable {
  case world(any WorldAction)
  case answer(any AnswerAction)

  /// One line for people: `expire refreshTokens of alice`.
  package var summary: String {
    switch self {
    case .world(let action): action.summary
    case .answer(let action): action.summary
    }
  }
}
