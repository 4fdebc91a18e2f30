import Directory
import Graph
import HTTPWire
import JSON
import Scenarios
import Testing
import Time

@Suite struct RelationTests {
  @Test func theManagerIsATypedObject() throws {
    let bench = try Bench()
    let bob = try bench.user("bob").id
    _ = try bench.world.change { [alice = try bench.user("alice").id] in $0.updateUser(alice) { $0.manager = bob } }
    let manager = try bench.call("/v1.0/me/manager", authorization: try bench.token("User.Read")).response.json()
    #expect(manager["@odata.context"] == "https://localhost:8443/v1.0/$metadata#directoryObjects/$entity")
    #expect(
      manager.object?.names.prefix(5) == ["@odata.context", "@odata.type", "id", "businessPhones", "displayName"])
    #expect(manager["@odata.type"] == "#microsoft.graph.user")
    #expect(manager["id"] == "\(bob)")
    let reports = try bench.call(
      "/v1.0/me/directReports", authorization: try bench.token("User.Read", of: "bob")
    ).response.json()
    #expect(reports["value"]?.array?.count == 1)
  }

  @Test func nobodyIsToldByTheRelation() throws {
    let bench = try Bench()
    let response = try bench.call("/v1.0/me/manager", authorization: try bench.token("User.Read")).response
    #expect(response.status == 404)
    #expect(
      try response.json()["error"]?["message"]
        == "Resource 'manager' does not exist or one of its queried reference-property objects are not present.")
  }

  @Test func rolesAreMemberships() throws {
    let bench = try Bench()
    let token = try bench.token("User.Read", of: "admin")
    let list = try bench.call("/v1.0/me/memberOf", authorization: token).response.json()
    #expect(list["@odata.context"] == "https://localhost:8443/v1.0/$metadata#directoryObjects")
    let role = try Bench.found(list["value"]?.array?.first)
    #expect(
      role.object?.names == ["@odata.type", "id", "deletedDateTime", "description", "displayName", "roleTemplateId"])
    #expect(role["@odata.type"] == "#microsoft.graph.directoryRole")
    #expect(role["displayName"] == "Global Administrator")
    #expect(role["roleTemplateId"] == "62e90394-69f5-4237-9190-012177145e10")

    let (objects, groups, secure) = (
      try ids("getMemberObjects", "false", bench, token), try ids("getMemberGroups", "false", bench, token),
      try ids("getMemberObjects", "true", bench, token)
    )
    #expect(objects == [role["id"]])
    #expect(groups.isEmpty)
    #expect(secure.isEmpty)
    #expect(try ids("getMemberObjects", "false", bench, try bench.token("User.Read")).isEmpty)
  }

  @Test(arguments: ["{}", #"{"securityEnabledOnly":"no"}"#, "", "[]"])
  func memberIDsWantToKnowWhich(_ body: String) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/me/getMemberObjects", method: "POST", authorization: try bench.token("User.Read"), body: body
    ).response
    #expect(response.status == 400)
    #expect(try response.json()["error"]?["code"] == "Request_BadRequest")
  }

  @Test(arguments: [
    "/v1.0/me/photo", "/v1.0/me/photo/$value", "/v1.0/users/alice@contoso.onmicrosoft.com/photo/$value",
  ])
  func nobodyHasAPhoto(_ path: String) throws {
    let bench = try Bench()
    let response = try bench.call(path, authorization: try bench.token("User.Read")).response
    #expect(response.status == 404)
    #expect(response.fields["Content-Type"] == "application/json")
    #expect(try response.json()["error"]?["code"] == "ImageNotFound")
  }

  private func ids(_ name: String, _ securityOnly: String, _ bench: Bench, _ token: String) throws -> [JSONValue] {
    let response = try bench.call(
      "/v1.0/me/\(name)", method: "POST", authorization: token, body: #"{"securityEnabledOnly":\#(securityOnly)}"#
    ).response
    #expect(response.fields["Location"] == "https://localhost:8443")
    #expect(
      try response.json()["@odata.context"] == "https://localhost:8443/v1.0/$metadata#Collection(Edm.String)")
    return try Bench.found(try response.json()["value"]?.array)
  }
}
