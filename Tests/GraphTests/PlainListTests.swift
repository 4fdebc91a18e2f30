import Directory
import Expectations
import JSON
import Testing
import Worlds

/// Lists of policies, named locations and roles take OData options; what a service principal is in and owns.
@Suite("Options of administrators' lists") struct PlainListTests {
  private static let policies = "/identity/conditionalAccess/policies"
  private static let locations = "/identity/conditionalAccess/namedLocations"

  @Test func policiesAndLocations() throws {
    let admin = try Administrator(Bench())
    for name in ["One", "Two", "Three"] {
      try admin.expect(
        201, "POST", Self.policies,
        #"{"displayName":"\#(name)","state":"disabled","conditions":{"users":{"includeUsers":["All"]}},"grantControls":null}"#
      )
      try admin.expect(
        201, "POST", Self.locations,
        ##"{"@odata.type":"#microsoft.graph.countryNamedLocation","displayName":"\##(name)","countriesAndRegions":["DE"]}"##
      )
    }
    for path in [Self.policies, Self.locations] {
      let found = try admin.expect(200, "GET", path + "?$filter=displayName%20eq%20'two'").body["value"]?.array
      expectEqual(found?.map { $0["displayName"]?.string }, ["Two"])
      try expectEqual(admin.expect(200, "GET", path + "?$filter=displayName%20eq%20'four'").body["value"], [])
      let first = try admin.expect(200, "GET", path + "?$top=2&$select=displayName").body
      #expect(first["value"]?.array?.count == 2 && first["value"]?.array?.first?["id"] == nil)
      let next = try #require(first["@odata.nextLink"]?.string?.split(separator: "/v1.0").last)
      let rest = try admin.expect(200, "GET", String(next)).body
      #expect(rest["value"]?.array?.count == 1 && rest["@odata.nextLink"] == nil)
      try admin.expect(400, "GET", path + "?$select=shoeSize")
      try admin.expect(400, "GET", path + "?$filter=conditions%20eq%20'x'")
    }
    for (type, count) in [("country", 3), ("ip", 0)] {
      let path = Self.locations + "?$filter=isof('microsoft.graph.\(type)NamedLocation')"
      try expectEqual(admin.expect(200, "GET", path).body["value"]?.array?.count, count)
    }
    try admin.expect(400, "GET", "/users?$filter=isof('microsoft.graph.user')")
    let location = try admin.expect(200, "GET", Self.locations + "?$select=id").body["value"]?.array?.first
    expectEqual(location?["@odata.type"], "#microsoft.graph.countryNamedLocation")
    let one = try admin.expect(200, "GET", "\(Self.locations)/\(location?["id"]?.string ?? "")?$select=isTrusted").body
    #expect(one["isTrusted"] == .null && one["displayName"] == nil)
  }

  @Test func rolesAndWhoHoldsThem() throws {
    let admin = try Administrator(Bench())
    let roles = "/roleManagement/directory"
    let definitions = try admin.expect(200, "GET", roles + "/roleDefinitions").body
    #expect(definitions["@odata.nextLink"] == nil && definitions["value"]?.array?.count ?? 0 > 100)
    let named = try admin.expect(
      200, "GET", roles + "/roleDefinitions?$filter=displayName%20eq%20'User%20Administrator'&$select=id")
    expectEqual(named.body["value"], [["id": "fe930be7-5e62-47db-91af-98c3a49a38b1"]])
    let bob = try admin.bench.user("bob").id
    for role in ["fe930be7-5e62-47db-91af-98c3a49a38b1", "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3"] {
      try admin.expect(
        201, "POST", roles + "/roleAssignments",
        #"{"principalId":"\#(bob)","roleDefinitionId":"\#(role)","directoryScopeId":"/"}"#)
    }
    let held = try admin.expect(
      200, "GET", roles + "/roleAssignments?$filter=principalId%20eq%20'\(bob)'&$expand=principal&$top=1"
    ).body
    expectEqual(held["value"]?.array?.first?["principal"]?["userPrincipalName"], "bob@contoso.onmicrosoft.com")
    let next = try #require(held["@odata.nextLink"]?.string?.split(separator: "/v1.0").last)
    let rest = try admin.expect(200, "GET", String(next)).body["value"]?.array
    #expect(rest?.count == 1 && rest?.first?["id"] != held["value"]?.array?.first?["id"])
    try expectEqual(
      admin.expect(200, "GET", roles + "/roleAssignments?$expand=roleDefinition&$top=1").body["value"]?.array?.first?[
        "roleDefinition"]?["isBuiltIn"], true)
    try admin.expect(501, "GET", roles + "/roleAssignments?$expand=directoryScope")
  }

  @Test func whatAServicePrincipalIsInAndOwns() throws {
    let admin = try Administrator(Bench())
    let principal = try admin.expect(200, "GET", "/servicePrincipals(appId='dae30000-0000-4000-8000-000000000004')").id
    let path = "/servicePrincipals/\(principal)"
    try expectEqual(admin.expect(200, "GET", path + "/memberOf").body["value"], [])
    let stranger = Administrator(admin.bench, token: try admin.bench.app("User.Read.All"))
    try stranger.expect(403, "GET", path + "/memberOf")
    try stranger.expect(403, "GET", path + "/ownedObjects")
    let group = "97000000-0000-4000-8000-000000000001"
    try admin.expect(
      204, "POST", "/groups/\(group)/members/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/servicePrincipals/\#(principal)"}"#)
    let role = "88d8e3e3-8f55-4a1e-953a-9b9898b8876b"
    try admin.expect(
      201, "POST", "/roleManagement/directory/roleAssignments",
      #"{"principalId":"\#(principal)","roleDefinitionId":"\#(role)","directoryScopeId":"/"}"#)
    let direct = try admin.expect(200, "GET", path + "/memberOf").body["value"]?.array ?? []
    expectEqual(direct.map { $0["@odata.type"] }, ["#microsoft.graph.group", "#microsoft.graph.directoryRole"])
    let nested = try admin.expect(200, "GET", path + "/transitiveMemberOf").body["value"]?.array ?? []
    #expect(nested.contains { $0["id"]?.string == group } && nested.count >= direct.count)
    for body in [#"{"groupIds":["\#(group)"]}"#] {
      for object in [path, "/directoryObjects/\(principal)"] {
        try expectEqual(admin.expect(200, "POST", object + "/checkMemberGroups", body).body["value"], [.string(group)])
      }
    }
    let all = try admin.expect(200, "POST", path + "/getMemberGroups", #"{"securityEnabledOnly":false}"#).body["value"]
    expectEqual(all?.array?.contains(.string(group)), true)
    let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"Mine"}"#).id
    let owned = try admin.expect(200, "GET", path + "/ownedObjects").body["value"]?.array
    expectEqual(owned?.contains { $0["id"]?.string == app }, true)
  }
}
