import Bytes
import Crypto
import Directory
import JSON
import Policy
import Time
import Tokens
import Worlds

/// `grant_type=client_credentials` (RFC 6749 §4.4; Microsoft: "OAuth 2.0 client credentials flow").
struct ClientCredentialsGrant: Grant {
  static let types = ["client_credentials"]
  static let requiredParameters: [String] = []
  static let readsScopeLate = true

  /// An alias such as `common` means the tenant of the user, but this grant has no user.
  static func check(_ segment: TenantSegment) throws(Refusal) {
    if segment.isAlias { throw Refusal(.noTenantInformation) }
  }

  func redeem(_ request: inout TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    guard let tenant = request.segment.tenant(in: request.directory) else { throw Refusal(.noTenantInformation) }
    let principal = request.directory.servicePrincipal(of: request.client.id, in: tenant.id)
    if principal == nil, tenant.id != WellKnown.botFrameworkTenant {
      throw missingPrincipal(request, tenant, &exchange)
    }
    try request.consultRules(&exchange)
    let call = request.call

    try OriginRule.check(request.originHeader, platform: .web)
    guard let strength = try ClientAuthenticator.proof(request, &exchange) else {
      throw Refusal(.clientCredentialsMissing)
    }
    guard let scope = request.form.nonEmpty("scope") else { throw Refusal.missingParameter("scope") }
    let (asked, resolved) = try resource(scope, tenant, request.directory)
    try ResourceParameter.check(request, against: resolved, &exchange)
    guard let api = request.directory.applications[asked.resource].map({ request.directory.mapped($0, in: tenant.id) }),
      let apiPrincipal = request.directory.servicePrincipal(of: api.id, in: tenant.id)
    else { throw Refusal.resourceNotFound(asked.identifier, tenant: "\(tenant.id)") }
    let isBlueprint = Self.isBlueprint(request.client, in: request.directory)
    if isBlueprint, api.id != WellKnown.graph {
      guard api.id == WellKnown.tokenExchange else {
        throw Refusal.blueprintNotPermitted(clientID: "\(request.client.id)", resource: asked.identifier)
      }
      guard request.form.nonEmpty("fmi_path") != nil else { throw Refusal(.exchangeWithoutPath) }
    }
    guard apiPrincipal.isEnabled else { throw Refusal.resourceDisabled(asked.identifier) }
    if let closed = ClosedResource.refusal(of: [api.id], in: request.directory) {
      exchange.reasons += closed.reasons
      throw closed.decision
    }

    let assignments =
      principal.map { request.directory.assignments(of: .client($0.id), on: apiPrincipal.id) } ?? []
    if apiPrincipal.requiresAssignment, assignments.isEmpty {
      exchange.because("'\(api.alias)' requires assignment and '\(request.client.alias)' has none")
      throw Refusal.applicationNotAssigned(
        clientID: "\(request.client.id)", name: request.client.displayName, resource: asked.identifier,
        resourceName: api.displayName)
    }
    if call.world.outdated.isAway(request.client.id) {
      exchange.because("'\(request.client.alias)' has left the trusted locations")
      throw AccessPolicy.Control.block.row.refusal(by: .trustedLocations(of: tenant.id), resource: api.id)
    }
    if let policy = ConditionalAccess.blocking(
      workload: request.client, for: api.id, in: tenant.id, policies: request.directory.policies.values)
    {
      exchange.because("policy '\(policy.name)' blocks '\(request.client.alias)'")
      throw AccessPolicy.Control.block.row.refusal(by: policy, resource: api.id)
    }
    var roles = request.directory.roles(in: assignments, of: api)
    if isBlueprint, api.id == WellKnown.graph, !roles.contains(Self.blueprintRole) { roles.append(Self.blueprintRole) }
    if !roles.isEmpty { exchange.because("roles: \(roles.joined(separator: " "))") }
    let remarks = TokenRemark.all(
      ofAppToken: request.client, for: api, asked: asked.identifier, hasRoles: !roles.isEmpty)
    for remark in remarks { exchange.explain(remark.sentence) }

    let lifetime =
      principal == nil
      ? Lifetimes.withoutPrincipal
      : ContinuousAccess.lifetime(
        of: request.client, for: api, capabilities: request.capabilities, in: call.world.settings.lifetimes)
    var subject = AppTokenSubject(
      tenant: tenant, client: request.client, principal: principal?.id, resource: api,
      resourceIdentifier: asked.identifier, roles: roles, issuer: call.origin.issuer(of: tenant), issuedAt: call.now,
      lifetime: lifetime, clientAuthentication: strength, capabilities: request.capabilities,
      marks: OpaqueValues.marks(
        of: .app, accessToken: call.world.newTokenID(),
        call.world.entropy.bytes(OpaqueValues.Bearer.app.byteCount)))
    subject.confirmation = request.confirmation
    if api.id == WellKnown.tokenExchange { subject.identityPath = request.form.nonEmpty("fmi_path") }
    subject.resourcePrincipal = apiPrincipal.id
    subject.memberships = StatedMemberships(of: request.client, in: tenant.id, for: api, in: request.directory)
    subject.directoryRoles = principal?.properties.directoryRoles.map(\.templateID) ?? []
    subject.provided = try ClaimsCallout(call: call, directory: request.directory).provided(
      subject.facts, audience: subject.claims["aud"]?.string ?? "", &exchange)
    let token = try TokenSigner.sign(
      subject.claims, for: api, in: tenant, showsThumbprint: api.accessTokenVersion < 2,
      hidesSignature: api.claimSet.hasNonce && call.world.settings.graphTokenNonce,
      damage: exchange.shape.accessTokenDamage, by: call.world)
    return TokenAnswer(
      expiresIn: lifetime.wholeSeconds - 1, accessToken: token, confirmation: request.confirmation)
  }

