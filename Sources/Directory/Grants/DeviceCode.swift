package import Time

/// A device code (RFC 8628): the device's request, and how far the user has come with it.
package struct DeviceCode: Sendable, Hashable {
  /// How far the code has come. It is settled once: from `pending` or `claimed` to `declined`, `blocked` or
  /// `approved`.
  package enum State: String, Sendable, CaseIterable {
    /// No user has entered the user code yet.
    case pending
    /// A user has entered the user code, but has not finished the sign-in.
    case claimed
    /// The user said no.
    case declined
    /// The server refused the user's sign-in; `refusal` holds the AADSTS number.
    case blocked
    /// The user said yes; the device may redeem the code.
    case approved
    /// The device has its tokens; the code is used up.
    case redeemed

    /// Whether the device still has to wait for the user.
    package var isOpen: Bool { self == .pending || self == .claimed }
  }

  /// The user who approved, and the sign-in that they approved with.
  package struct Approval: Sendable, Hashable {
    package var user: User.ID
    /// The tenant that the user signed in to.
    package var tenant: Tenant.ID
    package var signIn: SignInFacts

    package init(user: User.ID, tenant: Tenant.ID, signIn: SignInFacts) {
      self.user = user
      self.tenant = tenant
      self.signIn = signIn
    }
  }

  /// The code that the user types: capital letters and digits. The store keeps it as text, so that a test can look it
  /// up.
  package var userCode: String
  package var client: Application.ID
  /// The tenant in the path of the device's request, as the device wrote it.
  package var segment: String
  /// `scope` of the device's request, as the device sent it.
  package var scope: String
  /// Client capabilities of the device's request, such as `cp1`.
  package var capabilities: [String]
  /// The `claims` parameter of the device's request.
  package var claims = ClaimsRequest()
  /// `expires_in` counts from here.
  package var issuedAt: UnixTime
  package var state = State.pending
  /// The AADSTS number of the error that ended the sign-in; nil unless the state is `blocked`.
  package var refusal: Int?
  /// Nil until the user approves.
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
