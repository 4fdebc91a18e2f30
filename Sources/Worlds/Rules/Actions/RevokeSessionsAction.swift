package import Directory

/// Revokes every session and refresh token of users, those of confidential clients too (Graph: `revokeSignInSessions`).
///
/// It sets the time from which sign-ins count. A sign-in at this very moment still counts, so a test must first
/// advance a frozen clock.
package struct RevokeSessionsAction: UserAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?

  /// Ends the sessions and refresh tokens of that user.
  package init(user: ObjectName<User>?) { self.user = user }

  package var summary: String { "revoke the sessions\(user.phrase("of"))" }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    let now = editor.now
    try editor.update(user.id) { $0.tokensValidFrom = now }
  }
}
