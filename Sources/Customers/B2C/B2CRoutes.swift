import Authority
import Bytes
import Directory
import HTTPWire
import Policy
import Worlds

/// The endpoints of Azure AD B2C's user flows by what follows the flow in the path. Case does not count.
struct B2CRoutes: EndpointFinder {
  private struct Route: Sendable {
    let segments: [String]
    let name: EndpointName
    /// The methods that the endpoint has. With nil the endpoint answers every method itself.
    let methods: [String]?
    let make: @Sendable (B2CAddress) -> any Endpoint

    init(
      _ path: String, _ name: EndpointName, _ methods: [String]?,
      _ make: @escaping @Sendable (B2CAddress) -> any Endpoint
    ) {
      segments = path.split(separator: "/").map(String.init)
      self.name = name
      self.methods = methods
      self.make = make
    }
  }

  private static let routes = [
    Route("v2.0/.well-known/openid-configuration", .discovery, ["GET", "HEAD"]) { B2CConfigurationEndpoint($0) },
    Route(".well-known/openid-configuration", .discovery, ["GET", "HEAD"]) {
      B2CConfigurationEndpoint($0, isLegacy: true)
    },
    Route("discovery/v2.0/keys", .keys, ["GET", "HEAD"]) { B2CKeysEndpoint($0) },
    Route("oauth2/v2.0/authorize", .authorize, ["GET", "HEAD", "POST"]) { B2CAuthorizeEndpoint($0) },
    Route("oauth2/v2.0/token", .token, nil) { B2CTokenEndpoint($0) },
    Route("oauth2/v2.0/logout", .logout, ["GET", "HEAD", "POST"]) { B2CLogoutEndpoint($0) },
    Route("openid/v2.0/userinfo", .userInfo, ["GET", "HEAD", "POST"]) { B2CUserInfoEndpoint($0) },
    Route("login", .signIn, ["POST"]) { B2CSignInEndpoint($0) },
    Route("SelfAsserted", .signIn, ["POST"]) { B2CServiceEndpoint(address: $0, service: .selfAsserted) },
    Route("api/CombinedSigninAndSignup/confirmed", .signIn, ["GET"]) {
      B2CServiceEndpoint(address: $0, service: .confirmed)
    },
    Route("api/SelfAsserted/confirmed", .signIn, ["GET"]) { B2CServiceEndpoint(address: $0, service: .confirmed) },
    Route("api/CombinedSigninAndSignup/forgotPassword", .signIn, ["GET"]) {
      B2CServiceEndpoint(address: $0, service: .forgotPassword)
    },
  ]

  /// What no tenant of Azure AD B2C is called.
  private static let aliases = ["/common/", "/organizations/", "/consumers/"]

  private static func route(_ rest: [String]) -> Route? {
    routes.first { route in
      route.segments.count == rest.count && zip(route.segments, rest).allSatisfy { ASCII.equalIgnoringCase($0, $1) }
    }
  }

  /// Whether there is an endpoint at that rest of a path.
  static func serves(_ rest: [String]) -> Bool { route(rest) != nil }

  /// That host has user flows and nothing of Entra ID's: no device code, no instance discovery, no realm of a user.
  func owns(host: String) -> Bool { host.hasSuffix(MicrosoftHosts.b2c) }

  /// The endpoint for a request to a tenant of Azure AD B2C, with the rules around it. `isOwnHost` says whether the client called a host
  /// of the service itself. Nil for a request to anything else.
  func endpoint(for request: HTTPRequest, isOwnHost: Bool, in world: World) -> (any Endpoint)? {
    // It is of the host, and of no tenant.
    if isOwnHost, ASCII.equalIgnoringCase(request.path, "/oauth2/nativeclient") {
      return RuledEndpoint(NativeClientEndpoint(answers: .customers))
    }
    // Most requests are for other tenants, and their paths tell so without a look into the directory.
    guard isOwnHost || !Self.aliases.contains(where: { request.path.hasPrefix($0) }),
      let parts = B2CAddress.parts(
        path: request.path,
        query: request.query.flatMap { $0.firstPlace(of: "p=") == nil ? nil : FormFields(parsing: $0) },
        isOwnHost: isOwnHost),
      let tenant = world.directory.tenant(named: parts.tenant), tenant.kind == .b2c
    else { return nil }
    guard let route = Self.route(parts.rest), let address = B2CAddress(parts, of: tenant) else {
      return RuledEndpoint(
        B2CMissingEndpoint(name: Self.route(parts.rest)?.name ?? .unknown, parts: parts, tenant: tenant))
    }
    guard let methods = route.methods, !methods.contains(request.method) else {
      return RuledEndpoint(route.make(address))
    }
    return RuledEndpoint(OtherMethodEndpoint(route.make(address), methods: methods))
  }
}

/// Answers an address of a tenant of Azure AD B2C that names no user flow, or one that the tenant does not have: 404 with the
/// sentence of the server that the service runs on (observed).
struct B2CMissingEndpoint: Endpoint {
  let name: EndpointName
  let answers = AnswerKind.customers
  let parts: B2CAddress.Parts
  let tenant: Tenant

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    exchange.note(tenant: tenant)
    let known = tenant.userFlows.map(\.name).joined(separator: ", ")
    switch parts.flow {
    case nil: exchange.because("the address names no user flow of '\(tenant.alias)'; it has \(known)")
    case let flow? where tenant.userFlow(named: flow) == nil:
      exchange.because("'\(tenant.alias)' has no user flow '\(flow)'; it has \(known)")
    default: exchange.because("a user flow has no endpoint '\(parts.rest.joined(separator: "/"))'")
    }
    return Self.response
  }

  static var response: HTTPResponse {
    HTTPResponse(
      status: 404, fields: ["Content-Type": "text/html"],
      body: Array(
        "The resource you are looking for has been removed, had its name changed, or is temporarily unavailable.".utf8))
  }
}
