import Directory

/// `unlock: alice`: the account is open again, and wrong passwords are counted anew.
package struct UnlockAction: FileAction {
  package static let key = "unlock"
  static let form = ActionForm(alone: "Takes passwords again.", .text, example: "{ unlock: alice }")

  let users: UserSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "unlock\(users.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) {
      try world.setLocked(false, user: world.directory.account(of: user).id)
    }
  }
}
