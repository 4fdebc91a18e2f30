import Directory
import Time

/// `resumeClock`: a frozen clock runs on from where it stands.
package struct ResumeClockAction: FileAction {
  package static let key = "resumeClock"

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    try fields.takeAlone(Self.key)
  }

  package var summary: String { "resume the clock" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    world.clock.resume()
  }
}
