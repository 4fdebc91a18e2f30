import Directory
import Time

/// `setClock: 2026-01-31T09:00:00Z`: the world's time is put there; it goes on running if it ran.
package struct SetClockAction: FileAction {
  package static let key = "setClock"
  static let form = ActionForm("Puts the world's clock there.", .time, example: "{ setClock: 2026-01-31T09:00:00Z }")

  let time: UnixTime

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    time = try fields.require(Self.key, else: "'setClock' needs a time such as 2026-01-31T09:00:00Z").time()
  }

  package var summary: String { "set the clock to \(time.iso8601)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    world.clock.set(to: time)
  }
}
