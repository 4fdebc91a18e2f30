import Directory
import HTTPWire

/// `resetConnection`: a TCP reset in the place of the answer. After an event, what was done stays done: the client does not
/// learn of it.
package struct ResetConnectionAction: FileAction {
  package static let key = "resetConnection"

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    try fields.takeAlone(Self.key)
  }

  package var summary: String { "reset the connection" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    answer.manner = .reset
  }
}
