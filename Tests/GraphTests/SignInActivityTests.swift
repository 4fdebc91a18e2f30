import Bytes
import Directory
import Expectations
import JSON
import Scenarios
import Testing
import Time
import Worlds

/// When users last signed in, by the journal and by what a file says.
@Suite("Activity in Graph") struct SignInActivityTests {
  private static let world = """
    scenario: activity
    ids: asWritten
    world:
      users:
        bob: { signInActivity: { lastSignInDateTime: 2025-06-01T08:00:00Z } }
        carol: { displayName: Carol Clark }
    """
  private let bench: Bench
  private let admin: Administrator

  init() throws {
    bench = try Bench(scenario: ScenarioDecoder.scenario(from: Array(Self.world.utf8), file: "x"))
    admin = try Administrator(bench, token: bench.app("User.Read.All", "AuditLog.Read.All"))
    try note(1, events: [.signIn])
    try note(2, events: [.tokenIssued], grant: "refresh_token")
    try note(3, events: [.signInFailed])
  }

  private func note(_ number: Int, events: [Exchange.Event], grant: String? = nil) throws {
    var exchange = Exchange(
      traceID: try Bench.found(GUID("5d1e8a40-0000-4000-8000-00000000000\(number)")),
      correlationID: try Bench.found(GUID("c0223310-0000-4000-8000-000000000000")),
      startedAt: Bench.start + .seconds(number), method: "GET", host: "localhost", path: "/")
    let user = try bench.user("alice")
    exchange.note(tenant: bench.world.directory.tenants[user.tenant])
    exchange.note(user: user)
    exchange.grant = grant
    for event in events { exchange.note(event) }
    bench.world.journal.record(exchange)
  }

  @Test func itFollowsFromTheJournal() throws {
    let alice = try admin.expect(200, "GET", "/users/\(GroupTests.alice)?$select=displayName,signInActivity").body
    expectEqual(
      alice["signInActivity"],
      [
        "lastSignInDateTime": "2026-01-31T10:20:33Z", "lastSignInRequestId": "5d1e8a40-0000-4000-8000-000000000003",
        "lastNonInteractiveSignInDateTime": "2026-01-31T10:20:32Z",
        "lastNonInteractiveSignInRequestId": "5d1e8a40-0000-4000-8000-000000000002",
        "lastSuccessfulSignInDateTime": "2026-01-31T10:20:32Z",
        "lastSuccessfulSignInRequestId": "5d1e8a40-0000-4000-8000-000000000002",
      ])
  }

  @Test func inactiveUsersAreFound() throws {
    let filter = "$filter=signInActivity/lastSignInDateTime%20le%202025-12-31T00:00:00Z"
    let old = try admin.expect(200, "GET", "/users?\(filter)&$select=displayName,signInActivity")
    expectEqual(old.body["value"]?.array?.map { $0["displayName"]?.string }, ["Bob Baker"])
    let carol = try admin.expect(200, "GET", "/users?$select=displayName,signInActivity").body["value"]?.array?
      .first { $0["displayName"] == "Carol Clark" }
    expectEqual(carol?["signInActivity"], .null)
  }

  @Test func theServiceOfReportsRefuses() throws {
    let path = "/users/alice@contoso.onmicrosoft.com?$select=signInActivity"
    let byName = try admin.expect(400, "GET", path)
    expectEqual(byName.code, "400")
    let reader = try Administrator(bench, token: bench.app("User.Read.All"))
    let denied = try reader.expect(403, "GET", "/users?$select=signInActivity")
    expectEqual(denied.code, "Authentication_MSGraphPermissionMissing")
    #expect(denied.message.contains("AuditLog.Read.All"))
    try reader.expect(200, "GET", "/users/alice@contoso.onmicrosoft.com?$select=displayName")
  }

  @Test(
    "A tenant has reports with P1 or P2 alone",
    arguments: [
      ("premium: false", 403), ("licenses: { FLOW_FREE: 9 }", 403), ("licenses: { SPE_E3: 9 }", 200),
      ("licenses: { SPE_E3: 0 }", 403), ("licenses: { FLOW_FREE: 9 }, premium: true", 200), ("city: Oslo", 200),
    ])
  func premium(_ words: String, _ status: Int) throws {
    let text = "scenario: x\nids: asWritten\nworld: { tenants: { contoso: { \(words) } } }\n"
    let bench = try Bench(scenario: ScenarioDecoder.scenario(from: Array(text.utf8), file: "x"))
    let admin = try Administrator(bench, token: bench.app("User.Read.All", "AuditLog.Read.All"))
    for path in [
      "/auditLogs/signIns", "/users?$select=id,signInActivity",
      "/reports/authenticationMethods/userRegistrationDetails",
    ] {
      let answer = try admin.expect(status, "GET", path)
      if status == 403 { expectEqual(answer.code, "Authentication_RequestFromNonPremiumTenantOrB2CTenant") }
    }
    try admin.expect(200, "GET", "/users?$select=id")
  }
}
