package import Directory

/// Ends every session and refresh token that users have, those of confidential clients too (Graph: `revokeSignInSessions`).
///
/// A sign-in of this very moment stays good, so a frozen clock has to be advanced first.
package struct RevokeSessionsAction: UserAction {
  /// Nil: the user of the exchange, else every user.
  package let user: ObjectName<User>?

  /// Ends the sessions and refresh tokens of that user.
  package init(user: ObjectName<User>?) { self.user = user }

  package var summary: String { "revoke the sessions\(user.phrase("of"))" }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    let now = editor.now
    try editor.update(user.id) { $0.tokensValidFrom = now }
  }
}
