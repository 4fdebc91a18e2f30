package import Directory

/// An action that shapes the answer to the request that fired it, and leaves the world as it is.
package protocol AnswerAction: Sendable {
  /// One line for people: `delay the answer by 2s`.
  var summary: String { get }

  /// Writes into `answer` what the rule wants. `exchange` is the one that fired the rule, as far as the endpoint has
  /// understood it by now. Actions whose texts name objects look them up in `directory`.
  func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState)
}
