import Directory
import Expectations
import HTTPWire
import JSON
import Testing
import Worlds

@testable import Control

/// A script whose variable is not set sends `?user=`. That must not mean everybody.
@Suite("An empty filter") struct EmptyFilterTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let name: String
    var testDescription: String { "\(method) \(path)?\(name)=" }
  }

  /// Every parameter of the query of every route.
  static let rows: [Row] = ControlRoute.all.flatMap { route in
    let path = route.pattern.split(separator: "/").dropFirst().map { $0.hasPrefix("{") ? "/x" : "/\($0)" }.joined()
    return route.parameters(in: .query).map { Row(method: route.method.rawValue, path: path, name: $0.name) }
  }

  @Test("is refused by every route", arguments: rows) func refused(row: Row) throws {
    let answer = try Bench().call(row.method, row.path, query: row.name + "=")
    expectEqual(answer.status, 400)
    let problem = try JSONValue.parse(answer.body)
    expectEqual(problem["detail"]?.string?.contains(row.name), true, "\(problem.text)")
  }

  @Test("signs nobody out and revokes nothing", arguments: ["sessions", "tokens"]) func harmless(noun: String) throws {
    let bench = try Bench()
    try bench.giveRefreshToken("one")
    for name in ["user", "client"] where noun == "tokens" || name == "user" {
      try expectEqual(bench.call("DELETE", "/v1/\(noun)", query: name + "=").status, 400)
    }
    try expectEqual(bench.world.store.refreshToken(handle: "one")?.isRevoked, false)
  }
}
