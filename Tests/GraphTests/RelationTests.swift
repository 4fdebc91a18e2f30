import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Time
import Worlds

struct RelationTests {
  @Test func theManagerIsATypedObject() throws {
    let bench = try Bench()
    let bob = try bench.user("bob").id
    _ = try bench.world.change { [alice = try bench.user("alice").id] in $0.updateUser(alice) { $0.manager = bob } }
    let manager = try bench.call("/v1.0/me/manager", authorization: try bench.token("User.Read")).response.json()
    expectEqual(manager["@odata.context"], "https://localhost:8443/v1.0/$metadata#directoryObjects/$entity")
    expectEqual(
      manager.object?.names.prefix(5), ["@odata.context", "@odata.type", "id", "businessPhones", "displayName"])
    expectEqual(manager["@odata.type"], "#microsoft.graph.user")
    expectEqual(manager["id"], "\(bob)")
    let reports = try bench.call(
      "/v1.0/me/directReports", authorization: try bench.token("User.Read", of: "bob")
    ).response.json()
    expectEqual(reports["value"]?.array?.count, 1)
  }

  @Test func nobodyIsToldByTheRelation() throws {
    let bench = try Bench()
    let response = try bench.call("/v1.0/me/manager", authorization: try bench.token("User.Read")).response
    expectEqual(response.status, 404)
    try expectEqual(
      response.json()["error"]?["message"],
      "Resource 'manager' does not exist or one of its queried reference-property objects are not present.")
  }

  @Test func theSeedsHaveAManager() throws {
    let bench = try Bench()
    let token = try bench.token("User.Read", of: "bob")
    let manager = try bench.call("/v1.0/me/manager", authorization: token).response.json()
    expectEqual(manager["displayName"], "Alice Archer")
    let some = try bench.call("/v1.0/me/manager", query: "$select=displayName,mail", authorization: token).response
    expectEqual(
      some.text,
      ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#directoryObjects/$entity","##
        + ##""@odata.type":"#microsoft.graph.user","displayName":"Alice Archer","mail":"alice@contoso.onmicrosoft.com"}"##
    )
  }

  @Test(arguments: [
    ("$expand=manager&$select=id", 12), ("$expand=manager($select=id,displayName)&$select=id", 3),
    ("$select=id&$expand=Manager($select=id)", 2),
  ])
  func theManagerIsExpanded(_ query: String, _ count: Int) throws {
    let bench = try Bench()
    let bob = try bench.call(query: query, authorization: try bench.token("User.Read", of: "bob")).response.json()
    expectEqual(bob.object?.names, ["@odata.context", "id", "manager"])
    expectEqual(bob["manager"]?.object?.names.first, "@odata.type")
    expectEqual(bob["manager"]?.object?.members.count, count)
    expectEqual(bob["manager"]?["id"], "a11ce000-0000-4000-8000-000000000001")
  }

  /// What Graph does not have is 400, and what this server alone lacks is 501.
  @Test(arguments: [
    ("$expand=foo", 400), ("$expand=manager($select=foo-o)", 400), ("$expand=displayNames", 400),
    ("$expand=manager,photo", 501), ("$expand=drive", 501), ("$expand=manager($levels=max)", 501),
  ])
  func nothingElseIsExpanded(_ query: String, _ status: Int) throws {
    let bench = try Bench()
    let response = try bench.call(query: query, authorization: try bench.token("User.Read")).response
    expectEqual(response.status, status)
  }

  @Test func nobodyHasALicense() throws {
    let bench = try Bench()
    let response = try bench.call("/v1.0/me/licenseDetails", authorization: try bench.token("User.Read")).response
    expectEqual(
      response.text,
      ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#users('a11ce000-0000-4000-8000-000000000001')/licenseDetails","value":[]}"##
    )
  }
}
