package import Directory
package import Time

/// The permissions and lifetimes of one answer's tokens. The server decides on them before it makes a token.
package struct TokenTerms: Sendable {
  package var resource: Application
  /// The resource in the client's spelling: `aud` of a v1.0 token.
  package var resourceIdentifier: String
  /// The permissions in `scp`, and their spelling in the answer.
  package var granted: GrantedScopes
  /// The client capabilities that the tokens state: empty for guests and personal accounts.
  package var capabilities: [String]
  /// The world's lifetimes, with the access token's own for this resource and client.
  package var lifetimes: Lifetimes

  /// What the request and the world add to the sign-in for the decision.
  package struct Wishes: Sendable {
    /// The OpenID scopes that the tokens follow.
    package var openID: Set<OpenIDScope>
    /// The client capabilities (`xms_cc`) in the request.
    package var capabilities: [String]
    /// The lifetimes of the world.
    package var lifetimes: Lifetimes
    /// The latest `exp` of an access token. Nil: no such limit.
    package var latestEnd: UnixTime?

    package init(openID: Set<OpenIDScope>, capabilities: [String], lifetimes: Lifetimes, latestEnd: UnixTime?) {
      self.openID = openID
      self.capabilities = capabilities
      self.lifetimes = lifetimes
      self.latestEnd = latestEnd
    }
  }

  /// Decides for a sign-in that meets no obstacle. The token carries all permissions that the client holds on the
  /// resource, except those that Conditional Access withholds.
  /// - Throws: AADSTS65001 when no permission is left, AADSTS500011 for a resource that the directory does not have.
  package static func decide(
    _ asked: ResourceScopes, _ wishes: Wishes, for attempt: AccountAttempt, in directory: DirectoryState
  ) throws(Refusal) -> Reasoned<TokenTerms> {
    let resource = try Self.resource(asked, attempt.tenant, directory)
    let asksForNothing = resource.id == attempt.client.id && asked.values.isEmpty && !asked.isDefault
    var effective =
      asksForNothing
      ? []
      : EffectivePermissions.values(
        client: attempt.client, resource: resource, user: attempt.user.id, tenant: attempt.tenant.id, in: directory)
    var reasons: [String] = []
    if !directory.policies.isEmpty {
      let withheld = ConditionalAccess.withheld(
        effective, asked: asked, attempt.access(in: directory), policies: directory.policies.values)
      if !withheld.isEmpty {
        reasons.append("left out, since nobody asked and a policy guards them: \(withheld.joined(separator: " "))")
        effective.removeAll(where: withheld.contains)
      }
    }
    let granted = GrantedScopes(effective: effective, asked: asked, openID: wishes.openID)
    // A token of an app for itself has no permissions.
    guard !granted.values.isEmpty || resource.id == attempt.client.id else {
      throw AccountObstacle.consentMissing([]).refusal(of: attempt)
    }
    let capabilities = ContinuousAccess.capabilities(wishes.capabilities, of: attempt.user)
    var lifetimes = wishes.lifetimes
    lifetimes.accessToken = ContinuousAccess.accessTokenLifetime(
      for: resource, capabilities: capabilities, in: lifetimes)
    if let own = attempt.client.tokenLifetimes?.idToken { lifetimes.idToken = own.duration }
    if let end = wishes.latestEnd { lifetimes.accessToken = min(lifetimes.accessToken, end - attempt.now) }
    return Reasoned(
      TokenTerms(
        resource: resource, resourceIdentifier: asked.audience, granted: granted, capabilities: capabilities,
        lifetimes: lifetimes), because: reasons)
  }

  /// Grants every scope of the request and asks for no consent and no policy: for tokens that a test orders.
  /// `.default` stands for the permissions that the client holds.
  /// - Throws: AADSTS500011 for a resource that the directory does not have.
  package static func asOrdered(
    _ asked: ResourceScopes, openID: Set<OpenIDScope>, client: Application, user: User, tenant: Tenant,
    lifetimes: Lifetimes, in directory: DirectoryState
  ) throws(Refusal) -> TokenTerms {
    let resource = try Self.resource(asked, tenant, directory)
    let effective =
      asked.isDefault
      ? EffectivePermissions.values(
        client: client, resource: resource, user: user.id, tenant: tenant.id, in: directory)
      : asked.values + asked.unknownValues
    return TokenTerms(
      resource: resource, resourceIdentifier: asked.audience,
      granted: GrantedScopes(effective: effective, asked: asked, openID: openID), capabilities: [],
      lifetimes: lifetimes)
  }

  private static func resource(_ asked: ResourceScopes, _ tenant: Tenant, _ directory: DirectoryState) throws(Refusal)
    -> Application
  {
    guard let resource = directory.applications[asked.resource] else {
      throw .resourceNotFound(asked.identifier, tenant: tenant.displayName)
    }
    return resource
  }
}
