import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Policies about single permissions, about apps without a user, and about where the user is.
struct AccessConditionTests {
  // MARK: Permissions that a policy guards

  /// A world where Mail.Read is granted and wants a second factor.
  static func guarded() throws -> TestWorld {
    try TestWorld(directory: {
      $0.put(
        ConditionalAccessTests.policy {
          $0.control = .mfa
          $0.scopes = ["Mail.Read"]
        })
    })
  }

  static func scp(_ json: JSONValue) throws -> [String] {
    (try json.claims("access_token")["scp"]?.string ?? "").split(separator: " ").map(String.init)
  }

  @Test func whatNobodyAskedForIsLeftOut() throws {
    let test = try Self.guarded()
    let first = try test.tokens(scope: "openid offline_access User.Read")
    #expect(try !Self.scp(first).contains("Mail.Read"))
    #expect(try Self.scp(first).contains("User.Read"))
    expectEqual(first["scope"]?.string?.contains("Mail.Read"), false)
    let token = try #require(first["refresh_token"]?.string)
    let asked = try test.refresh(token, [("scope", "Mail.Read")])
    expectEqual(asked.errorCode, 50076)
    try expectEqual(asked.json["claims"]?.string, ConditionalAccessTests.challenge)
    let other = try test.refresh(token, [("scope", "User.Read")])
    expectEqual(other.status, 200)
    #expect(other.exchange.reasons.contains { $0.contains("Mail.Read") }, "\(other.exchange.reasons)")
  }

  @Test(arguments: ["Mail.Read", "https://graph.microsoft.com/.default"])
  func askingForItBringsTheStepAndAllOfThem(_ scope: String) throws {
    let test = try Self.guarded()
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile, scope: "openid offline_access \(scope)"))
    try expectEqual(browser.enter("alice").pageID, "ConvergedTFA")
    let code = try #require(try browser.submit([("otc", "123456")]).delivered?["code"])
    let json = try test.redeem(code).json
    #expect(try Self.scp(json).contains("Mail.Read"))
    let token = try #require(json["refresh_token"]?.string)
    #expect(try Self.scp(test.refresh(token, [("scope", "User.Read")]).json).contains("Mail.Read"))
  }

  @Test func aPolicyOfAnotherTenantOrSwitchedOffWithholdsNothing() throws {
    for change in [
      { (policy: inout AccessPolicy) in policy.isEnabled = false },
      { (policy: inout AccessPolicy) in policy.tenant = SeededDirectory.fabrikam },
    ] {
      let test = try TestWorld(directory: {
        $0.put(
          ConditionalAccessTests.policy {
            $0.control = .mfa
            $0.scopes = ["Mail.Read"]
            change(&$0)
          })
      })
      #expect(try Self.scp(test.tokens(scope: "openid User.Read")).contains("Mail.Read"))
    }
  }

  // MARK: Apps without a user

  struct Workload: CustomTestStringConvertible {
    let testDescription: String
    var workloads: AccessPolicy.Workloads? = .all
    var resources: [String]?
    var isBlocked = true
    var change: @Sendable (inout AccessPolicy) -> Void = { _ in }
  }

  @Test(arguments: [
    Workload(testDescription: "all apps"),
    Workload(testDescription: "this resource", resources: ["graph"]),
    Workload(testDescription: "another resource", resources: ["api"], isBlocked: false),
    Workload(testDescription: "another app", workloads: .some([]), isBlocked: false),
    Workload(testDescription: "users", workloads: nil, isBlocked: false),
    Workload(testDescription: "switched off", isBlocked: false, change: { $0.isEnabled = false }),
    Workload(testDescription: "another tenant", isBlocked: false, change: { $0.tenant = SeededDirectory.fabrikam }),
  ])
  func appsAreBlockedToo(_ row: Workload) throws {
    let test = try TestWorld(directory: { directory in
      directory.put(
        ConditionalAccessTests.policy { policy in
          policy.control = .block
          policy.workloads = row.workloads
          policy.resources = row.resources?.compactMap { directory.application(named: $0)?.id }
          row.change(&policy)
        })
    })
    let answer = try test.token(ClientCredentialsTests.form(), tenant: TestWorld.contoso)
    expectEqual(answer.errorCode, row.isBlocked ? 53003 : nil, "\(answer.text)")
    guard row.isBlocked else { return }
    expectEqual(answer.error, "invalid_grant")
    expectEqual(answer.status, 400)
    try expectEqual(answer.json["suberror"], "message_only")
    try expectEqual(answer.json["claims"]?.string, ConditionalAccessTests.challenge)
    // Users are none of its business.
    try expectNotNil(test.tokens()["access_token"])
  }

  @Test func managedIdentitiesAreSpared() throws {
    let test = try TestWorld(directory: {
      $0.put(
        ConditionalAccessTests.policy {
          $0.control = .block
          $0.workloads = .all
        })
    })
    let answer = try test.send(
      "GET", "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https://graph.microsoft.com",
      fields: [("Metadata", "true")])
    expectEqual(answer.status, 200, "\(answer.text)")
  }

  // MARK: Where the user is

  @Test func leavingTrustedLocationsEndsTokensOfClientsThatHeed() throws {
    let test = try TestWorld()
    let capability = [("claims", ContinuousAccessTests.capability)]
    let json = try test.redeem(try test.signIn("alice", capability), capability).json
    let token = try #require(json["access_token"]?.string)
    let handle = try #require(json["refresh_token"]?.string)
    let plain = try #require(try test.tokens()["access_token"]?.string)
    let id = try test.user("alice").id
    try test.world.updateUser(id) { $0.isAwayFromTrustedLocations = true }

    let refused = try test.graph(token: token)
    expectEqual(refused.status, 401)
    expectEqual(refused.fields["WWW-Authenticate"]?.contains(#"error="insufficient_claims", claims=""#), true)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("LocationConditionEvaluationSatisfied"))
    try expectEqual(test.graph(token: plain).status, 200)
    let silent = try test.refresh(handle)
    expectEqual(silent.errorCode, 53003)
    try expectEqual(silent.json["claims"]?.string?.contains("capolids"), true)
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    try expectEqual(browser.enter("alice").pageCode, 53003)
    #expect(try test.refreshToken("bob") != "")

    try test.world.updateUser(id) { $0.isAwayFromTrustedLocations = false }
    try expectEqual(test.graph(token: token).status, 200)
    try expectEqual(test.refresh(handle).status, 200)
  }
}
