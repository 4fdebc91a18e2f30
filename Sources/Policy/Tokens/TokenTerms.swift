package import Directory
package import Time

/// What the tokens of one answer carry and how long they live. It is decided before a token is made.
package struct TokenTerms: Sendable {
  package var resource: Application
  /// The resource as the client spelled it.
  package var resourceIdentifier: String
  package var granted: GrantedScopes
  /// The client's capabilities, as far as the user's tokens state them.
  package var capabilities: [String]
  package var lifetimes: Lifetimes

  /// What the client and the world bring to the decision beside the sign-in.
  package struct Wishes: Sendable {
    /// The OpenID words that the tokens go by.
    package var openID: Set<OpenIDScope>
    /// What the client says that it can do (`xms_cc`).
    package var capabilities: [String]
    /// The world's.
    package var lifetimes: Lifetimes
    /// No access token lives longer than until then; nil for no such end.
    package var latestEnd: UnixTime?

    package init(openID: Set<OpenIDScope>, capabilities: [String], lifetimes: Lifetimes, latestEnd: UnixTime?) {
      self.openID = openID
      self.capabilities = capabilities
      self.lifetimes = lifetimes
      self.latestEnd = latestEnd
    }
  }

  /// Decides for a sign-in that no obstacle stops. The token carries everything that is granted on the resource, except
  /// permissions that Conditional Access withholds. Throws AADSTS65001 when nothing is left, AADSTS500011 for a resource that
  /// is not in the directory.
  package static func decide(
    _ asked: ResourceScopes, _ wishes: Wishes, for attempt: AccountAttempt, in directory: DirectoryState
  ) throws(Refusal) -> Reasoned<TokenTerms> {
    let resource = try Self.resource(asked, attempt.tenant, directory)
    var effective = EffectivePermissions.values(
      client: attempt.client, resource: resource, user: attempt.user.id, tenant: attempt.tenant.id, in: directory)
    var reasons: [String] = []
    if !directory.policies.isEmpty {
      let withheld = ConditionalAccess.withheld(
        effective, asked: asked, attempt.access, policies: directory.policies.values)
      if !withheld.isEmpty {
        reasons.append("left out, since nobody asked and a policy guards them: \(withheld.joined(separator: " "))")
        effective.removeAll(where: withheld.contains)
      }
    }
    let granted = GrantedScopes(effective: effective, asked: asked, openID: wishes.openID)
    // An app's token for itself carries no permissions.
    guard !granted.values.isEmpty || resource.id == attempt.client.id else {
      throw AccountObstacle.consentMissing([]).refusal(of: attempt)
    }
    let capabilities = ContinuousAccess.capabilities(wishes.capabilities, of: attempt.user)
    var lifetimes = wishes.lifetimes
    lifetimes.accessToken = ContinuousAccess.accessTokenLifetime(
      for: resource, capabilities: capabilities, in: lifetimes)
    if let end = wishes.latestEnd { lifetimes.accessToken = min(lifetimes.accessToken, end - attempt.now) }
    return Reasoned(
      TokenTerms(
        resource: resource, resourceIdentifier: asked.identifier, granted: granted, capabilities: capabilities,
        lifetimes: lifetimes), because: reasons)
  }

  /// Grants what is asked, without a question about consent and policies: for tokens that a test orders. `.default` stands for
  /// what is granted. Throws AADSTS500011 for a resource that is not in the directory.
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
      resource: resource, resourceIdentifier: asked.identifier,
      granted: GrantedScopes(effective: effective, asked: asked, openID: openID), capabilities: [],
      lifetimes: lifetimes)
  }

  private static func resource(_ asked: ResourceScopes, _ tenant: Tenant, _ directory: DirectoryState) throws(Refusal)
    -> Application
  {
    guard let resource = directory.applications[asked.resource] else {
      throw .resourceNotFound(asked.identifier, tenant: "\(tenant.id)")
    }
    return resource
  }
}
