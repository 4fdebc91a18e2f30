package import Bytes
package import Directory
package import Time

/// One account's session in one browser.
package struct AccountSession: Sendable, Hashable {
  /// `sid`.
  package var id: GUID
  package var user: User.ID
  package var authenticatedAt: UnixTime
  package var methods: [String]
  package var isPersistent: Bool
  package var lastUsedAt: UnixTime

  package init(
    id: GUID, user: User.ID, authenticatedAt: UnixTime, methods: [String], isPersistent: Bool, lastUsedAt: UnixTime
  ) {
    self.id = id
    self.user = user
    self.authenticatedAt = authenticatedAt
    self.methods = methods
    self.isPersistent = isPersistent
    self.lastUsedAt = lastUsedAt
  }

  package var isPasswordBased: Bool { methods.contains("pwd") }

  package var facts: SignInFacts { SignInFacts(session: id, authenticatedAt: authenticatedAt, methods: methods) }

  /// Why this session no longer signs anybody in, or nil when it does.
  package func unusableReason(of user: User?, at now: UnixTime, lifetimes: Lifetimes) -> String? {
    guard let user, !user.isDeleted else { return "the user is gone" }
    if !user.isEnabled { return "the user is disabled" }
    let limit = isPersistent ? lifetimes.persistentSession : lifetimes.session
    if now - lastUsedAt > limit { return "not used for more than \(limit.shortText)" }
    if let validFrom = Revocation.sessionValidFrom(user, session: self), authenticatedAt < validFrom {
      return "began before \(validFrom.iso8601), from which on the user's sign-ins count"
    }
    return nil
  }
}
