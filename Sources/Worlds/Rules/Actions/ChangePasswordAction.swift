package import Directory
import Policy
package import Time

/// Changes passwords as the user does. Sign-ins with the old password no longer count.
///
/// A guest signs in with the password of the home account, so that one changes. It also counts as changed for the
/// guest object, since tokens that the inviting tenant issued depend on it too.
package struct ChangePasswordAction: UserAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?
  /// The new password. Nil: the password stays the same and only counts as changed, so that a test can go on typing it.
  package let password: String?
  /// Whether a test has chosen the password, so that the world may tell it. One that somebody typed is nobody else's business.
  package let isPublic: Bool
  /// When the password changed. Nil: now, by the world's clock.
  package let moment: UnixTime?

  /// Changes the password of that user to `password`, now or at another moment.
  package init(user: ObjectName<User>?, password: String?, at moment: UnixTime? = nil, isPublic: Bool = false) {
    self.isPublic = isPublic
    self.user = user
    self.password = password
    self.moment = moment
  }

  package var summary: String {
    password == nil
      ? "count the password\(user.phrase("of")) as changed" : "change the password\(user.phrase("of"))"
  }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    let home = editor.state.account(of: user)
    let account = home.id
    let moment = moment ?? Revocation.momentOfRevocation(of: [home, user], at: editor.now)
    if let password {
      try editor.changePassword(of: account, to: password, at: moment)
      if isPublic { editor.tellPassword(password, of: account) }
    }
    try editor.update(account) { $0.passwordChangedAt = moment }
    if account != user.id { try editor.update(user.id) { $0.passwordChangedAt = moment } }
  }
}
