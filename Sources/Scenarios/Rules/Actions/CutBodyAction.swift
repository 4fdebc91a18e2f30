import Directory
import HTTPWire

/// `cutBody: 40`: the head with the full length and so many bytes of the body, then the end of the connection.
package struct CutBodyAction: FileAction {
  package static let key = "cutBody"

  let bytes: Int

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    bytes = try fields.require(Self.key, else: "'cutBody' needs a number of bytes such as 40").number(
      in: 0...1_000_000)
  }

  package var summary: String { "cut the body after \(bytes) bytes" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    answer.manner = .cut(afterBodyBytes: bytes)
  }
}
