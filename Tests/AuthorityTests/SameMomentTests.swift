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

/// A revocation counts from the moment it was told, also on a clock that stands: what was handed out before is refused,
/// what is handed out afterwards is good.
struct SameMomentTests {
  private static let claims: [(String, String?)] = [("claims", ContinuousAccessTests.capability)]

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let actions: [any WorldAction]
  }

  private static let revocation = RevokeSessionsAction(user: "alice")

  static let rows = [
    Row(testDescription: "revoked sessions", actions: [revocation]),
    Row(testDescription: "a changed password", actions: [ChangePasswordAction(user: "alice", password: nil)]),
    Row(
      testDescription: "a reset password with revocation",
      actions: [ResetPasswordAction(user: "alice", password: nil, isRevoking: true)]),
    Row(
      testDescription: "both", actions: [revocation, ChangePasswordAction(user: "alice", password: nil)]),
  ]

  @Test(arguments: rows) func ordersWhatHappenedAtOneMoment(_ row: Row) throws {
    let test = try TestWorld()
    for round in 1...3 {
      let first = try test.redeem(try test.signIn("alice", Self.claims), Self.claims).json
      let token = try #require(first["access_token"]?.string)
      let handle = try #require(first["refresh_token"]?.string)
      try expectEqual(test.graph(token: token).status, 200, "\(round)")
      let answer = try test.refresh(handle)
      expectEqual(answer.status, 200, "\(round) \(answer.text)")
      try test.world.perform(row.actions)
      let refused = try test.graph(token: token)
      expectEqual(refused.status, 401, "\(round)")
      expectNotNil(refused.fields["WWW-Authenticate"]?.firstRange(of: "insufficient_claims"))
      try expectEqual(test.refresh(handle).errorCode, 50173, "\(round)")
    }
  }

  @Test func aSessionOfTheBrowserIsOrderedToo() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    let silent = AuthorizeQuery(.mobile, [("prompt", "none")])
    try expectNotNil(browser.open(silent).delivered?["code"])
    try test.world.perform(Self.revocation)
    try expectNotNil(browser.open(silent).delivered?["error"])
    try browser.signIn("alice")
    try expectNotNil(browser.open(silent).delivered?["code"])
  }

  @Test func thePasswordGrantIsOrderedToo() throws {
    let test = try TestWorld()
    let form = FormFields([
      ("grant_type", "password"), ("client_id", TestClient.mobile.id), ("scope", AuthorizeQuery.scope),
      ("username", try test.signInName(of: "alice")), ("password", SeededDirectory.password),
    ])
    try test.world.perform(Self.revocation)
    let answer = try test.token(form, tenant: TestWorld.contoso)
    let handle = try #require(try answer.json["refresh_token"]?.string, "\(answer.text)")
    try expectEqual(test.refresh(handle).status, 200)
    try test.world.perform(Self.revocation)
    try expectEqual(test.refresh(handle).errorCode, 50173)
  }

  /// The times that clients see stay whole seconds.
  @Test func issueTimesStayAsTheyWere() throws {
    let test = try TestWorld()
    let before = try test.tokens().claims("access_token")["iat"]
    try test.world.perform(Self.revocation)
    try expectEqual(test.tokens().claims("access_token")["iat"], before)
  }

  /// A change of the clock is not a revocation: a moment that lies in the future by another clock does not count.
  @Test func aClockThatWasTurnedBackDoesNotMakeSignInsOfTheFuture() throws {
    let test = try TestWorld()
    try test.world.perform([Self.revocation, ClockAction.advance(by: .hours(-1))])
    let user = try test.user("alice")
    expectEqual(Revocation.momentOfSignIn(of: [user], at: test.world.now), test.world.now)
  }
}
