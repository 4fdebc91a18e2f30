package import Directory
package import Time

/// The sign-ins that a new password or a revocation ends (Microsoft: "Refresh tokens in the Microsoft identity
/// platform", the revocation matrix).
package enum Revocation {
  /// The time of the earliest sign-in whose codes and refresh tokens still count. A revocation ends all older ones. A
  /// new password ends those of public clients, when the user signed in with a password.
  package static func grantValidFrom(_ user: User, isPasswordBased: Bool, isPublicClient: Bool) -> UnixTime {
    isPasswordBased && isPublicClient ? max(user.tokensValidFrom, user.passwordChangedAt) : user.tokensValidFrom
  }

  /// The time of the earliest sign-in whose browser session still counts. A new password ends sessions that began
  /// with a password.
  package static func sessionValidFrom(_ user: User, session: AccountSession) -> UnixTime {
    session.isPasswordBased ? max(user.tokensValidFrom, user.passwordChangedAt) : user.tokensValidFrom
  }
}
