import Directory

/// `delete: alice`: the user is gone; nothing signs in or renews.
package struct DeleteAction: FileAction {
  package static let key = "delete"
  static let form = ActionForm(alone: "Deletes the user.", .text, example: "{ delete: alice }")

  let users: UserSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "delete\(users.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) {
      try world.updateUser(user.id) { $0.isDeleted = true }
    }
  }
}
