package import Directory
package import Time

/// Which sign-ins a password change or a revocation ends (Microsoft: "Refresh tokens in the Microsoft identity platform",
/// the revocation matrix).
package enum Revocation {
  /// From when on a refresh token's or a code's sign-in must be. Revoking sessions ends every grant; a changed password ends
  /// only what a password began, and of that only what public clients hold.
  package static func grantValidFrom(_ user: User, isPasswordBased: Bool, isPublicClient: Bool) -> UnixTime {
    isPasswordBased && isPublicClient ? max(user.tokensValidFrom, user.passwordChangedAt) : user.tokensValidFrom
  }

  /// The same for a browser session.
  package static func sessionValidFrom(_ user: User, session: AccountSession) -> UnixTime {
    session.isPasswordBased ? max(user.tokensValidFrom, user.passwordChangedAt) : user.tokensValidFrom
  }
}
