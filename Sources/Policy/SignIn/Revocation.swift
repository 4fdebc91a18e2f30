package import Directory
package import Time

/// Which sign-ins a password change or a revocation ends (Microsoft: "Refresh tokens in the Microsoft identity platform",
/// the revocation matrix).
package enum Revocation {
  /// The earliest sign-in whose refresh tokens and codes still count. Revoking sessions ends all of them. A changed password
  /// ends those of public clients whose sign-in used the password.
  package static func grantValidFrom(_ user: User, isPasswordBased: Bool, isPublicClient: Bool) -> UnixTime {
    isPasswordBased && isPublicClient ? max(user.tokensValidFrom, user.passwordChangedAt) : user.tokensValidFrom
  }

  /// The earliest sign-in whose browser session still counts.
  package static func sessionValidFrom(_ user: User, session: AccountSession) -> UnixTime {
    session.isPasswordBased ? max(user.tokensValidFrom, user.passwordChangedAt) : user.tokensValidFrom
  }
}
