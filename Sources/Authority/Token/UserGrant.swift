import Bytes
import Crypto
import Directory
import Policy
import Scenarios
import Time

/// What the grants that act in a user's name have in common: the user's state, the resource, the consent.
enum UserGrant {
  /// The user object in the tenant of the request, and that tenant. Throws when the user is gone, disabled or no user there.
  static func user(_ id: User.ID, grantedIn granted: Tenant.ID, _ request: TokenRequest) throws(Refusal)
    -> (user: User, tenant: Tenant)
  {
    let directory = request.directory
    guard let found = directory.users[id], let home = directory.tenants[granted], !found.isDeleted else {
      throw .userNotFound(tenant: request.segment.spelling)
    }
    var user = found
    var tenant = home
    if let asked = request.segment.tenant(in: directory), asked.id != granted {
      guard let object = directory.user(forAccount: directory.account(of: found), in: asked.id) else {
        throw .externalAccountNotInTenant(
          identityProvider: request.call.origin.issuer.v1(granted), tenant: asked.displayName,
          clientID: "\(request.client.id)", name: request.client.displayName)
      }
      user = object
      tenant = asked
    }
    guard user.isEnabled, directory.account(of: user).isEnabled else { throw .accountDisabled }
    return (user, tenant)
  }

  /// Throws AADSTS50173 for a sign-in that a revocation or a changed password has ended, or that is older than the `nbf` of a
  /// claims challenge.
  static func checkRevocation(
    _ signIn: SignInFacts, issuedAt: UnixTime, of user: User, isPublicClient: Bool, _ request: TokenRequest,
    _ exchange: inout Exchange
  ) throws(Refusal) {
    for holder in user.isGuest ? [user, request.directory.account(of: user)] : [user] {
      let validFrom = Revocation.grantValidFrom(
        holder, isPasswordBased: signIn.isPasswordBased, isPublicClient: isPublicClient)
      guard signIn.authenticatedAt < validFrom else { continue }
      exchange.because(
        "signed in at \(signIn.authenticatedAt.iso8601Ticks), before \(validFrom.iso8601Ticks), from which on sign-ins count"
      )
      throw .grantRevoked(issuedAt: signIn.authenticatedAt, tokensValidFrom: validFrom)
    }
    if let start = request.claims.notBefore, signIn.authenticatedAt < start {
      exchange.because(
        "signed in at \(signIn.authenticatedAt.iso8601Ticks), before \(start.iso8601), the nbf of claims")
      throw .grantRevoked(issuedAt: signIn.authenticatedAt, tokensValidFrom: start)
    }
  }

  /// Throws AADSTS65001 when something asked is not granted, or does not exist.
  static func checkConsent(
    _ asked: ResolvedScopes, of resource: ResourceScopes, user: User, tenant: Tenant, _ request: TokenRequest,
    _ exchange: inout Exchange
  ) throws(Refusal) {
    var only = asked
    only.resources = [resource]
    let decision = ConsentDecision.evaluate(
      only, client: request.client, user: user, tenant: tenant.id, isForced: false, in: request.directory)
    let missing: [String]
    switch decision {
    case .granted: missing = resource.unknownValues
    case .missing(let items): missing = items.map(\.value) + resource.unknownValues
    }
    if !missing.isEmpty,
      let api = ConsentDecision.lackingPreauthorization(
        only, client: request.client, user: user, tenant: tenant.id, in: request.directory)
    {
      exchange.because(
        "\(request.client.alias) and \(api.alias) are Microsoft's, and \(api.alias) does not list it")
      throw .preauthorizationRequired(clientID: "\(request.client.id)", resource: "\(api.id)")
    }
    guard missing.isEmpty else {
      exchange.because("consent is missing: \(missing.joined(separator: " "))")
      throw .consentRequired(clientID: "\(request.client.id)", name: request.client.displayName)
    }
  }

  /// Throws what assignment, the user's multi-factor setting and Conditional Access refuse. `issuedAt` is the refresh token's;
  /// nil when a code is redeemed.
  static func checkPolicies(
    _ signIn: SignInFacts, issuedAt: UnixTime?, of user: User, tenant: Tenant, resource: ResourceScopes,
    _ request: TokenRequest, _ exchange: inout Exchange
  ) throws(Refusal) {
    let directory = request.directory
    if let principal = directory.servicePrincipal(of: request.client.id, in: tenant.id), principal.requiresAssignment,
      !directory.hasAssignment(user.id, on: principal.id)
    {
      exchange.because("\(request.client.alias) requires assignment and \(user.alias) has none")
      throw .userNotAssigned(clientID: "\(request.client.id)", name: request.client.displayName)
    }
    var attempt = ConditionalAccess.Attempt(
      tenant: tenant.id, user: user.id, resources: [ConditionalAccess.Target(resource)],
      contexts: request.claims.contexts, methods: signIn.methods, authenticatedAt: signIn.authenticatedAt,
      now: request.call.now)
    attempt.named = request.claims.policies ?? []
    attempt.isAway = directory.account(of: user).isAwayFromTrustedLocations ?? false
    let demand = ConditionalAccess.evaluate(attempt, policies: directory.policies.values)
    if !directory.policies.isEmpty, let api = directory.applications[resource.resource] {
      let held = EffectivePermissions.values(
        client: request.client, resource: api, user: user.id, tenant: tenant.id, in: directory)
      let withheld = ConditionalAccess.withheld(held, asked: resource, attempt, policies: directory.policies.values)
      if !withheld.isEmpty {
        exchange.because("left out, since nobody asked and a policy guards them: \(withheld.joined(separator: " "))")
      }
    }
    if case .demands(_, let policy) = demand { exchange.because("policy \(policy.name) is not met") }
    if let refusal = demand.refusal(resource: resource.resource, issuedAt: issuedAt) { throw refusal }
    switch directory.account(of: user).mfa {
    case .required where !signIn.methods.contains("mfa"):
      exchange.because("multi-factor authentication is required of \(user.alias) and was not proved")
      throw .multiFactorRequired(resource: "\(resource.resource)")
    case .unregistered where !signIn.methods.contains("mfa"):
      exchange.because("multi-factor authentication is required of \(user.alias), who has no method")
      throw .multiFactorEnrolmentRequired(resource: "\(resource.resource)")
    default: return
    }
  }

  /// A handle in the shape of the service's codes and refresh tokens: `1.A…`, opaque.
  static func newHandle(_ entropy: any Entropy) -> String { "1.A" + entropy.token(1) + "A" + entropy.token(63) }

  /// Whether a text has that shape; others are refused before anything is looked up (observed).
  static func isHandle(_ text: String) -> Bool {
    (text.hasPrefix("1.A") || text.hasPrefix("0.A")) && text.utf8.count <= 4_096
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E }
  }
}
