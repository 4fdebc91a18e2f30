package import Bytes
package import Time

/// One account's session in one browser.
package struct AccountSession: Sendable, Hashable {
  /// `sid`.
  package var id: GUID
  package var user: User.ID
  package var authenticatedAt: UnixTime
  package var methods: [String]
  /// Kept when the browser closes ("Stay signed in?").
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
}

/// How and when the user proved who they are; what a session hands on to codes, grants and tokens.
package struct SignInFacts: Sendable, Hashable {
  /// The browser session, `sid`; nil for grants without a browser.
  package var session: GUID?
  package var authenticatedAt: UnixTime
  /// `amr`: `pwd`, `mfa`, `otp`.
  package var methods: [String]

  package init(session: GUID?, authenticatedAt: UnixTime, methods: [String]) {
    self.session = session
    self.authenticatedAt = authenticatedAt
    self.methods = methods
  }

  package var isPasswordBased: Bool { methods.contains("pwd") }
}
