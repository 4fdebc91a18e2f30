import Bytes
import Directory
import Expectations
import JSON
import Provisioning
import SCIM
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

/// The requests that Microsoft publishes as samples of what its service sends, in "Tutorial: Develop and plan provisioning for a SCIM
/// endpoint" and in "Known issues and resolutions with SCIM 2.0 protocol compliance". Each comes out of what a world says and of what happens
/// in it, byte for byte; what is a tenant's own has a mark.
///
/// Four samples are left out: `GET /Schemas` is for apps of the gallery alone, and the query of a manager, the creation with nulls and the
/// manager with `$ref` are older than the service of 2018 and were seen in no capture since.
@Suite struct PublishedSamplesTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    /// The page and the heading of the sample.
    let name: String
    /// Further words of `provisioning`.
    var settings = ""
    var flag = ""
    var people = PublishedSamplesTests.people
    var assigned = "assignedUsers: [joy]\n      assignedGroups: [sellers]"
    /// What happens after the first cycle. Nil: the sample is of the first one.
    var happens: (@Sendable (Bench) throws -> Void)?
    /// All that the cycle sends, without the probe, in its order.
    let sends: [String]
    var testDescription: String { name }
  }

  private static let people = """
      users: { joy: { displayName: Joy Young, givenName: Joy, surname: Young, mail: joy.young@example.com, employeeId: "7" } }
      groups: { sellers: { displayName: Sales } }
    """
  private static let members = """
      users: { joy: { displayName: Joy Young } }
      groups: { sellers: { displayName: Sales, members: [joy] } }
    """
  private static let flagged = "?aadOptscim062020"
  private static let enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"

  /// A change as all samples but one have it: `schemas` first.
  private static func patch(_ target: String, _ operations: String) -> String {
    #"PATCH \#(target) {"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[\#(operations)]}"#
  }

  private static func replace(_ path: String, _ value: String) -> String {
    #"{"op":"Replace","path":"\#(path)","value":"\#(value)"}"#
  }

  private static let readUser = "GET /Users/{id}"
  private static let readGroup = "GET /Groups/{id}?excludedAttributes=members"
  /// As the page's users: their ids stand in `externalId`, and `name.formatted` comes with a new user alone.
  private static let ids = "{ target: externalId, source: objectId }, " + formattedOnce
  private static let formattedOnce =
    #"{ target: name.formatted, expression: 'Join(" ", [givenName], [surname])', when: ObjectAddOnly }"#

  private static let leaving: @Sendable (Bench) throws -> Void = {
    try $0.perform(SetEnabledAction(user: .named("joy"), isEnabled: false))
  }
  private static let nickname: @Sendable (Bench) throws -> Void = { bench in
    try bench.update("joy") { $0.properties["companyName"] = "Babs" }
  }
  private static let renamed: @Sendable (Bench) throws -> Void = { bench in
    try bench.update("joy") { user in
      user.displayName = "Pvlo"
      user.mail = "new@example.com"
      user.givenName = "Gtfd"
      user.surname = "Pkqf"
      user.properties["employeeId"] = "Eqpj"
    }
  }

  static let users: [Sample] = [
    Sample(
      name: "tutorial: Get User by query - Zero results, Create User",
      settings: """
        groups: false, emptyRoles: true, mappings: [{ target: externalId, source: objectId }, { target: displayName, removed: true }, \
        { target: preferredLanguage, removed: true }, { target: '\(enterprise):employeeNumber', removed: true }]
        """,
      sends: [
        "GET /Users?filter=userName+eq+%22{userName}%22",
        """
        POST /Users {"schemas":["urn:ietf:params:scim:schemas:core:2.0:User","\(enterprise)"],"externalId":"{objectId}",\
        "userName":"{userName}","active":true,"emails":[{"primary":true,"type":"work","value":"joy.young@example.com"}],\
        "meta":{"resourceType":"User"},"name":{"formatted":"Joy Young","familyName":"Young","givenName":"Joy"},"roles":[]}
        """,
      ]),
    Sample(
      name: "tutorial: Example 1, a user is asked for by externalId",
      settings: """
        groups: false, actions: [update], mappings: [{ target: userName, source: userPrincipalName }, \
        { target: externalId, source: mailNickname, matching: 1 }]
        """,
      sends: ["GET /Users?filter=externalId+eq+%22joy%22"]),
    Sample(
      name: "tutorial: Get User, Update User [Multi-valued properties]", settings: "groups: false, mappings: [\(ids)]",
      happens: { bench in
        try bench.update("joy") { user in
          user.mail = "updatedEmail@example.com"
          user.surname = "updatedFamilyName"
        }
      },
      sends: [
        readUser,
        patch(
          "/Users/{id}",
          replace(#"emails[type eq \"work\"].value"#, "updatedEmail@example.com") + ","
            + replace("name.familyName", "updatedFamilyName")),
      ]),
    Sample(
      name: "tutorial: Update User [Single-valued properties]", settings: "groups: false, mappings: [\(ids)]",
      happens: { bench in
        try bench.update("joy") { user in
          user.userPrincipalName = "5b50642d" + user.userPrincipalName.drop { $0 != "@" }
        }
      },
      sends: [readUser, patch("/Users/{id}", replace("userName", "{userName}"))]),
    Sample(
      name: "tutorial: Disable User", settings: "groups: false, activeAs: boolean, bodyOrder: operations",
      happens: leaving,
      sends: [
        readUser,
        """
        PATCH /Users/{id} {"Operations":[{"op":"Replace","path":"active","value":false}],\
        "schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"]}
        """,
      ]),
    Sample(
      name: "tutorial: Delete User", settings: "groups: false",
      happens: { bench in
        try bench.perform(SetDeletedAction(user: .named("joy"), isDeleted: true))
        try bench.update("joy") { $0.properties["deletedForGood"] = true }
      }, sends: ["DELETE /Users/{id}"]),
    Sample(
      name: "compliance: disable users, without the flag", settings: "groups: false", happens: leaving,
      sends: [readUser, patch("/Users/{id}", replace("active", "False"))]),
    Sample(
      name: "compliance: disable users, with the flag", settings: "groups: false", flag: flagged, happens: leaving,
      sends: [readUser, patch("/Users/{id}", #"{"op":"replace","path":"active","value":false}"#)]),
    Sample(
      name: "compliance: add a single-value string attribute, without the flag",
      settings: "groups: false, mappings: [{ target: nickName, source: companyName }]", happens: nickname,
      sends: [readUser, patch("/Users/{id}", #"{"op":"Add","path":"nickName","value":"Babs"}"#)]),
    Sample(
      name: "compliance: add a single-value string attribute, with the flag",
      settings: "groups: false, mappings: [{ target: nickName, source: companyName }]", flag: flagged,
      happens: nickname,
      sends: [readUser, patch("/Users/{id}", #"{"op":"add","path":"nickName","value":"Babs"}"#)]),
    Sample(
      name: "compliance: replace multiple attributes, without the flag",
      settings:
        "groups: false, mappings: [\(formattedOnce)]",
      happens: { bench in
        try renamed(bench)
        try bench.update("joy") { $0.properties["mailNickname"] = "Eqpj" }
      },
      sends: [
        readUser,
        patch(
          "/Users/{id}",
          [
            ("displayName", "Pvlo"), (#"emails[type eq \"work\"].value"#, "new@example.com"),
            ("name.givenName", "Gtfd"),
            ("name.familyName", "Pkqf"), ("externalId", "Eqpj"), ("\(enterprise):employeeNumber", "Eqpj"),
          ].map { replace($0.0, $0.1) }.joined(separator: ",")),
      ]),
    Sample(
      name: "compliance: replace multiple attributes, with the flag", settings: "groups: false, mappings: [\(ids)]",
      flag: flagged, happens: renamed,
      sends: [
        readUser,
        patch(
          "/Users/{id}",
          #"{"op":"replace","path":"emails[type eq \"work\"].value","value":"new@example.com"},"#
            + #"{"op":"replace","value":{"displayName":"Pvlo","name.givenName":"Gtfd","name.familyName":"Pkqf","#
            + #""\#(enterprise):employeeNumber":"Eqpj"}}"#),
      ]),
  ]

  static let groups: [Sample] = [
    Sample(
      name: "tutorial: Get Group by displayName, Create Group", assigned: "assignedGroups: [sellers]",
      sends: [
        "GET /Groups?excludedAttributes=members&filter=displayName+eq+%22Sales%22",
        """
        POST /Groups {"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group",\
        "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],"externalId":"{groupId}",\
        "displayName":"Sales","meta":{"resourceType":"Group"}}
        """,
      ]),
    Sample(
      name: "tutorial: Get Group, Update Group [Non-member attributes]",
      happens: { try $0.changeGroup { $0.displayName = "1879db59updatedDisplayName" } },
      sends: [readGroup, patch("/Groups/{id}", replace("displayName", "1879db59updatedDisplayName"))]),
    Sample(
      name: "tutorial: Update Group [Add Members]", settings: #"memberRef: "null""#,
      happens: { bench in
        let joy = try bench.test.user("joy").id
        try bench.changeGroup { $0.members.append(.user(joy)) }
      },
      sends: [
        readGroup,
        patch("/Groups/{id}", #"{"op":"Add","path":"members","value":[{"$ref":null,"value":"{id}"}]}"#),
      ]),
    Sample(
      name: "tutorial: Update Group [Remove Members]", settings: #"memberRef: "null""#, people: members,
      happens: { try $0.changeGroup { $0.members = [] } },
      sends: [
        readGroup,
        patch("/Groups/{id}", #"{"op":"Remove","path":"members","value":[{"$ref":null,"value":"{id}"}]}"#),
      ]),
    Sample(
      name: "tutorial: Delete Group",
      happens: { bench in
        let principal = try #require(
          bench.world.directory.servicePrincipals(of: bench.test.app("product").id).first)
        try bench.world.change { state in
          for assignment in state.assignments(on: principal.id) {
            if case .group = assignment.principal { state.remove(assignment.id) }
          }
        }
      }, sends: ["DELETE /Groups/{id}"]),
    Sample(
      name: "compliance: remove a group member, without the flag", people: members,
      happens: { try $0.changeGroup { $0.members = [] } },
      sends: [readGroup, patch("/Groups/{id}", #"{"op":"Remove","path":"members","value":[{"value":"{id}"}]}"#)]),
    Sample(
      name: "compliance: remove a group member, with the flag", flag: flagged, people: members,
      happens: { try $0.changeGroup { $0.members = [] } },
      sends: [readGroup, patch("/Groups/{id}", #"{"op":"remove","path":"members[value eq \"{id}\"]"}"#)]),
  ]

  @Test(arguments: users + groups) func aWorldSendsIt(_ sample: Sample) throws {
    let bench = try Bench(
      sample.settings, flag: sample.flag, people: sample.people,
      assigned: sample.assigned)
    if let happens = sample.happens {
      try bench.run()
      _ = bench.server.sent()
      try happens(bench)
    }
    try bench.run()
    let masked = try bench.server.sent().map { try bench.masked($0) }
    expectEqual(masked, sample.sends)
    // Nothing is left to do.
    try bench.run()
    expectEqual(bench.server.writes(), [])
  }

  /// The samples have `Authorization` and `Content-type`; the others were observed, and no request has a `User-Agent`.
  @Test func everyRequestHasTheFieldsOfTheService() throws {
    let bench = try Bench(people: Self.members)
    try bench.run()
    try Self.leaving(bench)
    try bench.run()
    for (method, lines) in bench.server.state.withLock({ $0.fields }) {
      let content = method == "GET" ? [] : ["Content-Type: application/scim+json; charset=utf-8"]
      expectEqual(
        lines.dropLast(), ["Authorization: Bearer t0ken", "Accept: application/scim+json"] + content)
      let stamp = try #require(lines.last)
      #expect(stamp.hasPrefix("Adscimversion: Date:2026-01-05, ActivityId:"))
      #expect(GUID(String(stamp.suffix(36))) != nil)
    }
    expectEqual(bench.server.state.withLock { Set($0.fields.map(\.method)) }, ["GET", "POST", "PATCH"])
  }
}

extension Bench {
  func changeGroup(_ change: @escaping (inout Group) -> Void) throws {
    try world.change { state in
      guard let group = state.group(named: "sellers") else { throw TestFault("no group") }
      state.updateGroup(group.id, change)
    }
  }

  /// A line of the server's log, with marks in the places of ids and of the sign-in name, whose domain is the tenant's.
  func masked(_ line: String) throws -> String {
    let name = try test.user("joy").userPrincipalName
    var line = line.exchanging(name, for: "{userName}").exchanging(Percent.encodeForm(name), for: "{userName}")
    line = line.exchanging("\(try test.user("joy").id)", for: "{objectId}")
    if let group = world.directory.group(named: "sellers") { line = line.exchanging("\(group.id)", for: "{groupId}") }
    for id in server.state.withLock({ Array($0.users.keys) + Array($0.groups.keys) }) + ["u1", "g1", "g2"] {
      for (before, after) in [("/", " "), ("/", "?"), (#""value":""#, #"""#), (#"eq \""#, #"\""#)] {
        line = (line + " ").exchanging(before + id + after, for: before + "{id}" + after)
        line.removeLast()
      }
    }
    return line
  }
}
