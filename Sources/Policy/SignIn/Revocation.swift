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

  /// The moment that a sign-in at `now` gets. It is later than every revocation that came before it, on a clock that
  /// stands too. `objects` are the account and the user object of the tenant.
  package static func momentOfSignIn(of objects: [User], at now: UnixTime) -> UnixTime {
    let latest = objects.flatMap { [$0.tokensValidFrom, $0.passwordChangedAt] }.max() ?? now
    // A later time was set by hand or with another clock. The order of what happened says nothing about it.
    return latest > now && latest < now + .seconds(1) ? latest : now
  }

  /// The moment that a revocation at `now` gets: later than that of every sign-in before it.
  package static func momentOfRevocation(of objects: [User], at now: UnixTime) -> UnixTime {
    momentOfSignIn(of: objects, at: now) + Duration(ticks: 1)
  }

  /// The time of the earliest sign-in whose browser session still counts. A new password ends sessions that began
  /// with a password.
  package static func sessionValidFrom(_ user: User, session: AccountSession) -> UnixTime {
    session.isPasswordBased ? max(user.tokensValidFrom, user.passwordChangedAt) : user.tokensValidFrom
  }
}
