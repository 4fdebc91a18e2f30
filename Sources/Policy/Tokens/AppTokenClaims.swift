package import Directory
package import JSON
package import Time

/// The claims of an app-only access token (Microsoft: "Access token claims reference"; the order of the claims is
/// observed). The resource decides on the version, as for users' tokens.
package enum AppTokenClaims {
  /// The claims of a token by client credentials, in the service's order.
  package static func make(_ subject: AppTokenSubject) -> JSONObject {
    var claims = subject.resource.accessTokenVersion >= 2 ? v2(subject) : v1(subject)
    addListed(subject, to: &claims)
    AgentClaims.add(to: &claims, client: subject.client, user: nil)
    if let path = subject.identityPath {
      claims["sub"] = .string(AgentClaims.subject(of: subject.client.id, path, in: subject.tenant.id))
    }
    claims.place("cnf", subject.confirmation?.claim)
    ClaimsCustomization.apply(to: &claims, subject.facts, provided: subject.provided)
    return claims
  }

  /// Optional claims of a token without a user (Microsoft: "Optional claims reference"). The resource lists them.
  private static func addListed(_ subject: AppTokenSubject, to claims: inout JSONObject) {
    let listed = subject.resource.optionalClaims?.accessToken ?? []
    for claim in listed {
      switch claim.name {
      case "aud" where claim.additionalProperties.contains(OptionalClaim.usesGUID):
        claims["aud"] = "\(subject.resource.id)"
      case "idtyp": claims.place("idtyp", "app")
      case "tenant_ctry": claims.place("tenant_ctry", subject.tenant.countryLetterCode.map { .string($0) })
      case "tenant_region_scope": claims.place("tenant_region_scope", .string(subject.tenant.region))
      case "xms_tcdt": claims.place("xms_tcdt", .integer(subject.tenant.createdAt.seconds))
      case "xms_tpl": claims.place("xms_tpl", .string(subject.tenant.language))
      default: continue
      }
    }
  }

  /// The claims of a managed identity's token, with the Azure resource id of the identity in `xms_mirid`: version 1.0, but for
  /// the token that is another app's proof (observed: microsoft-identity-web 2551).
  package static func make(_ subject: AppTokenSubject, identity: String?) -> JSONObject {
    var claims = subject.resource.id == WellKnown.tokenExchange ? v2(subject) : v1(subject)
    claims.place("idtyp", "app")
    claims.place("xms_mirid", identity.map { .string($0) })
    ClaimsCustomization.apply(to: &claims, subject.facts, provided: subject.provided)
    return claims
  }

  private static func v2(_ subject: AppTokenSubject) -> JSONObject {
    var claims = head(
      subject, audience: "\(subject.resource.id)", issuer: subject.issuer.v2(subject.tenant.id))
    claims.append("azp", "\(subject.client.id)")
    claims.append("azpacr", .string(subject.clientAuthentication.rawValue))
    claims.append("oid", "\(subject.principal)")
    claims.append("rh", .string(subject.marks.rh))
    appendRoles(subject, to: &claims)
    claims.append("sub", "\(subject.principal)")
    claims.append("tid", "\(subject.tenant.id)")
    claims.append("uti", .string(subject.marks.accessTokenUTI))
    claims.append("ver", "2.0")
    appendCapabilities(subject, to: &claims)
    claims.append("xms_ftd", .string(subject.federationMark))
    return claims
  }

  private static func v1(_ subject: AppTokenSubject) -> JSONObject {
    let issuer = subject.issuer.v1(subject.tenant.id, for: subject.resource)
    var claims = head(subject, audience: subject.resourceIdentifier, issuer: issuer)
    claims.append("app_displayname", .string(subject.client.displayName))
    claims.append("appid", "\(subject.client.id)")
    claims.append("appidacr", .string(subject.clientAuthentication.rawValue))
    claims.append("idp", .string(issuer))
    // Tokens for Microsoft's APIs always have it. Other APIs have to list it among their optional claims.
    if subject.resource.isFirstParty { claims.append("idtyp", "app") }
    claims.append("oid", "\(subject.principal)")
    claims.append("rh", .string(subject.marks.rh))
    appendRoles(subject, to: &claims)
    claims.append("sub", "\(subject.principal)")
    claims.append("tenant_region_scope", .string(subject.tenant.region))
    claims.append("tid", "\(subject.tenant.id)")
    claims.append("uti", .string(subject.marks.accessTokenUTI))
    claims.append("ver", "1.0")
    claims.append("wids", .strings(subject.directoryRoles + [directoryRole]))
    appendCapabilities(subject, to: &claims)
    claims.append("xms_tcdt", .integer(subject.tenant.createdAt.seconds))
    return claims
  }

  /// The value in `wids` of every app (observed of apps without a directory role).
  private static let directoryRole = "0997a1d0-0d1d-4acb-b408-d5ca73121e90"

  private static func head(_ subject: AppTokenSubject, audience: String, issuer: String) -> JSONObject {
    let stated = (subject.issuedAt - TokenSubject.backdating).seconds
    return [
      "aud": .string(audience), "iss": .string(issuer), "iat": .integer(stated), "nbf": .integer(stated),
      "exp": .integer((subject.issuedAt + subject.lifetime).seconds), "aio": .string(subject.marks.aio),
    ]
  }

  /// The claim is absent, not empty: an app without roles still gets a token.
  private static func appendRoles(_ subject: AppTokenSubject, to claims: inout JSONObject) {
    if !subject.roles.isEmpty { claims.append("roles", .strings(subject.roles)) }
  }

  private static func appendCapabilities(_ subject: AppTokenSubject, to claims: inout JSONObject) {
    if !subject.capabilities.isEmpty { claims.append("xms_cc", .strings(subject.capabilities)) }
  }
}

