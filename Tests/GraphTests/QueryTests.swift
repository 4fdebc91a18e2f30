import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Time
import Worlds

/// `$filter` and `$expand` as clients write them.
struct QueryTests {
  static let engineers = MembershipTests.engineers
  static let staff = MembershipTests.staff
  static let company = MembershipTests.company
  static let news = MembershipTests.news

  struct Row: CustomTestStringConvertible {
    let path: String
    let filter: String
    var token = "User.Read.All Group.Read.All"
    let ids: [String]
    var testDescription: String { "\(path) \(filter) by \(token)" }
  }

  /// Filters look at the stored values, and the permission hides values of the answer: by `User.Read` alone these calls
  /// give the ids of groups.
  @Test(arguments: [
    Row(path: "me/transitiveMemberOf", filter: "securityEnabled eq true", ids: [engineers, staff]),
    Row(path: "me/transitiveMemberOf", filter: "securityEnabled eq true", token: "User.Read", ids: [engineers, staff]),
    Row(
      path: "me/transitiveMemberOf/microsoft.graph.group", filter: "securityEnabled eq true", token: "User.Read",
      ids: [engineers, staff]),
    Row(
      path: "me/memberOf/microsoft.graph.group", filter: "groupTypes/any(c:c eq 'Unified')", token: "User.Read",
      ids: [company]),
    Row(path: "me/transitiveMemberOf", filter: "groupTypes/any(c:c eq 'Unified')", ids: [company]),
    Row(path: "groups", filter: "groupTypes/any(c:c eq 'Unified')", ids: [company]),
    Row(path: "groups", filter: "NOT groupTypes/any(c:c eq 'Unified')", ids: [engineers, staff, news]),
    Row(path: "groups", filter: "proxyAddresses/$count eq 0", ids: [engineers, staff]),
    Row(path: "groups", filter: "proxyAddresses/$count ne 0", ids: [company, news]),
    Row(path: "groups", filter: "groupTypes/any()", ids: [company]),
    Row(path: "groups", filter: "resourceProvisioningOptions/Any(x:x eq 'Team')", ids: []),
    Row(path: "groups", filter: "assignedLicenses/any()", ids: []),
    Row(
      path: "groups", filter: "createdDateTime gt 2000-01-01T00:00:00Z and displayName eq 'Engineers'", ids: [engineers]
    ),
    Row(path: "groups", filter: "createdDateTime lt 2000-01-01T00:00:00Z", ids: []),
    Row(path: "users", filter: "createdDateTime ge 2000-01-01T00:00:00Z and surname eq 'Baker'", ids: [GroupTests.bob]),
    Row(path: "users", filter: "department eq null and surname eq 'Baker'", ids: [GroupTests.bob]),
    Row(path: "users", filter: "department ne null and surname eq 'Baker'", ids: []),
    Row(
      path: "users",
      filter:
        "identities/any(c:c/issuerAssignedId eq 'bob@contoso.onmicrosoft.com' and c/issuer eq 'contoso.onmicrosoft.com')",
      ids: [GroupTests.bob]),
    Row(
      path: "users", filter: "assignedLicenses/any(x:x/skuId eq 184efa21-98c3-4e5d-95ab-d07053a96e67)", ids: []),
    Row(
      path: "users", filter: "assignedLicenses/$count eq 0 and surname eq 'Baker'", token: "User.ReadBasic.All",
      ids: [GroupTests.bob]),
    Row(
      path: "users", filter: "jobTitle eq null and surname eq 'Baker'", token: "User.ReadBasic.All", ids: []),
    Row(
      path: "applications", filter: "appId eq '00000000-0000-4000-8000-0000000000ff'", token: "Application.Read.All",
      ids: []),
  ]) func finds(_ row: Row) throws {
    let bench = try Bench()
    let bob = try bench.user("bob").id
    try bench.world.edit { try $0.update(bob) { $0.jobTitle = "Builder" } }
    let filter = row.filter.replacing(" ", with: "%20")
    let response = try bench.call(
      "/v1.0/" + row.path, query: "$count=true&$filter=\(filter)",
      authorization: try bench.token(row.token, of: "bob"), fields: MembershipTests.eventual
    ).response
    expectEqual(response.status, 200, "\(response.text)")
    if response.status == 200 { try expectEqual(MembershipTests.ids(response), row.ids) }
  }

