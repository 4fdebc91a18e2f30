import Directory
import HTTPWire
import JSON
import Testing
import Time
import Worlds

@Suite struct ApplicationTests {
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
    #expect(web["hasSecret"] == true)
    #expect(web["secrets"]?.array?.first?["hint"] == "web")
    #expect(web["permissions"]?.strings?.contains("User.Read") == true)
    #expect(web["permissions"]?.strings?.contains("api://contoso/Orders.Read") == true)
  }

  @Test func areRegistered() throws {
    let bench = try Bench()
    let body = #"{"alias": "shop", "type": "web", "displayName": "Shop", "redirectUris": ["https://shop.test/cb"]}"#
    let response = try bench.call("POST", "/v1/apps", body: body)
    #expect(response.status == 201)
    #expect(response.fields["Location"] == "/_mockidp/v1/apps/shop")
    let shop = try app("shop", bench)
    #expect(shop.redirectURIs.map(\.uri).contains("https://shop.test/cb"))
    #expect(bench.world.directory.servicePrincipal(of: shop.id, in: SeededDirectory.contoso) != nil)
    #expect(try bench.call("POST", "/v1/apps", body: body).status == 409)
    #expect(try bench.call("PUT", "/v1/apps/shop", body: #"{"enabled": false}"#).status == 200)
    #expect(try bench.call("PUT", "/v1/apps/tv", body: #"{"type": "native"}"#).status == 201)
  }

  @Test func change() throws {
    let bench = try Bench()
    _ = try bench.ask("PATCH", "/v1/apps/web", body: #"{"secret": "another-secret", "consent": "none"}"#)
    #expect(try app("web", bench).secrets.first?.digest.matches("another-secret") == true)
    #expect(try bench.ask("GET", "/v1/consents", query: "client=web") == ["consents": []])
  }

  @Test func goAway() throws {
    let bench = try Bench()
    let api = try app("api", bench).id
    #expect(try bench.call("DELETE", "/v1/apps/api").status == 204)
    #expect(try bench.call("DELETE", "/v1/apps/api").status == 404)
    let directory = bench.world.directory
    #expect(directory.applications[api] == nil)
    #expect(directory.resource(named: "api://contoso") == nil)
    #expect(directory.servicePrincipals(of: api).isEmpty)
    let left = Set(directory.servicePrincipals.keys)
    #expect(directory.grants.values.allSatisfy { left.contains($0.client) && left.contains($0.resource) })
    #expect(directory.roleAssignments.values.allSatisfy { left.contains($0.resource) })
    bench.world.sleep()
    let stored = bench.world.directory
    #expect(stored.applications.count == directory.applications.count)
    #expect(stored.grants.count == directory.grants.count)
    #expect(stored.servicePrincipals.count == directory.servicePrincipals.count)
  }

  @Test func closeAndLoseTheirSecrets() throws {
    let bench = try Bench()
    #expect(try bench.ask("POST", "/v1/apps/web/disable")["enabled"] == false)
    #expect(try bench.ask("POST", "/v1/apps/web/enable")["enabled"] == true)
    _ = try bench.ask("POST", "/v1/apps/web/expireSecrets")
    #expect(try app("web", bench).secrets.allSatisfy { $0.expiresAt == Bench.start })
  }

  @Test func permissionsComeAndGo() throws {
    let bench = try Bench()
    func listed() throws -> [String] { try bench.ask("GET", "/v1/apps/mobile")["permissions"]?.strings ?? [] }
    for _ in 1...2 { _ = try bench.ask("POST", "/v1/apps/mobile/permissions", body: #"{"permission": "files.read"}"#) }
    #expect(try listed().filter { $0 == "Files.Read" }.count == 1)
    for _ in 1...2 { #expect(try bench.call("DELETE", "/v1/apps/mobile/permissions/Files.Read").status == 204) }
    #expect(try !listed().contains("Files.Read"))
    #expect(
      try bench.call("DELETE", "/v1/apps/mobile/permissions/api%3A%2F%2Fcontoso%2FOrders.Read").status == 204)
    #expect(try !listed().contains("api://contoso/Orders.Read"))
    // An app without users holds permissions itself.
    _ = try bench.ask("POST", "/v1/apps/daemon/permissions", body: #"{"permission": "Mail.Read"}"#)
    #expect(try app("daemon", bench).requiredAccess.first?.roles == ["User.Read.All", "Mail.Read"])
    let slip = try bench.call("POST", "/v1/apps/mobile/permissions", body: #"{"permission": "User.Raed"}"#)
    #expect(slip.status == 400)
    #expect(String(decoding: slip.body, as: UTF8.self).contains("Did you mean 'User.Read'?"))
    #expect(try bench.call("DELETE", "/v1/apps/mobile/permissions/No.Such").status == 404)
  }

  @Test func refusalsSayWhere() throws {
    let bench = try Bench()
    let response = try bench.call("POST", "/v1/apps", body: #"{"alias": "shop", "typ": "web"}"#)
    #expect(response.status == 400)
    #expect(String(decoding: response.body, as: UTF8.self).contains("did you mean 'type'?"))
    #expect(try bench.call("PATCH", "/v1/apps/mobil", body: "{}").status == 404)
  }
}
