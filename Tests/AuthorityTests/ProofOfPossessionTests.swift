import Bytes
import Crypto
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Time

/// `token_type=pop`: tokens that only the holder of a key can use, as MSAL asks for them and sends them.
struct ProofOfPossessionTests {
  static let key = Result { () throws(CryptoError) in try PrivateKey.rsa() }
  static let stranger = Result { () throws(CryptoError) in try PrivateKey.rsa() }

  static func jwk(_ key: borrowing PrivateKey) throws -> JSONValue {
    let n = try #require(key.publicKey.modulus)
    let e = try #require(key.publicKey.exponent)
    return ["kty": "RSA", "n": .string(Base64.encodeURL(n)), "e": .string(Base64.encodeURL(e))]
  }

  static func thumbprint() throws -> String { try #require(JWK.thumbprint(of: try jwk(key.get()))) }

  static func encoded(_ value: JSONValue) -> String { Base64.encodeURL(value.serialized) }

  /// What MSAL adds to a token request.
  static func wish(_ confirmation: JSONValue? = nil) throws -> [(String, String?)] {
    let value = try confirmation ?? ["kid": .string(thumbprint()), "xms_ksl": "sw"]
    return [("token_type", "pop"), ("req_cnf", encoded(value))]
  }

  // MARK: The token

  enum Grant: String, CaseIterable {
    case code, refreshToken, clientCredentials, password, deviceCode, onBehalfOf

    func ask(_ test: TestWorld, _ wish: [(String, String?)]) throws -> TestAnswer {
      switch self {
      case .code: try test.redeem(try test.signIn(), wish)
      case .refreshToken: try test.refresh(try test.refreshToken(), wish)
      case .clientCredentials:
        try test.token(ClientCredentialsTests.form(wish.map { ($0.0, $0.1) }), tenant: TestWorld.contoso)
      case .password: try test.token(PasswordGrantTests.form(wish), tenant: TestWorld.contoso)
      case .onBehalfOf:
        try test.token(
          OnBehalfOfTests.form(try OnBehalfOfTests.assertion(test), wish), tenant: TestWorld.contoso)
      case .deviceCode:
        try {
          let start = try DeviceCodeTests.Start(test)
          try DeviceCodeTests.confirmation(test, start).submit()
          return try DeviceCodeTests.poll(test, start, wish)
        }()
      }
    }
  }

  @Test(arguments: Grant.allCases) func everyGrantBindsItsToken(_ grant: Grant) throws {
    let answer = try grant.ask(try TestWorld(), try Self.wish())
    expectEqual(answer.status, 200, "\(answer.text)")
    let json = try answer.json
    expectEqual(json["token_type"], "pop")
    expectEqual(json.object?.names.first, "token_type")
    let claims = try json.claims("access_token")
    expectEqual(claims["cnf"], ["kid": .string(try Self.thumbprint()), "xms_ksl": "sw"])
    let names = claims.names
    let place = try #require(names.firstIndex(of: "cnf"))
    #expect(names[..<place].dropFirst(5).allSatisfy { $0 < "cnf" })
  }

  /// Older versions of MSAL send the key itself.
  @Test func keyItselfIsReadAsItsThumbprint() throws {
    let answer = try Grant.code.ask(try TestWorld(), try Self.wish(Self.jwk(Self.key.get())))
    try expectEqual(answer.json.claims("access_token")["cnf"], ["kid": .string(try Self.thumbprint())])
  }

  @Test func bearerTokensAreBoundToNothing() throws {
    let confirmation = Self.encoded(["kid": "x"])
    for changes in [[], [("token_type", "Bearer")], [("token_type", "Bearer"), ("req_cnf", confirmation)]]
      as [[(String, String?)]]
    {
      let json = try Grant.code.ask(try TestWorld(), changes).json
      expectEqual(json["token_type"], "Bearer")
      try expectNil(json.claims("access_token")["cnf"])
    }
  }

  @Test func theKeyAloneIsEnoughAndBringsNoRefreshToken() throws {
    let test = try TestWorld()
    let token = try test.refreshToken()
    for changes in [[], [("token_type", "pop")]] as [[(String, String?)]] {
      let json = try test.refresh(token, changes + [("req_cnf", Self.encoded(["kid": "x"]))]).json
      expectEqual(json["token_type"], "pop")
      try expectEqual(json.claims("access_token")["cnf"], ["kid": "x"])
      expectNil(json["refresh_token"])
    }
    // The one that the client sent stays good.
    try expectNotNil(test.refresh(token).json["refresh_token"])
  }

  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    let confirmation: String?
    let code: Int
  }

  @Test(arguments: [
    Refused(testDescription: "no req_cnf", confirmation: nil, code: 900144),
    Refused(testDescription: "no base64", confirmation: "?", code: 90023),
    Refused(testDescription: "no JSON", confirmation: Base64.encodeURL(Array("key".utf8)), code: 90023),
    Refused(testDescription: "no key", confirmation: encoded(["x": "y"]), code: 90023),
    Refused(testDescription: "an empty key id", confirmation: encoded(["kid": ""]), code: 90023),
    Refused(testDescription: "a key of another type", confirmation: encoded(["kty": "oct", "kid": "x"]), code: 90023),
  ]) func keyMustBeNamed(_ row: Refused) throws {
    let answer = try Grant.code.ask(try TestWorld(), [("token_type", "pop"), ("req_cnf", row.confirmation)])
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
    expectEqual(answer.status, 400)
    expectEqual(answer.error, "invalid_request")
  }

  // MARK: The signed request

