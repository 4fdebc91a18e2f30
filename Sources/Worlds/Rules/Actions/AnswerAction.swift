package import Directory
package import Time

/// An action that shapes the answer to the request that fired it, and leaves the world as it is.
package protocol AnswerAction: Sendable {
  /// One line for people: `delay the answer by 2s`.
  var summary: String { get }

  /// Writes into `answer` what the rule wants. `exchange` is the one that fired the rule, as far as the endpoint has
  /// understood it by now. Actions whose texts name objects look them up in `directory`.
  func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState)

  /// Whether the action looks at the access token of the request.
  var looksAtToken: Bool { get }

  /// Why the action leaves this answer as it is, in a few words; nil when it acts. `first` is when it first acted on this app and user.
  func reasonToLeave(_ exchange: Exchange, first: UnixTime?) -> String?
}

extension AnswerAction {
  package var looksAtToken: Bool { false }

  package func reasonToLeave(_ exchange: Exchange, first: UnixTime?) -> String? { nil }
}
