package import Authority
package import Bytes
import Crypto
import Customers
package import Directory
import Dispatch
import HTTPWire
import JOSE
import Machines
package import Policy
import SAML
import Scenarios
package import Time
package import Worlds

/// A world in memory whose time, ids and keys are the same in every run, with the login host's endpoints before it.
package final class TestWorld: Sendable {
  /// When every test begins: with a fraction that no rounding hides.
  package static let start = UnixTime(seconds: 1_769_854_830) + Duration(ticks: 1_234_567)
  package static let authority = "localhost:8443"
  package static let contoso = "\(SeededDirectory.contoso)"
  package static let fabrikam = "\(SeededDirectory.fabrikam)"

  /// The login service with its features.
  package static let routes = AuthorityRoutes(joining: [.customers, .machines, .saml])

  package let world: World
  package let clock: ManualClock
  /// Where the server writes keys of an Azure Arc agent; nil when it plays none.
  package let challengeFiles: (any ChallengeFiles)?

  /// `scenario` changes what the world begins as (lifetimes, rules, who answers the pages), `directory` the seeded directory;
  /// `documents` is what it finds on other servers.
  package init(
    scenario change: (inout Scenario) -> Void = { _ in },
    directory changeDirectory: (inout DirectoryState) -> Void = { _ in }, documents: (any DocumentSource)? = nil,
    challengeFiles: (any ChallengeFiles)? = nil
  ) throws {
    self.challengeFiles = challengeFiles
    var scenario = Scenario(name: "test", summary: "A world for tests.")
    change(&scenario)
    clock = ManualClock(Self.start)
    let worldClock = WorldClock(base: clock)
    scenario.clock.apply(to: worldClock)
    // As `serve` without `--data` makes it: the seeds need not be written down.
    let store = try Database().makePassingWorld(named: "test", scenario: scenario.name, at: clock.now)
    var directory = Self.directory(of: scenario, at: worldClock.now)
    changeDirectory(&directory)
    _ = directory.takeChanges()
    world = World(
      name: "test", scenario: scenario, directory: directory, clock: worldClock, entropy: SeededEntropy(seed: 1),
      keys: try TestKeys.ring.get().copy(), store: store, documents: documents)
  }

  /// To make the seeds takes longer than many a test. They are the same for every scenario that changes nothing in them.
  private static let seeds = Scenario(name: "test", summary: "").seededDirectory(at: start).state

  private static func directory(of scenario: Scenario, at now: UnixTime) -> DirectoryState {
    let isPlain = (scenario.language as? FileLanguage).map { $0.patch == WorldPatch() } ?? false
    return isPlain && now == start ? seeds : scenario.seededDirectory(at: now).state
  }

  /// A world of this scenario text, the line with the name left out. `documents` is what it finds on other servers.
  package convenience init(
    file text: String, documents: (any DocumentSource)? = nil, challengeFiles: (any ChallengeFiles)? = nil
  ) throws {
    let read = try ScenarioDecoder.scenario(from: Array(("scenario: test\n" + text).utf8), file: "test.yaml")
    try self.init(scenario: { $0 = read }, documents: documents, challengeFiles: challengeFiles)
  }

  package func advance(by duration: Duration) { clock.advance(by: duration) }

  package func user(_ alias: String) throws -> User {
    guard let user = world.directory.user(named: alias) else { throw TestFault("no user \(alias)") }
    return user
  }

  package func app(_ alias: String) throws -> Application {
    guard let application = world.directory.application(named: alias) else { throw TestFault("no app \(alias)") }
    return application
  }

  /// Changes the directory of the running world.
  package func change(_ body: (inout DirectoryState) -> Void) throws { try world.change { body(&$0) } }

  /// Sends a request to the endpoint at its path, and lets the rules conclude as a server does. `target` may carry the origin
  /// of an earlier answer.
  package func send(
    _ method: String = "GET", _ target: String, fields: [(String, String)] = [], body: String = "",
    isSecure: Bool = true,
    authority: String = TestWorld.authority
  ) throws -> TestAnswer {
    let base = (isSecure ? "https://" : "http://") + authority
    return try send(
      method, target, fields: fields, body: body,
      origin: Origin(login: base, graph: base, authority: authority, isSecure: isSecure))
  }

  /// As the other form, from a client that knows the server by those names.
  package func send(
    _ method: String = "GET", _ target: String, fields: [(String, String)] = [], body: String = "", origin: Origin
  ) throws -> TestAnswer {
    let path = Self.path(of: target)
    let mark = path.utf8.firstIndex(of: 0x3F)
    let request = HTTPRequest(
      method: method, path: String(path[..<(mark ?? path.endIndex)]),
      query: mark.map { String(path[path.utf8.index(after: $0)...]) }, fields: HTTPFields(fields),
      body: Array(body.utf8), isSecure: origin.isSecure, authority: origin.authority)
    do { return try answer(request, origin) } catch let postponed as PostponedAnswer {
      let ended = DispatchSemaphore(value: 0)
      postponed.work { ended.signal() }
      ended.wait()
      return try answer(request, origin, hasWaited: true)
    }
  }

  private func answer(_ request: HTTPRequest, _ origin: Origin, hasWaited: Bool = false) throws -> TestAnswer {
    let call = Call(
      request: request, origin: origin, world: world, hasWaited: hasWaited, challengeFiles: challengeFiles)
    var exchange = Exchange(beginning: call)
    let unserved = world.rules.names(path: request.path) ? Self.routes.unserved : nil
    let host = HTTPAuthority(request.authority)?.host
    guard let endpoint = Self.routes.endpoint(for: request, at: host, in: world) ?? unserved else {
      return TestAnswer(response: HTTPResponse(status: 404), exchange: exchange)
    }
    exchange.endpoint = endpoint.name
    var response: HTTPResponse
    do {
      response = try endpoint.respond(to: call, &exchange)
    } catch let answer as ReplacedAnswer {
      response = answer.replacement.response(beginning: endpoint.crossOriginFields(for: call))
    }
    try world.concludeRules(&exchange)
    exchange.shape.apply(to: &response, &exchange)
    exchange.status = response.status
    world.journal.record(exchange)
    return TestAnswer(response: response, exchange: exchange)
  }

  /// Posts a form.
  package func post(
    _ target: String, _ form: FormFields, fields: [(String, String)] = [], isSecure: Bool = true,
    authority: String = TestWorld.authority
  ) throws -> TestAnswer {
    try send(
      "POST", target, fields: [("Content-Type", "application/x-www-form-urlencoded")] + fields, body: form.query,
      isSecure: isSecure, authority: authority)
  }

  private static func path(of target: String) -> String {
    guard target.hasPrefix("http"), let scheme = target.firstRange(of: "://") else { return target }
    let rest = target[scheme.upperBound...]
    return rest.utf8.firstIndex(of: 0x2F).map { String(rest[$0...]) } ?? "/"
  }
}

/// The keys of every test world; reading them once is enough.
enum TestKeys {
  static let ring = Result { () throws(CryptoError) in
    try DevelopmentKeys.ring { () throws(CryptoError) in
      try SigningKey.make(now: TestWorld.start, entropy: SystemEntropy())
    }
  }
}

/// A test that cannot go on.
package struct TestFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
