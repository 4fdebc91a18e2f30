import Bytes

/// One way of a tenant for customers: how they sign in, sign up, or change what is known of them (Microsoft: "User flows and custom
/// policies in Azure Active Directory B2C"). In Azure AD B2C its name stands in the path, and a custom policy is one like the others.
package struct UserFlow: Sendable, Hashable, Codable {
  /// What a customer comes for. The raw values are those of Graph's `userFlowType`.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    case signUpOrSignIn
    case signUp
    case signIn
    case profileUpdate
    case passwordReset
    /// Name and password in the request (RFC 6749 §4.3).
    case resourceOwner

    /// Whether a customer may make an account by it.
    package var admitsSignUp: Bool { self == .signUp || self == .signUpOrSignIn }
  }

  /// What customers of the tenant itself prove themselves with.
  package enum LocalAccount: String, Sendable, Codable, CaseIterable {
    /// An e-mail address and a password.
    case email
    /// A user name and a password.
    case username
    /// An e-mail address and a code that is sent to it.
    case emailCode
    /// There are no such customers: everybody comes by another identity provider.
    case none
  }

  /// What becomes of "Forgot your password?".
  package enum PasswordReset: String, Sendable, Codable, CaseIterable {
    /// The link sends the app AADB2C90118, and the app begins the flow that sets a new password.
    case redirect
    /// The link leads on to the pages that set a new password.
    case selfService
    /// There is no link.
    case off
  }

  /// Whether customers prove a second factor.
  package enum MultiFactor: String, Sendable, Codable, CaseIterable {
    case off
    case always
  }

  /// Where a session counts (Microsoft: "Configure session behavior in Azure Active Directory B2C").
  package enum SessionScope: String, Sendable, Codable, CaseIterable {
    case tenant
    case application
    case policy
    /// Nowhere: each request asks anew.
    case suppressed
  }

  /// The claim that names the flow in tokens.
  package enum NameClaim: String, Sendable, Codable, CaseIterable {
    case tfp
    case acr
  }

  /// Whether the issuer names the flow.
  package enum IssuerForm: String, Sendable, Codable, CaseIterable {
    /// `https://{host}/{tenant id}/v2.0/`
    case tenant
    /// `https://{host}/tfp/{tenant id}/{flow}/v2.0/`
    case policy
  }

  /// What becomes of an `id_token_hint` at authorize (Microsoft: "Define an ID token hint technical profile").
  package enum HintUse: String, Sendable, Codable, CaseIterable {
    case ignored
    /// It is checked, and tells whose name the page has.
    case optional
    /// A request without one is refused.
    case required
  }

  /// Something that a page asks a customer for.
  package struct Attribute: Sendable, Hashable, Codable {
    package enum Form: String, Sendable, Codable, CaseIterable {
      case string
      case boolean
      case int
    }

    /// The name of the user's property, such as `givenName`; `extension_loyaltyNumber` for one of the tenant's own.
    package var name: String
    package var isRequired = true
    package var form = Form.string
    /// The regular expression that a value must match as a whole, as an `AttributePattern` reads it (Graph: `validationRegEx`). Nil: that
    /// of the form.
    package var validationRegEx: String?

    package init(_ name: String) { self.name = name }

    /// The most characters that a value may have (Microsoft: "Custom user attributes in external tenants").
    package var maximumLength: Int { Self.lengths[name] ?? 250 }

    /// The regular expression that counts: without one of its own that of the form (Microsoft: "authenticationAttributeCollection-
    /// InputConfiguration resource type"). Nil for yes and no, which has none.
    package var pattern: String? {
      if let validationRegEx { return validationRegEx }
      return switch form {
      case .string: "^.*"
      case .int: "^[0-9]+$"
      case .boolean: nil
      }
    }

    private static let lengths = [
      "city": 128, "country": 128, "displayName": 256, "givenName": 64, "jobTitle": 128, "postalCode": 40, "state": 128,
      "streetAddress": 1024, "surname": 64,
    ]
  }

  package var name: String
  package var kind: Kind
  package var localAccount = LocalAccount.email
  /// The other identity providers, as `idp` of a token names them: `google.com`.
  package var identityProviders: [String] = []
  /// What the pages ask for, in their order.
  package var attributes: [Attribute] = []
  /// The claims of tokens that the flow adds, by the names of claims: `given_name`, `extension_loyaltyNumber`.
  package var claims: [String] = []
  package var multiFactor = MultiFactor.off
  package var passwordReset = PasswordReset.redirect
  package var session = SessionScope.tenant
  package var nameClaim = NameClaim.tfp
  package var issuer = IssuerForm.tenant
  /// Whether a sign-out without an `id_token_hint` is refused.
  package var needsHintAtSignOut = false
  package var hintUse = HintUse.ignored
  /// Whether the flow has a UserInfo endpoint, as custom policies may.
  package var hasUserInfo = false
  /// The API that is called before the page with attributes (Graph: `onAttributeCollectionStart`). Nil: none.
  package var attributeCollectionStart: ClaimsProvider?
  /// The API that is called with the attributes that the customer gave (Graph: `onAttributeCollectionSubmit`). Nil: none.
  package var attributeCollectionSubmit: ClaimsProvider?
  /// The API that sends one-time codes (Graph: `onEmailOtpSend`). Nil: none.
  package var codeSending: ClaimsProvider?
  /// Nil: an hour.
  package var tokenLifetime: TimeSpan?
  /// Nil: 14 days.
  package var refreshTokenLifetime: TimeSpan?
  /// How long refresh tokens can be renewed after the sign-in. Nil: 90 days.
  package var refreshTokenWindow: TimeSpan?

  /// Whether a sign-in by the flow may wait for another server.
  package var callsOthers: Bool {
    attributeCollectionStart != nil || attributeCollectionSubmit != nil || codeSending != nil
  }

  package init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The flows of a tenant that states none: one of each kind that apps use, under the names of Microsoft's samples.
  package static func usual(in kind: Tenant.Kind) -> [UserFlow] {
    switch kind {
    case .workforce, .personal: return []
    case .external:
      var flow = UserFlow("SignUpSignIn", .signUpOrSignIn)
      flow.passwordReset = .selfService
      flow.attributes = [Attribute("displayName")]
      return [flow]
    case .b2c:
      var flows = [
        UserFlow("B2C_1_susi", .signUpOrSignIn), UserFlow("B2C_1_edit_profile", .profileUpdate),
        UserFlow("B2C_1_reset", .passwordReset), UserFlow("B2C_1_ropc", .resourceOwner),
      ]
      for index in flows.indices {
        flows[index].claims = ["oid", "idp", "name", "given_name", "family_name", "emails"]
      }
      let profile = ["displayName", "givenName", "surname"].map { Attribute($0) }
      flows[0].attributes = profile
      flows[1].attributes = profile
      return flows
    }
  }
}
