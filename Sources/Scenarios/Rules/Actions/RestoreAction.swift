import Directory

/// `restore: alice`: a deleted user comes back, as it was.
package struct RestoreAction: FileAction {
  package static let key = "restore"
  static let form = ActionForm(alone: "Brings a deleted user back.", .text, example: "{ restore: alice }")

  let users: UserSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "restore\(users.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) {
      try world.updateUser(user.id) { $0.isDeleted = false }
    }
  }
}
