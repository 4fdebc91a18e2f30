import Directory
import Expectations
import Policy
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("An action that changes nothing") struct ChangedNothingTests {
  @Test(
    "says so, and one that changes something does not",
    arguments: [
      ("{ disable: alice }", "{ disable: alice }"), ("{ lock: alice }", "{ lock: alice }"),
      ("{ withdrawConsent: mobile }", "{ withdrawConsent: mobile }"),
      ("{ disableApp: mobile }", "{ disableApp: mobile }"),
      ("{ requireMfa: alice }", "{ requireMfa: alice }"),
    ])
  func says(_ first: String, _ second: String) throws {
    let test = try TestWorld("rules: [{ when: { event: signIn }, then: [\(first), \(second)] }]")
    var exchange = try test.exchange(user: "alice", client: "mobile")
    exchange.note(.signIn)
    try test.world.concludeRules(&exchange)
    expectEqual(exchange.reasons.filter { $0 == "rule #1: that changed nothing" }.count, 1, "\(exchange.reasons)")
    expectEqual(exchange.reasons.last, "rule #1: that changed nothing")
  }

  @Test("is not one that moves a clock or a key", arguments: ["freezeClock", "rotateKeys", "{ setSignIn: pages }"])
  func others(_ action: String) throws {
    let test = try TestWorld("rules: [{ when: { event: signIn }, then: \(action) }]")
    var exchange = Exchange.sample(.signIn)
    try test.world.concludeRules(&exchange)
    #expect(!exchange.reasons.contains { $0.contains("changed nothing") })
  }

  @Test("of a consent for a user of another tenant") func otherTenant() throws {
    let test = try TestWorld("rules: [{ when: { event: signIn }, then: { grantConsent: all, client: api, of: gina } }]")
    var exchange = Exchange.sample(.signIn)
    try test.world.concludeRules(&exchange)
    #expect(exchange.reasons.contains("rule #1: that changed nothing"), "\(exchange.reasons)")
  }
}

@Suite("What is withdrawn from an app") struct WithdrawnTests {
  @Test("has its own roles among it") func roles() throws {
    let test = try TestWorld()
    let daemon = try test.application("daemon")
    func held() -> Int {
      test.world.directory.servicePrincipals(of: daemon.id)
        .reduce(0) { $0 + test.world.directory.assignments(ofClient: $1.id).count }
    }
    #expect(held() > 0)
    let count = try test.world.perform(WithdrawConsentAction(from: .id(daemon.id)))
    #expect(count > 0)
    expectEqual(held(), 0)
  }

  @Test("leaves the roles alone when one user withdraws") func ofOneUser() throws {
    let test = try TestWorld()
    let daemon = try test.application("daemon")
    _ = try test.world.perform(WithdrawConsentAction(from: .id(daemon.id), of: "alice"))
    let principals = test.world.directory.servicePrincipals(of: daemon.id)
    #expect(principals.contains { !test.world.directory.assignments(ofClient: $0.id).isEmpty })
  }
}

@Suite("Who answers the pages") struct SetSignInTests {
  @Test("can be changed while the world lives") func changes() throws {
    let test = try TestWorld()
    try test.perform("{ setSignIn: { user: bob, mfa: fail } }", for: .sample())
    expectEqual(test.world.settings.signIn, .auto)
    expectEqual(test.world.settings.persona.user, "bob")
    try test.perform("{ setSignIn: pages }", for: .sample())
    expectEqual(test.world.settings.signIn, .pages)
    try test.perform("{ setSignIn: auto }", for: .sample())
    try test.world.reset()
    expectEqual(test.world.settings.signIn, .pages)
  }
}

@Suite("An app that stands in") struct StandInTests {
  private struct Unread: Error {}

  @Test("is meant by a scenario of the library") func library() throws {
    let app = try #require(StandIn(text: "web=shop"))
    let scenario = try ScenarioLibrary.load("client-secret-expired", standIns: [app]) { _ in throw Unread() }
    let directory = scenario.seededDirectory(at: TestWorld.start).state
    expectEqual(directory.application(named: "shop")?.standsFor, "web")
    expectEqual(scenario.name, "client-secret-expired")
    #expect(!scenario.expectations.isEmpty)
  }

  @Test("is one of the file") func file() throws {
    let app = try #require(StandIn(text: "daemon=robot"))
    let text = "scenario: mine\nextends: daemon-no-roles\nworld: { apps: { robot: { displayName: Robot } } }"
    let scenario = try ScenarioLibrary.load("mine.yaml", standIns: [app]) { _ in Array(text.utf8) }
    let robot = try #require(scenario.seededDirectory(at: TestWorld.start).state.application(named: "daemon"))
    expectEqual(robot.alias, "robot")
    expectEqual(robot.displayName, "Robot")
  }

  @Test("needs two names", arguments: ["", "web", "web=", "=shop", "a=b=c"]) func wrong(_ text: String) {
    expectNil(StandIn(text: text))
  }

  @Test("of an app that no scenario knows is a mistake") func unknown() throws {
    let app = try #require(StandIn(text: "wob=shop"))
    #expect(throws: ScenarioError.self) {
      try ScenarioLibrary.load("throttled", standIns: [app]) { _ in throw Unread() }
    }
  }
}
