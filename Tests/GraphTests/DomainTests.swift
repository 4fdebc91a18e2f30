import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

struct DomainTests {
  @Test func theTenantsDomainsAreListed() throws {
    let bench = try Bench()
    let list = try bench.call("/v1.0/domains", authorization: try bench.app("Domain.Read.All")).response.json()
    expectEqual(list["@odata.context"], "https://localhost:8443/v1.0/$metadata#domains")
    let items = try Bench.found(list["value"]?.array)
    expectEqual(items.map { $0["id"] }, ["contoso.onmicrosoft.com", "contoso.com"])
    expectEqual(items.map { $0["isInitial"] }, [true, false])
    expectEqual(items.map { $0["isDefault"] }, [true, false])
    #expect(items.allSatisfy { $0["isVerified"] == true && $0["authenticationType"] == "Managed" })
    expectEqual(
      items.first?.object?.names,
      [
        "authenticationType", "availabilityStatus", "id", "isAdminManaged", "isDefault", "isInitial", "isRoot",
        "isVerified", "supportedServices", "passwordValidityPeriodInDays", "passwordNotificationWindowInDays", "state",
      ])
  }

  @Test func oneIsReadByItsName() throws {
    let bench = try Bench()
    let token = try bench.app("Directory.Read.All")
    let one = try bench.call("/v1.0/domains/CONTOSO.com", query: "$select=id,isRoot", authorization: token).response
    expectEqual(
      one.text,
      ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#domains(id,isRoot)/$entity","id":"contoso.com","isRoot":true}"##
    )
    try expectEqual(bench.call("/v1.0/domains/fabrikam.com", authorization: token).response.status, 404)
    try expectEqual(bench.call("/v1.0/domains", authorization: try bench.token("User.Read")).response.status, 403)
    try expectEqual(bench.call("/v1.0/domains", query: "$select=shoe", authorization: token).response.status, 400)
  }

  @Test func theOrganizationIsReadByItsId() throws {
    let bench = try Bench()
    let token = try bench.app("Organization.Read.All")
    let path = "/v1.0/organization/\(SeededDirectory.contoso)"
    let one = try bench.call(path, query: "$select=displayName,tenantType", authorization: token).response
    expectEqual(
      one.text,
      ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#organization(displayName,tenantType)/$entity","##
        + ##""displayName":"Contoso","tenantType":"AAD"}"##)
    let other = "/v1.0/organization/\(SeededDirectory.fabrikam)"
    try expectEqual(bench.call(other, authorization: token).response.status, 404)
  }

  @Test func aGroupShowsWhatItWasGiven() throws {
    let bench = try Bench()
    let group = try Bench.found(bench.world.directory.group(named: "company"))
    let bob = try bench.user("bob").id
    try bench.world.edit {
      try $0.update(group.id) { group in
        group.become(unified: true, mail: true, security: true)
        group.owners = [bob]
        group.properties["visibility"] = "Private"
        group.properties["mail"] = "all@contoso.com"
        group.properties["onPremisesSamAccountName"] = "company"
      }
    }
    let token = try bench.app("Group.Read.All", "User.Read.All")
    let shown = try bench.call("/v1.0/groups/\(group.id)", authorization: token).response.json()
    expectEqual(shown["visibility"], "Private")
    expectEqual(shown["mail"], "all@contoso.com")
    expectEqual(shown["proxyAddresses"], ["SMTP:all@contoso.com"])
    expectEqual(shown["securityEnabled"], true)
    expectEqual(shown["groupTypes"], ["Unified"])
    let owners = try bench.call("/v1.0/groups/\(group.id)/owners", authorization: token).response
    try expectEqual(MembershipTests.ids(owners), ["\(bob)"])
    for (filter, count) in [
      ("groupTypes/any(c:c%20eq%20'Unified')", 1), ("onPremisesSamAccountName%20eq%20'COMPANY'", 1),
      ("groupTypes/any(c:c%20eq%20'DynamicMembership')", 0),
    ] {
      let found = try bench.call("/v1.0/groups", query: "$filter=" + filter, authorization: token).response
      try expectEqual(MembershipTests.ids(found).count, count, "\(filter)")
    }
  }
}
