import Bytes
import Crypto
import Directory
import HTTPWire
import Policy
import Scenarios

extension SignInJourney {
  /// Whether an administrator consents for everybody: at the endpoints for that, and at v1.0's authorize when asked to.
  var isForEverybody: Bool {
    request.purpose == .adminConsent || request.purpose == .legacyAdminConsent || request.asksForEverybody
  }

  /// What a declined consent page says to the app.
  var consentDeclined: Refusal { request.isLegacy ? .consentDeclinedAtLegacyEndpoint : .consentDeclined }

  /// What the administrator is asked to grant: the named scopes, or the static list. Application roles come only with the
  /// static list.
  func adminConsentItems(tenant: Tenant) throws(Refusal) -> [ConsentDecision.ConsentItem] {
    let directory = world.directory
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

  /// Who is signed in must be an administrator; then the page is shown, even when all is granted already.
  mutating func proceedToAdminConsent(user: User, tenant: Tenant, _ exchange: inout Exchange) throws -> HTTPResponse {
    let items: [ConsentDecision.ConsentItem]
    do throws(Refusal) {
      items = try adminConsentItems(tenant: tenant)
    } catch { return AdminConsentAnswer.refusal(error, request, call, &exchange) }
    try keepSession()
    let roles = try adminConsentRoles(tenant: tenant)
    guard mayGrant(roles, user) else {
      exchange.because("\(user.alias) is no administrator for this → page that an administrator must approve")
      if world.settings.persona(for: world.directory.account(of: user).alias) != nil {
        exchange.because("signIn: auto returns to the application without granting consent")
        return try cancel(&exchange)
      }
      return try showApproval(of: items.map(\.value), tenant: tenant, &exchange)
    }
    guard flow.hasConsented else {
      guard let persona = world.settings.persona(for: world.directory.account(of: user).alias) else {
        let listedRoles = roles.flatMap { access in
          access.roles.map { ConsentDecision.ConsentItem(resource: access.resource, value: $0, needsAdmin: true) }
        }
        return try show(.consent, items: items + listedRoles, &exchange)
      }
      guard persona.consent == .accept else {
        exchange.because("signIn: auto declines")
        return declineAdminConsent(&exchange)
      }
      exchange.because("signIn: auto accepts")
      return try grantForEverybody(items, user: user, tenant: tenant, &exchange)
    }
    return try grantForEverybody(items, user: user, tenant: tenant, &exchange)
  }

  /// The application permissions that come with it: of every resource at the v1 endpoint, else of those asked by `.default`.
  private func adminConsentRoles(tenant: Tenant) throws(Refusal) -> [RequiredAccess] {
    let withRoles = request.client.requiredAccess.filter { !$0.roles.isEmpty }
    guard request.purpose == .adminConsent else { return withRoles }
    let asked = try ResolvedScopes(request.scopes, in: world.directory, tenant: tenant).resources.filter(\.isDefault)
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

  /// The administrator declines; each of the two endpoints has a word of its own for it.
  func declineAdminConsent(_ exchange: inout Exchange) -> HTTPResponse {
    if request.asksForEverybody {
      return AuthorizeAnswer.refusal(consentDeclined, to: request.address, call, &exchange)
    }
    let refusal: Refusal =
      request.purpose == .legacyAdminConsent ? .consentDeclinedAtLegacyEndpoint : .consentDeclined
    return AdminConsentAnswer.refusal(refusal, request, call, &exchange)
  }

  private mutating func grantForEverybody(
    _ items: [ConsentDecision.ConsentItem], user: User, tenant: Tenant, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    if !request.asksForEverybody, let flowHandle, try !world.store.endFlow(handle: flowHandle) {
      throw Refusal.flowTokenExpired
    }
    try consent(to: items, user: user, tenant: tenant, everyone: true)
    try assignRoles(tenant: tenant)
    try completeConsentRequests(in: tenant)
    exchange.because("→ consent for everybody: \(items.map(\.value).joined(separator: " "))")
    if request.asksForEverybody {
      let scopes = try ResolvedScopes(request.scopes, in: world.directory, tenant: tenant)
      return try complete(
        user: user, account: world.directory.account(of: user), tenant: tenant, scopes: scopes, nil, &exchange)
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
    var response = AuthorizeAnswer.make(fields, to: request.address, call, &exchange)
    for cookie in setCookies { response.fields.append("Set-Cookie", cookie) }
    return response
  }

  /// Application permissions of the static list become role assignments of the client.
  private func assignRoles(tenant: Tenant) throws {
    let roles = try adminConsentRoles(tenant: tenant)
    guard !roles.isEmpty else { return }
    let entropy = world.entropy
    let client = request.client
    try world.change { directory in
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

/// Answers of the admin consent endpoints that are no success.
enum AdminConsentAnswer {
  /// Scopes as full URIs, joined by blanks.
  static func spelled(_ scopes: ScopeList) -> String {
    scopes.items.map { $0.resource == nil && !$0.isOpenID ? "https://graph.microsoft.com/\($0.value)" : $0.text }
      .joined(separator: " ")
  }

  /// A declined or failed request goes back to the app; `admin_consent=True` stands there too.
  static func refusal(
    _ refusal: Refusal, _ request: AuthorizeRequest, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.refusal = refusal
    exchange.note(.authorizeRefused)
    exchange.because("→ redirect with \(refusal.redirectError.rawValue), AADSTS\(refusal.code)")
    let ending = RefusalEnding(call, exchange)
    var fields = FormFields([
      ("error", refusal.redirectError.rawValue),
      ("error_description", ending.description(of: refusal, separator: "\r\n")),
    ])
    if request.purpose == .adminConsent { fields.append("admin_consent", "True") }
    if let state = request.address.state { fields.append("state", state) }
    if request.purpose == .legacyAdminConsent { fields.append("admin_consent", "True") }
    return AuthorizeAnswer.make(fields, to: request.address, call, &exchange)
  }
}
