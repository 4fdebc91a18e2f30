package import Directory
package import Time

/// A user who has signed in to an app, with the facts that decide whether the app gets tokens.
package struct AccountAttempt: Sendable {
  /// The user object in the tenant of the sign-in. When the tenant has none, the account of the home tenant.
  package var user: User
  /// Whether `user` is an object of that tenant.
  package var isInTenant: Bool
  /// The account with the password and the second factor: for a guest the object in the home tenant.
  package var account: User
  package var tenant: Tenant
  /// Which accounts the path of the request admits.
  package var path: SignInAttempt.Audience
  package var client: Application
  /// The operating system of the sign-in; nil when nothing tells it.
  package var platform: SignInPlatform?
  /// The way in which the user signs in.
  package var way: DeviceRule.Way
  package var signIn: SignInFacts
  /// The client's `claims` parameter: authentication contexts, and the policies of a claims challenge.
  package var claims: ClaimsRequest
  package var scopes: ResolvedScopes
  /// `none` at the token endpoint too, where the server cannot show the user a page.
  package var prompt: Prompt
  /// Whether the user has just accepted the consent page.
  package var hasConsented: Bool
  /// When the server issued the refresh token of the request. Nil for every other grant.
  package var refreshTokenIssuedAt: UnixTime?
  package var now: UnixTime
  /// The way in which the sign-in comes to the device. Nil: the usual one.
  package var flow: AccessPolicy.Flow?
  /// The app that policies name, where the user enters the app itself and no API. Nil: the APIs of the scopes.
  package var target: Application.ID?

  package init(
    user: User, isInTenant: Bool, account: User, tenant: Tenant, path: SignInAttempt.Audience,
    client: Application, platform: SignInPlatform?, way: DeviceRule.Way, signIn: SignInFacts,
    claims: ClaimsRequest, scopes: ResolvedScopes, prompt: Prompt, hasConsented: Bool, refreshTokenIssuedAt: UnixTime?,
    now: UnixTime
  ) {
    self.user = user
    self.isInTenant = isInTenant
    self.account = account
    self.tenant = tenant
    self.path = path
    self.client = client
    self.platform = platform
    self.way = way
    self.signIn = signIn
    self.claims = claims
    self.scopes = scopes
    self.prompt = prompt
    self.hasConsented = hasConsented
    self.refreshTokenIssuedAt = refreshTokenIssuedAt
    self.now = now
  }

  /// Why the user was not asked to consent.
  var reasonForNoConsent: String {
    if target != nil { return "consent is not asked: '\(client.alias)' gets no permission of an API" }
    let asked = scopes.resources.flatMap { $0.isDefault ? [".default"] : $0.values }
    guard !asked.isEmpty else { return "consent is not asked: '\(client.alias)' asks for nothing that needs it" }
    return "consent is not asked: '\(client.alias)' was granted \(asked.joined(separator: " ")) before"
  }

  /// The resource that refusals name: the first one of the request.
  var resource: Application.ID { target ?? scopes.resources.first?.resource ?? WellKnown.graph }

  /// A native app, and every app that takes a password itself or signs in by a device code, is a client on a device (Microsoft: "Conditional
  /// Access: Conditions", client apps).
  private var kind: AccessPolicy.ClientKind {
    let isOnDevice =
      way == .deviceCode || way == .password
      || client.redirectURIs.allSatisfy { $0.platform == .native }
    return isOnDevice ? .mobileAppsAndDesktopClients : .browser
  }

  /// The facts of the sign-in that Conditional Access looks at. The groups of the user are looked up where a policy asks for them.
  func access(in directory: DirectoryState) -> ConditionalAccess.Attempt {
    var person = AccessPolicy.Person(
      user.id, roles: directory.withRolesOfGroups(user).directoryRoles, isGuest: user.isOrdinaryGuest)
    if directory.policies.values.contains(where: \.looksAtGroups) {
      person.groups = Set(directory.nestedGroups(of: .user(user.id)).map(\.id))
    }
    var access = ConditionalAccess.Attempt(
      tenant: tenant.id, user: person,
      resources: scopes.resources.isEmpty
        ? [ConditionalAccess.Target(resource, values: [])] : scopes.resources.map { ConditionalAccess.Target($0) },
      isAway: account.isAwayFromTrustedLocations ?? false, contexts: claims.contexts, named: claims.policies ?? [],
      methods: signIn.methods, device: user.device, authenticatedAt: signIn.authenticatedAt, now: now)
    access.flow = flow
    access.kind = kind
    return access
  }
}
