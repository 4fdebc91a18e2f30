import Directory

/// `changePassword: alice, to: "N3w-passw0rd"`: the password changes, and sign-ins by the old one no longer count. Without
/// `to` the password stays as it is and only counts as changed, so that a test can go on typing it.
package struct ChangePasswordAction: FileAction {
  package static let key = "changePassword"
  static let form = ActionForm(
    alone: "Changes the user's password, or counts it as changed.", .text, [.init("to", .text, "The new password.")],
    example: "{ changePassword: alice, to: N3w-passw0rd }")

  let users: UserSelection
  let password: String?

  init(users: UserSelection, password: String?) {
    self.users = users
    self.password = password
  }

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
    password = try fields.take("to")?.text()
  }

  package var summary: String {
    "\(password == nil ? "mark the password changed" : "change the password")" + (users.name.map { " of \($0)" } ?? "")
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) {
      // A guest's password is in the home tenant; what either tenant gave out depends on it.
      let account = world.directory.account(of: user)
      if let password {
        try world.changePassword(of: account.id, to: password)
      } else {
        try world.markPasswordChanged(of: account.id)
      }
      if account.id != user.id { try world.markPasswordChanged(of: user.id) }
    }
  }
}
