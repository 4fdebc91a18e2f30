import Bytes
import Control
import Crypto
import Directory
import HTTPWire
import JOSE
import JSON
import Metrics
import Policy
import Scenarios
import Time
import Worlds

/// A world with a standing clock behind a control API.
struct Bench {
  static let start = UnixTime(seconds: 1_769_854_830)  // 2026-01-31T10:20:30Z

  let world: World
  let api: ControlAPI

  init(
    token: String? = nil, hostNames: [String] = [], trustedProxies: [IPNetwork] = [], pem: String? = nil,
    expectations: [Expectation] = [], snippets: [ClientSnippet] = [], readiness: [ReadinessState] = [],
    keepsWorlds: Bool = false
  ) throws {
    let scenario = Scenario(name: "test", summary: "For tests.", expectations: expectations)
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    let state = scenario.seededDirectory(at: Self.start).state
    let database = try Database()
    let store = try database.makePassingWorld(named: "default", scenario: "test", at: Self.start)
    world = World(
      name: "default", scenario: scenario, directory: state, clock: WorldClock(base: ManualClock(Self.start)),
      entropy: SeededEntropy(seed: 1), keys: ring, store: store)
    var configuration = ControlConfiguration(
      version: "1.2.3", token: token, hostNames: hostNames, trustedProxies: trustedProxies,
      certificateAuthorityPEM: pem)
    if keepsWorlds {
      let clock = ManualClock(Self.start)
      configuration.worlds = WorldRegistry(
        main: world, database: database, keys: ring, clock: clock, uptime: clock, entropy: SeededEntropy(seed: 2))
    }
    configuration.snippets = snippets
    configuration.readiness = { readiness }
    configuration.metrics = { $0 == .openMetrics ? Array("# EOF\n".utf8) : [] }
    api = ControlAPI(configuration)
  }

  func call(
    _ method: String, _ path: String, query: String? = nil, body: String = "", fields: HTTPFields = HTTPFields(),
    authority: String = "localhost:8443", peer: String = "127.0.0.1", minorVersion: Int = 1
  ) throws -> HTTPResponse {
    let request = HTTPRequest(
      method: method, path: "/_mockidp" + path, query: query, fields: fields, body: Array(body.utf8), isSecure: true,
      authority: authority, peer: peer, minorVersion: minorVersion)
    let origin = Origin(
      login: "https://\(authority)", graph: "https://\(authority)", authority: authority, isSecure: true)
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: world.now, method: method, host: authority, path: path)
    let response = try api.respond(to: Call(request: request, origin: origin, world: world), &exchange)
    Conformance.expect(method, request.path, response)
    return response
  }

  /// Makes a call that must succeed.
  func ask(_ method: String, _ path: String, query: String? = nil, body: String = "") throws -> JSONValue {
    let response = try call(method, path, query: query, body: body)
    guard (200...201).contains(response.status) else {
      throw Refused(text: String(decoding: response.body, as: UTF8.self))
    }
    return try JSONValue.parse(response.body)
  }

  struct Refused: Error {
    let text: String
  }

  func user(_ name: String) throws -> User {
    guard let user = world.directory.user(named: name) else { throw Refused(text: "no user") }
    return user
  }

  /// Gives out a refresh token.
  func giveRefreshToken(_ handle: String, user: String = "alice", client: String = "mobile") throws {
    guard let client = world.directory.application(named: client) else { throw Refused(text: "no app") }
    let user = try self.user(user)
    try world.store.begin(
      SignInGrant(
        client: client.id, user: user.id, tenant: user.tenant, platform: .native, scope: "User.Read",
        signIn: SignInFacts(session: nil, authenticatedAt: world.now, methods: ["pwd"]), capabilities: []),
      refreshToken: handle, issuedAt: world.now, endsAt: nil)
  }

  /// An exchange in the journal.
  func record(
    _ endpoint: EndpointName, user: String? = nil, client: String? = nil, events: [Exchange.Event] = [],
    refusal: Refusal? = nil, correlation: GUID = .zero, trace: GUID = .zero
  ) {
    var exchange = Exchange(
      traceID: trace, correlationID: correlation, startedAt: world.now, method: "GET", host: "localhost", path: "/x")
    exchange.endpoint = endpoint
    exchange.note(user: user.flatMap { world.directory.user(named: $0) })
    exchange.note(client: client.flatMap { world.directory.application(named: $0) })
    exchange.events = events
    exchange.refusal = refusal
    world.journal.record(exchange)
  }
}
