import Bytes
import Directory
import Expectations
import Testing

@Suite("Groups") struct GroupTests {
  private func names(_ groups: [Group]) -> [String] { groups.map(\.alias) }

  @Test(
    "hold users directly and through other groups",
    arguments: [
      ("alice", ["staff", "company", "news"], ["staff", "company", "news"]),
      ("bob", ["engineers", "company"], ["engineers", "staff", "company"]),
      ("guest", ["news"], ["news"]), ("gina", [], []),
    ])
  func nesting(_ user: String, _ direct: [String], _ nested: [String]) throws {
    let state = Sample.seeds().state
    let member = Group.Member.user(try #require(state.user(named: user)).id)
    expectEqual(names(state.groups(of: member)), direct)
    expectEqual(names(state.nestedGroups(of: member)), nested)
  }

  @Test("that hold each other do no harm") func circle() throws {
    var state = Sample.seeds().state
    let engineers = try #require(state.group(named: "engineers"))
    let staff = try #require(state.group(named: "staff"))
    state.updateGroup(engineers.id) { $0.members.append(.group(staff.id)) }
    let alice = Group.Member.user(try #require(state.user(named: "alice")).id)
    expectEqual(names(state.nestedGroups(of: alice)), ["engineers", "staff", "company", "news"])
    expectEqual(names(state.nestedGroups(of: .group(staff.id))), ["engineers", "staff"])
    let members = state.members(of: try #require(state.group(named: "staff")), isNested: true)
    expectEqual(Set(members).count, members.count)
    expectEqual(members.count, 5)
  }

  @Test("are found by alias in any case and by id") func finding() throws {
    let state = Sample.seeds().state
    let staff = try #require(state.group(named: "Staff"))
    expectEqual(state.group(named: "\(staff.id)")?.alias, "staff")
    expectNil(state.group(named: "nobody"))
    expectNil(state.group(named: "\(GUID(random: [1]))"))
  }

  @Test(
    "are for security, for mail, or for both",
    arguments: [
      (Group.Kind.security, true, false), (.microsoft365, false, true), (.mailEnabledSecurity, true, true),
      (.distribution, false, true),
    ])
  func kinds(_ kind: Group.Kind, _ isSecurity: Bool, _ isMail: Bool) {
    expectEqual(kind.isSecurityEnabled, isSecurity)
    expectEqual(kind.isMailEnabled, isMail)
  }

  @Test("hand an assignment to their direct members only") func assignments() throws {
    var seeds = Sample.seeds()
    let mobile = try #require(seeds.state.application(named: "mobile"))
    let staff = try #require(seeds.state.group(named: "staff"))
    try seeds.edit { try $0.assign(.group(staff.id), to: mobile.id) }
    let principal = try #require(seeds.state.servicePrincipal(of: mobile.id, in: SeededDirectory.contoso))
    for (user, holds) in [("alice", true), ("admin", true), ("bob", false), ("guest", false)] {
      let user = try #require(seeds.state.user(named: user))
      expectEqual(seeds.state.hasAssignment(user.id, on: principal.id), holds, "\(user.alias)")
    }
  }
}
