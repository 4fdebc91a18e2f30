import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// How the login host's endpoints obey rules.
struct RuleTests {
  struct Refuse: AnswerAction {
    let refusal: Refusal
    var summary: String { "refuse with \(refusal.code)" }
    func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
      answer.refusal = refusal
    }
  }

  struct Change: WorldAction {
    let summary = "change the world"
    let body: @Sendable (World, Parties) throws -> Void
    func perform(in world: World, for parties: Parties) throws { try body(world, parties) }
  }

  static func world(
    _ action: RuleAction, _ occurrence: Occurrence = .every, _ pattern: @escaping (inout Pattern) -> Void
  ) throws -> TestWorld {
    var when = Pattern()
    pattern(&when)
    let rule = Rule(name: "rule", pattern: when, occurrence: occurrence, actions: [action])
    return try TestWorld(scenario: { $0.rules = [rule] })
  }

  @Test func aRefusalTakesThePlaceOfTokens() throws {
    let test = try Self.world(
      .answer(Refuse(refusal: .multiFactorRequired(resource: "x", claims: "{\"access_token\":{}}"))),
      Occurrence(first: 2, last: 2)
    ) {
      $0.endpoint = .token
      $0.grant = "refresh_token"
      $0.user = "alice"
    }
    let token = try test.refreshToken()
    let bob = try test.refreshToken("bob")
    try expectEqual(test.refresh(token).status, 200)
    // Another user's request is not counted.
    try expectEqual(test.refresh(bob).status, 200)
    let answer = try test.refresh(token)
    expectEqual(answer.status, 400)
    expectEqual(answer.errorCode, 50076)
    let body = try answer.json
    expectEqual(body["suberror"], "basic_action")
    expectEqual(body["claims"], "{\"access_token\":{}}")
    expectEqual(answer.exchange.rules, ["rule"])
    try expectEqual(test.refresh(token).status, 200)
  }

  @Test func aRefusalDoesNotUseTheCodeUp() throws {
    let test = try Self.world(.answer(Refuse(refusal: Refusal(.transientFailure))), Occurrence(first: 1, last: 1)) {
      $0.endpoint = .token
    }
    let code = try test.signIn()
    #expect(try test.redeem(code).status != 200)
    try expectEqual(test.redeem(code).status, 200)
  }

  @Test func aRefusalOfAuthorizeGoesToTheApp() throws {
    let test = try Self.world(.answer(Refuse(refusal: Refusal(.accessBlocked)))) { $0.endpoint = .authorize }
    let answer = try test.send("GET", AuthorizeQuery(.mobile, [("prompt", "none")]).target)
    expectEqual(answer.delivered?.errorCode, 53003)
    expectEqual(answer.delivered?["error"], "interaction_required")
    expectEqual(answer.delivered?["state"], "12345")
    // With a person at the browser the page says so, as the service's does.
    try expectEqual(test.send("GET", AuthorizeQuery(.mobile).target).pageCode, 53003)
  }

  @Test func aDelayIsLeftToTheConnection() throws {
    let test = try Self.world(.answer(DelayAction(by: .seconds(3)))) { $0.endpoint = .token }
    try expectEqual(test.redeem(try test.signIn()).response.delivery.delay, .seconds(3))
  }

  @Test func whatFollowsAnEventChangesTheNextAnswer() throws {
    let test = try Self.world(.world(AgeAction(.refreshTokens)), Occurrence(first: 1, last: 1)) {
      $0.event = .tokenIssued
      $0.user = "alice"
    }
    let bob = try test.refreshToken("bob")
    let alice = try test.refreshToken("alice")
    try expectEqual(test.refresh(alice).errorCode, 700082)
    try expectEqual(test.refresh(bob).status, 200)
    // Signing in again helps.
    try expectEqual(test.refresh(try test.refreshToken("alice")).status, 200)
  }

  @Test func refusalsAreEventsToo() throws {
    let counted = Change { world, _ in
      try world.changePassword(of: try #require(world.directory.user(named: "bob")).id, to: "x")
    }
    let test = try Self.world(.world(counted)) {
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
    try expectEqual(test.refresh(token).errorCode, 70000)
    #expect(try test.user("alice").password?.matches(SeededDirectory.password) ?? false)
    try expectEqual(test.refresh(try test.refreshToken()).status, 200)
  }
}
