import Bytes
import Crypto
import Directory
import Graph
import HTTPWire
import JOSE
import JSON
import Policy
import Scenarios
import Time
import Worlds

/// A world with a standing clock, a caller who can have any token made, and the answers to calls.
struct Bench {
  static let start = UnixTime(seconds: 1_769_854_830)  // 2026-01-31T10:20:30Z

  let world: World
  let clock: ManualClock
  let keys: KeyRing.Keys

  init(rules: [Rule] = [], scenario: Scenario? = nil, documents: (any DocumentSource)? = nil) throws {
    clock = ManualClock(Self.start)
    let scenario = scenario ?? Scenario(name: "test", summary: "For tests.", rules: rules)
    let ring = try DevelopmentKeys.ring { () throws(CryptoError) in throw CryptoError("make a key") }
    keys = try ring.keys
    let state = scenario.seededDirectory(at: Self.start).state
    let store = try Database().makePassingWorld(named: "test", scenario: "test", at: Self.start)
    world = World(
      name: "test", scenario: scenario, directory: state, clock: WorldClock(base: clock),
      entropy: SeededEntropy(seed: 1), keys: ring, store: store, documents: documents)
  }

  func user(_ name: String) throws -> User { try Self.found(world.directory.user(named: name)) }

  /// The claims of an access token for Graph as the token endpoint makes them.
  func claims(
    user name: String = "alice", client: String = "mobile", scopes: String = "User.Read profile openid email",
    capabilities: [String] = [], issuer: String = "https://localhost:8443"
  ) throws -> JSONObject {
    let directory = world.directory
    let user = try user(name)
    let list = try ScopeList(scopes)
    let tenant = try Self.found(directory.tenants[user.tenant])
    let asked = try Self.found(try ResolvedScopes(list, in: directory, tenant: tenant).resources.first)
    return TokenSubject(
      user: user, tenant: tenant, client: try Self.found(directory.application(named: client)),
      resource: try Self.found(directory.applications[WellKnown.graph]),
      granted: GrantedScopes(
        effective: scopes.split(separator: " ").map(String.init), asked: asked, openID: list.openID),
      resourceIdentifier: "\(WellKnown.graph)", openID: list.openID,
      signIn: SignInFacts(session: nil, authenticatedAt: world.now, methods: ["pwd"]),
      issuer: Issuer(base: issuer, legacyBase: issuer), issuedAt: world.now, lifetimes: Lifetimes(), nonce: nil,
      clientAuthentication: .none, clientAddress: "127.0.0.1", capabilities: capabilities,
      marks: TokenMarks(idTokenUTI: "i", accessTokenUTI: "a", aio: "o", mark: Array(repeating: 0, count: 32))
    ).claims(of: .accessToken)
  }

  func sign(_ claims: JSONObject, with key: SigningKey? = nil, kid: String? = nil) throws -> String {
    let key = key ?? keys.current
    return try JWS.compact(
      header: ["typ": "JWT", "alg": "RS256", "x5t": .string(kid ?? key.id), "kid": .string(kid ?? key.id)],
      payload: .object(claims), key: key.privateKey)
  }

  /// What is sent in `Authorization` for those claims.
  func bearer(_ claims: JSONObject) throws -> String { "Bearer " + (try sign(claims)) }

  /// What a call in the name of a user sends in `Authorization`.
  func token(_ scopes: String, of name: String = "alice") throws -> String {
    try bearer(try claims(user: name, scopes: scopes))
  }

  /// The same for a call of the app's own that holds these roles.
  func app(_ roles: String...) throws -> String { try app(roles) }

  func app(_ roles: [String]) throws -> String {
    var claims = try claims(client: "daemon")
    for name in ["scp", "name", "unique_name", "upn"] { claims[name] = nil }
    claims["idtyp"] = "app"
    claims["roles"] = .strings(roles)
    return try bearer(claims)
  }

  /// Makes the call and gives back the answer with what the endpoint wrote down.
  func call(
    _ path: String = "/v1.0/me", method: String = "GET", query: String? = nil, authorization: String? = nil,
    fields: HTTPFields = HTTPFields(), body: String? = nil, bytes: [UInt8]? = nil,
    origin: String = "https://localhost:8443", authority: String = "localhost:8443", cloud: Cloud? = nil
  ) throws -> (response: HTTPResponse, exchange: Exchange) {
    var fields = fields
    if body != nil, fields["Content-Type"] == nil { fields.set("Content-Type", "application/json") }
    if let authorization { fields.set("Authorization", authorization) }
    let request = HTTPRequest(
      method: method, path: path, query: query, fields: fields, body: bytes ?? Array((body ?? "").utf8),
      authority: authority)
    let call = Call(
      request: request,
      origin: cloud.map { Origin(of: $0) }
        ?? Origin(login: origin, graph: origin, authority: authority, isSecure: true), world: world)
    let endpoint = GraphEndpoints().endpoint(onGraphHost: path)
    var exchange = Exchange(
      traceID: try Self.found(GUID("5d1e8a40-0000-4000-8000-000000000000")),
      correlationID: try Self.found(GUID("c0223310-0000-4000-8000-000000000000")), startedAt: call.now,
      method: method, host: "localhost:8443", path: path)
    exchange.endpoint = endpoint.name
    exchange.token = PresentedTokenFacts(request, in: world)
    let response = try endpoint.respond(to: call, &exchange)
    exchange.status = response.status
    return (response, exchange)
  }

  /// Sends a picture.
  func put(_ path: String, _ bytes: [UInt8], authorization: String) throws -> HTTPResponse {
    try call(
      path, method: "PUT", authorization: authorization, fields: ["Content-Type": "image/jpeg"], bytes: bytes
    ).response
  }

  struct NotFound: Error {}

  static func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw NotFound() }
    return value
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  func json() throws -> JSONValue { try JSONValue.parse(body) }
}
