import Bytes
import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Time
import Worlds

struct OrganizationTests {
  @Test func showsTheTenantAndMoreToThoseWhoMayKnow() throws {
    let bench = try Bench()
    func organization(_ scopes: String) throws -> JSONValue {
      let body = try bench.call("/v1.0/organization", authorization: try bench.token(scopes)).response.json()
      expectEqual(body["@odata.context"], "https://localhost:8443/v1.0/$metadata#organization")
      return try Bench.found(body["value"]?.array?.first)
    }
    let reduced = try organization("User.Read")
    expectEqual(reduced["id"], "c0270500-0000-4000-8000-000000000001")
    expectEqual(reduced["displayName"], "Contoso")
    expectEqual(reduced["tenantType"], .null)
    expectEqual(reduced["verifiedDomains"]?.array?.first?["name"], "contoso.onmicrosoft.com")
    let whole = try organization("Organization.Read.All")
    expectEqual(whole["tenantType"], "AAD")
    expectEqual(whole["createdDateTime"], "2025-01-31T10:20:30Z")
    expectEqual(whole.object?.names, reduced.object?.names)
  }

  @Test func showsWhatTheTenantSaysOfItselfToThoseWhoMayKnow() throws {
    let bench = try Bench()
    try bench.world.change { directory in
      guard var tenant = directory.tenant(named: "contoso") else { return }
      tenant.countryLetterCode = "DE"
      tenant.setDomains(tenant.domains, default: "contoso.com")
      tenant.properties["city"] = "Freiburg"
      tenant.properties["country"] = "Germany"
      tenant.properties["preferredLanguage"] = "de"
      tenant.properties["technicalNotificationMails"] = ["it@contoso.com"]
      directory.put(tenant)
    }
    for (scope, city, language, mails) in [
      ("User.Read", JSONValue.null, JSONValue.null, [] as JSONValue),
      ("Organization.Read.All", "Freiburg", "de", ["it@contoso.com"]),
    ] {
      let answer = try bench.call("/v1.0/organization", authorization: try bench.token(scope)).response.json()
      let shown = try Bench.found(answer["value"]?.array?.first)
      #expect(shown["city"] == city && shown["preferredLanguage"] == language, "\(scope)")
      #expect(shown["technicalNotificationMails"] == mails && shown["countryLetterCode"] == "DE", "\(scope)")
      expectEqual(shown["verifiedDomains"]?.array?.map { $0["isDefault"] }, [false, true])
    }
  }

  // MARK: Grants

  /// A bench with one grant for everybody and one for Alice.
  private func granted() throws -> (Bench, ServicePrincipal, User) {
    let bench = try Bench()
    let alice = try bench.user("alice")
    let client = try Bench.found(bench.world.directory.application(named: "mobile"))
    let principals = try Bench.found(bench.world.directory.servicePrincipal(of: client.id, in: alice.tenant))
    let graph = try Bench.found(bench.world.directory.servicePrincipal(of: WellKnown.graph, in: alice.tenant))
    let ids = try ["11111111-0000-4000-8000-000000000001", "11111111-0000-4000-8000-000000000002"].map {
      PermissionGrant.ID(try Bench.found(GUID($0)))
    }
    try bench.world.change { directory in
      for grant in directory.grants.values { directory.remove(grant.id) }
      directory.put(
        PermissionGrant(
          id: ids[0], client: principals.id, principal: .everyone, resource: graph.id, scopes: ["User.Read", "openid"]))
      directory.put(
        PermissionGrant(
          id: ids[1], client: principals.id, principal: .user(alice.id), resource: graph.id, scopes: ["Mail.Read"]))
    }
    return (bench, principals, alice)
  }

  @Test func grantsAreListedAndFiltered() throws {
    let (bench, client, alice) = try granted()
    func grants(_ filter: String?) throws -> [JSONValue] {
      try Bench.found(
        try bench.call(
          "/v1.0/oauth2PermissionGrants", query: filter.map { "$filter=" + Percent.encode($0) },
          authorization: try bench.token("Directory.Read.All")
        ).response.json()["value"]?.array)
    }
    let all = try grants(nil)
    expectEqual(all.count, 2)
    expectEqual(all.first?.object?.names, ["clientId", "consentType", "id", "principalId", "resourceId", "scope"])
    expectEqual(all.map { $0["scope"] }, ["User.Read openid", "Mail.Read"])
    expectEqual(all.map { $0["id"]?.string?.utf8.count }, [43, 64])
    try expectEqual(grants("clientId eq '\(client.id)'").count, 2)
    try expectEqual(grants("clientId eq '\(client.id)' and consentType eq 'Principal'"), [all[1]])
    try expectEqual(grants("principalId eq '\(alice.id)'"), [all[1]])
    try expectEqual(grants("consentType eq 'AllPrincipals'"), [all[0]])
    try expectEqual(grants("principalId eq null"), [all[0]])
    #expect(try grants("clientId eq '\(alice.id)'").isEmpty)
  }

  @Test(arguments: ["scope eq 'x'", "foo eq 'x'", "clientId"])
  func grantsAreNotFilteredBy(_ filter: String) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/oauth2PermissionGrants", query: "$filter=" + Percent.encode(filter),
      authorization: try bench.token("Directory.Read.All")
    ).response
    expectEqual(response.status, 400)
  }

  @Test func aWithdrawnGrantIsGone() throws {
    let (bench, client, _) = try granted()
    let token = try bench.token("DelegatedPermissionGrant.ReadWrite.All", of: "admin")
    let list = try bench.call("/v1.0/oauth2PermissionGrants", authorization: token).response.json()
    let id = try Bench.found(list["value"]?.array?.first?["id"]?.string)
    func delete(_ token: String) throws -> Int {
      try bench.call("/v1.0/oauth2PermissionGrants/\(id)", method: "DELETE", authorization: token).response.status
    }
    try expectEqual(delete(try bench.token("Directory.Read.All")), 403)
    try expectEqual(delete(token), 204)
    expectEqual(bench.world.directory.grants(ofClient: client.id).map(\.scopes), [["Mail.Read"]])
    try expectEqual(delete(token), 404)
  }
}
