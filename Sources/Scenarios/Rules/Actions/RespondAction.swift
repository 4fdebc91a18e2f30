package import Directory

/// Gives an answer that the endpoint has no part in.
package struct RespondAction: AnswerAction {
  package let replacement: AnswerShape.Replacement

  package init(_ replacement: AnswerShape.Replacement) { self.replacement = replacement }

  package var summary: String { "respond with \(replacement.status)" }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    answer.replacement = replacement
  }
}
