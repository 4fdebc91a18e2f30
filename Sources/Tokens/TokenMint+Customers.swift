import Directory
import JSON
import Policy
import Time
import Worlds

/// Tokens of Azure AD B2C that a test orders.
extension TokenMint {
  /// A token as the user flow would give it; nil for a tenant without a user flow by which customers sign in.
  func customerToken(_ kind: Kind, of user: User) throws -> String? {
    let flows = order.tenant.userFlows
    guard let flow = order.userFlow ?? flows.first(where: { $0.kind == .signUpOrSignIn }) ?? flows.first else {
      return nil
    }
    let directory = call.world.directory
    let scopes = try UserFlowScopes(
      order.scope, client: order.client, tenant: order.tenant, in: directory, asOrdered: true)
    let moment = Revocation.momentOfSignIn(of: [user], at: call.now)
    if kind == .refreshToken { return try refreshToken(of: user, flow, scopes, signedInAt: moment) }
    var subject = UserFlowSubject(
      user: user, tenant: order.tenant, flow: flow, client: order.client,
      issuer: UserFlowSubject.issuer(of: flow, in: order.tenant, base: call.origin.login), issuedAt: call.now,
      authenticatedAt: moment)
    if let lifetime = order.lifetime { subject.lifetime = lifetime }
    subject.api = scopes.api.flatMap { directory.applications[$0] }
    subject.scopes = scopes.values
    return try TokenSigner.sign(
      subject.claims(of: kind == .idToken ? .idToken : .accessToken), for: order.client, in: order.tenant,
      showsThumbprint: false, damage: order.damage, by: call.world)
  }

  private func refreshToken(
    of user: User, _ flow: UserFlow, _ scopes: UserFlowScopes, signedInAt moment: UnixTime
  ) throws -> String {
    let handle = GrantHandle.make(call.world.entropy)
    try call.world.store.begin(
      SignInGrant(
        client: order.client.id, user: user.id, tenant: order.tenant.id,
        platform: order.client.redirectURIs.first?.platform ?? .native, scope: scopes.text,
        signIn: SignInFacts(
          session: nil, authenticatedAt: moment, methods: ["pwd"], customer: CustomerFacts(flow: flow.name)),
        capabilities: []),
      refreshToken: handle, issuedAt: call.now, endsAt: nil)
    return handle
  }
}
