package import Directory
package import Time

/// Changes passwords, so that sign-ins with the old one no longer count.
///
/// A guest's password is the home account's. It also counts as changed for the guest object, since what the inviting tenant handed out
/// depends on it too.
package struct ChangePasswordAction: UserAction {
  /// Nil: the user of the exchange, else every user.
  package let user: ObjectName<User>?
  /// The new password. Nil: the password stays and only counts as changed, so that a test can go on typing it.
  package let password: String?
  /// When the password changes; nil: when the action is carried out.
  package let moment: UnixTime?

  /// Changes the password of that user to `password`, now or at another moment.
  package init(user: ObjectName<User>?, password: String?, at moment: UnixTime? = nil) {
    self.user = user
    self.password = password
    self.moment = moment
  }

  package var summary: String {
    password == nil
      ? "count the password\(user.phrase("of")) as changed" : "change the password\(user.phrase("of"))"
  }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    let account = editor.state.account(of: user).id
    let moment = moment ?? editor.now
    if let password { try editor.changePassword(of: account, to: password, at: moment) }
    try editor.update(account) { $0.passwordChangedAt = moment }
    if account != user.id { try editor.update(user.id) { $0.passwordChangedAt = moment } }
  }
}
