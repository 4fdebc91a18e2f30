import Authority
import Bytes
import Control
import Crypto
import Graph
import HTTPServer
import HTTPWire
import Policy
import Scenarios
import Time

/// The one way in: finds world, origin and endpoint of a request, lets rules and endpoint answer it, and writes the journal.
struct Front: HTTPHandler {
  let finder: WorldFinder
  let origins: OriginPolicy
  let proxies: TrustedProxies
  let authority = AuthorityRoutes()
  let graph = GraphEndpoints()
  let control: ControlAPI
  /// Called with every exchange that went into the journal.
  let log: (@Sendable (Exchange) -> Void)?

  func answer(_ arrived: HTTPRequest, hasWaited: Bool) -> HTTPAnswer {
    let request = proxies.seen(arrived)
    let world: World
    switch finder.find(request) {
    case .world(let found): world = found
    case .gone(let name): return .response(gone(name))
    }
    finder.worlds.touch(world)
    let call = Call(request: request, origin: origins.origin(of: request), world: world, hasWaited: hasWaited)
    var exchange = Exchange(beginning: call)
    // Steering a server is not part of what is tested: it has no rules and no place in the journal.
    if ControlAPI.serves(request.path) { return answer(control, call, &exchange) }
    guard let endpoint = endpoint(for: request) else { return .response(notFound(call)) }
    exchange.endpoint = endpoint.name
    switch answer(endpoint, call, &exchange) {
    // The exchange goes with this attempt; the next one begins its own.
    case .later(let work): return .later(work)
    case .response(let response): return .response(finish(response, exchange, call))
    }
  }

  /// What follows the endpoint's answer: the rules, the date, the journal.
  private func finish(_ answered: HTTPResponse, _ exchange: Exchange, _ call: Call) -> HTTPResponse {
    var (response, exchange) = (answered, exchange)
    let world = call.world
    conclude(&exchange, &response, in: world)
    if response.fields["Date"] == nil { response.fields.append("Date", world.date(at: call.now)) }
    exchange.status = response.status
    exchange.retryAfter = response.fields["Retry-After"].flatMap { Int64($0) }.map { .seconds($0) }
    keepMemory(of: world, &exchange)
    world.journal.record(exchange)
    log?(exchange)
    return response
  }

  /// By one of Microsoft's names only what that host serves; by any other name both, since Graph's paths begin with a version,
  /// which no tenant is called.
  private func endpoint(for request: HTTPRequest) -> (any Endpoint)? {
    switch HTTPAuthority(request.authority).flatMap({ origins.hosts.role(of: $0.host) }) {
    case .graph: graph.endpoint(onGraphHost: request.path)
    case .login, .deviceLogin, .instanceMetadata: authority.endpoint(method: request.method, path: request.path)
    case nil: graph.endpoint(for: request.path) ?? authority.endpoint(method: request.method, path: request.path)
    }
  }

  private func answer(_ endpoint: any Endpoint, _ call: Call, _ exchange: inout Exchange) -> HTTPAnswer {
    do {
      return .response(try endpoint.respond(to: call, &exchange))
    } catch let answer as ReplacedAnswer {
      return .response(replaced(answer.replacement))
    } catch let answer as PostponedAnswer {
      return .later(answer.work)
    } catch {
      // An endpoint renders its own refusals; what arrives here is a fault of ours or of the store.
      exchange.because("the answer failed: \(error)")
      return .response(.plain(500, "mockidp could not answer: \(error)"))
    }
  }

  private func replaced(_ replacement: AnswerShape.Replacement) -> HTTPResponse {
    var fields: HTTPFields = ["Content-Type": replacement.contentType]
    for field in replacement.fields { fields.set(field.name, field.value) }
    return HTTPResponse(status: replacement.status, fields: fields, body: Array(replacement.body.utf8))
  }

  /// Lets the rules see what happened, and shape how the answer travels.
  private func conclude(_ exchange: inout Exchange, _ response: inout HTTPResponse, in world: World) {
    do {
      try world.concludeRules(&exchange)
    } catch {
      exchange.because("a rule failed: \(error)")
    }
    exchange.shape.apply(to: &response, &exchange)
  }

  private func keepMemory(of world: World, _ exchange: inout Exchange) {
    do {
      try world.keepMemory()
    } catch {
      exchange.because("what rules have counted could not be kept: \(error)")
    }
  }

  /// A test that goes on with a world that has ended must not meet the default one.
  private func gone(_ name: String) -> HTTPResponse {
    .plain(404, "The world '\(name)' has ended: it was removed, or nobody asked for it during its idle time.")
  }

  private func notFound(_ call: Call) -> HTTPResponse {
    guard call.request.path == "/" else { return HTTPResponse(status: 404) }
    return .plain(
      200,
      """
      mockidp, a test authority in the place of Microsoft Entra ID
      authority  \(call.origin.login)/{tenant}
      discovery  \(call.origin.login)/common/v2.0/.well-known/openid-configuration
      graph      \(call.origin.graph)/v1.0/me
      """)
  }
}
