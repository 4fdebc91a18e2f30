import Directory

/// `expirePassword: alice`: the next sign-in asks for a new password. What was handed out stays good (Microsoft: "Refresh
/// tokens in the Microsoft identity platform", token revocation).
package struct ExpirePasswordAction: FileAction {
  package static let key = "expirePassword"
  static let form = ActionForm(
    alone: "The next sign-in asks for a new password.", .text, example: "{ expirePassword: alice }")

  let users: UserSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "expire the password" + (users.name.map { " of \($0)" } ?? "") }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) {
      try world.updateUser(world.directory.account(of: user).id) { $0.isPasswordExpired = true }
    }
  }
}
