package import Directory
package import Time

extension AccountSession {
  /// The reason why this session no longer signs the user in; nil while it does. `user` is nil when the directory has
  /// no such user.
  package func unusableReason(of user: User?, at now: UnixTime, lifetimes: Lifetimes) -> String? {
    guard let user, !user.isDeleted else { return "the user is gone" }
    if !user.isEnabled { return "the user is disabled" }
    let limit = isPersistent ? lifetimes.persistentSession : lifetimes.session
    if now - lastUsedAt > limit { return "not used for more than \(limit.words)" }
    let validFrom = Revocation.sessionValidFrom(user, session: self)
    if Revocation.hasEnded(authenticatedAt, by: validFrom, of: user) {
      return "began before \(validFrom.iso8601), from which on the user's sign-ins count"
    }
    return nil
  }
}
