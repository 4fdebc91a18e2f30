import Directory
import Time

/// `advanceClock: 90d`: the world's time moves on (with `-` in front: back). Clients keep their own time, so tokens that
/// are issued afterwards come from their future; `expire` and `age` do not have that trouble.
package struct AdvanceClockAction: FileAction {
  package static let key = "advanceClock"
  static let form = ActionForm(
    "Moves the world's clock on; with - in front back.", .signedDuration, example: "{ advanceClock: 90d }")

  let duration: Duration

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    duration = try fields.require(Self.key, else: "'advanceClock' needs a duration such as 90d").signedDuration()
  }

  package var summary: String { "advance the clock by \(duration.shortText)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    world.clock.advance(by: duration)
  }
}
