import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Policies where the browser is: pages for people, redirects for `prompt=none`.
struct ConditionalAccessTests {
  static let policyID = GUID(random: [7])
  static let challenge = "{\"access_token\":{\"capolids\":{\"essential\":true,\"values\":[\"\(policyID)\"]}}}"

  static func policy(_ change: (inout AccessPolicy) -> Void) -> AccessPolicy {
    var policy = AccessPolicy(id: Identifier(policyID), name: "p", tenant: SeededDirectory.contoso)
    change(&policy)
    return policy
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let control: AccessPolicy.Control
    let code: Int
    /// Nil: no way on from the page.
    let page: String
    var suberror: String? = "message_only"
    var hasClaims = true
    /// The number at the token endpoint; nil when it is the same.
    var tokenCode: Int?
    var testDescription: String { control.rawValue }
  }

  static let rows = [
    Row(control: .block, code: 53003, page: "ConvergedConditionalAccess"),
    Row(
      control: .compliantDevice, code: 53000, page: "ConvergedConditionalAccess", suberror: "additional_action"),
    Row(control: .domainJoined, code: 53001, page: "ConvergedConditionalAccess"),
    Row(control: .approvedApp, code: 530_021, page: "ConvergedConditionalAccess"),
    Row(
      control: .appProtection, code: 53005, page: "ConvergedConditionalAccess", suberror: "protection_policy_required",
      hasClaims: false, tokenCode: 53009),
    Row(control: .mfa, code: 50076, page: "ConvergedTFA", suberror: "basic_action"),
  ]

  @Test(arguments: rows) func holdsThePersonAtAPage(_ row: Row) throws {
    let test = try TestWorld(directory: { $0.put(Self.policy { $0.control = row.control }) })
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    let page = try browser.enter("alice")
    expectEqual(page.status, 200)
    expectNil(page.location)
    expectEqual(page.pageID, row.page)
    expectEqual(page.pageCode, row.control == .mfa ? nil : row.code)
    expectEqual(page.exchange.refusal?.code, row.control == .mfa ? nil : row.code)
    #expect(page.exchange.reasons.contains { $0.contains("policy 'p'") })
    guard row.control != .mfa else { return }
    #expect(page.text.contains("Error Code: \(row.code)") && !page.text.contains("AADSTS\(row.code)"))
  }

