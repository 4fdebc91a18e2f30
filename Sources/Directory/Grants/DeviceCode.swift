package import Time

/// A device's wait for its user (RFC 8628): what it asked for, and how far the user has come.
package struct DeviceCode: Sendable, Hashable {
  package enum State: String, Sendable, CaseIterable {
    case pending
    /// The user code was entered.
    case claimed
    case declined
    /// The user was refused; `refusal` says why.
    case blocked
    case approved
    case redeemed

    package var isOpen: Bool { self == .pending || self == .claimed }
  }

  /// Who approved.
  package struct Approval: Sendable, Hashable {
    package var user: User.ID
    package var tenant: Tenant.ID
    package var signIn: SignInFacts

    package init(user: User.ID, tenant: Tenant.ID, signIn: SignInFacts) {
      self.user = user
      self.tenant = tenant
      self.signIn = signIn
    }
  }

  /// What the person types: capital letters and figures. Kept as it is, so that whoever runs the test may look it up.
  package var userCode: String
  package var client: Application.ID
  /// The path segment it was asked for under.
  package var segment: String
  package var scope: String
  package var capabilities: [String]
  /// What `claims` asked of the sign-in and of the tokens.
  package var claims = ClaimsRequest()
  package var issuedAt: UnixTime
  package var state = State.pending
  /// The AADSTS number that ended the sign-in.
  package var refusal: Int?
  package var approval: Approval?

  package init(
    userCode: String, client: Application.ID, segment: String, scope: String, capabilities: [String],
    issuedAt: UnixTime
  ) {
    self.userCode = userCode
    self.client = client
    self.segment = segment
    self.scope = scope
    self.capabilities = capabilities
    self.issuedAt = issuedAt
  }
}
