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

/// What cycles send, and in which order.
@Suite struct CycleTests {
  @Test func theExampleOfALeaver() throws {
    let bench = try Bench(
      people: """
          users: { ann: { displayName: Ann Lee, department: Sales } }
          groups: { sellers: { displayName: Sellers, members: [ann] } }
        """,
      rest: """
        rules: [{ when: { event: provisioning.cycle, client: product, occurrence: 1 }, then: { disable: ann } }]
        expect: [{ event: provisioning.sent, action: disable, user: ann, count: 1 }]
        """)
    let ann = try bench.test.user("ann")
    let group = try #require(bench.world.directory.group(named: "sellers"))
    try bench.run()
    expectEqual(
      bench.server.sent(),
      [
        "GET /Users?filter=userName+eq+%22ann%40\(ann.userPrincipalName.split(separator: "@")[1])%22",
        """
        POST /Users {"schemas":["urn:ietf:params:scim:schemas:core:2.0:User","urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],\
        "externalId":"ann","userName":"\(ann.userPrincipalName)","active":true,"displayName":"Ann Lee",\
        "emails":[{"primary":true,"type":"work","value":"\(ann.mail ?? "")"}],"meta":{"resourceType":"User"},\
        "name":{"formatted":"Ann Lee","familyName":"Lee","givenName":"Ann"},"preferredLanguage":"en-US",\
        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":{"department":"Sales"}}
        """,
        "GET /Groups?excludedAttributes=members&filter=displayName+eq+%22Sellers%22",
        """
        POST /Groups {"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group",\
        "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],"externalId":"\(group.id)",\
        "displayName":"Sellers","meta":{"resourceType":"Group"}}
        """,
        "GET /Groups/g2?excludedAttributes=members",
        """
        PATCH /Groups/g2 {"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],\
        "Operations":[{"op":"Add","path":"members","value":[{"value":"u1"}]}]}
        """,
      ])
    bench.world.passTime(by: .minutes(40))
    expectEqual(
      bench.server.sent(),
      [
        "GET /Users/u1",
        """
        PATCH /Users/u1 {"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],\
        "Operations":[{"op":"Replace","path":"active","value":"False"}]}
        """,
      ])
    expectEqual(bench.count(.provisioningSent, .disable, "ann"), 1)
    expectEqual(bench.world.now.iso8601, "2026-01-05T09:40:00Z")
    expectEqual(bench.count(.provisioningCycle), 2)
  }

  @Test func nothingRunsBeforeTheClockMoves() throws {
    let bench = try Bench()
    expectEqual(bench.server.state.withLock { $0.tokens.count }, 0)
    bench.world.passTime(by: .minutes(1))
    expectEqual(try bench.job().cycles, 1)
    expectEqual(try bench.job().lastBegan, UnixTime(iso8601: "2026-01-05T09:00:00Z")?.ticks)
  }

  @Test func aCycleWithoutChangesProbesAlone() throws {
    let bench = try Bench()
    try bench.run()
    _ = bench.server.sent()
    let before = bench.server.state.withLock { $0.tokens.count }
    try bench.run()
    expectEqual(bench.server.sent(), [])
    expectEqual(bench.server.state.withLock { $0.tokens.count } - before, 2)
    let silent = try Bench("probeEmptyCycles: false")
    try silent.run()
    let count = silent.server.state.withLock { $0.tokens.count }
    try silent.run()
    expectEqual(silent.server.state.withLock { $0.tokens.count }, count)
  }

