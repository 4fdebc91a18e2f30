import Directory
import Time

/// `delay: 2s`: the answer waits that long before it is sent.
package struct DelayAction: FileAction {
  package static let key = "delay"
  static let form = ActionForm("Holds the answer back; at most 10m.", .duration, example: "{ delay: 2s }")
  /// Longer than any client waits.
  private static let maximum = Duration.minutes(10)

  let duration: Duration

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let value = try fields.require(Self.key, else: "'delay' needs a duration such as 2s")
    duration = try value.duration()
    guard duration <= Self.maximum else { throw value.mismatch("a duration of at most 10m") }
  }

  package var summary: String { "delay the answer by \(duration.shortText)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    answer.delay += duration
  }
}
