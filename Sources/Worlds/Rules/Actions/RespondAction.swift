package import Directory

/// Gives a whole answer in the place of the one that the endpoint would decide on.
package struct RespondAction: AnswerAction {
  /// The whole answer, beside the header fields that the front adds to every answer.
  package let replacement: AnswerShape.Replacement

  /// Gives that answer in the place of the endpoint's.
  package init(_ replacement: AnswerShape.Replacement) { self.replacement = replacement }

  package var summary: String { "respond with \(replacement.status)" }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    answer.replacement = replacement
  }
}