  @Test(arguments: rows) func tellsTheSilentApp(_ row: Row) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    try test.change { $0.put(Self.policy { $0.control = row.control }) }
    let delivered = try #require(try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered)
    expectEqual(delivered["error"], "interaction_required")
    expectEqual(delivered.errorCode, row.code)
    expectEqual(delivered["suberror"], row.suberror)
    expectEqual(delivered["claims"], row.hasClaims ? Self.challenge : nil)
    expectEqual(delivered["state"], "12345")
  }

  @Test func aSecondFactorMeetsThePolicy() throws {
    let test = try TestWorld(directory: { $0.put(Self.policy { $0.control = .mfa }) })
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    try expectEqual(browser.enter("alice").pageID, "ConvergedTFA")
    let code = try #require(try browser.submit([("otc", "123456")]).delivered?["code"])
    let answer = try test.redeem(code)
    expectEqual(answer.status, 200)
    try expectEqual(answer.json.claims("access_token")["amr"], ["pwd", "mfa"])
    // Other apps find the proof in the session.
    try expectNotNil(browser.open(AuthorizeQuery(.web)).delivered?["code"])
  }

  @Test func theChallengeLeadsToThePage() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    try test.change { $0.put(Self.policy { $0.control = .mfa }) }
    let claims = try #require(
      try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered?["claims"])
    try expectEqual(browser.open(AuthorizeQuery(.mobile, [("claims", claims)])).pageID, "ConvergedTFA")
    try expectNotNil(browser.submit([("otc", "123456")]).delivered?["code"])
    try expectNotNil(
      browser.open(AuthorizeQuery(.mobile, [("claims", claims), ("prompt", "none")])).delivered?["code"])
  }

  @Test func aChallengeNamesThePolicyOfAnotherResource() throws {
    let test = try TestWorld(directory: { directory in
      let api = directory.application(named: "api")?.id
      directory.put(
        Self.policy {
          $0.control = .mfa
          $0.resources = api.map { [$0] } ?? []
        })
    })
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let silent = AuthorizeQuery(.mobile, [("claims", Self.challenge), ("prompt", "none")])
    try expectNotNil(browser.open(AuthorizeQuery(.mobile)).delivered?["code"])
    try expectEqual(browser.open(silent).delivered?.errorCode, 50076)
    try expectEqual(browser.open(AuthorizeQuery(.mobile, [("claims", Self.challenge)])).pageID, "ConvergedTFA")
    try expectNotNil(browser.submit([("otc", "123456")]).delivered?["code"])
    try expectNotNil(browser.open(silent).delivered?["code"])
  }

  @Test func aSecondFactorLastsAsLongAsThePolicySays() throws {
    let test = try TestWorld(directory: {
      $0.put(
        Self.policy {
          $0.control = .mfa
          $0.signInFrequency = TimeSpan(.hours(1))
        })
    })
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    try browser.enter("alice")
    try expectNotNil(browser.submit([("otc", "123456")]).delivered?["code"])
    test.advance(by: .hours(2))
    let silent = try #require(try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered)
    expectEqual(silent["error"], "interaction_required")
    expectEqual(silent.errorCode, 50078)
    expectEqual(silent["claims"], Self.challenge)
    try expectEqual(browser.open(AuthorizeQuery(.mobile)).heading, "Enter password")
    try expectEqual(browser.submit([("passwd", SeededDirectory.password)]).pageID, "ConvergedTFA")
    try expectNotNil(browser.submit([("otc", "123456")]).delivered?["code"])
  }

  @Test func anAuthenticationContextWaitsUntilItIsAsked() throws {
    let test = try TestWorld(directory: {
      $0.put(
        Self.policy {
          $0.control = .mfa
          $0.authenticationContexts = ["c1"]
        })
    })
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let claims = "{\"access_token\":{\"acrs\":{\"essential\":true,\"value\":\"c1\"}}}"
    let step = AuthorizeQuery(.mobile, [("claims", claims)])
    try expectNotNil(browser.open(AuthorizeQuery(.mobile)).delivered?["code"])
    try expectEqual(browser.open(step).pageID, "ConvergedTFA")
    try expectNotNil(browser.submit([("otc", "123456")]).delivered?["code"])
  }

  @Test func aPolicyForOneResourceLeavesTheOthers() throws {
    let test = try TestWorld(directory: { directory in
      let api = directory.application(named: "api")?.id
      directory.put(
        Self.policy {
          $0.control = .block
          $0.resources = api.map { [$0] } ?? []
        })
    })
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    try expectNotNil(browser.enter("alice").delivered?["code"])
    let page = try browser.open(AuthorizeQuery(.mobile, scope: "User.Read api://contoso/Orders.Read"))
    expectEqual(page.pageCode, 53003)
  }

  @Test func anOldSignInAsksForThePasswordAgain() throws {
    let test = try TestWorld(directory: { $0.put(Self.policy { $0.signInFrequency = TimeSpan(.hours(1)) }) })
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    test.advance(by: .hours(1))
    try expectNotNil(browser.open(AuthorizeQuery(.mobile)).delivered?["code"])
    test.advance(by: Duration(ticks: 1))
    let silent = try #require(try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered)
    expectEqual(silent["error"], "interaction_required")
    expectEqual(silent.errorCode, 70044)
    let page = try browser.open(AuthorizeQuery(.mobile))
    expectEqual(page.heading, "Enter password")
    expectEqual(page.form?["loginfmt"], "alice@contoso.onmicrosoft.com")
    try expectNotNil(browser.submit([("passwd", SeededDirectory.password)]).delivered?["code"])
    try expectNotNil(browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered?["code"])
  }

  @Test func aSecondFactorStaysProvedWhenConsentIsDeclined() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let id = try test.user("alice").id
    try test.change { $0.updateUser(id) { $0.mfa = .required } }
    try expectEqual(browser.open(AuthorizeQuery(.mobile, scope: "openid Files.Read")).pageID, "ConvergedTFA")
    try expectEqual(browser.submit([("otc", "123456")]).pageID, "ConvergedConsent")
    try expectEqual(browser.submit(pressing: "decline").delivered?.errorCode, 65004)
    let code = try #require(try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered?["code"])
    try expectEqual(test.redeem(code).json.claims("access_token")["amr"], ["pwd", "mfa"])
  }
}
