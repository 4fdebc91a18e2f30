import Directory

/// `disable: alice`: the account is switched off, and nothing signs it in or renews its tokens.
package struct DisableAction: FileAction {
  package static let key = "disable"
  static let form = ActionForm(alone: "Switches the account off.", .text, example: "{ disable: alice }")

  let users: UserSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "disable\(users.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) { try world.setEnabled(false, user: user.id) }
  }
}
