package import Directory

/// An action that shapes the answer to the request that fired it, and leaves the world as it is.
package protocol AnswerAction: Sendable {
  /// One line for people: `delay the answer by 2s`.
  var summary: String { get }

  /// Says in `answer` what the rule wants of it.
  /// - Parameters:
  ///   - exchange: the exchange that fired the rule, as far as the endpoint has understood it.
  ///   - directory: the directory at this moment, for texts that name its objects.
  func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState)
}
