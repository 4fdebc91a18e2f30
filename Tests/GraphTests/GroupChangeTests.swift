import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

/// Groups that are made and changed through Graph.
struct GroupChangeTests {
  static let alice = GroupTests.alice
  static let bob = GroupTests.bob
  static let bobsAddress = "https://graph.microsoft.com/v1.0/directoryObjects/" + bob
  static let engineers = MembershipTests.engineers

  private func body(_ changes: [String: JSONValue?] = [:]) -> String {
    var body: JSONObject = [
      "displayName": "Library Assist", "mailEnabled": false, "mailNickname": "library", "securityEnabled": true,
    ]
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) { body[name] = value }
    return JSONValue.object(body).text
  }

  private func create(_ bench: Bench, _ body: String, _ authorization: String? = nil) throws -> HTTPResponse {
    let token = try authorization ?? bench.app("Group.ReadWrite.All")
    return try bench.call("/v1.0/groups", method: "POST", authorization: token, body: body).response
  }

  private func reference(_ id: String) -> JSONValue { .string("https://graph.microsoft.com/v1.0/users/\(id)") }

  @Test func aNewGroupIsThereAtOnce() throws {
    let bench = try Bench()
    let response = try create(
      bench,
      body([
        "description": "Helps.", "@odata.type": "#microsoft.graph.group",
        "members@odata.bind": [
          reference(Self.bob), .string("https://graph.microsoft.com/v1.0/groups('\(Self.engineers)')"),
        ],
        "owners@odata.bind": [reference(Self.alice)],
      ]))
    expectEqual(response.status, 201, "\(response.text)")
    let group = try response.json()
    expectEqual(group.object?.names, ["@odata.context"] + GroupTests.members)
    expectEqual(group["@odata.context"], "https://localhost:8443/v1.0/$metadata#groups/$entity")
    let id = try Bench.found(group["id"]?.string)
    expectEqual(
      response.fields["Location"]?.hasSuffix("/directoryObjects/\(id)/Microsoft.DirectoryServices.Group"), true)
    for (name, value) in [
      ("displayName", "Library Assist"), ("description", "Helps."), ("mailNickname", "library"), ("mail", nil),
      ("mailEnabled", false), ("securityEnabled", true), ("groupTypes", []), ("visibility", nil),
    ] as [(String, JSONValue)] { expectEqual(group[name], value, "\(name)") }
    let stored = try Bench.found(bench.world.store.loadDirectory().group(named: "library"))
    expectEqual("\(stored.id)", id)
    #expect(stored.members.count == 2 && stored.owners.map { "\($0)" } == [Self.alice])
    let groups = try bench.call(
      "/v1.0/me/memberOf", authorization: try bench.token("GroupMember.Read.All", of: "bob")
    ).response
    #expect(try MembershipTests.ids(groups).contains(id))
  }

  @Test func aMicrosoft365GroupHasMail() throws {
    let bench = try Bench()
    let unified = body(["groupTypes": ["Unified"], "mailEnabled": true, "securityEnabled": false])
    let group = try create(bench, unified).json()
    expectEqual(group["mail"], "library@contoso.onmicrosoft.com")
    expectEqual(group["groupTypes"], ["Unified"])
    expectEqual(group["visibility"], "Public")
    let again = try create(bench, unified)
    expectEqual(again.status, 400)
    try expectEqual(
      again.json()["error"]?["message"], "Another object with the same value for property mailNickname already exists.")
    // Security groups may share a nickname. The short name is another one.
    let other = try create(bench, body()).json()
    expectEqual(other["mailNickname"], "library")
    expectNotNil(bench.world.directory.group(named: "library-2"))
  }

  @Test func aDynamicGroupKeepsItsRule() throws {
    let bench = try Bench()
    let group = try create(
      bench,
      body([
        "groupTypes": ["DynamicMembership"], "membershipRule": "user.department -eq \"Sales\"",
        "membershipRuleProcessingState": "On",
      ])
    ).json()
    expectEqual(group["membershipRule"], "user.department -eq \"Sales\"")
    expectEqual(group["groupTypes"], ["DynamicMembership"])
    let id = group["id"]?.string ?? ""
    let token = try bench.app("Group.ReadWrite.All")
    let path = "/v1.0/groups/" + id
    try expectEqual(
      bench.call(path, method: "PATCH", authorization: token, body: #"{"groupTypes":[]}"#).response.status, 204)
    try expectEqual(bench.call(path, authorization: token).response.json()["membershipRule"], .null)
  }

  @Test func theRuleOfADynamicGroupDecidesWhoItsMembersAre() throws {
    let bench = try Bench()
    let rule: [String: JSONValue?] = [
      "groupTypes": ["DynamicMembership"], "membershipRule": "user.department -eq \"Sales\"",
    ]
    let id = try create(bench, body(rule)).json()["id"]?.string ?? ""
    let token = try bench.app("Group.ReadWrite.All", "GroupMember.ReadWrite.All")
    let bob = try bench.user("bob").id
    let address = #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(bob)"}"#
    let bind = #"{"members@odata.bind":["https://graph.microsoft.com/v1.0/users/\#(bob)"]}"#
    for (method, path, body) in [
      ("POST", "/members/$ref", address), ("DELETE", "/members/\(bob)/$ref", ""), ("PATCH", "", bind),
    ] {
      let response = try bench.call("/v1.0/groups/\(id)\(path)", method: method, authorization: token, body: body)
        .response
      expectEqual(response.status, 403, "\(method) \(path)")
      try expectEqual(response.json()["error"]?["code"], "Authorization_RequestDenied")
    }
    expectEqual(bench.world.directory.groups.values.first { "\($0.id)" == id }?.members, [])
  }

  @Test(arguments: [
    ("user.department -eq \"Sales\"", true), ("(user.accountEnabled -eq true) and (user.city -ne null)", true),
    ("user.otherMails -any (_ -contains \"contoso\")", true), ("not (user.jobTitle -in [\"a\",\"b\"])", true),
    (
      "user.assignedPlans -any (assignedPlan.servicePlanId -eq \"x\" -and assignedPlan.capabilityStatus -eq \"Enabled\")",
      true
    ),
    ("Direct Reports for \"62e19b97-8b3d-4d4a-a106-4ce66896a863\"", true),
    ("user.employeeHireDate -ge system.now -minus p1d", true), ("device.displayName -startsWith 'AP-'", true),
    ("x", false), ("", false), ("this is not a rule", false), ("user.department -eq Sales", false),
    ("user.department -like \"Sales\"", false), ("(user.city -eq \"B\"", false), ("user.city -eq \"B", false),
    ("user.city -eq \"B\" -and", false), ("user.city -in \"B\"", false), ("department -eq \"Sales\"", false),
  ]) func aRuleIsReadWhenItIsWritten(_ rule: String, _ isOne: Bool) throws {
    let bench = try Bench()
    let made = try create(
      bench, body(["groupTypes": ["DynamicMembership"], "membershipRule": .string(rule)]))
    expectEqual(made.status, isOne ? 201 : 400, "\(made.text)")
  }

  struct Refused: CustomTestStringConvertible {
    let changes: [String: JSONValue?]
    var status = 400
    var code = "Request_BadRequest"
    let start: String
    var testDescription: String { "\(changes)" }
  }

  @Test(arguments: [
    Refused(
      changes: ["displayName": Optional.none],
      start: "A value is required for property 'displayName' of resource 'Group'."),
    Refused(
      changes: ["mailEnabled": .null], start: "A value is required for property 'mailEnabled' of resource 'Group'."),
    Refused(changes: ["mailNickname": Optional.none], start: "A value is required for property 'mailNickname'"),
    Refused(changes: ["securityEnabled": Optional.none], start: "A value is required for property 'securityEnabled'"),
    Refused(
      changes: ["displayName": ""], start: "Invalid value specified for property 'displayName' of resource 'Group'."),
    Refused(
      changes: ["displayName": .string(String(repeating: "x", count: 257))],
      start: "Invalid value specified for property 'displayName'"),
    Refused(changes: ["mailNickname": "a b"], start: "Invalid value specified for property 'mailNickname'"),
    Refused(changes: ["mailNickname": "a@b"], start: "Invalid value specified for property 'mailNickname'"),
    Refused(
      changes: ["mailNickname": .string(String(repeating: "x", count: 65))],
      start: "Invalid value specified for property 'mailNickname'"),
    Refused(changes: ["mailEnabled": "no"], start: "Invalid value specified for property 'mailEnabled'"),
    Refused(
      changes: ["mailEnabled": true], start: "Cannot Create a mail-enabled security groups"),
    Refused(
      changes: ["securityEnabled": false],
      start: "The service does not currently support writes of mail-enabled groups."),
    Refused(changes: ["groupTypes": ["Unified"]], start: "Invalid value specified for property 'mailEnabled'"),
    Refused(changes: ["groupTypes": ["Other"]], start: "Invalid value specified for property 'groupTypes'"),
    Refused(changes: ["groupTypes": ["DynamicMembership"]], start: "A value is required for property 'membershipRule'"),
    Refused(
      changes: ["membershipRule": "user.country"], start: "Invalid value specified for property 'membershipRule'"),
    Refused(
      changes: ["membershipRule": "country -eq \"SE\""], code: "InvalidObjectTypeException", start: "No object type"),
    Refused(changes: ["foo": 1], start: "Invalid property 'foo'."),
    Refused(changes: ["id": "x"], start: "Property 'id' is read-only and cannot be set."),
    Refused(changes: ["mail": "a@b.test"], start: "Property 'mail' is read-only and cannot be set."),
    Refused(
      changes: ["members@odata.bind": "x"], code: "BadRequest",
      start: "Invalid URL format specified in @odata.bind for members"),
    Refused(
      changes: ["owners@odata.bind": [.string(bob)]], code: "BadRequest",
      start: "Invalid URL format specified in @odata.bind for owners"),
    Refused(changes: ["members@odata.bind": ["directoryObjects/x"]], start: "Invalid object identifier 'x'."),
    Refused(
      changes: ["members@odata.bind": .array(Array(repeating: .string(bobsAddress), count: 21))],
      start: "Unexpected invalid input parameters."),
    Refused(
      changes: ["members@odata.bind": [.string(bobsAddress), .string(bobsAddress)]],
      start: "Request contains a property with duplicate values"),
    Refused(
      changes: ["owners@odata.bind": ["directoryObjects/00000000-0000-4000-8000-0000000000ff"]], status: 404,
      code: "Request_ResourceNotFound", start: "Resource '00000000-0000-4000-8000-0000000000ff' does not exist"),
    Refused(
      changes: ["isAssignableToRole": true], status: 403, code: "Authorization_RequestDenied",
      start: "Insufficient privileges"),
  ]) func refusesABadGroup(_ row: Refused) throws {
    let bench = try Bench()
    let before = bench.world.directory.groupsInOrder.count
    let response = try create(bench, body(row.changes))
    expectEqual(response.status, row.status, "\(response.text)")
    try expectEqual(response.json()["error"]?["code"]?.string, row.code)
    try expectEqual(response.json()["error"]?["message"]?.string?.hasPrefix(row.start), true, "\(response.text)")
    expectEqual(bench.world.directory.groupsInOrder.count, before)
  }

  /// Who makes a group owns it, but for an administrator's security group.
  @Test(arguments: [("alice", false, true), ("alice", true, true), ("admin", false, false), ("admin", true, true)])
  func theMakerOwnsIt(_ name: String, _ isUnified: Bool, _ owns: Bool) throws {
    let bench = try Bench()
    let changes: [String: JSONValue?] = isUnified ? ["groupTypes": ["Unified"], "mailEnabled": true] : [:]
    let response = try create(bench, body(changes), try bench.token("Group.ReadWrite.All", of: name))
    expectEqual(response.status, 201)
    let group = try Bench.found(bench.world.directory.group(named: "library"))
    try expectEqual(group.owners, owns ? [bench.user(name).id] : [])
  }

  @Test func nobodyNamesOneselfTwice() throws {
    let bench = try Bench()
    let response = try create(
      bench, body(["owners@odata.bind": [reference(Self.alice)]]), try bench.token("Group.ReadWrite.All"))
    try expectEqual(response.json()["error"]?["message"], "Request contains a property with duplicate values.")
  }

  // MARK: Changing

  private func patch(_ bench: Bench, _ body: String) throws -> HTTPResponse {
    try bench.call(
      "/v1.0/groups/\(Self.engineers)", method: "PATCH", authorization: try bench.app("Group.ReadWrite.All"), body: body
    ).response
  }

  @Test func aChangeChangesWhatItNames() throws {
    let bench = try Bench()
    let response = try patch(
      bench,
      #"{"displayName":"Makers","description":null,"classification":"Secret","members@odata.bind":["https://graph.microsoft.com/v1.0/directoryObjects/\#(Self.alice)"]}"#
    )
    expectEqual(response.status, 204, "\(response.text)")
    #expect(response.body.isEmpty)
    let group = try Bench.found(bench.world.store.loadDirectory().group(named: "engineers"))
    #expect(group.displayName == "Makers" && group.details == nil)
    expectEqual(group.properties.text("classification"), "Secret")
    #expect(group.members.count == 2 && group.isSecurityEnabled)
    try expectEqual(patch(bench, #"{"mailNickname":"makers"}"#).status, 204)
    let shown = try bench.call("/v1.0/groups/\(Self.engineers)", authorization: try bench.app("Group.Read.All"))
    try expectEqual(shown.response.json()["mailNickname"], "makers")
  }

  @Test(arguments: [
    (#"{"displayName":null}"#, "Invalid value specified for property 'displayName'"),
    (#"{"mailEnabled":true}"#, "The service does not currently support writes of mail-enabled groups."),
    (#"{"isAssignableToRole":true}"#, "Property 'isAssignableToRole' is read-only and cannot be set."),
    (#"{"resourceProvisioningOptions":["Team"]}"#, "Property 'resourceProvisioningOptions' is read-only"),
    (#"{"displayName":"Makers","foo":1}"#, "Invalid property 'foo'."),
    (#"{"members@odata.bind":["\#(bobsAddress)"]}"#, "One or more added object references already exist"),
  ]) func aBadChangeChangesNothing(_ body: String, _ start: String) throws {
    let bench = try Bench()
    let before = bench.world.directory.group(named: "engineers")
    let response = try patch(bench, body)
    expectEqual(response.status, 400, "\(response.text)")
    try expectEqual(response.json()["error"]?["message"]?.string?.hasPrefix(start), true, "\(response.text)")
    expectEqual(bench.world.directory.group(named: "engineers"), before)
  }

  @Test func aRemovedGroupIsGone() throws {
    let bench = try Bench()
    let token = try bench.app("Group.ReadWrite.All")
    let path = "/v1.0/groups/\(Self.engineers)"
    try expectEqual(bench.call(path, method: "DELETE", authorization: token).response.status, 204)
    try expectEqual(bench.call(path, authorization: token).response.status, 404)
    try expectEqual(bench.call(path, method: "DELETE", authorization: token).response.status, 404)
    let staff = try Bench.found(bench.world.store.loadDirectory().group(named: "staff"))
    expectEqual(staff.members.count, 2)
  }

  @Test func ownersComeAndGo() throws {
    let bench = try Bench()
    let token = try bench.app("Group.ReadWrite.All")
    let path = "/v1.0/groups/\(Self.engineers)/owners"
    func ids() throws -> [String] { try MembershipTests.ids(bench.call(path, authorization: token).response) }
    func add(_ id: String) throws -> HTTPResponse {
      try bench.call(
        path + "/$ref", method: "POST", authorization: token,
        body: ##"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\##(id)"}"##
      ).response
    }
    func remove(_ id: String) throws -> HTTPResponse {
      try bench.call("\(path)/\(id)/$ref", method: "DELETE", authorization: token).response
    }
    try expectEqual(add(Self.alice).status, 204)
    try expectEqual(
      add(Self.alice).json()["error"]?["message"],
      "One or more added object references already exist for the following modified properties: 'owners'.")
    try expectEqual(
      remove(Self.alice).json()["error"]?["message"],
      "The group must have at least one owner, hence this owner cannot be removed.")
    try expectEqual(add(Self.bob).status, 204)
    try expectEqual(ids(), [Self.alice, Self.bob])
    try expectEqual(remove(Self.alice).status, 204)
    try expectEqual(ids(), [Self.bob])
    try expectEqual(remove(Self.alice).status, 404)
    try expectEqual(add(Self.engineers).status, 404)
  }

  /// A service principal in a group is a member and an owner like a user, and the export has it.
  @Test func aServicePrincipalIsAMember() throws {
    let admin = try Administrator(Bench())
    let app = try Bench.found(admin.bench.world.directory.application(named: "daemon")).id
    let principal = try admin.expect(200, "GET", "/servicePrincipals(appId='\(app)')").id
    let reference = ##"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\##(principal)"}"##
    for relation in ["members", "owners"] {
      let path = "/groups/\(Self.engineers)/\(relation)"
      try admin.expect(204, "POST", path + "/$ref", reference)
      try admin.expect(400, "POST", path + "/$ref", reference)
      let found = try admin.expect(200, "GET", path + "?$filter=id%20eq%20'\(principal)'").body["value"]?.array
      expectEqual(found?.map { $0["@odata.type"] }, ["#microsoft.graph.servicePrincipal"], "\(relation)")
    }
    let again = try admin.again()
    for relation in ["members", "owners"] {
      let ids = try again.expect(200, "GET", "/groups/\(Self.engineers)/\(relation)").body["value"]?.array
      expectEqual(ids?.contains { $0["id"]?.string == principal }, true, "\(relation)")
    }
    try admin.expect(204, "DELETE", "/groups/\(Self.engineers)/members/\(principal)/$ref")
    try admin.expect(404, "DELETE", "/groups/\(Self.engineers)/members/\(principal)/$ref")
  }
}
