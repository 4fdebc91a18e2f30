package import Directory
import Time

/// Holds the answer back. Delays of several actions and rules add up.
package struct DelayAction: AnswerAction {
  /// How long the answer waits; files may say at most 10 minutes.
  package let duration: Duration

  /// Holds the answer back for that long.
  package init(by duration: Duration) { self.duration = duration }

  package var summary: String { "delay the answer by \(duration.shortText)" }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    answer.delay += duration
  }
}
