import Authority
import Bytes
import Control
import Graph
import HTTPWire
import Policy
import Worlds

/// Answers a call whose world is known: finds the endpoint, lets the rules and the endpoint answer, and writes the journal.
///
/// The front has requests of clients answered here. The control API has the request answered here that it makes in a user's place.
struct ExchangeRunner: Sendable {
  let origins: OriginPolicy
  private let authority = AuthorityRoutes.joined
  private let graph = GraphEndpoints()
  /// Sees each answer.
  let watch: AnswerWatch

  init(origins: OriginPolicy, watch: AnswerWatch = AnswerWatch()) {
    self.origins = origins
    self.watch = watch
  }

  /// By one of Microsoft's names a request reaches only what that host serves. By any other name it reaches both
  /// services: the paths of Microsoft Graph begin with a version, and no tenant has a version's name. Nil for a path that no endpoint and no
  /// rule names.
  func endpoint(for request: HTTPRequest, in world: World) -> (any Endpoint)? {
    served(request, in: world) ?? (world.rules.names(path: request.path) ? authority.unserved : nil)
  }

  private func served(_ request: HTTPRequest, in world: World) -> (any Endpoint)? {
    let host = HTTPAuthority(request.authority)?.host
    switch host.flatMap({ origins.hosts.role(of: $0) }) {
    case .portal: return graph.endpoint(ofPortal: request.path)
    case .graph: return graph.endpoint(onGraphHost: request.path)
    case .login, .customers: return authority.endpoint(for: request, at: host.map(ASCII.lowercased), in: world)
    case .deviceLogin, .instanceMetadata, .resourceManager:
      return authority.endpoint(method: request.method, path: request.path)
    case nil: return graph.endpoint(for: request.path) ?? authority.endpoint(for: request, at: nil, in: world)
    }
  }

  /// The answer to a path that no endpoint and no rule names. By a name of this server's own, the root tells a person what it is.
  func nothing(_ call: Call, _ exchange: Exchange) -> HTTPResponse {
    let role = HTTPAuthority(call.request.authority).flatMap { origins.hosts.role(of: $0.host) }
    switch role {
    case .login: return NothingAnswer.response(to: call, isMicrosofts: true, exchange)
    case .customers, nil:
      if call.request.path == "/" { return WelcomeAnswer.response(to: call) }
      // A person who opens an authority or mistypes an address finds out what this is. No client asks for HTML.
      if role == nil, WelcomeAnswer.wantsPage(call.request) { return WelcomeAnswer.page(at: call) }
      return NothingAnswer.response(to: call, isMicrosofts: false, exchange)
    default: return call.request.path == "/" ? WelcomeAnswer.response(to: call) : HTTPResponse(status: 404)
    }
  }

  /// What came of one attempt to answer.
  enum Attempt {
    case response(HTTPResponse)
    /// The endpoint needs the documents of other servers first, and is asked again when the work has ended.
    case later(@Sendable (_ whenDone: @escaping @Sendable () -> Void) -> Void)
  }

  /// Lets the endpoint answer once. A failure of the store or of this program becomes an answer, too.
  func attempt(_ endpoint: any Endpoint, _ call: Call, _ exchange: inout Exchange) -> Attempt {
    do {
      return .response(try endpoint.respond(to: call, &exchange))
    } catch let answer as ReplacedAnswer {
      return .response(answer.replacement.response(beginning: endpoint.crossOriginFields(for: call)))
    } catch let answer as PostponedAnswer {
      return .later(answer.work)
    } catch {
      // An endpoint writes its own refusals. An error that arrives here is a defect of this program or a failure of
      // the store.
      exchange.fail("the answer failed: \(error)")
      var response = HTTPResponse.plain(500, "mockidp could not answer: \(error)")
      for field in endpoint.crossOriginFields(for: call) { response.fields.set(field.name, field.value) }
      return .response(response)
    }
  }

  /// Does what follows the endpoint's answer: the rules, the date, the journal.
  func finish(_ answered: consuming HTTPResponse, _ answering: consuming Exchange, _ call: Call) -> HTTPResponse {
    var response = answered
    var exchange = answering
    let world = call.world
    conclude(&exchange, &response, in: world)
    if response.fields["Date"] == nil { response.fields.append("Date", world.date(at: call.now)) }
    exchange.status = response.status
    if let refusal = exchange.refusal,
      let names = NamesThereAre.sentence(for: refusal, in: world.directory)
    {
      exchange.explainFirst(names)
    }
    exchange.retryAfter = response.fields["Retry-After"].flatMap { Int64($0) }.map { .seconds($0) }
    keepMemory(of: world, &exchange)
    exchange.answer = AnswerCopy(of: response, to: exchange)
    record(exchange, in: world, to: call.request)
    return response
  }

  /// Puts the exchange into the journal, and lets the watch see it.
  func record(_ exchange: consuming Exchange, in world: World, to request: HTTPRequest) {
    watch.answered(world.journal.record(exchange), in: world, to: request)
  }

  /// Answers a request that no client sent: that of a user's browser, which the control API was asked to play. `persona` answers the pages.
  /// Nil for a host that is none of this server's.
  ///
  /// - Throws: `PostponedAnswer` when the answer first needs documents of other servers.
  func browse(_ request: HTTPRequest, for control: Call, as persona: Persona) throws -> (HTTPResponse, Exchange)? {
    guard origins.isServed(request.authority) || Self.isSameHost(request, control.request) else { return nil }
    let call = Call(
      request: request, origin: origins.origin(of: request), world: control.world, hasWaited: control.hasWaited,
      persona: persona)
    var exchange = Exchange(beginning: call)
    guard let endpoint = endpoint(for: request, in: call.world) else { return (HTTPResponse(status: 404), exchange) }
    exchange.endpoint = endpoint.name
    exchange.because("signIn of the control API made this request, and answers the pages in the user's place")
    switch attempt(endpoint, call, &exchange) {
    case .later(let work): throw PostponedAnswer(work)
    case .response(let response): return (finish(response, exchange, call), exchange)
    }
  }

  /// Whether the browser calls the host by which the control API was called: that name or address leads here, whatever it is, and the
  /// URLs that the control API tells have it.
  private static func isSameHost(_ one: HTTPRequest, _ other: HTTPRequest) -> Bool {
    guard let host = HTTPAuthority(one.authority)?.host else { return false }
    return host == HTTPAuthority(other.authority)?.host
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
      exchange.fail("what rules have counted could not be kept: \(error)")
    }
  }
}
