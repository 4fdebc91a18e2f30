import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

struct GroupTests {
  static let engineers = MembershipTests.engineers
  static let bob = "b0b00000-0000-4000-8000-000000000002"
  static let alice = "a11ce000-0000-4000-8000-000000000001"

  static let members = [
    "id", "deletedDateTime", "classification", "createdDateTime", "creationOptions", "description", "displayName",
    "expirationDateTime", "groupTypes", "infoCatalogs", "isAssignableToRole", "mail", "mailEnabled", "mailNickname",
    "membershipRule", "membershipRuleProcessingState", "onPremisesDomainName", "onPremisesLastSyncDateTime",
    "onPremisesNetBiosName", "onPremisesSamAccountName", "onPremisesSecurityIdentifier", "onPremisesSyncEnabled",
    "preferredDataLocation", "preferredLanguage", "proxyAddresses", "renewedDateTime", "resourceBehaviorOptions",
    "resourceProvisioningOptions", "securityEnabled", "securityIdentifier", "theme", "uniqueName", "visibility",
    "onPremisesProvisioningErrors", "serviceProvisioningErrors",
  ]

  @Test func oneGroupHasTheServicesMembers() throws {
    let bench = try Bench()
    let token = try bench.app("Group.Read.All")
    let group = try bench.call("/v1.0/groups/\(Self.engineers)", authorization: token).response.json()
    expectEqual(group.object?.names, ["@odata.context"] + Self.members)
    expectEqual(group["@odata.context"], "https://localhost:8443/v1.0/$metadata#groups/$entity")
    for (name, value) in [
      ("id", .string(Self.engineers)), ("displayName", "Engineers"), ("description", "Who builds it."),
      ("groupTypes", []), ("mail", nil), ("mailEnabled", false), ("mailNickname", "engineers"),
      ("securityEnabled", true), ("proxyAddresses", []), ("visibility", nil),
      ("securityIdentifier", "S-1-12-1-2533359616-1073741824-128-16777216"),
    ] as [(String, JSONValue)] { expectEqual(group[name], value, "\(name)") }
    let unified = try bench.call(
      "/v1.0/groups('\(MembershipTests.company)')", query: "$select=groupTypes,mail,securityEnabled,owners",
      authorization: token
    ).response
    expectEqual(
      unified.text,
      ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#groups(groupTypes,mail,securityEnabled,owners)/$entity","##
        + ##""groupTypes":["Unified"],"mail":"company@contoso.onmicrosoft.com","securityEnabled":false}"##)
  }

  @Test func theTenantsGroupsAreListed() throws {
    let bench = try Bench()
    let token = try bench.token("GroupMember.Read.All")
    let list = try bench.call("/v1.0/groups", authorization: token).response
    try expectEqual(
      MembershipTests.ids(list), [Self.engineers, MembershipTests.staff, MembershipTests.company, MembershipTests.news])
    try expectEqual(list.json()["@odata.context"], "https://localhost:8443/v1.0/$metadata#groups")
    let filtered = try bench.call(
      "/v1.0/groups", query: "$filter=mailEnabled%20eq%20true%20and%20startswith(displayName,'company')&$select=id",
      authorization: token
    ).response
    try expectEqual(MembershipTests.ids(filtered), [MembershipTests.news])
    let count = try bench.call(
      "/v1.0/groups/$count", authorization: token, fields: MembershipTests.eventual
    ).response
    expectEqual(count.text, "4")
    let gina = try bench.claims(user: "gina", client: "azure-cli", scopes: "Group.Read.All")
    let elsewhere = try bench.call("/v1.0/groups", authorization: try bench.bearer(gina))
      .response
    #expect(try MembershipTests.ids(elsewhere).isEmpty)
  }

  @Test(arguments: [
    ("members", [alice, "ad314000-0000-4000-8000-000000000003", engineers]),
    ("transitiveMembers", [alice, "ad314000-0000-4000-8000-000000000003", engineers, bob]), ("owners", []),
    ("members/microsoft.graph.user", [alice, "ad314000-0000-4000-8000-000000000003"]), ("memberOf", []),
  ]) func members(_ path: String, _ ids: [String]) throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/groups/\(MembershipTests.staff)/\(path)",
      authorization: try bench.token("GroupMember.Read.All User.ReadBasic.All")
    ).response
    try expectEqual(MembershipTests.ids(response), ids)
    let first = try response.json()["value"]?.array?.first
    if path != "members/microsoft.graph.user", let first {
      expectEqual(first["@odata.type"], "#microsoft.graph.user")
      expectEqual(first.object?.names.prefix(3), ["@odata.type", "id", "businessPhones"])
    }
  }

  @Test func aMemberComesAndGoes() throws {
    let bench = try Bench()
    let token = try bench.app("GroupMember.ReadWrite.All")
    let path = "/v1.0/groups/\(Self.engineers)/members"
    func ids() throws -> [String] { try MembershipTests.ids(bench.call(path, authorization: token).response) }
    func add() throws -> HTTPResponse {
      try bench.call(
        path + "/$ref", method: "POST", authorization: token,
        body: ##"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\##(Self.alice)"}"##
      ).response
    }
    try expectEqual(add().status, 204)
    try expectEqual(ids(), [Self.bob, Self.alice])
    let again = try add()
    expectEqual(again.status, 400)
    try expectEqual(again.json()["error"]?["code"], "Request_BadRequest")
    let remove = "\(path)/\(Self.bob)/$ref"
    try expectEqual(bench.call(remove, method: "DELETE", authorization: token).response.status, 204)
    try expectEqual(ids(), [Self.alice])
    try expectEqual(bench.call(remove, method: "DELETE", authorization: token).response.status, 404)
    try expectEqual(bench.world.store.loadDirectory().group(named: "engineers")?.members.count, 1)
  }

  @Test(arguments: [
    ("/v1.0/groups/engineers", 400, "Request_BadRequest", "Invalid object identifier 'engineers'."),
    ("/v1.0/groups/97000000-0000-4000-8000-0000000000ff", 404, "Request_ResourceNotFound", "Resource '97000000-"),
    ("/v1.0/groups/97000000-0000-4000-8000-000000000001/foo", 400, "BadRequest", "Resource not found for the segment"),
  ]) func refuses(_ path: String, _ status: Int, _ code: String, _ message: String) throws {
    let bench = try Bench()
    let response = try bench.call(path, authorization: try bench.app("Group.Read.All")).response
    expectEqual(response.status, status)
    try expectEqual(response.json()["error"]?["code"]?.string, code)
    try expectEqual(response.json()["error"]?["message"]?.string?.hasPrefix(message), true)
  }
}
