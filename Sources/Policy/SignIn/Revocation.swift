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

  /// Why a sign-in of `moment` counts although the user has another password since then; nil when the password is the same.
  package static func reasonToCount(
    _ moment: UnixTime, of user: User, isPasswordBased: Bool, isPublicClient: Bool
  ) -> String? {
    guard hasEnded(moment, by: user.passwordChangedAt, of: user) else { return nil }
    if !isPublicClient { return "the refresh token is a confidential client's: a changed password does not end it" }
    return isPasswordBased ? nil : "the sign-in was without a password: a changed password does not end it"
  }

  /// Whether what began at `moment` has ended because the user's sign-ins count from `validFrom` only. Of one and the same
  /// moment the revocation came later: a sign-in that follows it gets a later moment. The time of the account's creation
  /// is not a revocation.
  package static func hasEnded(_ moment: UnixTime, by validFrom: UnixTime, of user: User) -> Bool {
    moment < validFrom || (moment == validFrom && validFrom != user.createdAt)
  }

  /// The moment that a sign-in at `now` gets. It is later than every revocation that came before it, on a clock that
  /// stands too. `objects` are the account and the user object of the tenant.
  package static func momentOfSignIn(of objects: [User], at now: UnixTime) -> UnixTime {
    let revocations = objects.flatMap { user in
      [user.tokensValidFrom, user.passwordChangedAt].filter { $0 != user.createdAt }
    }
    // A later time was set by hand or with another clock. The order of what happened says nothing about it.
    guard let latest = revocations.max(), latest >= now, latest < now + .seconds(1) else { return now }
    return latest + Duration(ticks: 1)
  }

  /// The moment that a revocation at `now` gets: not before that of any sign-in so far.
  package static func momentOfRevocation(of objects: [User], at now: UnixTime) -> UnixTime {
    let moment = momentOfSignIn(of: objects, at: now)
    return objects.contains { $0.createdAt == moment } ? moment + Duration(ticks: 1) : moment
  }

  /// The time of the earliest sign-in whose browser session still counts. A new password ends sessions that began
  /// with a password.
  package static func sessionValidFrom(_ user: User, session: AccountSession) -> UnixTime {
    session.isPasswordBased ? max(user.tokensValidFrom, user.passwordChangedAt) : user.tokensValidFrom
  }
}
