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
}

/// The claims of Azure AD B2C's tokens, in the service's order.
package enum UserFlowClaims {
  /// An id_token.
  package static func idToken(_ subject: UserFlowSubject) -> JSONObject {
    var claims = head(subject, audience: "\(subject.client.id)")
    claims.append("nonce", subject.nonce)
    claims.append("iat", .integer(subject.issuedAt.seconds))
    claims.append("auth_time", .integer(subject.authenticatedAt.seconds))
    about(subject, &claims)
    return claims
  }

  /// An access token for an API of the tenant, or for the app itself.
  package static func accessToken(_ subject: UserFlowSubject, api: Application, values: [String]) -> JSONObject {
    var claims = head(subject, audience: "\(api.id)")
    claims.append("auth_time", .integer(subject.authenticatedAt.seconds))
    about(subject, &claims)
    claims.append("nonce", subject.nonce)
    if !values.isEmpty { claims.append("scp", .string(values.joined(separator: " "))) }
    claims.append("azp", "\(subject.client.id)")
    claims.append("iat", .integer(subject.issuedAt.seconds))
    return claims
  }

  private static func head(_ subject: UserFlowSubject, audience: String) -> JSONObject {
    [
      "exp": .integer((subject.issuedAt + subject.lifetime).seconds), "nbf": .integer(subject.issuedAt.seconds),
      "ver": "1.0", "iss": .string(subject.issuer), "sub": "\(subject.user.id)", "aud": .string(audience),
    ]
  }

  private static func about(_ subject: UserFlowSubject, _ claims: inout JSONObject) {
    claims.append("idp", subject.identityProvider)
    claims.append("oid", "\(subject.user.id)")
    for name in subject.flow.claims where claims[name] == nil {
      if let value = value(name, subject) { claims.append(name, value) }
    }
    if subject.isNew { claims.append("newUser", true) }
    claims.append(subject.flow.nameClaim.rawValue, subject.flow.name)
  }

  /// The claims of every token that say nothing of the customer, for the discovery document.
  package static func names(of flow: UserFlow) -> [String] {
    var names = flow.claims
    for name in ["iss", "iat", "exp", "aud", flow.nameClaim.rawValue, "nonce", "auth_time"] where !names.contains(name)
    {
      names.append(name)
    }
    return names
  }

  private static func value(_ name: String, _ subject: UserFlowSubject) -> JSONValue? {
    let user = subject.user
    switch name {
    case "name": return .string(user.displayName)
    case "given_name": return CustomerAttributes.value("givenName", of: user)
    case "family_name": return CustomerAttributes.value("surname", of: user)
    case "emails":
      let addresses = CustomerAttributes.addresses(of: user)
      return addresses.isEmpty ? nil : .strings(addresses)
    case "tid": return "\(subject.tenant.id)"
    case "newUser", "idp": return nil
    default: return CustomerAttributes.value(name, of: user)
    }
  }
}
