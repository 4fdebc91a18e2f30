import Authority
import Bytes
import Control
import Crypto
import HTTPServer
import HTTPWire
import JOSE
import Policy
import Scenarios
import Time
import Worlds

/// Receives every request: finds its world and its origin, keeps it while something is awaited, and has the `ExchangeRunner` answer it.
struct Front: HTTPHandler {
  let finder: WorldFinder
  let proxies: TrustedProxies
  let control: ControlAPI
  private let runner: ExchangeRunner
  /// Where keys of an Azure Arc agent are written; nil when the server plays none.
  private let challengeFiles: (any ChallengeFiles)?
  /// The threads for endpoints that may wait for another server.
  private let line = ThreadLine(places: 16)
  #if CLUSTER
    /// Where worlds are served when several servers share them. Nil: all are served here.
    var router: OwnershipRouter?
  #endif

  init(
    finder: WorldFinder, proxies: TrustedProxies, control: ControlAPI, runner: ExchangeRunner,
    challengeFiles: (any ChallengeFiles)? = nil
  ) {
    self.challengeFiles = challengeFiles
    self.finder = finder
    self.proxies = proxies
    self.control = control
    self.runner = runner
  }

  func answer(_ arrived: HTTPRequest, hasWaited: Bool) -> HTTPAnswer {
    #if CLUSTER
      if let router { return router.answer(arrived, hasWaited: hasWaited, by: self) }
    #endif
    let request = proxies.seen(arrived)
    switch finder.find(request) {
    case .world(let world): return answer(request, in: world, hasWaited: hasWaited)
    case let none: return .response(withoutWorld(none, request))
    }
  }

  /// The answer to a request for which there is no world.
  func withoutWorld(_ finding: WorldFinder.Finding, _ request: HTTPRequest) -> HTTPResponse {
    switch finding {
    case .world: return HTTPResponse(status: 404)
    case .gone(let name): return unknown(without(404, Self.gone(name), request), request)
    case .refused(let refusal):
      let response = without(refusal.status, refusal.sentence, request)
      if ControlAPI.serves(request.path) { return unknown(response, request) }
      note(refusal, request)
      return response
    }
  }

  /// Answers a request from its world. `request` is as trusted proxies describe it.
  func answer(_ request: HTTPRequest, in world: World, hasWaited: Bool) -> HTTPAnswer {
    finder.worlds.touch(world)
    let access = control.access
    let call = Call(
      request: request, origin: runner.origins.origin(of: request), world: world, hasWaited: hasWaited,
      console: { access.seesConsole($0) }, challengeFiles: challengeFiles)
    var exchange = Exchange(beginning: call)
    // The control API steers the test and is not part of what is tested. So rules do not apply to it, and the journal
    // does not have it.
    if ControlAPI.serves(request.path) {
      if let later = keysToAwait(for: .control, of: call) { return later }
      // The control API has no rules.
      if control.mayWait(for: call) || Self.maySign(.control, call) && !call.world.keys.isComplete {
        return .elsewhere { give in answerElsewhere(control, call, give) }
      }
      switch runner.attempt(control, call, &exchange) {
      case .response(let response): return .response(controlled(response, exchange, call))
      case .later(let work): return .later(work)
      }
    }
    guard let endpoint = runner.endpoint(for: request, in: world) else {
      return .response(unknown(runner.nothing(call, exchange), request))
    }
    if let later = keysToAwait(for: endpoint.name, of: call) { return later }
    if endpoint.mayWait(for: call) || Self.mayAwaitKey(endpoint.name, call) {
      return .elsewhere { give in answerElsewhere(endpoint, call, give) }
    }
    exchange.endpoint = endpoint.name
    switch runner.attempt(endpoint, call, &exchange) {
    // The exchange of this attempt is dropped. The next attempt begins a new one.
    case .later(let work): return .later(work)
    case .response(let response): return .response(runner.finish(response, exchange, call))
    }
  }

