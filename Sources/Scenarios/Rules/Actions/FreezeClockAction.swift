import Directory
import Time

/// `freezeClock`: the world's time stands still.
package struct FreezeClockAction: FileAction {
  package static let key = "freezeClock"

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    try fields.takeAlone(Self.key)
  }

  package var summary: String { "freeze the clock" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    world.clock.freeze()
  }
}
