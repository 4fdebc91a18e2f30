import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// What keeps a user from tokens is the same at authorize with `prompt=none` and at a renewal: the number, the words for the
/// client, and the reason in the journal.
struct OneDecisionTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// At authorize.
    let code: Int
    /// At the token endpoint, where that differs.
    var renewalCode: Int?
    let reason: String
    let arrange: @Sendable (TestWorld) throws -> Void
  }

  static func policy(_ change: @escaping @Sendable (inout AccessPolicy) -> Void) -> @Sendable (TestWorld) throws -> Void
  {
    { test in try test.change { $0.put(ConditionalAccessTests.policy(change)) } }
  }

  static func alice(_ change: @escaping @Sendable (inout User) -> Void) -> @Sendable (TestWorld) throws -> Void {
    { test in
      let id = try test.user("alice").id
      try test.change { $0.updateUser(id, change) }
    }
  }

  static let rows = [
    Row(testDescription: "assignment", code: 50105, reason: "'mobile' requires assignment and 'alice' has none") {
      test in
      let app = try test.app("mobile").id
      try test.change { directory in
        guard var principal = directory.servicePrincipal(of: app, in: SeededDirectory.contoso) else { return }
        principal.requiresAssignment = true
        directory.put(principal)
      }
    },
    Row(
      testDescription: "a policy that blocks", code: 53003, reason: "policy 'p' blocks",
      arrange: policy { $0.control = .block }),
    Row(
      testDescription: "a compliant device", code: 53000, reason: "policy 'p' wants a compliant device",
      arrange: policy { $0.control = .compliantDevice }),
    Row(
      testDescription: "app protection", code: 53005, renewalCode: 53009, reason: "policy 'p' wants app protection",
      arrange: policy { $0.control = .appProtection }),
    Row(
      testDescription: "another place", code: 53003, reason: "policy 'trusted locations' blocks",
      arrange: alice { $0.isAwayFromTrustedLocations = true }),
    Row(
      testDescription: "sign-in frequency", code: 70044, renewalCode: 70043,
      reason: "policy 'p': the sign-in is older than 30 minutes"
    ) { test in
      try policy { $0.signInFrequency = TimeSpan(.minutes(30)) }(test)
      test.advance(by: .hours(1))
    },
    Row(
      testDescription: "a policy's second factor", code: 50076,
      reason: "policy 'p' wants multi-factor authentication, and 'alice' has not proved it",
      arrange: policy { $0.control = .mfa }),
    Row(
      testDescription: "a policy's second factor, of a user without one", code: 50079,
      reason: "policy 'p' wants multi-factor authentication, and 'alice' has registered no method"
    ) { test in
      try policy { $0.control = .mfa }(test)
      try alice { $0.mfa = .unregistered }(test)
    },
    Row(
      testDescription: "the user's second factor", code: 50076,
      reason: "the account of 'alice' wants multi-factor authentication, and 'alice' has not proved it",
      arrange: alice { $0.mfa = .required }),
    Row(
      testDescription: "the user's second factor, without a method", code: 50079,
      reason: "the account of 'alice' wants multi-factor authentication, and 'alice' has registered no method",
      arrange: alice { $0.mfa = .unregistered }),
    Row(testDescription: "consent", code: 65001, reason: "consent is missing: User.Read openid profile offline_access")
    {
      _ = try $0.world.withdrawConsent(from: try $0.app("mobile").id, of: nil)
    },
  ]

  @Test(arguments: rows) func refusesBoth(_ row: Row) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let token = try test.refreshToken()
    try row.arrange(test)

    let silent = try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")]))
    let renewal = try test.refresh(token)
    let delivered = try #require(silent.delivered)
    expectEqual(delivered.errorCode, row.code)
    expectEqual(renewal.errorCode, row.renewalCode ?? row.code)
    let body = try renewal.json
    expectEqual(body["suberror"]?.string, delivered["suberror"])
    expectEqual(body["claims"]?.string, delivered["claims"])
    for reasons in [silent.exchange.reasons, renewal.exchange.reasons] {
      expectEqual(reasons.filter { $0 == row.reason }.count, 1, "\(reasons)")
    }
  }

  /// The client can lead the user to the page that meets the policy, so the refusal says which policy it is.
  @Test func aPolicysEnrolmentCarriesTheChallenge() throws {
    let test = try TestWorld(directory: { directory in
      directory.put(ConditionalAccessTests.policy { $0.control = .mfa })
    })
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    try browser.enter("alice")
    let code = try #require(try browser.submit([("otc", "123456")]).delivered?["code"])
    let token = try #require(try test.redeem(code).json["refresh_token"]?.string)
    try Self.alice { $0.mfa = .unregistered }(test)
    // What was proved still counts.
    try expectEqual(test.refresh(token).status, 200)

    let other = try LockoutPageTests.passwordGrant(test)
    expectEqual(other.errorCode, 50079)
    try expectEqual(other.json["claims"]?.string, ConditionalAccessTests.challenge)
  }
}
