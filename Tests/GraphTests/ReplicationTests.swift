import Directory
import Expectations
import Graph
import JSON
import Scenarios
import Testing
import Time
import Worlds

/// `replication`: what was made cannot be found yet, as at the service.
struct ReplicationTests {
  private static func administrator() throws -> Administrator {
    try Administrator(
      Bench(
        scenario: ScenarioDecoder.scenario(from: Array("scenario: x\nsummary: s\nreplication: 2s\n".utf8), file: "x")))
  }

  @Test func aNewObjectIsNotFoundForAWhile() throws {
    let admin = try Self.administrator()
    let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"Late"}"#)
    let appID = app.body["appId"]?.string ?? ""
    let group = try admin.expect(
      201, "POST", "/groups",
      #"{"displayName":"Late","mailEnabled":false,"mailNickname":"late","securityEnabled":true}"#)
    let principal = #"{"appId":"\#(appID)"}"#
    try admin.expect(404, "GET", "/applications/\(app.id)")
    try admin.expect(404, "PATCH", "/applications/\(app.id)", #"{"notes":"x"}"#)
    try admin.expect(404, "GET", "/groups/\(group.id)")
    let list = try admin.expect(200, "GET", "/applications?$filter=appId%20eq%20'\(appID)'")
    expectEqual(list.body["value"], .array([]))
    let refused = try admin.expect(400, "POST", "/servicePrincipals", principal)
    #expect(refused.message.contains("does not reference a valid application object"))
    admin.bench.clock.advance(by: .seconds(2))
    try admin.expect(200, "GET", "/applications/\(app.id)")
    try admin.expect(200, "GET", "/groups/\(group.id)")
    try admin.expect(201, "POST", "/servicePrincipals", principal)
  }

  /// hashicorp/terraform-provider-azuread 1802 (2025-11-18): after the PATCH a read has the old name.
  @Test func aChangeIsReadLate() throws {
    let admin = try Self.administrator()
    let group = "/groups/97000000-0000-4000-8000-000000000001"
    func name() throws -> String? { try admin.expect(200, "GET", group).body["displayName"]?.string }
    let before = try name()
    try admin.expect(204, "PATCH", group, #"{"displayName":"first"}"#)
    admin.bench.clock.advance(by: .seconds(1))
    try admin.expect(204, "PATCH", group, #"{"displayName":"second"}"#)
    expectEqual(try name(), before)
    let (_, exchange) = try admin.bench.call("/v1.0" + group, authorization: admin.token)
    #expect(exchange.why?.contains("is not to be seen before") == true, "\(exchange.reasons)")
    admin.bench.clock.advance(by: .seconds(1))
    expectEqual(try name(), "first")
    admin.bench.clock.advance(by: .seconds(1))
    expectEqual(try name(), "second")
  }

  @Test func whatWasDeletedIsStillRead() throws {
    let admin = try Self.administrator()
    let group = "/groups/97000000-0000-4000-8000-000000000001"
    let members = try admin.expect(200, "GET", group + "/members").body["value"]
    try admin.expect(204, "DELETE", group)
    expectEqual(try admin.expect(200, "GET", group + "/members").body["value"], members)
    admin.bench.clock.advance(by: .seconds(2))
    try admin.expect(404, "GET", group)
  }

  /// What a rule or the control API changes is seen at once.
  @Test func changesBesideGraphAreSeenAtOnce() throws {
    let admin = try Self.administrator()
    let alice = try admin.bench.user("alice").id
    try admin.bench.world.edit { try $0.update(alice) { $0.displayName = "Alice II" } }
    expectEqual(try admin.expect(200, "GET", "/users/\(alice)").body["displayName"], "Alice II")
  }

  /// What a scenario has is there from the beginning.
  @Test func theSeedsAreThere() throws {
    let admin = try Self.administrator()
    try admin.expect(200, "GET", "/servicePrincipals(appId='dae30000-0000-4000-8000-000000000004')")
    try admin.expect(200, "GET", "/users/alice@contoso.onmicrosoft.com")
  }
}
