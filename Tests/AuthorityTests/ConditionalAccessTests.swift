import Bytes
import Directory
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Policies where the browser is: pages for people, redirects for `prompt=none`.
@Suite struct ConditionalAccessTests {
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
    var testDescription: String { control.rawValue }
  }

  static let rows = [
    Row(control: .block, code: 53003, page: "ConvergedConditionalAccess"),
    Row(control: .compliantDevice, code: 53000, page: "ConvergedConditionalAccess"),
    Row(control: .domainJoined, code: 53001, page: "ConvergedConditionalAccess"),
    Row(control: .approvedApp, code: 53002, page: "ConvergedConditionalAccess"),
    Row(
      control: .appProtection, code: 53005, page: "ConvergedConditionalAccess", suberror: "protection_policy_required",
      hasClaims: false),
    Row(control: .mfa, code: 50076, page: "ConvergedTFA", suberror: "basic_action"),
  ]

  @Test(arguments: rows) func holdsThePersonAtAPage(_ row: Row) throws {
    let test = try TestWorld(directory: { $0.put(Self.policy { $0.control = row.control }) })
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    let page = try browser.enter("alice")
    #expect(page.status == 200)
    #expect(page.location == nil)
    #expect(page.pageID == row.page)
    #expect(page.pageCode == (row.control == .mfa ? nil : row.code))
    #expect(page.exchange.refusal?.code == (row.control == .mfa ? nil : row.code))
    #expect(page.exchange.reasons.contains { $0.contains("policy p") })
  }

  @Test(arguments: rows) func tellsTheSilentApp(_ row: Row) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    try test.change { $0.put(Self.policy { $0.control = row.control }) }
    let delivered = try #require(try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered)
    #expect(delivered["error"] == "interaction_required")
    #expect(delivered.errorCode == row.code)
    #expect(delivered["suberror"] == row.suberror)
    #expect(delivered["claims"] == (row.hasClaims ? Self.challenge : nil))
    #expect(delivered["state"] == "12345")
  }

  @Test func aSecondFactorMeetsThePolicy() throws {
    let test = try TestWorld(directory: { $0.put(Self.policy { $0.control = .mfa }) })
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    #expect(try browser.enter("alice").pageID == "ConvergedTFA")
    let code = try #require(try browser.submit([("otc", "123456")]).delivered?["code"])
    let answer = try test.redeem(code)
    #expect(answer.status == 200)
    #expect(try answer.json.claims("access_token")["amr"] == ["pwd", "mfa"])
    // Other apps find the proof in the session.
    #expect(try browser.open(AuthorizeQuery(.web)).delivered?["code"] != nil)
  }

  @Test func theChallengeLeadsToThePage() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    try test.change { $0.put(Self.policy { $0.control = .mfa }) }
    let claims = try #require(
      try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered?["claims"])
    #expect(try browser.open(AuthorizeQuery(.mobile, [("claims", claims)])).pageID == "ConvergedTFA")
    #expect(try browser.submit([("otc", "123456")]).delivered?["code"] != nil)
    #expect(
      try browser.open(AuthorizeQuery(.mobile, [("claims", claims), ("prompt", "none")])).delivered?["code"] != nil)
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
    #expect(try browser.open(AuthorizeQuery(.mobile)).delivered?["code"] != nil)
    #expect(try browser.open(silent).delivered?.errorCode == 50076)
    #expect(try browser.open(AuthorizeQuery(.mobile, [("claims", Self.challenge)])).pageID == "ConvergedTFA")
    #expect(try browser.submit([("otc", "123456")]).delivered?["code"] != nil)
    #expect(try browser.open(silent).delivered?["code"] != nil)
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
    #expect(try browser.submit([("otc", "123456")]).delivered?["code"] != nil)
    test.advance(by: .hours(2))
    let silent = try #require(try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered)
    #expect(silent["error"] == "interaction_required")
    #expect(silent.errorCode == 50078)
    #expect(silent["claims"] == Self.challenge)
    #expect(try browser.open(AuthorizeQuery(.mobile)).heading == "Enter password")
    #expect(try browser.submit([("passwd", SeededDirectory.password)]).pageID == "ConvergedTFA")
    #expect(try browser.submit([("otc", "123456")]).delivered?["code"] != nil)
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
    #expect(try browser.open(AuthorizeQuery(.mobile)).delivered?["code"] != nil)
    #expect(try browser.open(step).pageID == "ConvergedTFA")
    #expect(try browser.submit([("otc", "123456")]).delivered?["code"] != nil)
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
    #expect(try browser.enter("alice").delivered?["code"] != nil)
    let page = try browser.open(AuthorizeQuery(.mobile, scope: "User.Read api://contoso/Orders.Read"))
    #expect(page.pageCode == 53003)
  }

  @Test func anOldSignInAsksForThePasswordAgain() throws {
    let test = try TestWorld(directory: { $0.put(Self.policy { $0.signInFrequency = TimeSpan(.hours(1)) }) })
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    test.advance(by: .hours(1))
    #expect(try browser.open(AuthorizeQuery(.mobile)).delivered?["code"] != nil)
    test.advance(by: Duration(ticks: 1))
    let silent = try #require(try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered)
    #expect(silent["error"] == "interaction_required")
    #expect(silent.errorCode == 70044)
    let page = try browser.open(AuthorizeQuery(.mobile))
    #expect(page.heading == "Enter password")
    #expect(page.form?["loginfmt"] == "alice@contoso.onmicrosoft.com")
    #expect(try browser.submit([("passwd", SeededDirectory.password)]).delivered?["code"] != nil)
    #expect(try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered?["code"] != nil)
  }

  @Test func aSecondFactorStaysProvedWhenConsentIsDeclined() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let id = try test.user("alice").id
    try test.change { $0.updateUser(id) { $0.mfa = .required } }
    #expect(try browser.open(AuthorizeQuery(.mobile, scope: "openid Files.Read")).pageID == "ConvergedTFA")
    #expect(try browser.submit([("otc", "123456")]).pageID == "ConvergedConsent")
    #expect(try browser.submit(pressing: "decline").delivered?.errorCode == 65004)
    let code = try #require(try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered?["code"])
    #expect(try test.redeem(code).json.claims("access_token")["amr"] == ["pwd", "mfa"])
  }
}
