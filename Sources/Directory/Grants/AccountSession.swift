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
  /// What the sign-in of a customer has beside them; nil for everybody else's.
  package var customer: CustomerFacts?
  /// Whether the session survives the end of the browser, because the user answered yes to "Stay signed in?".
  package var isPersistent: Bool
  /// Idle time counts from here (`Lifetimes.session`).
  package var lastUsedAt: UnixTime

  package init(
    id: GUID, user: User.ID, authenticatedAt: UnixTime, methods: [String], customer: CustomerFacts? = nil,
    isPersistent: Bool, lastUsedAt: UnixTime
  ) {
    self.id = id
    self.user = user
    self.authenticatedAt = authenticatedAt
    self.methods = methods
    self.customer = customer
    self.isPersistent = isPersistent
    self.lastUsedAt = lastUsedAt
  }

  /// Whether the user signed in with a password; a change of the password then ends the session.
  package var isPasswordBased: Bool { methods.contains("pwd") }

  /// The part of the session that codes, grants and tokens keep.
  package var facts: SignInFacts {
    var facts = SignInFacts(session: id, authenticatedAt: authenticatedAt, methods: methods, customer: customer)
    facts.staysSignedIn = isPersistent
    return facts
  }
}

/// When and how the user signed in. A session hands these facts to codes, grants and tokens.
package struct SignInFacts: Sendable, Hashable {
  /// The browser session, `sid`, or one of an agent's own account. Nil for another sign-in without a browser, such as the password grant.
  package var session: GUID?
  package var authenticatedAt: UnixTime
  /// The values of `amr`: `pwd`, `mfa`, `otp`.
  package var methods: [String]
  /// What the sign-in of a customer has beside them; nil for everybody else's.
  package var customer: CustomerFacts?
  /// Whether the user answered yes to "Stay signed in?".
  package var staysSignedIn = false
  /// The number of the system that the browser of the sign-in named, for `platf`. Nil: it named none.
  package var system: String?
  /// Whether authorize gave an id_token beside the code.
  package var hadIDToken = false

  package init(session: GUID?, authenticatedAt: UnixTime, methods: [String], customer: CustomerFacts? = nil) {
    self.session = session
    self.authenticatedAt = authenticatedAt
    self.methods = methods
    self.customer = customer
  }

  /// `list` is that of a row of the store, with the methods and what a customer's sign-in has beside them.
  init(session: GUID?, authenticatedAt: UnixTime, list: String) {
    let read = CustomerFacts.read(list)
    self.init(
      session: session, authenticatedAt: authenticatedAt,
      methods: read.methods.filter { ![Self.staying, Self.hybrid].contains($0) && !$0.hasPrefix(Self.systemMark) },
      customer: read.customer)
    staysSignedIn = read.methods.contains(Self.staying)
    hadIDToken = read.methods.contains(Self.hybrid)
    system = read.methods.first { $0.hasPrefix(Self.systemMark) }.map { String($0.dropFirst(Self.systemMark.count)) }
  }

  /// The list of a row of the store.
  var list: [String] {
    CustomerFacts.list(methods, customer) + (staysSignedIn ? [Self.staying] : []) + (hadIDToken ? [Self.hybrid] : [])
      + [system.map { Self.systemMark + $0 }].compactMap(\.self)
  }

  private static let staying = "kmsi"
  private static let hybrid = "id_token"
  private static let systemMark = "system:"

  /// `platf`: the number of the system, that of an unknown one without any.
  package var systemNumber: String { system ?? "14" }

  /// Whether the user signed in with a password.
  package var isPasswordBased: Bool { methods.contains("pwd") }
}
