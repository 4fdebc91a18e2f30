import Directory

/// `removePolicy: block`: the Conditional Access policy of that name is lifted. It may be one that a rule will have added,
/// so the name is looked up when the time comes.
package struct RemovePolicyAction: FileAction {
  package static let key = "removePolicy"
  static let form = ActionForm("Lifts a Conditional Access policy.", .text, example: "{ removePolicy: block }")

  let name: String

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    name = try fields.require(Self.key, else: "'removePolicy' needs the name of a policy").text()
  }

  package var summary: String { "remove policy '\(name)'" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    guard let policy = world.directory.policy(named: name) else {
      throw ActionError("there is no policy '\(name)'")
    }
    try world.remove(policy.id)
  }
}
