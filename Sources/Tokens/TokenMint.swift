import Crypto
package import Directory
package import JOSE
import Policy
import Time
package import Worlds

/// Makes the tokens that a test orders through the control API, so that a test can have any token. Consent, policies,
/// assignments and revocation do not count here.
package struct TokenMint {
  /// The raw values are the words of the control API.
  package enum Kind: String, Sendable, CaseIterable {
    case accessToken
    case idToken
    case refreshToken
  }

  /// The token that the test wants.
  package struct Order: Sendable {
    /// The app that the token is issued to.
    package var client: Application
    /// Nil for a token in the app's own name.
    package var user: User?
    package var tenant: Tenant
    /// As in a token request: scopes with blanks between them. The first API counts.
    package var scope: String
    /// Nil for the lifetime that the world has for such tokens.
    package var lifetime: Duration?
    /// The user flow, for a customer of Azure AD B2C. Nil: the first one by which customers sign in.
    package var userFlow: UserFlow?
    /// The defects of the token, such as a wrong signature. A refresh token takes none.
    package var damage: TokenDamage

    package init(
      client: Application, user: User?, tenant: Tenant, scope: String, lifetime: Duration?, damage: TokenDamage
    ) {
      self.client = client
      self.user = user
      self.tenant = tenant
      self.scope = scope
      self.lifetime = lifetime
      self.damage = damage
    }
  }

  let call: Call
  let order: Order

  /// The call gives the world, the time and the issuer's name.
  package init(_ order: Order, for call: Call) {
    self.order = order
    self.call = call
  }

  /// - Throws: `Refusal` for a malformed scope, and for an app that the tenant does not have.
  package func token(_ kind: Kind) throws -> String {
    guard let user = order.user else { return try applicationToken() }
    if order.tenant.kind == .b2c, let token = try customerToken(kind, of: user) { return token }
    if kind == .refreshToken { return try refreshToken(of: user) }
    let directory = call.world.directory
    let resolved = try ResolvedScopes(try ScopeList(order.scope), in: directory, tenant: order.tenant)
    guard let resource = resolved.resources.first else { throw Refusal(.scopeEmpty) }
    var lifetimes = call.world.settings.lifetimes
    if let own = order.client.tokenLifetimes?.idToken { lifetimes.idToken = own.duration }
    if let api = directory.applications[resource.resource] { lifetimes.accessToken = lifetime(for: api) }
    if let lifetime = order.lifetime {
      lifetimes.accessToken = lifetime
      lifetimes.idToken = lifetime
    }
    let terms = try TokenTerms.asOrdered(
      resource, openID: resolved.openID, client: order.client, user: user, tenant: order.tenant, lifetimes: lifetimes,
      in: directory)
    var issuer = TokenIssuer(
      call: call, user: user, tenant: order.tenant, client: order.client, openID: resolved.openID, signIn: signIn,
      nonce: nil, clientAuthentication: order.client.secrets.isEmpty ? .none : .secret)
    issuer.shape.accessTokenDamage = order.damage
    issuer.shape.idTokenDamage = order.damage
    let subject = issuer.subject(terms, in: directory)
    return kind == .idToken ? try issuer.idToken(for: subject) : try issuer.accessToken(for: subject).token
  }

  private var signIn: SignInFacts {
    let moment = Revocation.momentOfSignIn(of: order.user.map { [$0] } ?? [], at: call.now)
    return SignInFacts(session: nil, authenticatedAt: moment, methods: ["pwd"])
  }

  /// A refresh token with a grant of its own in the store. It is not a JWT, so no damage applies.
  private func refreshToken(of user: User) throws -> String {
    let handle = GrantHandle.make(call.world.entropy)
    let platform = order.client.redirectURIs.first?.platform ?? .native
    let lifetime = order.lifetime ?? (platform == .spa ? call.world.settings.lifetimes.singlePageRefreshToken : nil)
    try call.world.store.begin(
      SignInGrant(
        client: order.client.id, user: user.id, tenant: order.tenant.id, platform: platform, scope: order.scope,
        signIn: signIn, capabilities: []),
      refreshToken: handle, issuedAt: call.now, endsAt: lifetime.map { call.now + $0 })
    return handle
  }

  private func lifetime(for api: Application) -> Duration {
    order.lifetime ?? api.tokenLifetimes?.accessToken?.duration ?? call.world.settings.lifetimes.accessToken
  }

  /// A token in the app's own name, with the app roles that it has.
  private func applicationToken() throws -> String {
    let directory = call.world.directory
    let resolved = try ResolvedScopes(try ScopeList(order.scope), in: directory, tenant: order.tenant)
    guard let asked = resolved.resources.first,
      let api = directory.applications[asked.resource].map({ directory.mapped($0, in: order.tenant.id) }),
      let principal = directory.servicePrincipal(of: order.client.id, in: order.tenant.id),
      let apiPrincipal = directory.servicePrincipal(of: asked.resource, in: order.tenant.id)
    else {
      throw Refusal.applicationNotFound(clientID: "\(order.client.id)", directory: order.tenant.displayName)
    }
    let roles = directory.roles(
      in: directory.assignments(of: .client(principal.id), on: apiPrincipal.id), of: api)
    var subject = AppTokenSubject(
      tenant: order.tenant, client: order.client, principal: principal.id, resource: api,
      resourceIdentifier: asked.identifier, roles: roles, issuer: call.origin.issuer(of: order.tenant),
      issuedAt: call.now,
      lifetime: lifetime(for: api), clientAuthentication: .secret,
      capabilities: [],
      marks: OpaqueValues.marks(
        of: .app, accessToken: call.world.newTokenID(),
        call.world.entropy.bytes(OpaqueValues.Bearer.app.byteCount)))
    subject.resourcePrincipal = apiPrincipal.id
    subject.memberships = StatedMemberships(of: order.client, in: order.tenant.id, for: api, in: directory)
    return try TokenSigner.sign(
      subject.claims, for: api, in: order.tenant, showsThumbprint: api.accessTokenVersion < 2,
      hidesSignature: api.claimSet.hasNonce && call.world.settings.graphTokenNonce, damage: order.damage, by: call.world
    )
  }
}
