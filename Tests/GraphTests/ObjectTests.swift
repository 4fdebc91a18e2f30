import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

/// Directory objects of any type, directory roles, and questions about memberships.
struct ObjectTests {
  static let alice = GroupTests.alice
  static let engineers = MembershipTests.engineers

  private func post(_ path: String, _ body: String, _ permission: String = "Directory.Read.All") throws -> HTTPResponse
  {
    let bench = try Bench()
    return try bench.call(path, method: "POST", authorization: try bench.app(permission), body: body).response
  }

  /// dex asks for the names of groups so, and azure-cli for those of members.
  @Test(arguments: [
    ("directoryObjects", #","types":["group"]"#, ["group"]), ("directoryObjects", "", ["user", "group"]),
    ("directoryObjects", #","types":["USER","device"]"#, ["user"]), ("groups", #","types":["group"]"#, ["group"]),
    ("directoryObjects", #","types":null"#, ["user", "group"]),
    ("directoryObjects", #","types":["directoryObject"]"#, ["user", "group"]),
  ]) func objectsAreFoundByTheirIDs(_ collection: String, _ types: String, _ expected: [String]) throws {
    let nobody = "00000000-0000-4000-8000-0000000000ff"
    let response = try post(
      "/v1.0/\(collection)/getByIds",
      #"{"ids":["\#(Self.alice)","\#(nobody)","\#(Self.engineers)","\#(Self.alice)"]\#(types)}"#)
    expectEqual(response.status, 200, "\(response.text)")
    let objects = try Bench.found(try response.json()["value"]?.array)
    expectEqual(objects.map { $0["@odata.type"]?.string }, expected.map { "#microsoft.graph." + $0 })
    #expect(objects.allSatisfy { $0["displayName"]?.string != nil })
    expectEqual(response.fields["Location"], "https://localhost:8443")
    try expectEqual(response.json()["@odata.context"], "https://localhost:8443/v1.0/$metadata#directoryObjects")
  }

  @Test func everyTypeIsFound() throws {
    let bench = try Bench()
    let all = try bench.app("Directory.Read.All", "Application.Read.All", "RoleManagement.Read.Directory")
    func first(_ path: String) throws -> String {
      try Bench.found(
        try bench.call("/v1.0/" + path, authorization: all).response.json()["value"]?.array?.first?["id"]?.string)
    }
    let ids = [try first("directoryRoles"), try first("applications"), try first("servicePrincipals")]
    let response = try bench.call(
      "/v1.0/directoryObjects/getByIds", method: "POST", authorization: all,
      body: #"{"ids":["\#(ids.joined(separator: #"",""#))"]}"#
    ).response
    try expectEqual(MembershipTests.ids(response), ids)
    for (id, type) in zip(ids, ["directoryRole", "application", "servicePrincipal"]) {
      let one = try bench.call("/v1.0/directoryObjects/\(id)", authorization: all).response.json()
      expectEqual(one["@odata.type"], .string("#microsoft.graph." + type))
      expectEqual(one["@odata.context"], "https://localhost:8443/v1.0/$metadata#directoryObjects/$entity")
    }
  }

  @Test(arguments: [
    "{}", #"{"ids":[]}"#, #"{"ids":["x"]}"#, #"{"ids":[1]}"#, #"{"ids":["\#(alice)"],"types":"user"}"#,
    #"{"ids":[\#(Array(repeating: "\"\(alice)\"", count: 1001).joined(separator: ","))]}"#,
  ]) func wantsAListOfIDs(_ body: String) throws {
    let response = try post("/v1.0/directoryObjects/getByIds", body)
    expectEqual(response.status, 400)
    try expectEqual(response.json()["error"]?["code"], "Request_BadRequest")
  }

  @Test(arguments: [("00000000-0000-4000-8000-0000000000ff", 404), ("x", 400)])
  func oneObjectIsThereOrNot(_ id: String, _ status: Int) throws {
    let bench = try Bench()
    let response = try bench.call("/v1.0/directoryObjects/\(id)", authorization: try bench.app("Directory.Read.All"))
    expectEqual(response.response.status, status)
  }

  @Test(arguments: [
    ("directoryObjects/\(GroupTests.bob)/checkMemberGroups", #"{"groupIds":["\#(MembershipTests.staff)"]}"#, 1),
    ("directoryObjects/\(GroupTests.bob)/checkMemberObjects", #"{"ids":["\#(MembershipTests.staff)"]}"#, 1),
    ("groups/\(engineers)/getMemberGroups", #"{"securityEnabledOnly":false}"#, 1),
    ("groups/\(engineers)/checkMemberGroups", #"{"groupIds":["\#(MembershipTests.news)"]}"#, 0),
    ("users/\(GroupTests.bob)/getMemberObjects", #"{"securityEnabledOnly":false}"#, 3),
    ("directoryObjects/\(engineers)/getMemberObjects", #"{"securityEnabledOnly":false}"#, 1),
  ]) func membershipsOfEveryObject(_ path: String, _ body: String, _ count: Int) throws {
    let response = try post("/v1.0/" + path, body, "User.Read.All")
    expectEqual(response.status, 200, "\(response.text)")
    try expectEqual(MembershipTests.ids(response).count, count)
  }

  @Test func rolesAreListedWithTheirMembers() throws {
    let bench = try Bench()
    let token = try bench.app("RoleManagement.Read.Directory", "User.Read.All")
    let list = try bench.call("/v1.0/directoryRoles", authorization: token).response.json()
    expectEqual(list["@odata.context"], "https://localhost:8443/v1.0/$metadata#directoryRoles")
    let role = try Bench.found(list["value"]?.array?.first { $0["displayName"] == "Global Administrator" })
    let template = "62e90394-69f5-4237-9190-012177145e10"
    expectEqual(role["roleTemplateId"], .string(template))
    for key in ["/" + (role["id"]?.string ?? ""), "(roleTemplateId='\(template)')"] {
      let members = try bench.call("/v1.0/directoryRoles\(key)/members", authorization: token).response
      try expectEqual(members.json()["value"]?.array?.map { $0["displayName"] }, ["Ada Admin"])
      try expectEqual(bench.call("/v1.0/directoryRoles\(key)", authorization: token).response.json()["id"], role["id"])
    }
    try expectEqual(bench.call("/v1.0/directoryRoles/x", authorization: token).response.status, 404)
  }

  @Test func ownersOwnGroupsAndApps() throws {
    let bench = try Bench()
    let alice = try bench.user("alice")
    let group = try Bench.found(bench.world.directory.group(named: "engineers"))
    let app = try Bench.found(bench.world.directory.application(named: "web"))
    try bench.world.edit { editor in
      try editor.update(group.id) { $0.owners = [alice.id] }
      var owned = app
      owned.owners = [alice.id]
      editor.state.put(owned)
    }
    let response = try bench.call("/v1.0/me/ownedObjects", authorization: try bench.token("User.Read")).response
    let types = try response.json()["value"]?.array?.compactMap { $0["@odata.type"]?.string }
    expectEqual(types, ["group", "application", "servicePrincipal"].map { "#microsoft.graph." + $0 })
  }
}
