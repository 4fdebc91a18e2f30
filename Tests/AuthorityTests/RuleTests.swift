import Directory
import HTTPWire
import JSON
import Policy
import Scenarios
import TestSupport
import Testing

/// How the login host's endpoints obey rules.
@Suite struct RuleTests {
  struct Refuse: RuleAction {
    static let key = "test-refuse"
    let refusal: Refusal
    var summary: String { "refuse with \(refusal.code)" }
    func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) {
      answer.refusal = refusal
    }
  }

  struct Change: RuleAction {
    static let key = "test-change"
    let summary = "change the world"
    let body: @Sendable (World, Exchange) throws -> Void
    func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
      try body(world, exchange)
    }
  }

  static func world(
    _ action: any RuleAction, _ occurrence: Occurrence = .every, _ pattern: @escaping (inout Pattern) -> Void
  ) throws -> TestWorld {
    var when = Pattern()
    pattern(&when)
    let rule = Rule(name: "rule", pattern: when, occurrence: occurrence, actions: [action])
    return try TestWorld(scenario: { $0.rules = [rule] })
  }

  @Test func aRefusalTakesThePlaceOfTokens() throws {
    let test = try Self.world(
      Refuse(refusal: .multiFactorRequired(resource: "x", claims: "{\"access_token\":{}}")),
      Occurrence(first: 2, last: 2)
    ) {
      $0.endpoint = .token
      $0.grant = "refresh_token"
      $0.user = "alice"
    }
    let token = try test.refreshToken()
    let bob = try test.refreshToken("bob")
    #expect(try test.refresh(token).status == 200)
    // Another user's request is not counted.
    #expect(try test.refresh(bob).status == 200)
    let answer = try test.refresh(token)
    #expect(answer.status == 400)
    #expect(answer.errorCode == 50076)
    let body = try answer.json
    #expect(body["suberror"] == "basic_action")
    #expect(body["claims"] == "{\"access_token\":{}}")
    #expect(answer.exchange.rules == ["rule"])
    #expect(try test.refresh(token).status == 200)
  }

  @Test func aRefusalDoesNotUseTheCodeUp() throws {
    let test = try Self.world(Refuse(refusal: .transientFailure), Occurrence(first: 1, last: 1)) {
      $0.endpoint = .token
    }
    let code = try test.signIn()
    #expect(try test.redeem(code).status != 200)
    #expect(try test.redeem(code).status == 200)
  }

  @Test func aRefusalOfAuthorizeGoesToTheApp() throws {
    let test = try Self.world(Refuse(refusal: Refusal(.accessBlocked))) { $0.endpoint = .authorize }
    let answer = try test.send("GET", AuthorizeQuery(.mobile).target)
    #expect(answer.delivered?.errorCode == 53003)
    #expect(answer.delivered?["error"] == "interaction_required")
    #expect(answer.delivered?["state"] == "12345")
  }

  @Test func aDelayIsLeftToTheConnection() throws {
    struct Delay: RuleAction {
      static let key = "test-delay"
      let summary = "delay"
      func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) {
        answer.delay = .seconds(3)
      }
    }
    let test = try Self.world(Delay()) { $0.endpoint = .token }
    #expect(try test.redeem(try test.signIn()).response.delivery.delay == .seconds(3))
  }

  @Test func whatFollowsAnEventChangesTheNextAnswer() throws {
    let old = Change { world, exchange in
      let user = exchange.user.flatMap { world.directory.user(named: $0.alias) }
      _ = try world.age(.refreshTokens, GrantSelection(user: user?.id), by: world.ageOfDeath(.refreshTokens))
    }
    let test = try Self.world(old, Occurrence(first: 1, last: 1)) {
      $0.event = .tokenIssued
      $0.user = "alice"
    }
    let bob = try test.refreshToken("bob")
    let alice = try test.refreshToken("alice")
    #expect(try test.refresh(alice).errorCode == 700082)
    #expect(try test.refresh(bob).status == 200)
    // Signing in again helps.
    #expect(try test.refresh(try test.refreshToken("alice")).status == 200)
  }

  @Test func refusalsAreEventsToo() throws {
    let counted = Change { world, _ in
      try world.changePassword(of: try #require(world.directory.user(named: "bob")).id, to: "x")
    }
    let test = try Self.world(counted) {
      $0.event = .tokenRefused
      $0.error = "AADSTS54005"
    }
    let code = try test.signIn()
    _ = try test.redeem("garbage")
    _ = try test.redeem(code)
    #expect(try test.user("bob").password?.matches(SeededDirectory.password) ?? false)
    _ = try test.redeem(code)
    #expect(try test.user("bob").password?.matches("x") ?? false)
  }

  @Test func resetBeginsAnew() throws {
    let test = try TestWorld()
    let token = try test.refreshToken()
    try test.world.changePassword(of: try test.user("alice").id, to: "x")
    try test.world.reset()
    #expect(try test.refresh(token).errorCode == 70000)
    #expect(try test.user("alice").password?.matches(SeededDirectory.password) ?? false)
    #expect(try test.refresh(try test.refreshToken()).status == 200)
  }
}
