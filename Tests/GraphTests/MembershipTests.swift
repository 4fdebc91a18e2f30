import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

struct MembershipTests {
  static let eventual: HTTPFields = ["ConsistencyLevel": "eventual"]
  static let engineers = "97000000-0000-4000-8000-000000000001"
  static let staff = "97000000-0000-4000-8000-000000000002"
  static let company = "97000000-0000-4000-8000-000000000003"
  static let news = "97000000-0000-4000-8000-000000000004"

  static func ids(_ response: HTTPResponse) throws -> [String] {
    try Bench.found(try response.json()["value"]?.array).compactMap { $0["id"]?.string ?? $0.string }
  }

  @Test func rolesAreMemberships() throws {
    let bench = try Bench()
    let token = try bench.token("User.Read", of: "admin")
    let list = try bench.call("/v1.0/me/memberOf", authorization: token).response.json()
    expectEqual(list["@odata.context"], "https://localhost:8443/v1.0/$metadata#directoryObjects")
    let role = try Bench.found(list["value"]?.array?.last)
    expectEqual(
      role.object?.names, ["@odata.type", "id", "deletedDateTime", "description", "displayName", "roleTemplateId"])
    expectEqual(role["@odata.type"], "#microsoft.graph.directoryRole")
    expectEqual(role["displayName"], "Global Administrator")
    expectEqual(role["roleTemplateId"], "62e90394-69f5-4237-9190-012177145e10")
    let cast = try bench.call("/v1.0/me/memberOf/microsoft.graph.directoryRole", authorization: token).response.json()
    expectEqual(cast["@odata.context"], "https://localhost:8443/v1.0/$metadata#directoryRoles")
    expectEqual(cast["value"]?.array?.map { $0["id"] }, [role["id"]])
  }

  struct Row: CustomTestStringConvertible {
    var user = "bob"
    var path: String
    var query: String?
    var fields = HTTPFields()
    let ids: [String]
    var context = "directoryObjects"
    var testDescription: String { "\(path) \(query ?? "") of \(user)" }
  }

