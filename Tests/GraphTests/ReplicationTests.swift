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

  /// What a scenario has is there from the beginning.
  @Test func theSeedsAreThere() throws {
    let admin = try Self.administrator()
    try admin.expect(200, "GET", "/servicePrincipals(appId='dae30000-0000-4000-8000-000000000004')")
    try admin.expect(200, "GET", "/users/alice@contoso.onmicrosoft.com")
  }
}
