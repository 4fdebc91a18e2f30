import Bytes
import Directory
package import HTTPWire
import Scenarios
package import Worlds

/// The control API under `/_mockidp`, by which tests and people steer a server. Its routes stand in the groups of
/// `RouteGroup.all`.
package struct ControlAPI: Endpoint {
  /// A name that the patterns of rules and expectations cannot have.
  package let name = EndpointName.control
  private let configuration: ControlConfiguration
  package let access: ControlAccess

  package init(_ configuration: ControlConfiguration) {
    self.configuration = configuration
    access = ControlAccess(configuration)
  }

  /// Whether the path is `/_mockidp` or below it.
  package static func serves(_ path: String) -> Bool { path == "/_mockidp" || path.hasPrefix("/_mockidp/") }

  /// The answer to a call whose world cannot be told, or must not be chosen by the caller.
  package static func withoutWorld(_ status: Int, _ sentence: String) -> HTTPResponse {
    Problem(status, "no-world", "The call is for no world", sentence, "GET /_mockidp/v1/worlds lists all worlds.")
      .response
  }

  /// A sign-in may have to ask a custom claims provider, as authorize does. Metrics wait for no one, but count the rows of all worlds,
  /// which is not work for an event loop.
  package func mayWait(for call: Call) -> Bool {
    // Worlds are made and removed in agreement with the other servers.
    if configuration.worlds?.roster != nil, call.request.method != "GET", Self.worldName(in: call.request.path) != nil {
      return true
    }
    // Cycles of provisioning wait for the apps; a clock that moves lets them fall due.
    return call.request.method == "POST"
      && (call.request.path.hasSuffix(SignInRoutes.path) || call.request.path.hasSuffix("/clock")
        || call.request.path.firstPlace(of: "/provisioning/") != nil)
      || call.request.path.hasSuffix("/metrics")
  }

  /// The world that a path of the control API names: `/_mockidp/v1/worlds/t1`, `/_mockidp/v1/worlds/t1/clock`. An empty name for
  /// `/_mockidp/v1/worlds` itself; nil for every other path.
  package static func worldName(in path: String) -> String? { ControlPath(path).worldName }

  /// Whether the call is about the server, and no world answers it.
  package static func isOfServer(_ request: HTTPRequest) -> Bool {
    let path = ControlPath(request.path)
    return ControlRoute.all.contains { $0.scope == .server && path.values(for: $0.pattern) != nil }
  }

  /// Answers a call. A `Problem` or a failure of the store becomes a problem document; any other error is thrown to the
  /// front.
  package func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    var response = try response(to: call, &exchange)
    // A browser must take no answer for a page or a script, whatever its text looks like.
    response.fields.set("X-Content-Type-Options", "nosniff")
    return response
  }

  private func response(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      return try console(call.request) ?? answer(call).response
    } catch let problem as Problem {
      exchange.because("→ \(problem.status) \(problem.detail)")
      return problem.response
    } catch {
      guard let reason = StoreTrouble.reason(of: error) else { throw error }
      exchange.fail(reason)
      return Problem.storeTrouble(reason).response
    }
  }

  /// The console's page and files. Nil for a path that is not the console's.
  private func console(_ request: HTTPRequest) throws(Problem) -> HTTPResponse? {
    let file = ConsoleAnswer.file(at: request.path)
    guard file != nil || request.path == "/_mockidp" else { return nil }
    try access.checkConsole(request)
    return try file.map { file throws(Problem) in try ConsoleAnswer.response(file, to: request) }
      ?? ConsoleAnswer.redirect
  }

  private func answer(_ call: Call) throws -> ControlAnswer {
    let (world, path) = ControlPath(call.request.path).inWorld
    let fitting = ControlRoute.all.compactMap { route in path.values(for: route.pattern).map { (route, $0) } }
    // A path that is written out hides one with a name in its place: `/tokens/introspect` is not a token.
    let fewest = fitting.map(\.1.count).min()
    let found = fitting.filter { $0.1.count == fewest }
    let method = call.request.method == "HEAD" ? "GET" : call.request.method
    let match = found.first { $0.0.method.rawValue == method }
    // Access is checked first, so that a caller without access learns nothing about the routes.
    try access.check(call.request, isForEverybody: match?.0.isForEverybody ?? false)
    guard let (route, values) = match else {
      guard found.isEmpty else { throw Problem.methodNotAllowed(method, allowed: found.map(\.0.method.rawValue)) }
      throw Problem.noRoute(call.request.path, nearest: path.nearest(among: ControlRoute.all))
    }
    let call = try ControlCall(try Self.call(call, in: world, configuration), to: route, values, configuration)
    let answer =
      try route.decidesAboutNames ? call.world.decide { try route.handler(call) } : route.handler(call)
    if route.method != .get { try call.world.keepMemory() }
    return answer
  }

  /// The same call in the world that the path names. `world` nil: in the world that the host name says.
  private static func call(
    _ call: Call, in world: String?, _ configuration: ControlConfiguration
  ) throws(Problem) -> Call {
    guard let world, let worlds = configuration.worlds else { return call }
    let found = try WorldsHandlers.world(named: world, in: worlds)
    worlds.touch(found)
    return Call(request: call.request, origin: call.origin, world: found, hasWaited: call.hasWaited)
  }
}