  @Test(arguments: [
    Row(path: "memberOf", ids: [engineers, company]),
    Row(path: "transitiveMemberOf", ids: [engineers, staff, company]),
    Row(path: "memberOf/microsoft.graph.group", ids: [engineers, company], context: "groups"),
    Row(path: "memberOf/graph.group", ids: [engineers, company], context: "groups"),
    Row(path: "transitiveMemberOf/graph.group", ids: [engineers, staff, company], context: "groups"),
    Row(path: "memberOf/graph.directoryRole", ids: [], context: "directoryRoles"),
    Row(path: "memberOf", query: "$top=1", ids: [engineers]),
    Row(
      path: "memberOf", query: "$select=id,displayName", ids: [engineers, company],
      context: "directoryObjects(id,displayName)"),
    Row(
      path: "transitiveMemberOf/graph.group", query: "$count=true&$filter=securityEnabled%20eq%20true",
      fields: eventual,
      ids: [engineers, staff], context: "groups"),
    Row(
      path: "transitiveMemberOf/graph.group", query: "$count=true&$search=%22displayName:all%22", fields: eventual,
      ids: [company], context: "groups"),
    Row(user: "guest", path: "memberOf", ids: [news]),
  ]) func lists(_ row: Row) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/me/" + row.path, query: row.query, authorization: try bench.token("GroupMember.Read.All", of: row.user),
      fields: row.fields
    ).response
    expectEqual(response.status, 200, "\(response.text)")
    try expectEqual(Self.ids(response), row.ids)
    try expectEqual(response.json()["@odata.context"]?.string, "https://localhost:8443/v1.0/$metadata#" + row.context)
    try expectEqual(response.json()["@odata.count"]?.integer, row.fields.isEmpty ? nil : Int64(row.ids.count))
  }

  @Test func pagesLeadOn() throws {
    let bench = try Bench()
    let token = try bench.token("User.Read", of: "bob")
    let first = try bench.call("/v1.0/me/transitiveMemberOf", query: "$top=2", authorization: token).response.json()
    let next = try Bench.found(first["@odata.nextLink"]?.string)
    #expect(next.hasPrefix("https://localhost:8443/v1.0/me/transitiveMemberOf?$top=2&$skiptoken="))
    let query = try Bench.found(next.split(separator: "?").last.map(String.init))
    let second = try bench.call("/v1.0/me/transitiveMemberOf", query: query, authorization: token).response
    try expectEqual(Self.ids(second), [Self.company])
    try expectNil(second.json()["@odata.nextLink"])
  }

  @Test func withoutTheRightGroupsShowTheirIDAlone() throws {
    let bench = try Bench()
    func group(_ scopes: String) throws -> JSONObject {
      let response = try bench.call("/v1.0/me/memberOf", authorization: try bench.token(scopes, of: "bob")).response
      return try Bench.found(try response.json()["value"]?.array?.first?.object)
    }
    let limited = try group("User.Read")
    let whole = try group("User.Read GroupMember.Read.All")
    expectEqual(limited.names, whole.names)
    expectEqual(limited.names.prefix(4), ["@odata.type", "id", "deletedDateTime", "classification"])
    expectEqual(limited.members.filter { $0.value != .null }.map(\.name), ["@odata.type", "id"])
    expectEqual(limited["@odata.type"], "#microsoft.graph.group")
    expectEqual(whole["displayName"], "Engineers")
    expectEqual(whole["securityEnabled"], true)
  }

  @Test(arguments: [
    ("bob", "getMemberGroups", "false", [engineers, staff, company]),
    ("bob", "getMemberGroups", "true", [engineers, staff]), ("bob", "getMemberObjects", "true", [engineers, staff]),
    ("bob", "getMemberObjects", "false", [engineers, staff, company]),
    ("admin", "getMemberGroups", "false", [staff, company]), ("admin", "getMemberObjects", "true", [staff]),
    ("guest", "getMemberGroups", "true", []),
  ]) func idsAlone(_ user: String, _ name: String, _ securityOnly: String, _ expected: [String]) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/me/\(name)", method: "POST", authorization: try bench.token("User.Read", of: user),
      body: #"{"securityEnabledOnly":\#(securityOnly)}"#
    ).response
    try expectEqual(Self.ids(response), expected)
    expectEqual(response.fields["Location"], "https://localhost:8443")
    try expectEqual(response.json()["@odata.context"], "https://localhost:8443/v1.0/$metadata#Collection(Edm.String)")
  }

  @Test func rolesAreAmongTheObjects() throws {
    let bench = try Bench()
    let token = try bench.token("User.Read", of: "admin")
    let response = try bench.call(
      "/v1.0/me/getMemberObjects", method: "POST", authorization: token, body: #"{"securityEnabledOnly":false}"#
    ).response
    let roles = try bench.call("/v1.0/me/memberOf/graph.directoryRole", authorization: token).response
    try expectEqual(Self.ids(response), [Self.staff, Self.company] + Self.ids(roles))
  }

  @Test func checksTheGroupsAskedAbout() throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/users/bob@contoso.onmicrosoft.com/checkMemberGroups", method: "POST",
      authorization: try bench.app("Directory.Read.All"),
      body: #"{"groupIds":["\#(Self.news)","\#(Self.staff)","nonsense"]}"#
    ).response
    try expectEqual(Self.ids(response), [Self.staff])
  }

  @Test(arguments: [
    ("getMemberObjects", "{}"), ("getMemberObjects", #"{"securityEnabledOnly":"no"}"#), ("checkMemberGroups", "{}"),
    ("checkMemberGroups", #"{"groupIds":[]}"#),
    ("checkMemberGroups", #"{"groupIds":[\#(Array(repeating: "\"x\"", count: 21).joined(separator: ","))]}"#),
  ]) func wantToKnowWhich(_ name: String, _ body: String) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/me/\(name)", method: "POST", authorization: try bench.token("User.Read"), body: body
    ).response
    expectEqual(response.status, 400)
    try expectEqual(response.json()["error"]?["code"], "Request_BadRequest")
  }

  @Test("A body that cannot be read is the front's to refuse", arguments: ["", "[]", "{"])
  func wantABody(_ body: String) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/me/getMemberGroups", method: "POST", authorization: try bench.token("User.Read"), body: body
    ).response
    expectEqual(response.status, 400)
    try expectEqual(response.json()["error"]?["code"], "BadRequest")
  }

  @Test(arguments: [
    ("memberOf", "$filter=displayName%20eq%20'x'", "Request_UnsupportedQuery"),
    ("memberOf/graph.group", "$orderby=displayName", "Request_UnsupportedQuery"),
    ("memberOf/graph.group", "$search=%22displayName:x%22", "Request_UnsupportedQuery"),
    ("memberOf/graph.group", "$select=job-title", "BadRequest"), ("memberOf/$count", nil, "Request_UnsupportedQuery"),
    ("memberOf/graph.people", nil, "BadRequest"),
  ]) func refuses(_ path: String, _ query: String?, _ code: String) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/me/" + path, query: query, authorization: try bench.token("GroupMember.Read.All")
    ).response
    expectEqual(response.status, 400)
    try expectEqual(response.json()["error"]?["code"]?.string, code)
  }
}