  /// What MSAL sends to Graph.
  struct Statement {
    var header: JSONObject = ["alg": "RS256", "typ": "pop"]
    var payload: JSONObject
    var isSignedByStranger = false

    init(_ token: String) throws {
      payload = [
        "at": .string(token), "ts": .integer(TestWorld.start.seconds), "m": "GET", "u": .string(TestWorld.authority),
        "p": "/v1.0/me", "nonce": "n", "cnf": ["jwk": try jwk(key.get())],
      ]
    }

    func signed() throws -> String {
      let algorithm = try #require(header["alg"]?.string.flatMap { SignatureAlgorithm(rawValue: $0) })
      return try JWS.compact(
        header: .object(header), payload: .object(payload), key: isSignedByStranger ? stranger.get() : key.get(),
        algorithm: algorithm)
    }
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var query: String?
    var age = Duration.zero
    /// What the journal's reason begins with; nil: Graph answers.
    var reason: String?
    var change: @Sendable (inout Statement) -> Void = { _ in }

    init(
      _ description: String, query: String? = nil, age: Duration = .zero, _ reason: String? = nil,
      _ change: @escaping @Sendable (inout Statement) -> Void = { _ in }
    ) {
      testDescription = description
      self.query = query
      self.age = age
      self.reason = reason
      self.change = change
    }
  }

  @Test(arguments: [
    Row("as MSAL for .NET writes it"),
    Row("PS256") { $0.header["alg"] = "PS256" },
    Row("the time as text") { $0.payload["ts"] = .string("\(TestWorld.start.seconds)") },
    Row("no part of the request is named") { for name in ["m", "u", "p", "nonce"] { $0.payload[name] = nil } },
    Row("the query as MSAL for JavaScript writes it", query: "$select=id") { $0.payload["q"] = [[], "$select=id"] },
    Row("the query by its hash", query: "a=1&b=2") {
      $0.payload["q"] = [["a", "b"], .string(Base64.encodeURL(SHA256.hash(Array("a=1&b=2".utf8))))]
    },
    Row("four minutes old", age: .minutes(4)),
    Row("six minutes old", age: .minutes(6), "the request was signed at 2026-01-31T10:20:30Z") { _ in },
    Row("from the future", "the request was signed at") { $0.payload["ts"] = .integer(TestWorld.start.seconds + 600) },
    Row("no time", "the signed request has no time in ts") { $0.payload["ts"] = nil },
    Row("another method", "m of the signed request is \"POST\", and the request has GET") { $0.payload["m"] = "POST" },
    Row("another host", "u of the signed request is") { $0.payload["u"] = "graph.microsoft.com" },
    Row("another path", "p of the signed request is") { $0.payload["p"] = "/v1.0/users" },
    Row("another query", query: "a=2", "q of the signed request is not") { $0.payload["q"] = [[], "a=1"] },
    Row("another hash", query: "a=2", "q of the signed request is not") { $0.payload["q"] = [["a"], "x"] },
    Row("a signature of another key", "the signature of the request is not") { $0.isSignedByStranger = true },
    Row("no key", "the signed request has no key in cnf.jwk") { $0.payload["cnf"] = nil },
    Row("no token", "the signed request has no at") { $0.payload["at"] = nil },
  ]) func graphChecksTheSignedRequest(_ row: Row) throws {
    let test = try TestWorld()
    let token = try #require(try Grant.code.ask(test, Self.wish()).json["access_token"]?.string)
    var statement = try Statement(token)
    row.change(&statement)
    test.advance(by: row.age)
    let answer = try test.graph(token: statement.signed(), scheme: "PoP", query: row.query)
    try Self.expect(answer, row.reason == nil)
    guard let reason = row.reason else { return }
    do {
      let proof = try SignedHTTPRequest(statement.signed())
      try proof.check(boundBy: try JWS.parse(token).payload["cnf"], at: test.clock.now)
      try proof.check(
        sentTo: SignedHTTPRequest.Target(
          method: "GET", authority: TestWorld.authority, path: "/v1.0/me", query: row.query))
      Issue.record("no fault")
    } catch let fault as SignedHTTPRequest.Fault { #expect(fault.reason.hasPrefix(reason), "\(fault.reason)") }
  }

  @Test func anotherKeyIsNotTheTokens() throws {
    let test = try TestWorld()
    let token = try #require(try Grant.code.ask(test, Self.wish()).json["access_token"]?.string)
    var statement = try Statement(token)
    statement.payload["cnf"] = ["jwk": try Self.jwk(Self.stranger.get())]
    statement.isSignedByStranger = true
    try Self.expect(try test.graph(token: statement.signed(), scheme: "PoP"), false)
  }

  @Test func schemeAndTokenBelongTogether() throws {
    let test = try TestWorld()
    let bound = try #require(try Grant.code.ask(test, Self.wish()).json["access_token"]?.string)
    let bearer = try #require(try test.tokens()["access_token"]?.string)
    try Self.expect(try test.graph(token: bound), false)
    try Self.expect(try test.graph(token: bound, scheme: "PoP"), false)
    try Self.expect(try test.graph(token: Statement(bearer).signed(), scheme: "PoP"), false)
    try Self.expect(try test.graph(token: Statement(bound).signed(), scheme: "pop"), true)
  }

  private static func expect(_ answer: HTTPResponse, _ isServed: Bool) throws {
    expectEqual(answer.status, isServed ? 200 : 401, "\(String(decoding: answer.body, as: UTF8.self))")
    guard !isServed else { return }
    let error = try JSONValue.parse(answer.body)["error"]
    expectEqual(error?["code"], "InvalidAuthenticationToken")
  }
}
