import Directory
import Expectations
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("Scenario files") struct ScenarioDecoderTests {
  private static let text = """
    scenario: everything
    summary: One of each.
    docs: |
      First line.
    world:
      users:
        alice: { password: "S3cret!", mfa: required }
        bob: { enabled: false, passwordExpired: true }
        carol: { displayName: Carol Cole }
        dora: { displayName: Dora, userPrincipalName: dora@fabrikam.com, password: D0ra }
      apps:
        mobile: { permissions: [user.read, Files.Read], consent: none, redirectUris: ["msauth.org.example://auth"] }
        mine: { type: web, redirectUris: ["https://mine.test/callback"], secret: s, permissions: [User.Read], consent: granted }
        robot: { type: daemon, clientId: 0b0b0b0b-0000-4000-8000-000000000001, permissions: [Mail.Read], consent: granted }
      lifetimes: { accessToken: 1m, refreshToken: 30d, persistentSession: 10d }
    signIn: auto
    staySignedIn: true
    clock: { start: 2026-01-05T09:00:00Z, frozen: true }
    rules:
      - name: late
        when: { endpoint: token, grant: refresh_token, occurrence: 3.. }
        then:
          - respond: { status: 503, retryAfter: 2s }
      - when: { event: token.issued, user: carol, client: robot }
        then: { expire: refreshTokens, of: carol }
    expect:
      - { event: token.refused, code: AADSTS700082, count: 1 }
      - { event: signIn, user: carol }
    """

  private func scenario() throws -> Scenario {
    try ScenarioDecoder.scenario(from: Array(Self.text.utf8), file: "everything.yaml")
  }

  @Test("become a value with all that they say") func decodes() throws {
    let scenario = try scenario()
    expectEqual(scenario.name, "everything")
    expectEqual(scenario.summary, "One of each.")
    expectEqual(scenario.documentation, "First line.\n")
    expectEqual(scenario.settings.signIn, .auto)
    #expect(scenario.settings.asksToStaySignedIn)
    expectEqual(scenario.settings.lifetimes.accessToken, .minutes(1))
    expectEqual(scenario.settings.lifetimes.refreshTokenIdle, .days(30))
    expectEqual(scenario.settings.lifetimes.persistentSession, .days(10))
    expectEqual(scenario.settings.lifetimes.idToken, Lifetimes().idToken)
    expectEqual(scenario.clock, UnixTime(iso8601: "2026-01-05T09:00:00Z").map(ClockSetting.frozenAt))
    expectEqual(scenario.rules.map(\.name), ["late", "#2"])
    expectEqual(scenario.rules.first?.occurrence, Occurrence(first: 3, last: nil))
    expectEqual(scenario.rules.last?.pattern.summary, "token.issued, client robot, user carol")
    expectEqual(scenario.rules.last?.actions.map(\.summary), ["expire refreshTokens of 'carol'"])
    expectEqual(scenario.expectations.map(\.count), [1, .atLeastOnce])
    expectEqual(scenario.expectations.first?.pattern?.error, "AADSTS700082")
  }

  @Test("change the seeded users and add new ones") func users() throws {
    let seeds = try scenario().seededDirectory(at: TestWorld.start)
    let alice = try seeds.state.existingUser("alice")
    expectEqual(alice.password?.matches("S3cret!"), true)
    expectEqual(alice.mfa, .required)
    try expectEqual(seeds.state.existingUser("bob").isEnabled, false)
    #expect(try seeds.state.existingUser("bob").isPasswordExpired)
    expectEqual(alice.isPasswordExpired, false)
    let carol = try seeds.state.existingUser("carol@contoso.onmicrosoft.com")
    expectEqual(carol.displayName, "Carol Cole")
    expectEqual(carol.surname, "Cole")
    expectEqual(carol.tenant, SeededDirectory.contoso)
    expectEqual(carol.password?.matches(SeededDirectory.password), true)
    try expectEqual(seeds.state.existingUser("dora").tenant, SeededDirectory.fabrikam)
    let credentials = Dictionary(
      uniqueKeysWithValues: seeds.credentials.map { ($0.alias, "\($0.userPrincipalName) \($0.password ?? "")") })
    expectEqual(credentials["alice"], "alice@contoso.onmicrosoft.com S3cret!")
    expectEqual(credentials["carol"], "carol@contoso.onmicrosoft.com Passw0rd!")
    expectEqual(credentials["dora"], "dora@fabrikam.com D0ra")
  }

  @Test("change the seeded apps and add new ones") func applications() throws {
    let seeds = try scenario().seededDirectory(at: TestWorld.start)
    let state = seeds.state
    func granted(_ application: Application) throws -> [[String]] {
      let principal = try #require(state.servicePrincipal(of: application.id, in: SeededDirectory.contoso))
      return state.grants(ofClient: principal.id).map(\.scopes)
    }
    let mobile = try state.existingApplication("mobile")
    expectEqual(mobile.requiredAccess(to: WellKnown.graph)?.scopes, ["User.Read", "Files.Read"])
    expectEqual(mobile.requiredAccess.count, 2)
    expectEqual(mobile.redirectURIs.last, RedirectURIRegistration(uri: "msauth.org.example://auth", platform: .native))
    try expectEqual(granted(mobile), [])
    let mine = try state.existingApplication("mine")
    expectEqual(mine.redirectURIs.map(\.uri), ["http://localhost", "https://mine.test/callback"])
    expectEqual(mine.secrets.first?.digest.matches("s"), true)
    expectEqual(seeds.secrets["mine"], "s")
    try expectEqual(granted(mine), [["User.Read"]])
    let robot = try state.existingApplication("robot")
    expectEqual("\(robot.id)", "0b0b0b0b-0000-4000-8000-000000000001")
    expectEqual(robot.requiredAccess, [RequiredAccess(resource: WellKnown.graph, scopes: [], roles: ["Mail.Read"])])
    let principal = try #require(state.servicePrincipal(of: robot.id, in: SeededDirectory.contoso))
    expectEqual(
      state.roleAssignments.values.filter { $0.principal == .client(principal.id) }.map(\.role), ["Mail.Read"])
    expectEqual(seeds.secrets["robot"], "robot-secret")
  }

  @Test("give new objects the same ids in every run") func idsRepeat() throws {
    let first = try scenario().seededDirectory(at: TestWorld.start).state
    let second = try scenario().seededDirectory(at: TestWorld.start).state
    expectEqual(first.usersInOrder.map(\.id), second.usersInOrder.map(\.id))
    expectEqual(first.applicationOrder, second.applicationOrder)
    expectEqual(Set(first.grants.keys), Set(second.grants.keys))
  }

  @Test("leave nothing to write beside the whole directory") func nothingLeft() throws {
    var state = try scenario().seededDirectory(at: TestWorld.start).state
    #expect(state.takeChanges().isEmpty)
  }

  @Test("may be JSON") func json() throws {
    let scenario = try ScenarioDecoder.scenario(
      from: Array(
        #"""
        {"scenario": "json", "signIn": "auto", "rules": [
          {"when": {"endpoint": "token", "occurrence": "2"}, "then": [{"delay": "2s"}, "revokeSessions"]}],
         "expect": [{"event": "signIn", "count": 2}]}
        """#.utf8), file: "s.json")
    expectEqual(scenario.rules.first?.actions.count, 2)
    expectEqual(scenario.expectations.first?.count, 2)
  }

  @Test("may leave sections empty") func emptySections() throws {
    let scenario = try ScenarioDecoder.scenario(
      from: Array("scenario: x\nsummary:\nworld:\nclock: {}\nrules:\n  # none yet\nexpect: []\n".utf8), file: "x.yaml")
    expectEqual(scenario.clock, .real)
    #expect(scenario.rules.isEmpty)
  }

  @Test("put the clock where they say") func clock() throws {
    let running = try TestWorld("clock: { start: 2026-01-05 }")
    running.base.advance(by: .seconds(5))
    expectEqual(running.world.now, UnixTime(iso8601: "2026-01-05T00:00:05Z"))
    let frozen = try TestWorld("clock: { start: 2026-01-05, frozen: true }")
    frozen.base.advance(by: .seconds(5))
    expectEqual(frozen.world.now, UnixTime(iso8601: "2026-01-05"))
  }

  @Test("begin a world anew when it is reset") func reset() throws {
    let test = try TestWorld("world: { users: { alice: { mfa: required } } }\nclock: { start: 2026-01-05 }")
    try test.giveRefreshToken("t", user: "alice", client: "mobile")
    try test.perform("[{ disable: alice }, { advanceClock: 1d }]", for: .sample())
    test.world.journal.record(.sample())
    try test.world.reset()
    #expect(try test.user("alice").isEnabled)
    try expectEqual(test.user("alice").mfa, .required)
    expectEqual(test.world.now, UnixTime(iso8601: "2026-01-05"))
    try expectNil(test.age(ofRefreshToken: "t"))
    #expect(test.world.journal.exchanges.isEmpty)
    let directory = test.world.directory
    expectEqual(test.kept().usersInOrder, directory.usersInOrder)
  }
}