  /// Postpones a request that cannot be answered before a signing key is made, so that no thread waits for it. Nil for every
  /// other request.
  private func keysToAwait(for name: EndpointName, of call: Call) -> HTTPAnswer? {
    let keys = call.world.keys
    if name == .keys { return keys.canList ? nil : .notYet { keys.whenCanList($0) } }
    // The key of a rotation signs for all requests after it. A first key is awaited where the endpoint needs it: a refusal
    // or a page does not.
    let needsKey = name == .token ? call.request.method == "POST" : keys.isRotating && Self.maySign(name, call)
    return needsKey && !keys.canSign ? .notYet { keys.whenCanSign($0) } : nil
  }

  /// Whether the answer may wait for a signing key that the server began without. A rule may rotate the keys wherever it
  /// fires.
  private static func mayAwaitKey(_ name: EndpointName, _ call: Call) -> Bool {
    !call.world.keys.isComplete && (name == .keys || maySign(name, call) || !call.world.rules.rules.isEmpty)
  }

  private static func maySign(_ name: EndpointName, _ call: Call) -> Bool {
    switch name {
    case .authorize, .signIn, .managedIdentity, .pipelineToken: true
    case .token, .control: call.request.method == "POST"
    default: false
    }
  }

  /// Has a thread make the answer that may wait for another server.
  private func answerElsewhere(
    _ endpoint: any Endpoint, _ call: Call, _ give: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    line.add {
      // The call may have waited for its thread, and its times count from now on.
      let call = call.begunAnew
      var exchange = Exchange(beginning: call)
      exchange.endpoint = endpoint.name
      switch runner.attempt(endpoint, call, &exchange) {
      case .later(let work):
        work {
          answerElsewhere(endpoint, call.asWaited, give)
        }
      // The control API is not in the journal.
      case .response(let response):
        give(
          endpoint.name == .control
            ? controlled(response, exchange, call) : runner.finish(response, exchange, call))
      }
    }
  }

  /// An answer of the control API, which is not in the journal.
  private func controlled(_ response: HTTPResponse, _ exchange: Exchange, _ call: Call) -> HTTPResponse {
    if exchange.failure != nil {
      var exchange = exchange
      exchange.endpoint = .control
      exchange.status = response.status
      runner.watch.failed(exchange, in: call.world)
    }
    return runner.watch.answered(.control, response, to: call.request)
  }

  #if CLUSTER
    /// Notes that a request got `response`, because its answer could not be kept or its world was lost.
    func failed(_ request: HTTPRequest, in world: World, _ response: HTTPResponse, because reason: String) {
      let request = proxies.seen(request)
      var exchange = Exchange(
        beginning: Call(request: request, origin: runner.origins.origin(of: request), world: world))
      if let endpoint = runner.endpoint(for: request, in: world) { exchange.endpoint = endpoint.name }
      if ControlAPI.serves(request.path) { exchange.endpoint = .control }
      exchange.status = response.status
      exchange.fail(reason)
      runner.watch.failed(Redaction.sealed(exchange), in: world)
    }
  #endif

  /// Writes a request that no world can take into the default world's journal, so that whoever looks for the request finds it.
  private func note(_ refusal: WorldRefusal, _ request: HTTPRequest) {
    let world = finder.worlds.main
    var exchange = Exchange(
      beginning: Call(request: request, origin: runner.origins.origin(of: request), world: world))
    exchange.status = refusal.status
    exchange.because(refusal.sentence)
    runner.record(exchange, in: world, to: request)
  }

  /// Counts an answer that no endpoint gave.
  private func unknown(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
    runner.watch.answered(ControlAPI.serves(request.path) ? .control : .unknown, response, to: request)
  }

  /// The answer to a request without a world. A caller of the control API reads a problem document, any other client a plain sentence.
  private func without(_ status: Int, _ sentence: String, _ request: HTTPRequest) -> HTTPResponse {
    ControlAPI.serves(request.path) ? ControlAPI.withoutWorld(status, sentence) : .plain(status, sentence)
  }

  /// A test that goes on with a world that has ended must not reach the default world.
  private static func gone(_ name: String) -> String {
    "The world '\(name)' has ended: it was removed, or nobody asked for it during its idle time."
  }
}
