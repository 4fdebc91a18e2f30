import Directory

/// `enable: alice`: the account is switched on again.
package struct EnableAction: FileAction {
  package static let key = "enable"
  static let form = ActionForm(alone: "Switches the account on.", .text, example: "{ enable: alice }")

  let users: UserSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "enable\(users.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) { try world.setEnabled(true, user: user.id) }
  }
}