  /// The refusal of an app that the tenant has no service principal of. Its own API is missing for the same reason, and the
  /// service names that first (observed: wso2/api-manager 5164).
  private func missingPrincipal(_ request: TokenRequest, _ tenant: Tenant, _ exchange: inout Exchange) -> Refusal {
    exchange.because("'\(tenant.alias)' has no service principal of '\(request.client.alias)'")
    let identifier = request.form["scope"].flatMap { try? ScopeList($0) }?.items.lazy.compactMap(\.resource).first
    if let identifier, request.directory.resource(named: identifier)?.id == request.client.id {
      return .resourceNotFound(identifier, tenant: "\(tenant.id)")
    }
    return .servicePrincipalMissing(clientID: "\(request.client.id)", tenant: "\(tenant.id)")
  }

  /// What every blueprint may do at Graph without anybody's consent: make its own agent identities (observed 2025-12-04 to 2026-03-01).
  private static let blueprintRole = "AgentIdentity.CreateAsManager"

  /// Whether agent identities have the app as their blueprint.
  private static func isBlueprint(_ client: Application, in directory: DirectoryState) -> Bool {
    // Few directories have any, and none has to look through its apps for them.
    directory.applications.agentIdentities > 0
      && directory.applicationsInOrder.contains { $0.agentBlueprint == client.id }
  }

  /// The one API that the client asks for. Libraries add OpenID scopes to every request; here they have no meaning.
  private func resource(_ text: String, _ tenant: Tenant, _ directory: DirectoryState) throws(Refusal)
    -> (ResourceScopes, ResolvedScopes)
  {
    let list = try self.list(text)
    let habits: Set<OpenIDScope> = [.openid, .profile, .offlineAccess]
    let items = list.items.filter { item in
      !(item.isOpenID && OpenIDScope(rawValue: ASCII.lowercased(item.value)).map(habits.contains) ?? false)
    }
    guard !items.isEmpty, items.allSatisfy(\.isDefault) else { throw .scopeNotDefault(text) }
    let resolved = try ResolvedScopes(list, in: directory, tenant: tenant, isOfAppAlone: true)
    guard items.count == 1, let only = resolved.resources.first else { throw .scopeInvalid(text) }
    return (only, resolved)
  }

  /// An app alone does not hear how a scope is written (observed 2025-09-28).
  private func list(_ text: String) throws(Refusal) -> ScopeList {
    do throws(Refusal) { return try ScopeList(text) } catch {
      throw error == .scopeUnformed(text) ? .scopeInvalid(text) : error
    }
  }
}
