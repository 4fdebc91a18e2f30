package import Directory
import Policy

/// Revokes every session and refresh token of users, those of confidential clients too (Graph: `revokeSignInSessions`).
///
/// It sets the time from which sign-ins count. What was handed out before no longer counts, even in the same second or on
/// a clock that stands; what is handed out afterwards does.
package struct RevokeSessionsAction: UserAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?

  /// Ends the sessions and refresh tokens of that user.
  package init(user: ObjectName<User>?) { self.user = user }

  package var summary: String { "revoke the sessions\(user.phrase("of"))" }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    let moment = Revocation.momentOfRevocation(of: [user], at: editor.now)
    try editor.update(user.id) { $0.tokensValidFrom = moment }
  }
}
