import Directory

/// `addPolicy: { name: block, users: [alice], require: block }`: a Conditional Access policy comes into force. It is written
/// as in `world.policies`; one of the same name is replaced.
package struct AddPolicyAction: FileAction {
  package static let key = "addPolicy"
  static let form = ActionForm(
    "Puts a Conditional Access policy in force.", .reference("policy"),
    example: "{ addPolicy: { name: block, require: block } }")

  let policy: AccessPolicy

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let value = try fields.require(
      Self.key, else: "'addPolicy' needs a mapping such as { name: block, require: block }")
    policy = try AccessPolicy(value, in: directory)
  }

  package var summary: String { "add policy '\(policy.name)'" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    try world.add(policy)
  }
}
