import Directory
import HTTPWire

/// `slowBody: 100`: the body drips at so many bytes a second.
package struct SlowBodyAction: FileAction {
  package static let key = "slowBody"
  /// Steps a second, as long as each has a byte to carry.
  private static let rate = 10

  let bytesPerSecond: Int

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    bytesPerSecond = try fields.require(Self.key, else: "'slowBody' needs a number of bytes a second such as 100")
      .number(
        in: 1...1_000_000)
  }

  package var summary: String { "slow the body down to \(bytesPerSecond) bytes a second" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    let step = max(1, bytesPerSecond / Self.rate)
    answer.manner = .slow(bytes: step, every: .seconds(step) / bytesPerSecond)
  }
}
