import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// A token request reads the directory once, and again when a rule has changed it for this very request.
struct RequestSnapshotTests {
  /// One way to ask for tokens, with all that is done before the rule is there.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let prepare: @Sendable (TestWorld) throws -> @Sendable () throws -> TestAnswer
  }

  static let userGrants = [
    Row(testDescription: "code") { test in
      let code = try test.signIn()
      return { try test.redeem(code) }
    },
    Row(testDescription: "refresh token") { test in
      let token = try test.refreshToken()
      return { try test.refresh(token) }
    },
    Row(testDescription: "device code") { test in
      let start = try DeviceCodeTests.Start(test)
      let browser = try DeviceCodeTests.confirmation(test, start)
      try browser.submit()
      return { try DeviceCodeTests.poll(test, start) }
    },
    Row(testDescription: "on behalf of") { test in
      let assertion = try OnBehalfOfTests.assertion(test)
      return { try test.token(OnBehalfOfTests.form(assertion), tenant: TestWorld.contoso) }
    },
    Row(testDescription: "password") { test in { try LockoutPageTests.passwordGrant(test) } },
  ]

  /// Puts a rule that changes the directory in the request that it fires for.
  static func fire(in test: TestWorld, _ change: @escaping @Sendable (inout DirectoryState) -> Void) throws {
    var pattern = Pattern()
    pattern.endpoint = .token
    let action = RuleTests.Change { world, _ in try world.change { change(&$0) } }
    test.world.rules.put(
      [Rule(name: "rule", pattern: pattern, occurrence: .every, actions: [.world(action)])], at: test.world.now)
  }

  @Test(arguments: userGrants) func aRuleCountsForItsOwnRequest(_ row: Row) throws {
    let test = try TestWorld()
    let ask = try row.prepare(test)
    let alice = try test.user("alice").id
    try Self.fire(in: test) { $0.updateUser(alice) { $0.isEnabled = false } }
    let answer = try ask()
    expectEqual(answer.errorCode, 50057, "\(answer.text)")
  }

  /// Policies and names come out of the same state.
  @Test(arguments: userGrants) func everythingIsReadAfterTheRule(_ row: Row) throws {
    let test = try TestWorld()
    let ask = try row.prepare(test)
    let alice = try test.user("alice").id
    try Self.fire(in: test) { directory in
      directory.updateUser(alice) { $0.displayName = "Renamed" }
      for grant in directory.grants.values {
        var grant = grant
        grant.scopes.removeAll { $0 == "Mail.Read" }
        directory.put(grant)
      }
    }
    let answer = try ask()
    let claims = try answer.json.claims("access_token")
    expectEqual(claims["name"], "Renamed")
    expectEqual(claims["scp"]?.string?.contains("Mail.Read"), false)
  }

  @Test func anAppsOwnTokenToo() throws {
    let test = try TestWorld()
    let graph = try test.app("graph").id
    try Self.fire(in: test) { directory in
      guard var principal = directory.servicePrincipal(of: graph, in: SeededDirectory.contoso) else { return }
      principal.isEnabled = false
      directory.put(principal)
    }
    let answer = try test.token(ClientCredentialsTests.form(), tenant: TestWorld.contoso)
    expectEqual(answer.errorCode, Refusal.resourceDisabled("").code, "\(answer.text)")
  }

  /// The pages that `signIn: auto` answers during a poll store consent, which the same poll finds.
  @Test func consentGivenDuringThePollCounts() throws {
    let test = try TestWorld(scenario: { $0.settings.signIn = .auto })
    _ = try test.world.withdrawConsent(from: try test.app("mobile").id, of: nil)
    let start = try DeviceCodeTests.Start(test)
    try expectEqual(DeviceCodeTests.poll(test, start).error, "authorization_pending")
    let answer = try DeviceCodeTests.poll(test, start)
    expectEqual(answer.status, 200, "\(answer.text)")
    #expect(answer.exchange.reasons.contains { $0.contains("signIn: auto accepts") })
  }
}
