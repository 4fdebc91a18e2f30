import Bytes
import Directory
import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("Groups, claims and settings of a file") struct GroupPatchTests {
  @Test("changes seeded groups and adds new ones, with users and groups in them") func groups() throws {
    let test = try TestWorld(
      """
      world:
        users: { carol: { displayName: Carol } }
        groups:
          Engineers: { displayName: Builders, type: mailEnabledSecurity, members: [carol] }
          leads:
            { id: 1ead5000-0000-4000-8000-000000000001, displayName: Leads, description: Who decides., members: [admin, engineers] }
      """)
    let directory = test.world.directory
    let engineers = try #require(directory.group(named: "engineers"))
    expectEqual(engineers.displayName, "Builders")
    expectEqual(engineers.kind, .mailEnabledSecurity)
    expectEqual(engineers.members, [.user(try test.user("carol").id)])
    let leads = try #require(directory.group(named: "leads"))
    expectEqual("\(leads.id)", "1ead5000-0000-4000-8000-000000000001")
    expectEqual(leads.kind, .security)
    expectEqual(leads.details, "Who decides.")
    expectEqual(leads.members, [.user(try test.user("admin").id), .group(engineers.id)])
    expectEqual(directory.group(named: "staff")?.members.count, 3)
  }

  @Test("makes many of one kind, the same in every run") func many() throws {
    let text = "world: { groups: { team: { displayName: Team, type: microsoft365, members: [bob], count: 12 } } }"
    let groups = try TestWorld(text).world.directory.groupsInOrder.filter { $0.alias.hasPrefix("team") }
    expectEqual(groups.map(\.alias), (1...12).map { "team-\($0)" })
    expectEqual(groups.last?.displayName, "Team 12")
    #expect(groups.allSatisfy { $0.kind == .microsoft365 && $0.members.count == 1 })
    try expectEqual(TestWorld(text).world.directory.groupsInOrder.suffix(12).map(\.id), groups.map(\.id))
  }

  @Test("sets what tokens of an app say, and who is given it") func apps() throws {
    let test = try TestWorld(
      """
      world:
        apps:
          mobile:
            groupMembershipClaims: ApplicationGroup
            assignedGroups: [staff]
            optionalClaims: { idToken: [email, login_hint], accessToken: [ipaddr] }
          shop: { type: web, groupMembershipClaims: All }
      """)
    let mobile = try test.application("mobile")
    expectEqual(mobile.groupMembershipClaims, .applicationGroup)
    expectEqual(mobile.optionalClaims, OptionalClaims(idToken: ["email", "login_hint"], accessToken: ["ipaddr"]))
    try expectEqual(test.application("shop").groupMembershipClaims, .all)
    try expectNil(test.application("spa").groupMembershipClaims)
    let directory = test.world.directory
    let principal = try #require(directory.servicePrincipal(of: mobile.id, in: SeededDirectory.contoso))
    #expect(directory.hasAssignment(try test.user("alice").id, on: principal.id))
    #expect(!directory.hasAssignment(try test.user("guest").id, on: principal.id))
  }

  @Test("gives users a manager and a photo, and takes the photo away") func users() throws {
    let test = try TestWorld(
      "world: { users: { alice: { manager: admin, photo: true }, bob: { photo: false }, carol: { displayName: C, manager: bob } } }"
    )
    try expectEqual(test.user("alice").manager, test.user("admin").id)
    try expectEqual(test.user("alice").photo, .sample)
    try expectNil(test.user("bob").photo)
    try expectEqual(test.user("bob").manager, test.user("alice").id)
    try expectEqual(test.user("carol").manager, test.user("bob").id)
  }

  @Test("sets what is a key of its own") func settings() throws {
    let settings = try TestWorld("graphTokenNonce: true\nidentityHeader: s3cret\nasksWhomToSignOut: true").world
      .settings
    #expect(settings.graphTokenNonce)
    expectEqual(settings.identityHeader, "s3cret")
    #expect(settings.asksWhomToSignOut)
    try expectEqual(TestWorld().world.settings, WorldSettings())
  }

  @Test(
    "says what is wrong",
    arguments: [
      (
        "groups: { enginers: { members: [alice] } }",
        "unknown group 'enginers'; did you mean 'engineers'? Known: engineers, staff, company, news. A new group needs a 'displayName'"
      ),
      ("groups: { a b: { displayName: x } }", "'a b' is not a short name; use letters, digits, '-', '.' and '_'"),
      (
        "groups: { x: { displayName: x, members: [alcie] } }",
        "unknown user or group 'alcie'; did you mean 'alice'? Known: alice, bob, admin, gina, guest, personal, engineers, staff, company, news"
      ),
      (
        "groups: { x: { displayName: x, members: [gina] } }",
        "'gina' is in another tenant than the group; take an object of the same tenant"
      ),
      ("groups: { x: { displayName: x, count: 0 } }", "'count' is a number from 1 to 5000 here, not '0'"),
      (
        "groups: { x: { displayName: x, type: team } }",
        "'type' is security, microsoft365, mailEnabledSecurity or distribution here, not 'team'"
      ),
      (
        "groups: { staff: { count: 2 } }",
        "'staff' is there already and keeps its 'count'; add a group of another name"
      ),
      (
        "groups: { x: { displayName: x, id: 97000000-0000-4000-8000-000000000001 } }",
        "'engineers' has that id; choose another one"
      ),
      (
        "groups: { x: { displayName: x, count: 2, id: 1ead5000-0000-4000-8000-000000000001 } }",
        "several groups cannot have one 'id'; leave out 'id' or 'count'"
      ),
      (
        "apps: { mobile: { assignedGroups: [staf] } }",
        "unknown group 'staf'; did you mean 'staff'? Known: engineers, staff, company, news"
      ),
      (
        "apps: { mobile: { optionalClaims: { idToken: [emial] } } }",
        "unknown optional claim 'emial'; did you mean 'email'?"
      ),
      ("apps: { mobile: { optionalClaims: { id: [email] } } }", "unknown key 'id'. Known here: idToken, accessToken"),
      (
        "users: { alice: { manager: gina } }",
        "'gina' is in another tenant than 'alice'; take a user of the same tenant"
      ),
    ])
  func mistakes(_ world: String, _ message: String) {
    let error = #expect(throws: ScenarioError.self) { try TestWorld("world: { \(world) }") }
    expectEqual(error?.description.contains(": " + message), true, "\(String(describing: error))")
  }
}
