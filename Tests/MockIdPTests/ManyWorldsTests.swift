import Bytes
import Control
import Crypto
import Directory
import Dispatch
import Expectations
import HTTPClient
import HTTPServer
import HTTPWire
import JSON
import Scenarios
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// Many worlds on one server at once, and the same run twice.
struct ManyWorldsTests {
  /// What a world of that number begins as.
  static func recipe(_ number: Int) -> String {
    let scenario =
      number % 3 == 0
      ? #"{"scenario": "locked", "world": {"users": {"alice": {"enabled": false}}}"#
      : #"{"scenario": "open", "world": {"users": {"alice": {"password": "secret-\#(number)"}}}"#
    let start = UnixTime(seconds: 1_800_000_000 + Int64(number) * 86_400).iso8601
    return #"{"name": "w\#(number)", "scenario": \#(scenario), "clock": {"start": "\#(start)", "frozen": true}}}"#
  }

  static func form(_ number: Int, user: String, _ password: String? = nil) -> String {
    FormFields([
      ("grant_type", "password"), ("client_id", "30b11e00-0000-4000-8000-000000000001"), ("username", user),
      ("password", password ?? "secret-\(number)"), ("scope", "openid profile User.Read"),
    ]).query
  }

  /// The tenant in the path comes before what the request brings: the default world's tenant does not know a code of a made world.
  @Test func aCodeOfAMadeWorldIsNotRedeemedUnderTheTenantOfTheDefaultOne() throws {
    try Running.server(try Running.options()) { server, client in
      let made = try client.post(server.endpoints.control + "/worlds", #"{"name": "t1"}"#)
      expectEqual(made.status, 201)
      let world = try JSONValue.parse(made.body)
      let domain = try #require(world["tenants"]?.array?.first?["domain"]?.string)
      let tenant = try #require(server.world.directory.tenantsInOrder.first?.id)
      let own = try client.post(
        server.endpoints.https + "/organizations/oauth2/v2.0/token",
        Self.form(0, user: "alice@\(domain)", "Passw0rd!") + "%20offline_access")
      let token = try #require(try JSONValue.parse(own.body)["refresh_token"]?.string, "\(own.text)")
      func renew(at place: String) throws -> JSONValue {
        let form = FormFields([
          ("grant_type", "refresh_token"), ("client_id", "30b11e00-0000-4000-8000-000000000001"),
          ("refresh_token", token),
        ])
        return try JSONValue.parse(
          try client.post(server.endpoints.https + "/\(place)/oauth2/v2.0/token", form.query).body)
      }
      let refused = try renew(at: "\(tenant)")
      expectEqual(refused["error"], "invalid_grant")
      expectNotNil(try renew(at: "organizations")["access_token"])
      expectEqual(server.world.journal.exchanges.map(\.status), [400])
    }
  }

  @Test func twoHundredWorldsDoNotSeeEachOther() throws {
    let count = 200
    try Running.server(try Running.options()) { server, client in
      let failures = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: count) { number in
        do {
          let fault = try Self.play(number, server, client)
          if let fault { failures.withLock { $0.append("w\(number): \(fault)") } }
        } catch { failures.withLock { $0.append("w\(number): \(error)") } }
      }
      expectEqual(failures.withLock { $0 }, [])
      #expect(server.world.journal.exchanges.isEmpty)
      let worlds = server.worlds.worlds
      expectEqual(worlds.count, count)
      for world in worlds {
        let exchanges = world.journal.exchanges
        expectEqual(exchanges.map(\.number), [1, 2], "\(world.name)")
        #expect(exchanges.allSatisfy { $0.startedAt == world.now }, "\(world.name)")
      }
    }
  }

  /// Makes a world and signs alice in twice, by host name and by tenant; what went wrong.
  private static func play(_ number: Int, _ server: MockIdPServer, _ client: HTTPClient) throws -> String? {
    let made = try client.post(server.endpoints.control + "/worlds", recipe(number))
    guard made.status == 201 else { return made.text }
    let world = try JSONValue.parse(made.body)
    guard let authority = world["authorities"]?.array?.last?.string, let tenant = world["tenants"]?.array?.first,
      let domain = tenant["domain"]?.string, let shared = tenant["authority"]?.string
    else { return "the answer lacks URLs" }
    for (url, user) in [(authority, "alice@\(domain)"), (shared, "alice@contoso.onmicrosoft.com")] {
      let answer = try client.post(url + "/oauth2/v2.0/token", form(number, user: user))
      let document = try JSONValue.parse(answer.body)
      if number % 3 == 0 {
        guard document["error_codes"] == [50057] else { return "\(url): \(answer.text)" }
      } else {
        guard let token = document["id_token"]?.string.flatMap({ claims($0) }) else { return "\(url): \(answer.text)" }
        // Tokens say they are five minutes older than they are.
        guard token["iat"]?.integer == 1_800_000_000 + Int64(number) * 86_400 - 300,
          token["tid"]?.string == tenant["id"]?.string, token["preferred_username"]?.string == "alice@\(domain)"
        else { return "\(url): \(token.text)" }
      }
    }
    return nil
  }

  private static func claims(_ token: String) -> JSONValue? {
    let parts = token.split(separator: ".")
    return parts.count == 3 ? Base64.decode(parts[1]).flatMap { try? JSONValue.parse($0) } : nil
  }

  // MARK: Repeating

