import Authority
import Bytes
import Control
import Crypto
import Graph
import HTTPServer
import HTTPWire
import JOSE
import Policy
import Scenarios
import Time
import Worlds

/// Receives every request: finds its world, its origin and its endpoint, lets the rules and the endpoint answer, and
/// writes the journal.
struct Front: HTTPHandler {
  let finder: WorldFinder
  let origins: OriginPolicy
  let proxies: TrustedProxies
  let authority = AuthorityRoutes()
  let graph = GraphEndpoints()
  let control: ControlAPI
  /// Called with each exchange after it went into the journal.
  let log: (@Sendable (Exchange, World) -> Void)?
  /// The threads for endpoints that may wait for another server.
  private let line = ThreadLine(places: 16)

  init(
    finder: WorldFinder, origins: OriginPolicy, proxies: TrustedProxies, control: ControlAPI,
    log: (@Sendable (Exchange, World) -> Void)?
  ) {
    self.finder = finder
    self.origins = origins
    self.proxies = proxies
    self.control = control
    self.log = log
  }

  func answer(_ arrived: HTTPRequest, hasWaited: Bool) -> HTTPAnswer {
    let request = proxies.seen(arrived)
    let world: World
    switch finder.find(request) {
    case .world(let found): world = found
    case .gone(let name): return .response(without(404, Self.gone(name), request))
    case .refused(let refusal):
      if !ControlAPI.serves(request.path) { note(refusal, request) }
      return .response(without(refusal.status, refusal.sentence, request))
    }
    finder.worlds.touch(world)
    let call = Call(request: request, origin: origins.origin(of: request), world: world, hasWaited: hasWaited)
    var exchange = Exchange(beginning: call)
    // The control API steers the test and is not part of what is tested. So rules do not apply to it, and the journal
    // does not have it.
    if ControlAPI.serves(request.path) {
      if let later = keysToAwait(for: .control, of: call) { return later }
      switch attempt(control, call, &exchange) {
      case .response(let response): return .response(response)
      case .later(let work): return .later(work)
      }
    }
    let served = endpoint(for: request) ?? (world.rules.names(path: request.path) ? authority.unserved : nil)
    guard let endpoint = served else { return .response(notFound(call)) }
    if let later = keysToAwait(for: endpoint.name, of: call) { return later }
    if endpoint.mayWait(for: call) { return .elsewhere { give in answerElsewhere(endpoint, call, give) } }
    exchange.endpoint = endpoint.name
    switch attempt(endpoint, call, &exchange) {
    // The exchange of this attempt is dropped. The next attempt begins a new one.
    case .later(let work): return .later(work)
    case .response(let response): return .response(finish(response, exchange, call))
    }
  }

  /// Postpones a request whose answer needs signing keys that are still being made, so that no event loop waits for them.
  /// Nil for every other request.
  private func keysToAwait(for name: EndpointName, of call: Call) -> HTTPAnswer? {
    let keys = call.world.keys
    let isReady =
      switch name {
      case .keys: keys.isComplete
      case .token, .authorize, .signIn, .managedIdentity: keys.canSign
      case .control: call.request.method != "POST" || keys.canSign
      default: true
      }
    return isReady ? nil : .notYet { keys.whenSettled($0) }
  }

  /// Has a thread make the answer that may wait for another server.
  private func answerElsewhere(
    _ endpoint: any Endpoint, _ call: Call, _ give: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    line.add {
      var exchange = Exchange(beginning: call)
      exchange.endpoint = endpoint.name
      switch attempt(endpoint, call, &exchange) {
      case .later(let work):
        work {
          answerElsewhere(
            endpoint, Call(request: call.request, origin: call.origin, world: call.world, hasWaited: true), give)
        }
      case .response(let response): give(finish(response, exchange, call))
      }
    }
  }

  /// Does what follows the endpoint's answer: the rules, the date, the journal.
  private func finish(_ answered: HTTPResponse, _ exchange: Exchange, _ call: Call) -> HTTPResponse {
    var (response, exchange) = (answered, exchange)
    let world = call.world
    conclude(&exchange, &response, in: world)
    if response.fields["Date"] == nil { response.fields.append("Date", world.date(at: call.now)) }
    exchange.status = response.status
    exchange.retryAfter = response.fields["Retry-After"].flatMap { Int64($0) }.map { .seconds($0) }
    keepMemory(of: world, &exchange)
    let kept = world.journal.record(exchange)
    log?(kept, world)
    return response
  }

  /// By one of Microsoft's names a request reaches only what that host serves. By any other name it reaches both
  /// services: the paths of Microsoft Graph begin with a version, and no tenant has a version's name.
  private func endpoint(for request: HTTPRequest) -> (any Endpoint)? {
    switch HTTPAuthority(request.authority).flatMap({ origins.hosts.role(of: $0.host) }) {
    case .graph: graph.endpoint(onGraphHost: request.path)
    case .login, .deviceLogin, .instanceMetadata, .resourceManager:
      authority.endpoint(method: request.method, path: request.path)
    case nil: graph.endpoint(for: request.path) ?? authority.endpoint(method: request.method, path: request.path)
    }
  }

  /// What came of one attempt to answer.
  private enum Attempt {
    case response(HTTPResponse)
    /// The endpoint needs the documents of other servers first, and is asked again when the work has ended.
    case later(@Sendable (_ whenDone: @escaping @Sendable () -> Void) -> Void)
  }

  private func attempt(_ endpoint: any Endpoint, _ call: Call, _ exchange: inout Exchange) -> Attempt {
    do {
      return .response(try endpoint.respond(to: call, &exchange))
    } catch let answer as ReplacedAnswer {
      return .response(answer.replacement.response(beginning: endpoint.crossOriginFields(for: call)))
    } catch let answer as PostponedAnswer {
      return .later(answer.work)
    } catch {
      // An endpoint writes its own refusals. An error that arrives here is a defect of this program or a failure of
      // the store.
      exchange.because("the answer failed: \(error)")
      var response = HTTPResponse.plain(500, "mockidp could not answer: \(error)")
      for field in endpoint.crossOriginFields(for: call) { response.fields.set(field.name, field.value) }
      return .response(response)
    }
  }

  /// Lets the rules see what happened, and applies their changes of the delivery.
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

  /// Writes a request that no world can take into the default world's journal, so that whoever looks for the request finds it.
  private func note(_ refusal: WorldRefusal, _ request: HTTPRequest) {
    let world = finder.worlds.main
    var exchange = Exchange(
      beginning: Call(request: request, origin: origins.origin(of: request), world: world))
    exchange.status = refusal.status
    exchange.because(refusal.sentence)
    let kept = world.journal.record(exchange)
    log?(kept, world)
  }

  /// The answer to a request without a world. A caller of the control API reads a problem document, any other client a plain sentence.
  private func without(_ status: Int, _ sentence: String, _ request: HTTPRequest) -> HTTPResponse {
    ControlAPI.serves(request.path) ? ControlAPI.withoutWorld(status, sentence) : .plain(status, sentence)
  }

  /// A test that goes on with a world that has ended must not reach the default world.
  private static func gone(_ name: String) -> String {
    "The world '\(name)' has ended: it was removed, or nobody asked for it during its idle time."
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
