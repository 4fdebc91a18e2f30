import Control
import Crypto
import Directory
import Dispatch
import Expectations
import HTTPServer
import HTTPWire
import JOSE
import JSON
import Scenarios
import Synchronization
import Testing
import Time
import Worlds

@testable import MockIdP

/// A request that needs signing keys which are still being made. It must not hold an event loop, where all other requests of
/// the loop would wait with it.
@Suite struct AwaitedKeysTests {
  private static let tenant = "contoso.onmicrosoft.com"
  private static let form =
    "grant_type=client_credentials&client_id=dae30000-0000-4000-8000-000000000004&client_secret=daemon-secret"
    + "&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default"

  @Test func aRequestIsPostponedUntilItsKeyIsMade() throws {
    let gate = DispatchSemaphore(value: 0)
    let fixed = try DevelopmentKeys.keys()
    let left = Mutex([fixed.current, fixed.next, fixed.personal, fixed.retired].compactMap(\.self))
    let ring = KeyRing(generating: { () throws(CryptoError) in
      gate.wait()
      guard let key = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw CryptoError("make a key") }
      return key
    })
    let front = try Self.front(ring)
    // Before, each of these held its event loop until the key was there.
    let token = try #require(Self.work(front, "POST", "/\(Self.tenant)/oauth2/v2.0/token", Self.form))
    let keys = try #require(Self.work(front, "GET", "/\(Self.tenant)/discovery/v2.0/keys"))
    let order = try #require(
      Self.elsewhere(
        front, "POST", "/_mockidp/v1/tokens", #"{"kind":"refreshToken","client":"mobile","user":"alice"}"#))
    // What needs no key is answered at once: documents, the control API, and what a probe for a managed identity is told.
    expectEqual(Self.status(front, "GET", "/\(Self.tenant)/v2.0/.well-known/openid-configuration"), 200)
    expectEqual(Self.status(front, "GET", "/_mockidp/v1/world"), 200)
    expectEqual(Self.status(front, "GET", "/\(Self.tenant)/oauth2/v2.0/token"), 400)
    let probe = try #require(
      Self.elsewhere(front, "GET", "/metadata/identity/oauth2/token"))
    expectEqual(Self.wait(for: probe), 400)
    #expect((Self.wait(for: order) ?? 500) < 500)
    // The one key that signs is enough for the token.
    gate.signal()
    for work in [token, keys] {
      let done = DispatchSemaphore(value: 0)
      work { done.signal() }
      done.wait()
    }
    let now = try #require(Self.elsewhere(front, "POST", "/\(Self.tenant)/oauth2/v2.0/token", Self.form))
    expectEqual(Self.wait(for: now), 200)
    let document = try #require(Self.elsewhere(front, "GET", "/\(Self.tenant)/discovery/v2.0/keys"))
    expectEqual(Self.wait(for: document), 200)
    expectEqual(ring.made.count, 1)
    // A personal account's document has nothing to list without its key.
    let consumers = try #require(Self.elsewhere(front, "GET", "/consumers/discovery/v2.0/keys"))
    for _ in 0..<8 { gate.signal() }
    expectEqual(Self.wait(for: consumers), 200)
  }

  /// A program reckons when its token ends from the answer on, by `expires_in`. So the wait for the key is not part of that time.
  @Test func theTimesOfAMachinesTokenCountFromItsAnswerOn() throws {
    let gate = DispatchSemaphore(value: 0)
    let key = try DevelopmentKeys.keys().current
    let ring = KeyRing(generating: { () throws(CryptoError) in
      gate.wait()
      return key
    })
    let file = """
      scenario: machine
      summary: A machine with an identity.
      world: { apps: { vm: { managedIdentity: systemAssigned } } }
      machine: { identities: [vm] }
      """
    let base = ManualClock(Self.begin)
    let front = try Self.front(
      ring, base, scenario: try ScenarioDecoder.scenario(from: Array(file.utf8), file: "machine.yaml"))
    let path = "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https%3A%2F%2Fgraph.microsoft.com"
    let work = try #require(Self.elsewhere(front, "GET", path, fields: ["Metadata": "true"]))
    let answer = Mutex<HTTPResponse?>(nil)
    let done = DispatchSemaphore(value: 0)
    work { response in
      answer.withLock { $0 = response }
      done.signal()
    }
    base.advance(by: .seconds(7))
    for _ in 0..<4 { gate.signal() }
    done.wait()
    let response = try #require(answer.withLock { $0 })
    expectEqual(response.status, 200)
    let body = try JSONValue.parse(response.body)
    let left = body["expires_in"]?.string.flatMap { Int64($0) }
    let end = body["expires_on"]?.string.flatMap { Int64($0) }
    expectEqual(try #require(end) - (try #require(left)), Self.begin.seconds + 7)
  }

  private static let begin = UnixTime(seconds: 1_800_000_000)

  private static func front(_ keys: KeyRing) throws -> Front {
    try front(keys, ManualClock(begin), scenario: nil)
  }

  private static func front(_ keys: KeyRing, _ base: ManualClock, scenario: Scenario?) throws -> Front {
    let options = try Running.options { if let scenario { $0.scenario = scenario } }
    let entropy = SeededEntropy(seed: 1)
    let database = try Database()
    let (world, _) = try WorldOpening.open(
      options, in: database, clock: base, entropy: entropy, keys: keys,
      documents: HTTPDocumentSource(certificateAuthorityPEM: ""))
    let worlds = WorldRegistry(
      main: world, database: database, keys: keys, clock: base, uptime: base, entropy: entropy)
    return Front(
      finder: WorldFinder(worlds: worlds, hostnames: [], access: ControlAccess(ControlConfiguration(version: "1"))),
      proxies: TrustedProxies(networks: []), control: ControlAPI(ControlConfiguration(version: "1", worlds: worlds)),
      runner: ExchangeRunner(origins: try OriginPolicy(publicURL: nil)))
  }

  private static func answer(
    _ front: Front, _ method: String, _ path: String, _ body: String, _ more: HTTPFields = HTTPFields()
  ) -> HTTPAnswer {
    var fields: HTTPFields = ["Content-Type": "application/x-www-form-urlencoded"]
    for field in more { fields.append(field.name, field.value) }
    let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
    return front.answer(
      HTTPRequest(
        method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil, fields: fields,
        body: Array(body.utf8), isSecure: true, authority: "localhost:8443", peer: "127.0.0.1"), hasWaited: false)
  }

  /// The work that the answer needs first; nil when it needs none.
  private static func work(
    _ front: Front, _ method: String, _ path: String, _ body: String = ""
  ) -> ((@escaping @Sendable () -> Void) -> Void)? {
    if case .notYet(let work) = answer(front, method, path, body) { work } else { nil }
  }

  /// The status of an answer that is given at once; nil for one that comes later.
  private static func status(_ front: Front, _ method: String, _ path: String, _ body: String = "") -> Int? {
    if case .response(let response) = answer(front, method, path, body) { response.status } else { nil }
  }

  /// What makes the answer on a thread that may wait; nil for an answer that is made otherwise.
  private static func elsewhere(
    _ front: Front, _ method: String, _ path: String, _ body: String = "", fields: HTTPFields = HTTPFields()
  ) -> ((@escaping @Sendable (HTTPResponse) -> Void) -> Void)? {
    if case .elsewhere(let work) = answer(front, method, path, body, fields) { work } else { nil }
  }

  private static func wait(for work: (@escaping @Sendable (HTTPResponse) -> Void) -> Void) -> Int? {
    let status = Mutex<Int?>(nil)
    let done = DispatchSemaphore(value: 0)
    work { response in
      status.withLock { $0 = response.status }
      done.signal()
    }
    done.wait()
    return status.withLock { $0 }
  }
}
