import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Testing
import Time
import Worlds

/// The journal's sign-ins in Graph's form.
@Suite("Sign-ins in Graph") struct SignInLogTests {
  private let bench: Bench
  private let token: String

  init() throws {
    bench = try Bench()
    token = try bench.app("AuditLog.Read.All")
    try record("alice", number: 1, events: [.signIn])
    try record("bob", number: 2, events: [.signInFailed])
    try record("alice", number: 3, events: [.tokenIssued])
  }

  private func record(_ name: String, number: Int, events: [Exchange.Event]) throws {
    let user = try bench.user(name)
    var exchange = Exchange(
      traceID: try Bench.found(GUID("5d1e8a40-0000-4000-8000-00000000000\(number)")),
      correlationID: try Bench.found(GUID("c0223310-0000-4000-8000-000000000000")),
      startedAt: Bench.start + .seconds(number), method: "GET", host: "localhost", path: "/")
    exchange.note(tenant: bench.world.directory.tenants[user.tenant])
    exchange.note(client: bench.world.directory.application(named: "web"))
    exchange.note(user: user)
    for event in events { exchange.note(event) }
    bench.world.journal.record(exchange)
  }

  private func list(_ query: String = "") throws -> JSONValue {
    let response = try bench.call(
      "/v1.0/auditLogs/signIns", query: query.replacing(" ", with: "%20"), authorization: token
    ).response
    expectEqual(response.status, 200, "\(response.text)")
    return try response.json()
  }

  @Test func theSignInsOfTheJournal() throws {
    let items = try list()["value"]?.array ?? []
    expectEqual(
      items.map { $0["userPrincipalName"]?.string },
      ["bob@contoso.onmicrosoft.com", "alice@contoso.onmicrosoft.com"])
    expectEqual(items.map { $0["status"]?["errorCode"]?.integer }, [50126, 0])
    expectEqual(items.last?["id"], "5d1e8a40-0000-4000-8000-000000000001")
    let one = try bench.call(
      "/v1.0/auditLogs/signIns/5d1e8a40-0000-4000-8000-000000000001", authorization: token
    ).response
    try expectEqual(one.json()["userDisplayName"], "Alice Archer")
  }

  @Test func aConnectorPages() throws {
    let page = try list("$filter=createdDateTime ge 2026-01-31T10:20:31Z&$orderby=createdDateTime&$top=1")
    expectEqual(page["value"]?.array?.first?["userDisplayName"], "Alice Archer")
    let next = try #require(page["@odata.nextLink"]?.string?.split(separator: "?").last.map(String.init))
    expectEqual(try list(next)["value"]?.array?.count, 1)
    expectEqual(try list("$filter=status/errorCode ne 0")["value"]?.array?.count, 1)
    expectEqual(
      try list("$filter=startswith(userPrincipalName,'alice') and status/errorCode eq 0")["value"]?.array?.count, 1)
  }

  @Test func thePermissionIsNeeded() throws {
    let response = try bench.call(
      "/v1.0/auditLogs/signIns", authorization: try bench.app("User.Read.All")
    ).response
    expectEqual(response.status, 403)
  }
}
