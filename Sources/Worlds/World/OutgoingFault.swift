/// Why a request to another server has no answer.
package struct OutgoingFault: Error, Sendable, CustomStringConvertible {
  /// The cause, for callers that decide by it.
  package enum Kind: Sendable {
    /// The server did not answer within the time.
    case timeout
    /// The answer is longer than the request allows.
    case tooLarge
    /// There is no connection, or no readable answer.
    case noAnswer
  }

  package let kind: Kind
  /// One sentence, which the journal shows.
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
