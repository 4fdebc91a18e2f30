import Directory
import Time

/// `resumeClock`: a frozen clock runs on from where it stands.
package struct ResumeClockAction: FileAction {
  package static let key = "resumeClock"

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    if let value = fields.take(Self.key) { throw value.error("'resumeClock' stands alone; leave out what follows it") }
  }

  package var summary: String { "resume the clock" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    world.clock.resume()
  }
}
