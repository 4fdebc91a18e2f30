package import Directory

/// Makes passwords expire: the next sign-in asks for a new one. Tokens and sessions stay good (Microsoft: "Refresh
/// tokens in the Microsoft identity platform", token revocation).
package struct ExpirePasswordAction: UserAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?

  /// Makes the password of that user expire.
  package init(user: ObjectName<User>?) { self.user = user }

  package var summary: String { "expire the password\(user.phrase("of"))" }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    try editor.updateAccount(of: user) { $0.isPasswordExpired = true }
  }
}