  @Test(arguments: [
    "groupTypes/$count eq", "groupTypes/$count eq x", "displayName/$count eq 1", "groupTypes/$count is 1",
    "proxyAddresses/$count ge 1",
    "groupTypes/$count eq 0",
    "groupTypes/$count eq 99999999999", "groupTypes/any(", "createdDateTime gt",
  ]) func refuses(_ filter: String) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/groups", query: "$count=true&$filter=" + filter.replacing(" ", with: "%20"),
      authorization: try bench.token("Group.Read.All"), fields: MembershipTests.eventual
    ).response
    expectEqual(response.status, 400)
  }

  /// `$count` within a filter is for advanced queries.
  @Test func countingNeedsTheHeader() throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/groups", query: "$filter=groupTypes/$count%20eq%200", authorization: try bench.token("Group.Read.All")
    ).response
    try expectEqual(response.json()["error"]?["code"], "Request_UnsupportedQuery")
  }

  // MARK: $expand

  @Test(arguments: [
    ("groups/\(staff)", "members", [GroupTests.alice, "ad314000-0000-4000-8000-000000000003", engineers]),
    ("groups/\(staff)", "members($select=id)", [GroupTests.alice, "ad314000-0000-4000-8000-000000000003", engineers]),
    ("groups/\(engineers)", "memberOf", [staff]), ("groups/\(engineers)", "owners", []),
    ("users/\(GroupTests.bob)", "memberOf", [engineers, company]),
    ("users/\(GroupTests.bob)", "transitiveMemberOf", [engineers, staff, company]),
    ("users/\(GroupTests.alice)", "directReports", [GroupTests.bob]),
  ]) func expands(_ path: String, _ option: String, _ ids: [String]) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/" + path, query: "$select=id&$expand=\(option)",
      authorization: try bench.app("User.Read.All", "Group.Read.All")
    ).response.json()
    let name = String(option.prefix { $0 != "(" })
    expectEqual(response.object?.names, ["@odata.context", "id", name])
    expectEqual(response[name]?.array?.map { $0["id"]?.string }, ids)
    expectEqual(response[name]?.array?.allSatisfy { $0.object?.names.first == "@odata.type" }, true)
    if option.hasSuffix(")") { expectEqual(response[name]?.array?.first?.object?.names, ["@odata.type", "id"]) }
  }

  @Test func aListExpandsEachObject() throws {
    let bench = try Bench()
    let list = try bench.call(
      "/v1.0/users", query: "$select=id&$expand=manager($select=id)&$filter=surname%20eq%20'Baker'",
      authorization: try bench.app("User.Read.All")
    ).response.json()
    expectEqual(list["value"]?.array?.first?["manager"]?["id"], .string(GroupTests.alice))
    let groups = try bench.call(
      "/v1.0/groups", query: "$expand=members", authorization: try bench.app("Group.Read.All")
    ).response.json()
    expectEqual(groups["value"]?.array?.map { $0["members"]?.array?.isEmpty }, [false, false, false, false])
  }

  @Test func twentyAtMostAreExpanded() throws {
    let bench = try Bench()
    let tenant = try bench.user("alice").tenant
    let group = try Bench.found(bench.world.directory.group(named: "engineers"))
    try bench.world.edit { editor in
      for number in 1...25 {
        let id = editor.add(NewGroup(alias: "inner-\(number)", displayName: "Inner \(number)", tenant: tenant))
        try editor.update(group.id) { $0.members.append(.group(id)) }
      }
    }
    let response = try bench.call(
      "/v1.0/groups/\(group.id)", query: "$expand=members", authorization: try bench.app("Group.Read.All")
    ).response.json()
    expectEqual(response["members"]?.array?.count, 20)
  }

  @Test(arguments: [
    "accessType", "assignedLabels", "isArchived", "uniqueName", "unseenCount", "serviceProvisioningErrors",
  ]) func everyPropertyOfAGroupIsKnown(_ name: String) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/groups/\(Self.staff)", query: "$select=\(name)", authorization: try bench.app("Group.Read.All")
    ).response
    try expectEqual(response.json().object?.names, ["@odata.context", name])
  }
}
