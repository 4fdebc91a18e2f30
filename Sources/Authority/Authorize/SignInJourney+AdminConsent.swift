import Bytes
import Crypto
import Directory
import HTTPWire
import Policy
import Worlds

/// Consent of an administrator for all users of a tenant, at the admin consent endpoints and at v1.0's authorize.
extension SignInJourney {
  /// The delegated permissions that the administrator has to grant: the scopes of the request, or the static list of
  /// the registration.
  ///
  /// - Throws: AADSTS65002 for an app of Microsoft's that nobody consents to (observed: work-iq 85); what is wrong with the
  ///   scopes.
  private func adminConsentItems(tenant: Tenant) throws(Refusal) -> [ConsentDecision.ConsentItem] {
    if request.client.isFirstParty, request.client.redirectURIs.isEmpty {
      throw .preauthorizationRequired(clientID: "\(request.client.id)", resource: "\(WellKnown.azureADGraph)")
    }
    let staticList = ConsentDecision.staticList(of: request.client, in: directory)
    guard request.purpose == .adminConsent else { return staticList }
    if let missing = MissingResource.refusal(request.scopes, client: request.client, tenant: tenant, in: directory),
      missing.kind == .serviceNotSubscribed
    {
      throw missing
    }
    let scopes = try ResolvedScopes(request.scopes, in: directory, tenant: tenant)
    if let unknown = scopes.firstUnknown {
      throw .scopeUnknown(unknown.value, resource: "\(unknown.resource)", appName: request.client.displayName)
    }
    return scopes.resources.flatMap { asked in
      asked.isDefault
        ? staticList.filter { $0.resource == asked.resource }
        : asked.values.map { ConsentDecision.ConsentItem(resource: asked.resource, value: $0, needsAdmin: true) }
    }
  }

  /// Shows the consent page when the user is an administrator, also when all is granted already; then grants. A user
  /// who is not an administrator gets the page that says so.
  mutating func proceedToAdminConsent(user: User, tenant: Tenant, _ exchange: inout Exchange) throws -> NextStep {
    let items: [ConsentDecision.ConsentItem]
    do throws(Refusal) {
      items = try adminConsentItems(tenant: tenant)
    } catch { return .end(AdminConsentAnswer.refusal(error, request, call, &exchange)) }
    let roles = try adminConsentRoles(tenant: tenant)
    guard TenantConsent.isOpen(to: user, granting: roles) else {
      exchange.because("'\(user.alias)' is not an administrator for this → page that an administrator must approve")
      return .ask(ApprovalStep(permissions: items.map(\.value)))
    }
    guard flow.hasConsented else {
      let listedRoles = roles.flatMap { access in
        access.roles.map { ConsentDecision.ConsentItem(resource: access.resource, value: $0, needsAdmin: true) }
      }
      return .ask(AdminConsentStep(items: items + listedRoles))
    }
    return .end(try grantForEverybody(items, roles, user: user, tenant: tenant, &exchange))
  }

  /// The app roles that the app gets with it: those of every API at the v1 endpoint, else only those of the APIs that
  /// the app asks for with `.default`.
  private func adminConsentRoles(tenant: Tenant) throws(Refusal) -> [RequiredAccess] {
    let withRoles = request.client.requiredAccess.filter { !$0.roles.isEmpty }
    guard request.purpose == .adminConsent else { return withRoles }
    let asked = try ResolvedScopes(request.scopes, in: directory, tenant: tenant).resources.filter(\.isDefault)
    return withRoles.filter { access in asked.contains { $0.resource == access.resource } }
  }

  private mutating func grantForEverybody(
    _ items: [ConsentDecision.ConsentItem], _ roles: [RequiredAccess], user: User, tenant: Tenant,
    _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    // With `asksForEverybody` the app gets tokens too, and `complete` ends the sign-in.
    if !request.asksForEverybody {
      try endFlow()
      try keepSession()
    }
    try consent(to: items, user: user, tenant: tenant, everyone: true)
    try assign(roles, tenant: tenant)
    try completeConsentRequests(in: tenant)
    exchange.because("→ consent for everybody: \(items.map(\.value).joined(separator: " "))")
    if request.asksForEverybody {
      let scopes = try ResolvedScopes(request.scopes, in: directory, tenant: tenant)
      return try complete(
        user: user, account: directory.account(of: user), tenant: tenant, scopes: scopes, nil, &exchange)
    }
    var fields = FormFields([("admin_consent", "True"), ("tenant", "\(tenant.id)")])
    if let state = request.address.state { fields.append("state", state) }
    if request.purpose == .adminConsent { fields.append("scope", AdminConsentAnswer.spelled(request.scopes)) }
    return AuthorizeAnswer.make(fields, to: request.address, call, &exchange)
  }

  /// Turns the app roles into role assignments of the app's service principal.
  private mutating func assign(_ roles: [RequiredAccess], tenant: Tenant) throws {
    guard !roles.isEmpty else { return }
    let entropy = world.entropy
    let client = request.client
    try change { directory in
      let principal = directory.ensureServicePrincipal(of: client.id, in: tenant.id, id: entropy.guid())
      for access in roles {
        let api = directory.ensureServicePrincipal(of: access.resource, in: tenant.id, id: entropy.guid())
        let held = directory.assignments(of: .client(principal.id), on: api.id).compactMap(\.role)
        for role in access.roles where !held.contains(role) {
          directory.put(
            RoleAssignment(
              id: RoleAssignment.ID(entropy.guid()), principal: .client(principal.id), resource: api.id, role: role))
        }
      }
    }
  }
}
