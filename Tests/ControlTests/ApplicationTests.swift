import Directory
import Expectations
import HTTPWire
import JSON
import Testing
import Time
import Worlds

struct ApplicationTests {
  private func app(_ name: String, _ bench: Bench) throws -> Application {
    try #require(bench.world.directory.application(named: name))
  }

  @Test func areListedWithoutSecrets() throws {
    let bench = try Bench()
    let all = try bench.ask("GET", "/v1/apps")
    let aliases = all["apps"]?.array?.compactMap { $0["alias"]?.string } ?? []
    #expect(aliases.contains("mobile") && aliases.contains("graph"))
    #expect(!all.text.contains("web-secret"))
    let web = try bench.ask("GET", "/v1/apps/web")
    expectEqual(web["hasSecret"], true)
    expectEqual(web["secrets"]?.array?.first?["hint"], "web")
    expectEqual(web["permissions"]?.strings?.contains("User.Read"), true)
    expectEqual(web["permissions"]?.strings?.contains("api://contoso/Orders.Read"), true)
  }

  @Test("Answers show the words of which the API's description tells, and no key of an app's own")
  func areShownAsDescribed() throws {
    let bench = try Bench()
    let change =
      #"{"signingKey": true, "groupMembershipClaims": "SecurityGroup", "claims": {"x": 1}, "homePageUrl": "https://a.test"}"#
    let changed = try bench.ask("PATCH", "/v1/apps/web", body: change)
    let listed = try bench.ask("GET", "/v1/apps")["apps"]?.array?.first { $0["alias"] == "web" }
    for shown in try [changed, bench.ask("GET", "/v1/apps/web"), #require(listed)] {
      expectEqual(shown["homePageUrl"], "https://a.test")
      for hidden in ["signingKey", "groupMembershipClaims", "claims"] { expectNil(shown[hidden]) }
    }
    let web = try app("web", bench)
    #expect(web.signingKey != nil && web.groupMembershipClaims == .securityGroup && web.statedClaims != nil)
  }

  @Test func areRegistered() throws {
    let bench = try Bench()
    let body = #"{"alias": "shop", "type": "web", "displayName": "Shop", "redirectUris": ["https://shop.test/cb"]}"#
    let response = try bench.call("POST", "/v1/apps", body: body)
    expectEqual(response.status, 201)
    expectEqual(response.fields["Location"], "/_mockidp/v1/apps/shop")
    let shop = try app("shop", bench)
    #expect(shop.redirectURIs.map(\.uri).contains("https://shop.test/cb"))
    expectNotNil(bench.world.directory.servicePrincipal(of: shop.id, in: SeededDirectory.contoso))
    try expectEqual(bench.call("POST", "/v1/apps", body: body).status, 409)
    try expectEqual(bench.call("PUT", "/v1/apps/shop", body: #"{"enabled": false}"#).status, 200)
    try expectEqual(bench.call("PUT", "/v1/apps/tv", body: #"{"type": "native"}"#).status, 201)
  }

  @Test func change() throws {
    let bench = try Bench()
    _ = try bench.ask("PATCH", "/v1/apps/web", body: #"{"secret": "another-secret", "consent": "none"}"#)
    try expectEqual(app("web", bench).secrets.first?.digest.matches("another-secret"), true)
    try expectEqual(bench.ask("GET", "/v1/consents", query: "client=web"), ["consents": []])
  }

  @Test func goAway() throws {
    let bench = try Bench()
    let api = try app("api", bench).id
    try expectEqual(bench.call("DELETE", "/v1/apps/api").status, 204)
    try expectEqual(bench.call("DELETE", "/v1/apps/api").status, 404)
    let directory = bench.world.directory
    expectNil(directory.applications[api])
    expectNil(directory.resource(named: "api://contoso"))
    #expect(directory.servicePrincipals(of: api).isEmpty)
    let left = Set(directory.servicePrincipals.keys)
    #expect(directory.grants.values.allSatisfy { left.contains($0.client) && left.contains($0.resource) })
    #expect(directory.roleAssignments.values.allSatisfy { left.contains($0.resource) })
    bench.world.sleep()
    let stored = bench.world.directory
    expectEqual(stored.applications.count, directory.applications.count)
    expectEqual(stored.grants.count, directory.grants.count)
    expectEqual(stored.servicePrincipals.count, directory.servicePrincipals.count)
  }

  @Test func closeAndLoseTheirSecrets() throws {
    let bench = try Bench()
    try expectEqual(bench.ask("POST", "/v1/apps/web/disable")["enabled"], false)
    try expectEqual(bench.ask("POST", "/v1/apps/web/enable")["enabled"], true)
    _ = try bench.ask("POST", "/v1/apps/web/expireSecrets")
    #expect(try app("web", bench).secrets.allSatisfy { $0.expiresAt == Bench.start })
  }

  @Test func permissionsComeAndGo() throws {
    let bench = try Bench()
    func listed() throws -> [String] { try bench.ask("GET", "/v1/apps/mobile")["permissions"]?.strings ?? [] }
    for _ in 1...2 { _ = try bench.ask("POST", "/v1/apps/mobile/permissions", body: #"{"permission": "files.read"}"#) }
    try expectEqual(listed().filter { $0 == "Files.Read" }.count, 1)
    for _ in 1...2 { try expectEqual(bench.call("DELETE", "/v1/apps/mobile/permissions/Files.Read").status, 204) }
    #expect(try !listed().contains("Files.Read"))
    try expectEqual(bench.call("DELETE", "/v1/apps/mobile/permissions/api%3A%2F%2Fcontoso%2FOrders.Read").status, 204)
    #expect(try !listed().contains("api://contoso/Orders.Read"))
    // An app without users holds permissions itself.
    _ = try bench.ask("POST", "/v1/apps/daemon/permissions", body: #"{"permission": "Mail.Read"}"#)
    try expectEqual(app("daemon", bench).requiredAccess.first?.roles, ["User.Read.All", "Mail.Read"])
    let slip = try bench.call("POST", "/v1/apps/mobile/permissions", body: #"{"permission": "User.Raed"}"#)
    expectEqual(slip.status, 400)
    #expect(String(decoding: slip.body, as: UTF8.self).contains("Did you mean 'User.Read'?"))
    try expectEqual(bench.call("DELETE", "/v1/apps/mobile/permissions/No.Such").status, 404)
  }

  @Test func refusalsSayWhere() throws {
    let bench = try Bench()
    let response = try bench.call("POST", "/v1/apps", body: #"{"alias": "shop", "typ": "web"}"#)
    expectEqual(response.status, 400)
    #expect(String(decoding: response.body, as: UTF8.self).contains("did you mean 'type'?"))
    try expectEqual(bench.call("PATCH", "/v1/apps/mobil", body: "{}").status, 404)
  }
}
