package import Directory
package import HTTPWire
package import Worlds

/// What one feature above the login service adds to it: endpoints, pages of a sign-in, and what the login service's own pages offer beside
/// their own. The composition root joins the features. Nothing in this target names one, so a new one changes nothing here.
package struct LoginFeature: Sendable {
  /// Its endpoints by path. They are looked up after those of the login service.
  package var routes: [AuthorityRoute] = []
  /// Its endpoints that a path alone does not tell.
  package var finder: (any EndpointFinder)?
  /// Its calls at the address of the token endpoint.
  package var tokenCalls: (any TokenCalls)?
  /// Its pages of a sign-in.
  package var pages: [any SignInStep.Type] = []
  /// What it adds to the other pages of a sign-in.
  package var signIn: (any SignInAddition)?
  /// Another protocol than OAuth 2.0, by which apps have their users sign in.
  package var signInProtocol: (any SignInProtocol)?

  package init() {}
}

/// Finds endpoints by more than a path, such as by a tenant of one kind, before any path is looked up.
package protocol EndpointFinder: Sendable {
  /// Whether a host of Microsoft's, in small letters, is the feature's alone: it has nothing of the login service's.
  func owns(host: String) -> Bool

  /// The endpoint with the rules around it. `isOwnHost` says whether the client called a host that the feature owns. Nil for a request to
  /// anything else.
  func endpoint(for request: HTTPRequest, isOwnHost: Bool, in world: World) -> (any Endpoint)?
}

/// Calls that share the address of the v2.0 token endpoint with the grants.
package protocol TokenCalls: Sendable {
  /// The endpoint that answers a POST in the place of the grants, by the tenant segment of the path as it came. Nil for a grant.
  func endpoint(for call: Call, tenant: String) -> (any Endpoint)?
}

/// The features that the composition root has joined.
package final class LoginFeatures: Sendable {
  private let tokenCalls: [any TokenCalls]
  let pages: [any SignInStep.Type]
  let additions: [any SignInAddition]
  let finders: [any EndpointFinder]
  let routes: [AuthorityRoute]
  private let protocols: [any SignInProtocol]

  init(_ features: [LoginFeature]) {
    tokenCalls = features.compactMap(\.tokenCalls)
    pages = SignInPages.own + features.flatMap(\.pages)
    additions = features.compactMap(\.signIn)
    finders = features.compactMap(\.finder)
    routes = features.flatMap(\.routes)
    protocols = features.compactMap(\.signInProtocol)
  }

  /// The protocol of that name. Nil when a stored sign-in has the name of one that this server does not have.
  func signInProtocol(named name: String?) -> (any SignInProtocol)? { protocols.first { $0.name == name } }

  /// What the protocols tell the apps of sessions that end.
  func signOutFrames(_ sessions: [AccountSession], besides client: Application?, _ call: Call, _ exchange: inout Exchange)
    throws -> [String]
  {
    var frames: [String] = []
    for known in protocols { frames += try known.signOutFrames(sessions, besides: client, call, &exchange) }
    return frames
  }

  func endpoint(inThePlaceOfGrants call: Call, tenant: String) -> (any Endpoint)? {
    for calls in tokenCalls { if let endpoint = calls.endpoint(for: call, tenant: tenant) { return endpoint } }
    return nil
  }

  /// The page of that name. Nil when a stored sign-in has the name of a page that this server does not have.
  func page(named name: String, for request: AuthorizeRequest) -> (any SignInStep)? {
    pages.first { $0.name == name && $0.isMeant(by: request) }?.init()
  }
}
