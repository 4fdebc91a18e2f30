package import Directory
package import Time

extension AccountSession {
  /// Why this session no longer signs anybody in, or nil when it does.
  package func unusableReason(of user: User?, at now: UnixTime, lifetimes: Lifetimes) -> String? {
    guard let user, !user.isDeleted else { return "the user is gone" }
    if !user.isEnabled { return "the user is disabled" }
    let limit = isPersistent ? lifetimes.persistentSession : lifetimes.session
    if now - lastUsedAt > limit { return "not used for more than \(limit.shortText)" }
    let validFrom = Revocation.sessionValidFrom(user, session: self)
    if authenticatedAt < validFrom {
      return "began before \(validFrom.iso8601), from which on the user's sign-ins count"
    }
    return nil
  }
}
