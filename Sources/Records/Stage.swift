import Bytes
import Crypto
import Directory
import Gates
import HTTPClient
import HTTPServer
import HTTPWire
import JOSE
import JSON
import MockIdP
import Scenarios
import Synchronization
import Time
import Worlds

/// The world of one record in memory, with every host of the service before it, and the guards of Azure's services. Times, ids and keys
/// are the same in every run.
final class Stage: Sendable {
  /// When every record begins: with a fraction that no rounding hides.
  static let start = UnixTime(seconds: 1_801_823_430) + Duration(ticks: 1_234_567)

  /// How long each request takes: little enough that no record passes a second by it.
  private static let pause = Duration(ticks: 12_345)

  private let staged: Staged
  private let clock = ManualClock(Stage.start)

  init(_ scenario: Scenario, keys: KeyRing, challengeFiles: (any ChallengeFiles)? = nil) throws {
    let database = try Database()
    let worldClock = WorldClock(base: clock)
    scenario.clock.apply(to: worldClock)
    let store = try database.makePassingWorld(named: WorldName.main, scenario: scenario.name, at: clock.now)
    let template = ScenarioTemplate(scenario, seededAt: worldClock.now)
    let entropy = SeededEntropy(seed: 1)
    let world = World(
      name: WorldName.main, template: template, directory: template.seeds.state, clock: worldClock, entropy: entropy,
      keys: keys, store: store)
    let worlds = WorldRegistry(
      main: world, database: database, keys: keys, clock: clock, uptime: clock, entropy: entropy)
    staged = try Staged(worlds, challengeFiles: challengeFiles)
  }

  private var world: World { staged.world }

  /// The answer with the length of its body, which a connection writes.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let response = staged.answer(request)
    // No two requests come at one moment.
    clock.advance(by: Self.pause)
    return Self.withLength(response)
  }

  private static func withLength(_ answer: HTTPResponse) -> HTTPResponse {
    var response = answer
    if response.stream == nil, response.fields["Content-Length"] == nil, response.fields["Transfer-Encoding"] == nil {
      response.fields.append("Content-Length", "\(response.body.count)")
    }
    return response
  }

  func wait(_ duration: Duration) { clock.advance(by: duration) }

  /// The answer of a service of Azure that stands before its emulator. A request that may pass gets 200.
  func answer(_ request: HTTPRequest, guarding service: String) throws -> HTTPResponse {
    guard let service = GuardedService.named(service) else {
      throw RecordFault("no guard of the name '\(service)'")
    }
    let source = TokenSource(authority: "https://login.microsoftonline.com", tenant: "\(SeededDirectory.contoso)") {
      [self] method, url, fields, body throws(HTTPClientError) in
      let answer = self.answer(RequestWriter.request(method, url, fields: fields, body: body))
      return (answer.status, answer.body)
    }
    let relay = Relay(upstream: "http://localhost:1") { cutoff in HTTPClient(cutoff: cutoff) }
    guard
      let handler = ServiceGuard(
        service, source: source, relay: relay, clock: world.clock, entropy: world.entropy, accountKey: nil,
        tokenKey: ClientKey.shared?.key, passesToken: true, log: { _ in })
    else { throw RecordFault("no key for the guard") }
    return Self.withLength(handler.ownAnswer(to: request) ?? HTTPResponse(status: 200))
  }

  /// What a name in braces stands for in this world; nil for a name of nothing.
  func value(of name: String) -> String? {
    if name.hasPrefix("now") { return moment(String(name.dropFirst(3))) }
    if let known = Self.known[name] { return known }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard let first = parts.first, first.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F })
    else { return nil }
    let part = parts.count > 1 ? parts[1] : nil
    let directory = world.directory
    if let app = directory.application(named: first) {
      switch part {
      case nil: return "\(app.id)"
      case "object": return "\(app.objectID)"
      case "principal":
        let home = app.tenant ?? directory.mainTenant?.id
        return home.flatMap { directory.servicePrincipal(of: app.id, in: $0) }.map { "\($0.id)" }
      default: return nil
      }
    }
    if let user = directory.user(named: first) {
      switch part {
      case nil: return directory.account(of: user).userPrincipalName
      case "id": return "\(user.id)"
      case "name": return user.displayName
      case "mail": return user.mail
      default: return nil
      }
    }
    guard let tenant = directory.tenant(named: first) else { return nil }
    switch part {
    case nil: return "\(tenant.id)"
    case "domain": return tenant.domains.first
    case "name": return tenant.displayName
    default: return nil
    }
  }

  /// Seconds since 1970: `{now}`, `{now+600}`.
  private func moment(_ rest: String) -> String? {
    let now = world.clock.now.seconds
    if rest.isEmpty { return "\(now)" }
    return Int64(rest).map { "\(now + $0)" }
  }

  private static let known = [
    "verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    "challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "password": SeededDirectory.password,
    "unknown": "11111111-2222-4333-8444-555555555555",
  ]
}

/// Why a record cannot be played.
package struct RecordFault: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
