import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import Scenarios
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import Control

/// Several callers make something of one name at one time. One of them has made it, and the others hear that it is there.
@Suite("Callers who make one thing at once") struct NameRaceTests {
  /// In the body `{n}` stands for the number of the round and `{c}` for that of the caller.
  struct Row: CustomTestStringConvertible, Sendable {
    let route: String
    let body: String
    var testDescription: String { "\(route) \(body)" }

    init(_ route: String, _ body: String) {
      self.route = route
      self.body = body
    }
  }

  static let rows: [Row] = [
    Row("createUser", #"{"alias":"u{n}","displayName":"U{c}"}"#),
    Row("createUser", #"{"alias":"v{n}x{c}","displayName":"U","id":"9ace0000-0000-4000-8000-{id}"}"#),
    Row("createApp", #"{"alias":"a{n}","type":"web"}"#),
    Row("createApp", #"{"alias":"b{n}x{c}","type":"web","clientId":"9ace0000-0000-4000-8000-{id}"}"#),
    Row("createGroup", #"{"alias":"g{n}","displayName":"G{c}"}"#),
    Row("createGroup", #"{"alias":"h{n}x{c}","displayName":"G","id":"9ace0000-0000-4000-8000-{id}"}"#),
    Row("addRules", #"{"name":"r{n}","when":{"endpoint":"token"},"then":{"delay":"{c}s"}}"#),
    Row("createPolicy", #"{"name":"p{n}","require":"mfa"}"#),
    Row("saveSnapshot", #"{"name":"s{n}"}"#),
    Row("createWorld", #"{"name":"w{n}"}"#),
  ]

  private static let callers = 6
  /// A race is lost one time in ten, so a few rounds of every row find a lock that is gone, and many rounds find the row.
  private static let rounds = Lane.isAll ? 200 : 4

  private static let makers = ControlRoute.all.filter { route in
    route.answers.contains { $0.status == 201 }
  }

  @Test("make it once, by POST", arguments: rows) func isMadeOnce(_ row: Row) throws {
    let route = try #require(Self.makers.first { $0.id == row.route })
    try Self.compete(route, row) { bench, round in
      // As many snapshots as there may be are fewer than rounds.
      if row.route == "saveSnapshot", round % 50 == 49 {
        for kept in try bench.world.snapshots { _ = try bench.world.removeSnapshot(named: kept.name) }
      }
    }
  }

  @Test("make it once, by PUT", arguments: rows.filter { row in makers.contains { $0.id == put(row) } })
  func isPutOnce(_ row: Row) throws {
    let route = try #require(Self.makers.first { $0.id == Self.put(row) })
    let words = try JSONValue.parse(Array(row.body.utf8)).object?.members ?? []
    let rest = JSONObject(words.filter { !["alias", "name"].contains($0.name) })
    try Self.compete(route, Row(route.id, JSONValue.object(rest).text)) { _, _ in }
  }

  /// A new noun is raced too.
  @Test("are tried at every call that makes something") func everyMaker() {
    expectEqual(Set(Self.makers.filter { $0.method == .post }.map(\.id)), Set(Self.rows.map(\.route)))
    expectEqual(
      Set(Self.makers.filter { $0.method == .put }.map(\.id)).subtracting(Self.rows.map(Self.put)), [])
  }

  private static func put(_ row: Row) -> String {
    row.route == "addRules" ? "putRule" : "put" + row.route.dropFirst("create".count)
  }

  private static func compete(
    _ route: ControlRoute, _ row: Row, before: (Bench, Int) throws -> Void
  ) throws {
    let bench = try Bench(keepsWorlds: route.id.hasSuffix("World"))
    for round in 0..<rounds {
      try before(bench, round)
      let caller = Atomic(0)
      let made = Mutex<[Int]>([])
      let path = String(route.pattern.dropFirst("/_mockidp".count))
      try race(callers) {
        let number = caller.add(1, ordering: .relaxed).oldValue
        let digits = "\(round)"
        let body = row.body.replacing("{n}", with: digits).replacing("{c}", with: "\(number)")
          .replacing("{id}", with: String(repeating: "0", count: 12 - digits.utf8.count) + digits)
        let name = path.replacing("{", with: "").replacing("}", with: "")
        let target = path == name ? path : path.prefix { $0 != "{" } + "n\(round)"
        let response = try bench.call(route.method.rawValue, target, body: body)
        made.withLock { $0.append(response.status) }
      }
      let statuses = made.withLock { $0.sorted() }
      expectEqual(statuses.count { $0 == 201 }, 1, "round \(round): \(statuses)")
      #expect(statuses.allSatisfy { $0 < 500 })
    }
  }
}
