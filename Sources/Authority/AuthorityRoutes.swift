package import HTTPWire
import Policy
package import Worlds

/// The endpoints of the login host by path. Case and a slash at the end of the path do not count.
package struct AuthorityRoutes: Sendable {
  private static let read = AuthorityRoute.read
  private static let readAndPost = AuthorityRoute.readAndPost

  private static let own: [AuthorityRoute] = [
    AuthorityRoute("/{tenant}/v2.0/.well-known/openid-configuration", read) {
      MetadataEndpoint(OpenIDConfigurationEndpoint(tenant: $0[0]), tenant: $0[0])
    },
    AuthorityRoute("/{tenant}/discovery/v2.0/keys", read) {
      MetadataEndpoint(KeysEndpoint(tenant: $0[0]), tenant: $0[0])
    },
    AuthorityRoute("/common/discovery/instance", read) { _ in MetadataEndpoint(InstanceDiscoveryEndpoint()) },
    AuthorityRoute("/common/userrealm/{user}", read) {
      MetadataEndpoint(UserRealmEndpoint(user: $0[0]), user: $0[0])
    },
    AuthorityRoute("/common/userrealm", read) { _ in MetadataEndpoint(UserRealmEndpoint()) },
    AuthorityRoute("/getuserrealm.srf", read) { _ in MetadataEndpoint(UserRealmEndpoint(isOldest: true)) },
    joined("/{tenant}/oauth2/v2.0/authorize", readAndPost) { AuthorizeEndpoint(tenant: $0[0], features: $1) },
    joined("/{tenant}/oauth2/v2.0/token", nil) { TokenEndpoint(tenant: $0[0], features: $1) },
    AuthorityRoute("/{tenant}/oauth2/v2.0/devicecode", ["POST"]) { DeviceAuthorizationEndpoint(tenant: $0[0]) },
    joined("/{tenant}/oauth2/v2.0/logout", readAndPost) { LogoutEndpoint(tenant: $0[0], features: $1) },
    joined("/{tenant}/oauth2/v2.0/logoutsession", readAndPost) { LogoutEndpoint(tenant: $0[0], features: $1) },
    joined("/{tenant}/oauth2/logout", readAndPost) { LogoutEndpoint(tenant: $0[0], features: $1, isLegacy: true) },
    joined("/{tenant}/oauth2/deviceauth", readAndPost) { DeviceEndpoint(features: $1) },
    joined("/devicelogin", readAndPost) { DeviceEndpoint(features: $1) },
    // The messages of the national clouds name these addresses.
    joined("/deviceloginus", readAndPost) { DeviceEndpoint(features: $1) },
    joined("/deviceloginchina", readAndPost) { DeviceEndpoint(features: $1) },
    joined("/device", readAndPost) { DeviceEndpoint(features: $1) },
    joined("/link", readAndPost) { DeviceEndpoint(features: $1) },
    AuthorityRoute("/{tenant}/.well-known/openid-configuration", read) {
      MetadataEndpoint(LegacyConfigurationEndpoint(tenant: $0[0]), tenant: $0[0])
    },
    AuthorityRoute("/{tenant}/discovery/keys", read) {
      MetadataEndpoint(KeysEndpoint(tenant: $0[0], isLegacy: true), tenant: $0[0])
    },
    joined("/{tenant}/oauth2/authorize", readAndPost) {
      AuthorizeEndpoint(tenant: $0[0], features: $1, isLegacy: true)
    },
    joined("/{tenant}/oauth2/token", nil) { TokenEndpoint(tenant: $0[0], features: $1, isLegacy: true) },
    AuthorityRoute("/{tenant}/oauth2/devicecode", ["POST"]) {
      DeviceAuthorizationEndpoint(tenant: $0[0], isLegacy: true)
    },
    AuthorityRoute("/{tenant}/openid/userinfo", readAndPost) { LegacyUserInfoEndpoint(tenant: $0[0]) },
    AuthorityRoute("/{tenant}/oauth2/checksession", read) { _ in CheckSessionEndpoint() },
    joined("/{tenant}/v2.0/adminconsent", read) {
      AdminConsentEndpoint(tenant: $0[0], features: $1, purpose: .adminConsent)
    },
    joined("/{tenant}/adminconsent", read) {
      AdminConsentEndpoint(tenant: $0[0], features: $1, purpose: .legacyAdminConsent)
    },
    joined("/{tenant}/login", readAndPost) { SignInEndpoint(tenant: $0[0], features: $1) },
    joined("/{tenant}/SAS/ProcessAuth", readAndPost) { SignInEndpoint(tenant: $0[0], features: $1) },
    joined("/kmsi", readAndPost) { SignInEndpoint(tenant: "common", features: $1) },
    joined("/appverify", readAndPost) { SignInEndpoint(tenant: "common", features: $1) },
    joined("/{tenant}/reprocess", read) { SignInEndpoint(tenant: $0[0], features: $1, isLink: true) },
    AuthorityRoute("/{tenant}/SAS/BeginAuth", ["POST"]) { _ in SecondFactorEndpoint(ends: false) },
    AuthorityRoute("/{tenant}/SAS/EndAuth", ["POST"]) { _ in SecondFactorEndpoint(ends: true) },
    AuthorityRoute("/{tenant}/GetCredentialType", ["POST"]) { _ in MetadataEndpoint(GetCredentialTypeEndpoint()) },
    AuthorityRoute("/redeem", read) { _ in RedeemEndpoint() },
    AuthorityRoute("/metadata/endpoints", read) { _ in CloudMetadataEndpoint() },
    AuthorityRoute("/tenants", read) { _ in ResourceManagerEndpoint(asked: .tenants) },
    AuthorityRoute("/subscriptions", read) { _ in ResourceManagerEndpoint(asked: .subscriptions) },
    AuthorityRoute("/subscriptions/{id}", read) { ResourceManagerEndpoint(asked: .subscription($0[0])) },
    AuthorityRoute("/{tenant}/oauth2/nativeclient", read) { _ in NativeClientEndpoint() },
  ]

  /// A route whose endpoint needs what the features add.
  private static func joined(
    _ pattern: Path.Pattern, _ methods: [String]?,
    _ make: @escaping @Sendable ([String], LoginFeatures) -> any Endpoint
  ) -> AuthorityRoute {
    AuthorityRoute(pattern, methods, joined: make)
  }

  private let features: LoginFeatures
  private let routes: [AuthorityRoute]

  /// Joins the features: their routes are looked up after those of the login service, in the order of the features.
  package init(joining features: [LoginFeature]) {
    self.features = LoginFeatures(features)
    routes = Self.own + self.features.routes
  }

  /// The patterns of all paths in their order, such as `/{tenant}/oauth2/v2.0/token`, for tests that walk them.
  package var patterns: [String] { routes.map(\.pattern.text) }

  /// The pattern that a path fits, for those who watch: it names no tenant. Nil for a path that no route has.
  package func pattern(of path: String) -> String? {
    let path = Path(path)
    return routes.first { path.match($0.pattern) != nil }?.pattern.text
  }

  /// The endpoint of every path that no route has, for requests whose path a rule names.
  package var unserved: any Endpoint { RuledEndpoint(UnservedPathEndpoint()) }

  /// The endpoint for a request to the login host, which is called `host`: what the features find, then what the path says. Nil for a
  /// name that is none of Microsoft's.
  package func endpoint(for request: HTTPRequest, at host: String?, in world: World) -> (any Endpoint)? {
    for finder in features.finders {
      let isOwnHost = host.map { finder.owns(host: $0) } ?? false
      if let endpoint = finder.endpoint(for: request, isOwnHost: isOwnHost, in: world) { return endpoint }
      if isOwnHost { return nil }
    }
    if let endpoint = endpoint(method: request.method, path: request.path) { return endpoint }
    if let endpoint = OtherProtocolEndpoint(request.path) { return RuledEndpoint(endpoint) }
    guard host != nil, let endpoint = TenantWordEndpoint(request) else { return nil }
    return RuledEndpoint(endpoint)
  }

  /// The endpoint for that method and path, with the rules around it. For a method that the endpoint does not have,
  /// it is one that answers 405 or the preflight. Nil when no route has the path.
  package func endpoint(method: String, path: String) -> (any Endpoint)? {
    let path = Path(path)
    for route in routes {
      guard let values = path.match(route.pattern) else { continue }
      let endpoint = route.make(values, features)
      guard let methods = route.methods, !methods.contains(method) else { return RuledEndpoint(endpoint) }
      return RuledEndpoint(OtherMethodEndpoint(endpoint, methods: methods))
    }
    return nil
  }
}
