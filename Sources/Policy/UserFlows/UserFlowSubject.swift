import Bytes
package import Directory
package import JSON
package import Time

/// What the tokens of one answer of Azure AD B2C say, and for whom (Microsoft: "Overview of tokens in Azure Active Directory B2C").
package struct UserFlowSubject: Sendable {
  package var user: User
  package var tenant: Tenant
  package var flow: UserFlow
  package var client: Application
  /// `iss`.
  package var issuer: String
  package var issuedAt: UnixTime
  package var authenticatedAt: UnixTime
  package var lifetime: Duration
  package var nonce: String?
  /// `idp`; nil for an account of the tenant itself.
  package var identityProvider: String?
  /// Whether this sign-in made the account.
  package var isNew = false
  /// The API that the access token is for. Nil: the app itself.
  package var api: Application?
  /// The permissions in `scp`.
  package var scopes: [String] = []
  /// `c_hash` of an id_token next to a code in the answer of authorize.
  package var codeHash: String?
  /// `at_hash` of an id_token next to an access token there.
  package var accessTokenHash: String?

  package init(
    user: User, tenant: Tenant, flow: UserFlow, client: Application, issuer: String, issuedAt: UnixTime,
    authenticatedAt: UnixTime
  ) {
    self.user = user
    self.tenant = tenant
    self.flow = flow
    self.client = client
    self.issuer = issuer
    self.issuedAt = issuedAt
    self.authenticatedAt = authenticatedAt
    lifetime = flow.tokenLifetime?.duration ?? .seconds(3_600)
  }

  /// `iss` of the flow's tokens, under the base URL that the client called. A slash ends it (observed).
  package static func issuer(of flow: UserFlow, in tenant: Tenant, base: String) -> String {
    switch flow.issuer {
    case .tenant: "\(base)/\(tenant.id)/v2.0/"
    case .policy: "\(base)/tfp/\(tenant.id)/\(ASCII.lowercased(flow.name))/v2.0/"
    }
  }

  /// The claims of a token in the order of Azure AD B2C.
  package func claims(of kind: TokenKind) -> JSONObject { ClaimSource(self, kind).claims }
}

extension UserFlow {
  /// The claims of every token of the flow that say nothing of the customer, for the discovery document.
  package var namesOfClaims: [String] {
    var names = claims
    for name in ["iss", "iat", "exp", "aud", nameClaim.rawValue, "nonce", "auth_time"] where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}
