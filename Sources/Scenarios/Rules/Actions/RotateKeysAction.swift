import Directory
import JOSE

/// `rotateKeys`: the next key begins to sign. The one that signed stays published, so tokens of before still verify.
package struct RotateKeysAction: FileAction {
  package static let key = "rotateKeys"

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    try fields.takeAlone(Self.key)
  }

  package var summary: String { "rotate the signing keys" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    world.keys.rotate()
  }
}
