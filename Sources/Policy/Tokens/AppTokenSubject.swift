package import Directory
package import JSON
package import Time

/// The facts that the claims of an app-only token are made of.
package struct AppTokenSubject: Sendable {
  package var tenant: Tenant
  package var client: Application
  /// The client's service principal in the tenant: `oid` and `sub`. Nil where the tenant gives tokens to apps that it does not have, as
  /// that of the Bot Framework does.
  package var principal: ServicePrincipal.ID?
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
  /// The groups that the API wants of the client's service principal.
  package var memberships = StatedMemberships()
  /// Whether the client is a managed identity, whichever way it proves itself.
  package var isManagedIdentity: Bool { client.managedIdentityResource != nil }
  /// The Azure resource id of a managed identity for which the platform asks (`xms_mirid`). Nil: the token does not tell it.
  package var azureResource: String?
  /// The Azure resource id of the machine on which a user-assigned identity asks (`xms_az_rid`). Nil: the token does not tell it.
  package var azureMachine: String?

  package init(
    tenant: Tenant, client: Application, principal: ServicePrincipal.ID?, resource: Application,
    resourceIdentifier: String, roles: [String], issuer: Issuer, issuedAt: UnixTime, lifetime: Duration,
    clientAuthentication: ClientAuthenticationStrength, capabilities: [String], marks: TokenMarks
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
  }

  /// The claims in the service's order (Microsoft: "Access token claims reference"; the order is observed), and what the registration of
  /// the API and the scenario change about them.
  package var claims: JSONObject {
    var claims = ClaimSource(self).claims
    ClaimsCustomization.apply(to: &claims, facts, provided: provided)
    return claims
  }

  /// The subject of a proof as the service spells it to whom it has to be registered: the part of the tenant is a placeholder (observed 2025-07-07,
  /// microsoft/Agents 202). Nil for another subject.
  package static func ofAnyTenant(_ subject: String) -> String? {
    let beginning = "/eid1/c/pub/t/"
    guard subject.hasPrefix(beginning) else { return nil }
    return beginning + "{tenantId}" + subject.dropFirst(beginning.count).drop { $0 != "/" }
  }

  /// The objects that the claims of the token may speak of.
  package var facts: ClaimsFacts {
    ClaimsFacts(
      kind: .accessToken, tenant: tenant, user: nil, roles: roles,
      client: ClaimsFacts.Party(client, principal: principal),
      resource: ClaimsFacts.Party(resource, principal: resourcePrincipal))
  }
}
