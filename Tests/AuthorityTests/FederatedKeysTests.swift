import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

/// The keys of trusted issuers, fetched from where the directory says.
struct FederatedKeysTests {
  /// Other servers' documents, and which of them were asked for.
  final class Web: DocumentSource, DocumentReader {
    private let state: Mutex<(documents: [String: String], asked: [String])>

    init(_ documents: [String: String]) { state = Mutex((documents, [])) }

    var asked: [String] { state.withLock { $0.asked } }

    func put(_ document: String?, at url: String) { state.withLock { $0.documents[url] = document } }

    func perform<Value: Sendable>(
      _ name: String, trace: TraceContext?,
      _ work: @escaping @Sendable (any DocumentReader) throws(DocumentFault) -> Value,
      _ done: @escaping @Sendable (Result<Value, DocumentFault>) -> Void
    ) {
      do throws(DocumentFault) { done(.success(try work(self))) } catch { done(.failure(error)) }
    }

    func document(at url: String) throws(DocumentFault) -> [UInt8] {
      let document = state.withLock { state in
        state.asked.append(url)
        return state.documents[url]
      }
      guard let document else { throw DocumentFault("\(url) answered with status 404") }
      return Array(document.utf8)
    }
  }

  static let issuer = ClientAssertionTests.issuer
  static let discovery = issuer + "/.well-known/openid-configuration"

