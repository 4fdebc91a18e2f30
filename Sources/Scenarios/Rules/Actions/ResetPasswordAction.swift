import Directory

/// `resetPassword: alice, to: "N3w-passw0rd", revoke: true`: an administrator sets the password, and sign-ins by the old one
/// no longer count. Without `to` it stays as it is and only counts as changed. `revoke` ends every session and refresh token
/// besides, those of confidential clients too.
package struct ResetPasswordAction: FileAction {
  package static let key = "resetPassword"
  static let form = ActionForm(
    alone: "Sets the user's password as an administrator does.", .text,
    [.init("to", .text, "The new password."), .init("revoke", .bool, "Whether sessions and refresh tokens end too.")],
    example: "{ resetPassword: alice, revoke: true }")
  static let sharedParameters = ["revoke"]

  let change: ChangePasswordAction
  let users: UserSelection
  let isRevoking: Bool

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
    change = ChangePasswordAction(users: users, password: try fields.take("to")?.text())
    isRevoking = try fields.take(RevokeAction.key)?.bool() ?? false
  }

  package var summary: String {
    "reset the password" + (users.name.map { " of \($0)" } ?? "") + (isRevoking ? " and revoke the sessions" : "")
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    try change.perform(in: world, for: exchange, shaping: &answer)
    guard isRevoking else { return }
    for user in try users.users(in: world, for: exchange) { try world.revokeSessions(of: user.id) }
  }
}
