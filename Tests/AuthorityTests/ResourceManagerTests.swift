import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Time
import Worlds

/// Resource Manager by its own name: what a sign-in of Azure CLI asks.
struct ResourceManagerTests {
  private static let capable = #"{"access_token":{"xms_cc":{"values":["CP1"]}}}"#

  private static func token(
    _ test: TestWorld, _ scope: String = "https://management.azure.com/.default", claims: String? = nil
  ) throws -> String {
    var form = FormFields([
      ("grant_type", "password"), ("client_id", TestClient.azureCLI.id), ("username", "alice@contoso.onmicrosoft.com"),
      ("password", SeededDirectory.password), ("scope", scope),
    ])
    if let claims { form.set("claims", claims) }
    let answer = try test.token(form, tenant: "organizations")
    return try #require(try answer.json["access_token"]?.string, "\(answer.text)")
  }

  private static func get(_ test: TestWorld, _ path: String, _ authorization: String?) throws -> TestAnswer {
    try test.send(
      "GET", "\(path)?api-version=2022-09-01", fields: authorization.map { [("Authorization", $0)] } ?? [])
  }

  @Test func answersInItsOwnName() throws {
    let test = try TestWorld()
    let bearer = "Bearer " + (try Self.token(test))
    let empty = try Self.get(test, "/subscriptions", bearer)
    expectEqual(empty.status, 200)
    expectEqual(empty.text, #"{"value":[],"count":{"type":"Total","value":0}}"#)
    expectEqual(empty.fields["Cache-Control"], "no-cache")
    expectEqual(empty.fields["x-ms-correlation-request-id"], "\(empty.exchange.traceID)")
    expectNil(empty.fields["x-ms-ests-server"])
    let tenants = try Self.get(test, "/tenants", bearer).json
    expectEqual(tenants["value"]?.array?.first?["tenantId"]?.string, TestWorld.contoso)
    expectEqual(tenants["count"]?["value"], 1)
    let one = try Self.get(test, "/subscriptions/\(TestWorld.contoso)", bearer)
    expectEqual(one.status, 404)
    try expectEqual(one.json["error"]?["code"], "SubscriptionNotFound")
  }

  @Test(
    arguments: [
      (nil, "AuthenticationFailed"), ("Bearer System.Security.SecureString", "InvalidAuthenticationToken"),
      ("Basic YTpi", "InvalidAuthenticationToken"), ("graph", "InvalidAuthenticationTokenAudience"),
      ("late", "ExpiredAuthenticationToken"), ("forged", "InvalidAuthenticationToken"),
    ]) func refuses(_ proof: String?, _ code: String) throws
  {
    let test = try TestWorld()
    var proof = proof
    switch proof {
    case "graph": proof = "Bearer " + (try Self.token(test, "https://graph.microsoft.com/.default"))
    case "late":
      proof = "Bearer " + (try Self.token(test))
      test.advance(by: .hours(30))
    case "forged": proof = "Bearer " + (try Self.token(test)).dropLast(8) + "AAAAAAAA"
    default: break
    }
    for path in ["/subscriptions", "/subscriptions/x", "/tenants"] {
      let answer = try Self.get(test, path, proof)
      expectEqual(answer.status, 401, "\(path)")
      try expectEqual(answer.json["error"]?["code"]?.string, code)
      expectEqual(answer.fields["x-ms-failure-cause"], "gateway")
      expectEqual(answer.exchange.events, [.resourceRefused])
      expectEqual(
        answer.fields["WWW-Authenticate"]?.hasPrefix(
          "Bearer authorization_uri=\"https://localhost:8443/\(TestWorld.contoso)\""),
        true)
    }
  }

  @Test func aRevokedSessionIsChallenged() throws {
    let test = try TestWorld()
    let (capable, plain) = (try Self.token(test, claims: Self.capable), try Self.token(test))
    test.advance(by: .seconds(1))
    try test.world.revokeSessions(of: try test.user("alice").id)
    let refused = try Self.get(test, "/subscriptions", "Bearer \(capable)")
    expectEqual(refused.status, 401)
    expectEqual(refused.text, #"{"error":{"code":"AuthenticationFailed","message":"Authentication failed."}}"#)
    expectEqual(refused.fields["WWW-Authenticate"]?.contains("User session has been revoked\", claims=\""), true)
    try expectEqual(Self.get(test, "/subscriptions", "Bearer \(plain)").status, 200)
  }
}