  static func keys(_ id: String = "1") throws -> String {
    let key = try ClientAssertionTests.key.get().publicKey
    let set: JSONValue = [
      "keys": [
        [
          "kty": "RSA", "use": "sig", "kid": .string(id), "n": .string(Base64.encodeURL(try #require(key.modulus))),
          "e": .string(Base64.encodeURL(try #require(key.exponent))),
        ]
      ]
    ]
    return set.text
  }

  static func document(issuer: String = issuer, keys: String = issuer + "/keys") -> String {
    JSONValue.object(["issuer": .string(issuer), "jwks_uri": .string(keys)]).text
  }

  static func world(_ web: Web?, keysURL: String? = nil) throws -> TestWorld {
    try TestWorld(
      directory: { directory in
        ClientAssertionTests.trusting(&directory)
        guard let id = directory.application(named: "daemon")?.id else { return }
        directory.updateApplication(id) {
          $0.federatedCredentials[0].keySet = nil
          $0.federatedCredentials[0].keysURL = keysURL
        }
      }, documents: web)
  }

  static func ask(_ test: TestWorld, _ change: @Sendable (inout ClientAssertionTests.Statement) -> Void = { _ in })
    throws
    -> TestAnswer
  {
    let now = test.clock.now.seconds
    let assertion = try ClientAssertionTests.federated { statement in
      statement.payload["exp"] = .integer(now + 600)
      statement.payload["nbf"] = .integer(now)
      statement.payload["iat"] = .integer(now)
      change(&statement)
    }
    return try test.token(ClientAssertionTests.form(try assertion.signed()), tenant: TestWorld.contoso)
  }

  @Test func areFoundByTheIssuersDiscoveryAndKept() throws {
    let web = Web([Self.discovery: Self.document(), Self.issuer + "/keys": try Self.keys()])
    let test = try Self.world(web)
    for _ in 0..<3 { try expectEqual(Self.ask(test).status, 200) }
    expectEqual(web.asked, [Self.discovery, Self.issuer + "/keys"])
    test.advance(by: .hours(25))
    try expectEqual(Self.ask(test).status, 200)
    expectEqual(web.asked.count, 4)
  }

  @Test func areFetchedFromTheURLGiven() throws {
    let web = Web(["https://keys.test/ci": try Self.keys()])
    try expectEqual(Self.ask(try Self.world(web, keysURL: "https://keys.test/ci")).status, 200)
    expectEqual(web.asked, ["https://keys.test/ci"])
  }

  @Test func aNewKeyIsFetchedWhenATokenNamesIt() throws {
    let web = Web(["https://keys.test/ci": try Self.keys("0")])
    let test = try Self.world(web, keysURL: "https://keys.test/ci")
    try expectEqual(Self.ask(test).errorCode, 7_000_272)
    web.put(try Self.keys("1"), at: "https://keys.test/ci")
    try expectEqual(Self.ask(test).status, 200)
    expectEqual(web.asked.count, 2)
    // A token of a stranger with a known key is not a reason to ask again.
    try expectEqual(Self.ask(test) { $0.isSignedByStranger = true }.errorCode, 700027)
    expectEqual(web.asked.count, 2)
  }

  struct Unreachable: CustomTestStringConvertible {
    let testDescription: String
    var documents: [String: String] = [:]
    /// What the journal says.
    let reason: String
    var code = 50166
  }

  @Test(arguments: [
    Unreachable(testDescription: "no document", reason: "status 404"),
    Unreachable(testDescription: "no JSON", documents: [discovery: "<html>"], reason: "is not JSON"),
    Unreachable(
      testDescription: "another issuer's document", documents: [discovery: document(issuer: "https://other.test")],
      reason: "is of the issuer https://other.test"),
    Unreachable(
      testDescription: "keys elsewhere", documents: [discovery: document(keys: "https://internal.test/keys")],
      reason: "at the issuer's own origin"),
    Unreachable(
      testDescription: "keys at another port", documents: [discovery: document(keys: issuer + ":8443/keys")],
      reason: "at the issuer's own origin"),
    Unreachable(testDescription: "no keys", documents: [discovery: document()], reason: "status 404"),
    Unreachable(
      testDescription: "keys that are none", documents: [discovery: document(), issuer + "/keys": "{}"],
      reason: "holds no keys", code: 900_612),
  ])
  func theRefusalSaysWhyTheyCannotBeHad(_ row: Unreachable) throws {
    let answer = try Self.ask(try Self.world(Web(row.documents)))
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
    expectEqual(answer.error, "invalid_request")
    expectEqual(answer.status, 400)
    try expectNil(answer.json["error_uri"])
    #expect(answer.exchange.reasons.contains { $0.contains(row.reason) }, "\(answer.exchange.reasons)")
  }

  /// Keeps the work that it is given until the test wants it done.
  final class Held: DocumentSource {
    private let work = Mutex<[@Sendable () -> Void]>([])

    func perform<Value: Sendable>(
      _ name: String, trace: TraceContext?,
      _ body: @escaping @Sendable (any DocumentReader) throws(DocumentFault) -> Value,
      _ done: @escaping @Sendable (Result<Value, DocumentFault>) -> Void
    ) {
      work.withLock { $0.append { Web([:]).perform(name, trace: trace, body, done) } }
    }

    var count: Int { work.withLock { $0.count } }

    func doAll() {
      for piece in work.withLock({ work in
        defer { work = [] }
        return work
      }) { piece() }
    }
  }

  @Test func oneFetchServesAllWhoWait() throws {
    let source = Held()
    let keys = IssuerKeys(source: source)
    let credential = FederatedCredential(
      id: Identifier(GUID.zero), name: "ci", issuer: Self.issuer, subject: "s", audience: "a")
    let ended = Mutex(0)
    for _ in 0..<3 { keys.fetch(credential, at: TestWorld.start) { ended.withLock { $0 += 1 } } }
    expectEqual(source.count, 1)
    expectEqual(ended.withLock { $0 }, 0)
    source.doAll()
    expectEqual(ended.withLock { $0 }, 3)
    // Whoever comes later asks anew.
    keys.fetch(credential, at: TestWorld.start) {}
    expectEqual(source.count, 1)
  }

  /// Nothing that a request brings is ever fetched.
  @Test func theAssertionLeadsNowhere() throws {
    let web = Web([:])
    let test = try Self.world(web)
    let answer = try Self.ask(test) {
      $0.payload["iss"] = "https://169.254.169.254/latest"
      $0.header["jku"] = "https://169.254.169.254/keys"
    }
    expectEqual(answer.errorCode, 700211)
    _ = try Self.ask(test) { $0.payload["sub"] = "other" }
    expectEqual(web.asked, [])
    _ = try Self.ask(test) { $0.header["jku"] = "https://169.254.169.254/keys" }
    expectEqual(web.asked, [Self.discovery])
  }

  @Test func withoutASourceNothingIsFetched() throws {
    try expectEqual(Self.ask(try Self.world(nil)).errorCode, 50166)
  }
}
