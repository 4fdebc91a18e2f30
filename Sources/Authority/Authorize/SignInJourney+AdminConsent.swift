import Bytes
import Crypto
import Directory
import HTTPWire
import Policy
import Scenarios

/// Consent for everybody in a tenant, at the endpoints for that and at v1.0's authorize.
extension SignInJourney {
  /// What the administrator is asked to grant: the named scopes, or the static list. Application roles come only with the
  /// static list.
  private func adminConsentItems(tenant: Tenant) throws(Refusal) -> [ConsentDecision.ConsentItem] {
    let staticList = ConsentDecision.staticList(of: request.client, in: directory)
    guard request.purpose == .adminConsent else { return staticList }
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

  /// The user must be an administrator. Then the page is shown, even when everything is granted already.
  mutating func proceedToAdminConsent(user: User, tenant: Tenant, _ exchange: inout Exchange) throws -> NextStep {
    let items: [ConsentDecision.ConsentItem]
    do throws(Refusal) {
      items = try adminConsentItems(tenant: tenant)
    } catch { return .end(AdminConsentAnswer.refusal(error, request, call, &exchange)) }
    let roles = try adminConsentRoles(tenant: tenant)
    guard mayGrant(roles, user) else {
      exchange.because("\(user.alias) is no administrator for this → page that an administrator must approve")
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

  /// The application permissions that come with it: of every resource at the v1 endpoint, else of those asked by `.default`.
  private func adminConsentRoles(tenant: Tenant) throws(Refusal) -> [RequiredAccess] {
    let withRoles = request.client.requiredAccess.filter { !$0.roles.isEmpty }
    guard request.purpose == .adminConsent else { return withRoles }
    let asked = try ResolvedScopes(request.scopes, in: directory, tenant: tenant).resources.filter(\.isDefault)
    return withRoles.filter { access in asked.contains { $0.resource == access.resource } }
  }

  /// Application permissions of Microsoft Graph are not for application administrators (Microsoft: "Grant tenant-wide admin
  /// consent to an application").
  private func mayGrant(_ roles: [RequiredAccess], _ user: User) -> Bool {
    guard roles.contains(where: { $0.resource == WellKnown.graph }) else { return user.isAdministrator }
    return user.directoryRoles.compactMap(DirectoryRole.named).contains {
      $0 == .globalAdministrator || $0 == .privilegedRoleAdministrator
    }
  }

  private mutating func grantForEverybody(
    _ items: [ConsentDecision.ConsentItem], _ roles: [RequiredAccess], user: User, tenant: Tenant,
    _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    // `complete` ends the sign-in where the app gets more than word of the consent.
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
    var fields = FormFields()
    if request.purpose == .adminConsent {
      fields.append("admin_consent", "True")
      fields.append("tenant", "\(tenant.id)")
      if let state = request.address.state { fields.append("state", state) }
      fields.append("scope", AdminConsentAnswer.spelled(request.scopes))
    } else {
      fields.append("tenant", "\(tenant.id)")
      if let state = request.address.state { fields.append("state", state) }
      fields.append("admin_consent", "True")
    }
    return AuthorizeAnswer.make(fields, to: request.address, call, &exchange)
  }

  /// Application permissions become role assignments of the client.
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