/// The facts that the claims of an app-only token are made of.
package struct AppTokenSubject: Sendable {
  package var tenant: Tenant
  package var client: Application
  /// The client's service principal in the tenant: `oid` and `sub`.
  package var principal: ServicePrincipal.ID
  /// The API that the token is for. It decides on the version of the token.
  package var resource: Application
  /// The resource in the client's spelling: `aud` of a v1.0 token.
  package var resourceIdentifier: String
  /// Values of the app roles that the client holds on the resource.
  package var roles: [String]
  package var issuer: Issuer
  package var issuedAt: UnixTime
  /// From `issuedAt` to `exp`.
  package var lifetime: Duration
  /// How the client authenticated itself, for `azpacr` or `appidacr`.
  package var clientAuthentication: ClientAuthenticationStrength
  /// `xms_cc`; absent when empty.
  package var capabilities: [String]
  package var marks: TokenMarks
  /// The opaque value of `xms_ftd`.
  package var federationMark: String
  /// The path of a federated managed identity, for a token that proves what stands at it (`fmi_path`). Nil for every other token.
  package var identityPath: String?
  /// The key that the token is bound to; nil for a bearer token.
  package var confirmation: KeyConfirmation?
  /// The resource's service principal in the tenant.
  package var resourcePrincipal: ServicePrincipal.ID?
  /// The claims of the resource's custom claims provider.
  package var provided = JSONObject()
  /// Template ids of the directory roles that the client's service principal holds.
  package var directoryRoles: [String] = []

  package init(
    tenant: Tenant, client: Application, principal: ServicePrincipal.ID, resource: Application,
    resourceIdentifier: String, roles: [String], issuer: Issuer, issuedAt: UnixTime, lifetime: Duration,
    clientAuthentication: ClientAuthenticationStrength, capabilities: [String], marks: TokenMarks,
    federationMark: String
  ) {
    self.tenant = tenant
    self.client = client
    self.principal = principal
    self.resource = resource
    self.resourceIdentifier = resourceIdentifier
    self.roles = roles
    self.issuer = issuer
    self.issuedAt = issuedAt
    self.lifetime = lifetime
    self.clientAuthentication = clientAuthentication
    self.capabilities = capabilities
    self.marks = marks
    self.federationMark = federationMark
  }
  /// The objects that the claims of the token may speak of.
  package var facts: ClaimsFacts {
    ClaimsFacts(
      kind: .accessToken, tenant: tenant, user: nil, roles: roles,
      client: ClaimsFacts.Party(client, principal: principal),
      resource: ClaimsFacts.Party(resource, principal: resourcePrincipal))
  }
}
