import Directory
import HTTPWire

/// `noAnswer`: nothing is sent, and the connection stays open until its idle time is over.
package struct NoAnswerAction: FileAction {
  package static let key = "noAnswer"

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    try fields.takeAlone(Self.key)
  }

  package var summary: String { "send no answer" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    answer.manner = .silent
  }
}
