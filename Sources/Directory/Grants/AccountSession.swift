package import Bytes
package import Time

/// One account's session in one browser. A browser may hold sessions of several accounts.
package struct AccountSession: Sendable, Hashable {
  /// The session id, `sid` in tokens.
  package var id: GUID
  package var user: User.ID
  /// When the user last proved who they are, not when the browser last used the session.
  package var authenticatedAt: UnixTime
  /// The values of `amr`: `pwd`, `mfa`, `otp`.
  package var methods: [String]
  /// Whether the session survives the end of the browser, because the user answered yes to "Stay signed in?".
  package var isPersistent: Bool
  /// Idle time counts from here (`Lifetimes.session`).
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

  /// Whether the user signed in with a password; a change of the password then ends the session.
  package var isPasswordBased: Bool { methods.contains("pwd") }

  /// The part of the session that codes, grants and tokens keep.
  package var facts: SignInFacts { SignInFacts(session: id, authenticatedAt: authenticatedAt, methods: methods) }
}

/// When and how the user signed in. A session hands these facts to codes, grants and tokens.
package struct SignInFacts: Sendable, Hashable {
  /// The browser session, `sid`. Nil for a sign-in without a browser, such as the password grant.
  package var session: GUID?
  package var authenticatedAt: UnixTime
  /// The values of `amr`: `pwd`, `mfa`, `otp`.
  package var methods: [String]

  package init(session: GUID?, authenticatedAt: UnixTime, methods: [String]) {
    self.session = session
    self.authenticatedAt = authenticatedAt
    self.methods = methods
  }

  /// Whether the user signed in with a password.
  package var isPasswordBased: Bool { methods.contains("pwd") }
}
