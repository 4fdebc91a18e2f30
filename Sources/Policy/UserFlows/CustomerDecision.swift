package import Directory

/// What is decided of a customer's account, in the same way for the pages of Azure AD B2C, those of External ID and the native API.
package enum CustomerDecision {
  /// Why a customer who has proved an address, or comes from another provider, gets no further. Nil: nothing is in the way. Whoever
  /// has forgotten the password may set a new one while the old one is locked.
  package static func obstacle(to user: User, for purpose: CodePurpose) -> RefusalKind? {
    if user.isLocked, purpose != .passwordReset { return .accountLocked }
    return user.isEnabled ? nil : .accountDisabled
  }

  /// Somebody whom another identity provider sent.
  package enum Arrival: Sendable, Hashable {
    case account(User)
    /// The account is disabled.
    case disabled(User)
    /// There is no account yet, and the user flow makes one.
    case newcomer
    /// There is no account, and the user flow makes none.
    case stranger
  }

  /// `known` is the account that the tenant has for that name at the provider.
  package static func arrival(
    of name: String, from provider: String, known: User?, _ flow: UserFlow, _ tenant: Tenant
  ) -> Reasoned<Arrival> {
    guard let known else {
      return flow.kind.admitsSignUp
        ? Reasoned(.newcomer, because: ["\(provider) sent '\(name)', who has no account at '\(tenant.alias)'"])
        : Reasoned(
          .stranger, because: ["\(provider) sent '\(name)', who has no account, and '\(flow.name)' lets nobody sign up"]
        )
    }
    guard known.isEnabled else { return Reasoned(.disabled(known), because: ["'\(known.alias)' is disabled"]) }
    return Reasoned(.account(known), because: ["\(provider) sent '\(name)': '\(known.alias)'"])
  }
}
