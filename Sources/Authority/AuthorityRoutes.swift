import Policy
package import Worlds

/// The endpoints of the login host by path. Case and a slash at the end of the path do not count.
package struct AuthorityRoutes: Sendable {
  private struct Route: Sendable {
    let pattern: Path.Pattern
    /// The methods that the endpoint has. With nil the endpoint answers every method itself.
    let methods: [String]?
    /// Makes the endpoint from the values at the places in braces, in their order.
    let make: @Sendable ([String]) -> any Endpoint

    init(_ pattern: Path.Pattern, _ methods: [String]?, _ make: @escaping @Sendable ([String]) -> any Endpoint) {
      self.pattern = pattern
      self.methods = methods
      self.make = make
    }
  }

  private static let read = ["GET", "HEAD"]
  private static let readAndPost = ["GET", "HEAD", "POST"]

  private static let routes: [Route] = [
    Route("/{tenant}/v2.0/.well-known/openid-configuration", read) {
      MetadataEndpoint(OpenIDConfigurationEndpoint(tenant: $0[0]), tenant: $0[0])
    },
    Route("/{tenant}/discovery/v2.0/keys", read) { MetadataEndpoint(KeysEndpoint(tenant: $0[0]), tenant: $0[0]) },
    Route("/common/discovery/instance", read) { _ in MetadataEndpoint(InstanceDiscoveryEndpoint()) },
    Route("/common/userrealm/{user}", read) {
      MetadataEndpoint(UserRealmEndpoint(user: $0[0]), user: $0[0])
    },
    Route("/{tenant}/oauth2/v2.0/authorize", readAndPost) { AuthorizeEndpoint(tenant: $0[0]) },
    Route("/{tenant}/oauth2/v2.0/token", nil) { TokenEndpoint(tenant: $0[0]) },
    native("/{tenant}/oauth2/v2.0/initiate", .initiate),
    native("/{tenant}/oauth2/v2.0/challenge", .challenge),
    native("/{tenant}/oauth2/v2.0/introspect", .introspect),
    native("/{tenant}/signup/v1.0/start", .signUpStart),
    native("/{tenant}/signup/v1.0/challenge", .signUpChallenge),
    native("/{tenant}/signup/v1.0/continue", .signUpContinue),
    native("/{tenant}/resetpassword/v1.0/start", .resetStart),
    native("/{tenant}/resetpassword/v1.0/challenge", .resetChallenge),
    native("/{tenant}/resetpassword/v1.0/continue", .resetContinue),
    native("/{tenant}/resetpassword/v1.0/submit", .resetSubmit),
    native("/{tenant}/resetpassword/v1.0/poll_completion", .resetPoll),
    native("/{tenant}/register/v1.0/introspect", .registerIntrospect),
    native("/{tenant}/register/v1.0/challenge", .registerChallenge),
    native("/{tenant}/register/v1.0/continue", .registerContinue),
    Route("/{tenant}/oauth2/v2.0/devicecode", ["POST"]) { DeviceAuthorizationEndpoint(tenant: $0[0]) },
    Route("/{tenant}/oauth2/v2.0/logout", readAndPost) { LogoutEndpoint(tenant: $0[0]) },
    Route("/{tenant}/oauth2/logout", readAndPost) { LogoutEndpoint(tenant: $0[0]) },
    Route("/{tenant}/oauth2/deviceauth", readAndPost) { _ in DeviceEndpoint() },
    Route("/devicelogin", readAndPost) { _ in DeviceEndpoint() },
    // The messages of the national clouds name these addresses.
    Route("/deviceloginus", readAndPost) { _ in DeviceEndpoint() },
    Route("/deviceloginchina", readAndPost) { _ in DeviceEndpoint() },
    Route("/device", readAndPost) { _ in DeviceEndpoint() },
    Route("/{tenant}/.well-known/openid-configuration", read) {
      MetadataEndpoint(LegacyConfigurationEndpoint(tenant: $0[0]), tenant: $0[0])
    },
    Route("/{tenant}/discovery/keys", read) {
      MetadataEndpoint(KeysEndpoint(tenant: $0[0], isLegacy: true), tenant: $0[0])
    },
    Route("/{tenant}/oauth2/authorize", readAndPost) { AuthorizeEndpoint(tenant: $0[0], isLegacy: true) },
    Route("/{tenant}/oauth2/token", nil) { TokenEndpoint(tenant: $0[0], isLegacy: true) },
    Route("/{tenant}/oauth2/devicecode", ["POST"]) { DeviceAuthorizationEndpoint(tenant: $0[0], isLegacy: true) },
    Route("/{tenant}/openid/userinfo", readAndPost) { LegacyUserInfoEndpoint(tenant: $0[0]) },
    Route("/{tenant}/oauth2/checksession", read) { _ in CheckSessionEndpoint() },
    Route("/{tenant}/v2.0/adminconsent", read) { AdminConsentEndpoint(tenant: $0[0], purpose: .adminConsent) },
    Route("/{tenant}/adminconsent", read) { AdminConsentEndpoint(tenant: $0[0], purpose: .legacyAdminConsent) },
    Route("/metadata/identity/oauth2/token", read) { _ in InstanceMetadataEndpoint() },
    Route("/metadata/identity/{name}", nil) { _ in MissingMetadataEndpoint() },
    Route("/MSI/token", read) { _ in AppServiceIdentityEndpoint() },
    Route("/MSI/auth", read) { _ in MachineLearningIdentityEndpoint() },
    Route("/oauth2/token", ["POST"]) { _ in CloudShellIdentityEndpoint() },
    Route("/arc/metadata/identity/oauth2/token", read) { _ in ArcIdentityEndpoint() },
    Route("/service-fabric/metadata/identity/oauth2/token", read) { _ in ServiceFabricIdentityEndpoint() },
    Route("/metadata/instance", read) { MachineMetadataEndpoint(path: $0) },
    Route("/metadata/instance/compute", read) { _ in MachineMetadataEndpoint(path: ["compute"]) },
    Route("/metadata/instance/compute/{name}", read) { MachineMetadataEndpoint(path: ["compute"] + $0) },
    Route("/issuers/{name}/.well-known/openid-configuration", read) {
      MetadataEndpoint(WorkloadIssuerEndpoint(issuer: $0[0], document: .configuration))
    },
    Route("/issuers/{name}/openid/v1/jwks", read) {
      MetadataEndpoint(WorkloadIssuerEndpoint(issuer: $0[0], document: .keys))
    },
    Route("/pipelines/github/token", read) { _ in GitHubTokenEndpoint() },
    Route("/pipelines/azure-devops/{organization}/{project}/token", ["POST"]) {
      AzurePipelinesTokenEndpoint(organization: $0[0], project: $0[1])
    },
    Route("/{tenant}/login", readAndPost) { SignInEndpoint(tenant: $0[0]) },
    Route("/{tenant}/redeem", read) { _ in RedeemEndpoint() },
    Route("/metadata/endpoints", read) { _ in MetadataEndpoint(CloudMetadataEndpoint()) },
    Route("/tenants", read) { _ in MetadataEndpoint(ResourceManagerEndpoint(listsTenants: true)) },
    Route("/subscriptions", read) { _ in MetadataEndpoint(ResourceManagerEndpoint(listsTenants: false)) },
    Route("/{tenant}/oauth2/nativeclient", read) { _ in NativeClientEndpoint() },
  ]

  private static func native(_ pattern: Path.Pattern, _ operation: NativeOperation) -> Route {
    Route(pattern, nil) { NativeAuthEndpoint(tenant: $0[0], operation: operation) }
  }

  /// The patterns of all paths in their order, such as `/{tenant}/oauth2/v2.0/token`, for tests that walk them.
  package static var patterns: [String] { routes.map(\.pattern.text) }

  /// The pattern that a path fits, for those who watch: it names no tenant. Nil for a path that no route has.
  package static func pattern(of path: String) -> String? {
    let path = Path(path)
    return routes.first { path.match($0.pattern) != nil }?.pattern.text
  }

  package init() {}

  /// The endpoint of every path that no route has, for requests whose path a rule names.
  package var unserved: any Endpoint { RuledEndpoint(UnservedPathEndpoint()) }

  /// The endpoint for that method and path, with the rules around it. For a method that the endpoint does not have,
  /// it is one that answers 405 or the preflight. Nil when no route has the path.
  package func endpoint(method: String, path: String) -> (any Endpoint)? {
    let path = Path(path)
    for route in Self.routes {
      guard let values = path.match(route.pattern) else { continue }
      let endpoint = route.make(values)
      guard let methods = route.methods, !methods.contains(method) else { return RuledEndpoint(endpoint) }
      return RuledEndpoint(OtherMethodEndpoint(name: endpoint.name, methods: methods))
    }
    return nil
  }
}
