package import Directory

/// Sets passwords as an administrator does. Sign-ins with the old password no longer count.
package struct ResetPasswordAction: UserAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?
  /// The new password. Nil: the password stays and only counts as changed.
  package let password: String?
  /// Whether the action also revokes every session and refresh token of the user, those of confidential clients
  /// included.
  package let isRevoking: Bool

  /// Sets the password of that user to `password`, and ends the sessions when `isRevoking` says so.
  package init(user: ObjectName<User>?, password: String?, isRevoking: Bool = false) {
    self.user = user
    self.password = password
    self.isRevoking = isRevoking
  }

  package var summary: String {
    "reset the password\(user.phrase("of"))" + (isRevoking ? " and revoke the sessions" : "")
  }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    try ChangePasswordAction(user: .id(user.id), password: password, isPublic: true).change(user, with: &editor)
    if isRevoking { try RevokeSessionsAction(user: .id(user.id)).change(user, with: &editor) }
  }
}
