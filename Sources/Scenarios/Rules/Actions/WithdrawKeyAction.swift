import Directory
import JOSE

/// `withdrawKey`: the key that signs is withdrawn at once, and the next begins to sign. Tokens of before no longer verify.
package struct WithdrawKeyAction: FileAction {
  package static let key = "withdrawKey"

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    try fields.takeAlone(Self.key)
  }

  package var summary: String { "withdraw the signing key" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    world.keys.withdrawCurrent()
  }
}