  /// What happens to Ann after the first cycle, and which writes the second one sends.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var settings = ""
    let change: @Sendable (Bench) throws -> Void
    let writes: [String]
    var testDescription: String { name }
  }

  private static let disable = #"{"op":"Replace","path":"active","value":"False"}"#
  private static let enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"

  static let leaving: [Row] = [
    Row(
      name: "blocked", change: { try $0.perform(SetEnabledAction(user: .named("ann"), isEnabled: false)) },
      writes: [patch("/Users/u1", disable)]),
    Row(
      name: "left the group", change: { try $0.leave("ann") },
      writes: [
        patch("/Users/u1", disable),
        patch("/Groups/g3", #"{"op":"Remove","path":"members","value":[{"value":"u1"}]}"#),
      ]),
    Row(
      name: "soft-deleted", change: { try $0.perform(SetDeletedAction(user: .named("ann"), isDeleted: true)) },
      writes: [patch("/Users/u1", disable)]),
    Row(
      name: "filtered out",
      settings:
        "scopingFilters: [[{ attribute: department, operator: NOT EQUALS, value: Gone }], [{ attribute: department, operator: IS NULL }]]",
      change: { bench in try bench.update("ann") { $0.properties["department"] = "Gone" } },
      writes: [
        patch("/Users/u1", disable + #",{"op":"Replace","path":"\#(enterprise):department","value":"Gone"}"#)
      ]),
    Row(
      name: "out of scope is skipped", settings: "skipOutOfScopeDeletions: true, groups: false",
      change: { try $0.leave("ann") }, writes: []),
    Row(
      name: "no update", settings: "actions: [create, delete]",
      change: { try $0.perform(SetEnabledAction(user: .named("ann"), isEnabled: false)) }, writes: []),
    Row(
      name: "no active", settings: "mappings: [{ target: active, removed: true }], groups: false",
      change: { try $0.leave("ann") }, writes: ["DELETE /Users/u1"]),
    Row(
      name: "renamed", settings: "groups: false",
      change: { bench in try bench.update("ann") { $0.displayName = "Ann Ray" } },
      writes: [
        patch("/Users/u1", #"{"op":"Replace","path":"displayName","value":"Ann Ray"}"#)
      ]),
    Row(
      name: "the group is unassigned",
      change: { bench in
        let directory = bench.world.directory
        let app = try bench.test.app("product")
        let principal = try #require(directory.servicePrincipals(of: app.id).first)
        try bench.world.change { state in
          for assignment in directory.assignments(on: principal.id) { state.remove(assignment.id) }
        }
      },
      writes: [patch("/Users/u1", disable), patch("/Users/u2", disable), "DELETE /Groups/g3"]),
  ]

  @Test(arguments: leaving) func whoLeavesIsSwitchedOff(_ row: Row) throws {
    let bench = try Bench(row.settings)
    try bench.run()
    _ = bench.server.sent()
    try row.change(bench)
    bench.world.passTime(by: .minutes(40))
    expectEqual(bench.server.writes(), row.writes)
    // Nothing is left to do.
    bench.world.passTime(by: .minutes(40))
    expectEqual(bench.server.writes(), [])
  }

  @Test func whoComesBackIsSwitchedOn() throws {
    let bench = try Bench("groups: false")
    try bench.run()
    try bench.perform(SetEnabledAction(user: .named("ann"), isEnabled: false))
    try bench.run()
    _ = bench.server.sent()
    try bench.perform(SetEnabledAction(user: .named("ann"), isEnabled: true))
    try bench.run()
    expectEqual(
      bench.server.sent(),
      [
        "GET /Users/u1",
        patch("/Users/u1", #"{"op":"Replace","path":"active","value":"True"}"#),
      ])
    expectEqual(bench.count(.provisioningSent, .restore, "ann"), 1)
  }

  @Test func deletedForGoodThirtyDaysLater() throws {
    let bench = try Bench("groups: false, interval: 1d")
    try bench.run()
    try bench.perform(SetDeletedAction(user: .named("ann"), isDeleted: true))
    bench.world.passTime(by: .days(1))
    _ = bench.server.sent()
    bench.world.passTime(by: .days(30))
    expectEqual(bench.server.writes(), ["DELETE /Users/u1"])
    // Who lost the assignment first is not deleted.
    try bench.leave("zed")
    bench.world.passTime(by: .days(1))
    try bench.perform(SetDeletedAction(user: .named("zed"), isDeleted: true))
    _ = bench.server.sent()
    bench.world.passTime(by: .days(32))
    expectEqual(bench.server.writes(), [])
  }

  @Test func theFlagChangesFourThings() throws {
    let bench = try Bench(flag: "?aadOptscim062020")
    try bench.run()
    _ = bench.server.sent()
    try bench.update("ann") { user in
      user.displayName = "Ann Ray"
      user.surname = "Ray"
    }
    try bench.perform(SetEnabledAction(user: .named("zed"), isEnabled: false))
    try bench.run()
    let writes = bench.server.writes()
    expectEqual(writes.count, 2)
    expectEqual(
      writes.last,
      patch("/Users/u2", #"{"op":"replace","path":"active","value":false}"#)
    )
    expectEqual(
      writes.first,
      patch(
        "/Users/u1",
        #"{"op":"replace","value":{"displayName":"Ann Ray","name.familyName":"Ray","#
          + #""name.formatted":"Ann Ray"}}"#)
    )
  }

  @Test func managersComeAfterAllUsers() throws {
    let bench = try Bench(
      "groups: false",
      people: """
          users: { zed: { displayName: Zed Ray }, ann: { displayName: Ann Lee, manager: zed } }
          groups: { sellers: { displayName: Sellers, members: [ann, zed] } }
        """)
    try bench.run()
    expectEqual(
      bench.server.writes().last,
      patch("/Users/u2", #"{"op":"Add","path":"\#(Self.enterprise):manager","value":"u1"}"#)
    )
    try bench.update("ann") { $0.manager = nil }
    try bench.run()
    expectEqual(
      bench.server.writes(),
      [
        patch("/Users/u2", #"{"op":"Replace","path":"\#(Self.enterprise):manager","value":""}"#)
      ])
    try bench.run(.initial)
    expectEqual(bench.server.writes(), [])
  }

  @Test func whoIsThereIsLinkedAndNotMadeTwice() throws {
    let bench = try Bench("groups: false")
    let ann = try bench.test.user("ann")
    bench.server.state.withLock { state in
      state.users["x"] = ["id": "x", "userName": .string(ann.userPrincipalName.uppercased()), "active": false]
    }
    try bench.run()
    expectEqual(try bench.job().links[ann.id.guid]?.target, "x")
    expectEqual(bench.server.state.withLock { $0.users["x"]?["active"] }, true)
    expectEqual(bench.server.state.withLock { $0.users.count }, 2)
  }

  @Test func onDemandSpeaksTheStandardDialect() throws {
    let bench = try Bench("groups: false", flag: "?aadOptscim062020")
    let ann = try bench.test.user("ann")
    try bench.run(.user(ann.id))
    try bench.update("ann") { $0.displayName = "Ann Ray" }
    _ = bench.server.sent()
    let report = try bench.run(.user(ann.id))
    expectEqual(
      bench.server.writes(),
      [
        patch("/Users/u1", #"{"op":"Replace","path":"displayName","value":"Ann Ray"}"#)
      ])
    expectEqual(report.entries.first?.action, .update)
    expectNil(try bench.job().watermark)
    let again = try bench.run(.user(ann.id))
    expectEqual(again.entries.first?.skipReason, "RedundantExport")
    try bench.perform(SetEnabledAction(user: .named("ann"), isEnabled: false))
    #expect(throws: ProvisioningMistake.self) { try bench.run(.user(ann.id)) }
  }

  @Test func aRequestHasNoMoreMembersThanItMay() throws {
    let bench = try Bench(
      "membersPerRequest: 2",
      people: """
          users: { ann: { displayName: Ann Lee }, zed: { displayName: Zed Ray }, kim: { displayName: Kim Poe } }
          groups: { sellers: { displayName: Sellers, members: [ann, zed, kim] } }
        """)
    try bench.run()
    func members(_ word: String, _ ids: String...) -> String {
      let values = ids.map { #"{"value":"\#($0)"}"# }.joined(separator: ",")
      return patch("/Groups/g4", #"{"op":"\#(word)","path":"members","value":[\#(values)]}"#)
    }
    expectEqual(Array(bench.server.writes().suffix(2)), [members("Add", "u1", "u2"), members("Add", "u3")])
    try bench.changeGroup { $0.members = [] }
    try bench.run()
    let removals = bench.server.writes().filter { $0.hasPrefix("PATCH /Groups") }
    expectEqual(removals.count, 2)
    expectEqual(bench.server.state.withLock { $0.groups["g4"]?["members"] }, [])
  }

  @Test func aServerThatShowsMembersLosesThem() throws {
    let bench = try Bench()
    try bench.run()
    bench.server.state.withLock { $0.showsMembers = true }
    try bench.leave("zed")
    try bench.run()
    try bench.join("zed")
    _ = bench.server.sent()
    try bench.run()
    expectEqual(
      bench.server.writes().last,
      patch("/Groups/g3", #"{"op":"Replace","path":"members","value":[{"value":"u2"}]}"#)
    )
  }

  @Test func aMonthOfCyclesIsShort() throws {
    let bench = try Bench()
    bench.world.passTime(by: .days(30))
    expectEqual(try bench.job().cycles, 1_081)
    expectEqual(bench.server.writes().count, 4)
  }

  @Test func twoAppsAndManyWorlds() throws {
    let benches = try (0..<5).map { _ in try Bench() }
    for bench in benches { bench.world.passTime(by: .hours(2)) }
    for bench in benches { expectEqual(bench.server.state.withLock { $0.users.count }, 2) }
  }

  @Test(arguments: [SendAction.Fault.twice, .inParallel, .outOfOrder, .wrongCase])
  func rulesDamageWhatIsSent(_ fault: SendAction.Fault) throws {
    let bench = try Bench(
      "groups: false",
      rest:
        "rules: [{ when: { endpoint: provisioning, action: create, user: ann }, then: { send: \(fault.rawValue) } }]")
    try bench.run()
    let posts = bench.server.writes().map {
      String($0.prefix { $0 != "{" }) + ($0.firstPlace(of: "Ann") == nil ? "zed" : "ann")
    }
    let expected =
      switch fault {
      case .twice, .inParallel: ["POST /Users ann", "POST /Users ann", "POST /Users zed"]
      case .outOfOrder: ["POST /Users zed", "POST /Users ann"]
      case .wrongCase: ["POST /Users ann", "POST /Users zed"]
      }
    expectEqual(posts, expected)
    expectEqual(bench.count(.provisioningSent, .create, "ann"), 1)
  }
}

extension Bench {
  func perform(_ action: some WorldAction) throws { _ = try world.perform(action) }

  func update(_ alias: String, _ change: @escaping (inout User) -> Void) throws {
    let id = try test.user(alias).id
    try world.edit { try $0.update(id, change) }
  }

  /// Takes a user out of the group of sellers.
  func leave(_ alias: String) throws {
    let id = try test.user(alias).id
    try changeSellers { $0.removeAll { $0 == .user(id) } }
  }

  func join(_ alias: String) throws {
    let id = try test.user(alias).id
    try changeSellers { $0.append(.user(id)) }
  }

  private func changeSellers(_ change: @escaping (inout [Group.Member]) -> Void) throws {
    try world.change { state in
      guard let group = state.group(named: "sellers") else { throw TestFault("no group") }
      state.updateGroup(group.id) { change(&$0.members) }
    }
  }
}

/// A change as the log of the model server has it.
private func patch(_ target: String, _ operations: String) -> String {
  #"PATCH \#(target) {"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[\#(operations)]}"#
}