  /// The journal after a sign-in, a renewal and some refusals, in the default world and in one that was made.
  private static func journals(seed: UInt64) throws -> [[UInt8]] {
    let text = "scenario: frozen\nclock: { start: 2026-01-31T09:00:00Z, frozen: true }\n"
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "frozen.yaml")
    let options = try Running.options {
      $0.scenario = scenario
      $0.seed = seed
    }
    let base = ManualClock(UnixTime(seconds: 1_800_000_000))
    let entropy = SeededEntropy(seed: seed)
    let keys = try SigningKeyStore.ring(home: options.home, isSeeded: true, clock: base)
    let database = try Database()
    let (world, _) = try WorldOpening.open(
      options, in: database, clock: base, entropy: entropy, keys: keys,
      documents: HTTPDocumentSource(certificateAuthorityPEM: ""))
    let worlds = WorldRegistry(
      main: world, database: database, keys: keys, clock: base, uptime: base, entropy: entropy)
    let front = Front(
      finder: WorldFinder(worlds: worlds, hostnames: [], access: ControlAccess(ControlConfiguration(version: "1"))),
      proxies: TrustedProxies(networks: []),
      control: ControlAPI(ControlConfiguration(version: "1", worlds: worlds)),
      runner: ExchangeRunner(origins: try OriginPolicy(publicURL: nil)))
    func send(_ method: String, _ path: String, _ body: String = "", host: String) throws -> HTTPResponse {
      let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
      let answer = front.answer(
        HTTPRequest(
          method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil,
          fields: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(body.utf8), isSecure: true,
          authority: host), hasWaited: false)
      switch answer {
      case .response(let response): return response
      case .later, .notYet, .elsewhere, .after, .relayed, .notTaken:
        throw TestFault("the front does not answer at once")
      }
    }
    _ = try send(
      "POST", "/_mockidp/v1/worlds", #"{"name": "t1", "scenario": "consent-required"}"#, host: "localhost:8443")
    var journals: [[UInt8]] = []
    for host in ["localhost:8443", "t1.localhost:8443"] {
      _ = try send("GET", "/common/v2.0/.well-known/openid-configuration", host: host)
      _ = try send("GET", AuthorizeQuery(.mobile).target, host: host)
      for (password, grant) in [("wrong", "password"), (SeededDirectory.password, "password"), ("", "unknown")] {
        let form = FormFields([
          ("grant_type", grant), ("client_id", "30b11e00-0000-4000-8000-000000000001"), ("username", "alice"),
          ("password", password), ("scope", "openid offline_access User.Read Mail.Read"),
        ])
        _ = try send("POST", "/organizations/oauth2/v2.0/token", form.query, host: host)
      }
      _ = try send("GET", "/v1.0/me", host: host)
      // Clocks of scenarios without one run with the base, which stands.
      journals.append(try send("GET", "/_mockidp/v1/exchanges", host: host).body)
      journals.append(try send("GET", "/_mockidp/v1/world", host: host).body)
    }
    return journals
  }

  @Test func theSameRunWithTheSameSeedGivesTheSameBytes() throws {
    let (first, second, other) = (
      try Self.journals(seed: 1), try Self.journals(seed: 1), try Self.journals(seed: 2)
    )
    expectEqual(first, second)
    #expect(first != other)
    let document = try JSONValue.parse(first[0])
    expectEqual(document["exchanges"]?.array?.count, 6)
  }

  // MARK: Keeping

  @Test func keptWorldsGoOn() throws {
    let home = try TestFiles.makeDirectory()
    let options = try Running.options(home: home) {
      $0.dataDirectory = home + "/data"
      $0.seed = nil
    }
    let (tenant, token) = try Running.server(options) { server, client in
      let made = try WorldServerTests.make(
        client, server,
        #"{"name": "t1", "scenario": {"scenario": "mine", "world": {"users": {"alice": {"password": "secret-1"}}}}}"#)
      let tenant = try #require(made["tenants"]?.array?.first?["authority"]?.string)
      let token = try Self.refreshToken(client, tenant)
      let saved = try client.post(server.endpoints.control + "/worlds/t1/snapshots", #"{"name": "s"}"#)
      expectEqual(saved.status, 201)
      return (tenant.split(separator: "/").last.map(String.init) ?? "", token)
    }
    try Running.server(options) { server, client in
      let url = server.endpoints.https + "/" + tenant
      func renew() throws -> Int {
        try client.post(
          url + "/oauth2/v2.0/token",
          FormFields([
            ("grant_type", "refresh_token"), ("client_id", "30b11e00-0000-4000-8000-000000000001"),
            ("refresh_token", token), ("scope", "User.Read"),
          ]).query
        ).status
      }
      let control = server.endpoints.control + "/worlds/t1"
      try expectEqual(renew(), 200)
      _ = try client.post(control + "/reset", "")
      try expectEqual(renew(), 400)
      let restored = try client.post(control + "/snapshots/s/restore", "")
      expectEqual(restored.status, 200)
      try expectEqual(renew(), 200)
    }
    var anew = options
    anew.startsOver = true
    try Running.server(anew) { server, _ in #expect(server.worlds.worlds.isEmpty) }
  }

  private static func refreshToken(_ client: HTTPClient, _ authority: String) throws -> String {
    let answer = try client.post(
      authority + "/oauth2/v2.0/token",
      form(1, user: "alice@contoso.onmicrosoft.com").replacingScope("openid offline_access User.Read"))
    guard let token = try JSONValue.parse(answer.body)["refresh_token"]?.string else { throw TestFault(answer.text) }
    return token
  }
}

extension String {
  /// The same form with another scope, which stands last.
  fileprivate func replacingScope(_ scope: String) -> String {
    let parts = split(separator: "&").filter { !$0.hasPrefix("scope=") }
    return (parts.map(String.init) + ["scope=" + Percent.encodeForm(scope)]).joined(separator: "&")
  }
}
