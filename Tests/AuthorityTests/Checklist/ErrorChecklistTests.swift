import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Scenarios
import TestSupport
import Testing
import Time

/// What every client library needs of refusals, item by item of the list in `docs/client-needs.md`.
struct ErrorChecklistTests {
  /// Refusals of the token endpoint that are unlike each other.
  static func refusals(_ test: TestWorld) throws -> [TestAnswer] {
    let spent = try test.signIn()
    _ = try test.redeem(spent)
    return [
      try test.redeem(spent), try test.refresh("garbage"), try test.refresh("1.AXkAnever"),
      try test.token(ClientCredentialsTests.form([("client_secret", "wrong")]), tenant: TestWorld.contoso),
      try test.token(ClientCredentialsTests.form([("scope", "User.Read")]), tenant: TestWorld.contoso),
      try test.token(PasswordGrantTests.form([("password", "wrong")]), tenant: "organizations"),
      try test.token(FormFields([("client_id", TestClient.mobile.id)])),
      try test.redeem(try test.signIn(to: .web), by: .web, [("client_secret", nil)]),
    ]
  }

  @Test func item60And61StatusesAndMembers() throws {
    for answer in try Self.refusals(try TestWorld()) {
      let json = try answer.json
      expectEqual(answer.status, json["error"] == "invalid_client" ? 401 : 400, "\(answer.text)")
      let required = ["error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id"]
      for name in required { expectNotNil(json[name], "\(name)") }
      for member in json.object?.members ?? [] {
        #expect(member.value != .null)
        #expect(
          (required + ["error_uri", "suberror", "claims"]).contains(member.name), "\(member.name) of \(answer.text)")
      }
      #expect(json["error_codes"]?.array?.allSatisfy { $0.integer != nil } ?? false)
    }
  }

  @Test func item61ClaimsAreAString() throws {
    let test = try TestWorld()
    let token = try test.refreshToken()
    try test.change { $0.put(ConditionalAccessTests.policy { $0.control = .compliantDevice }) }
    let json = try test.refresh(token).json
    let claims = try #require(json["claims"]?.string)
    try expectNotNil(JSONValue.parse(claims)["access_token"])
  }

  @Test func item62TheTextNamesNoOtherError() throws {
    let words = ["interaction_required", "login_required", "consent_required", "bad_token"]
    for kind in Catalogue.all {
      for word in words { #expect(!kind.template.description.contains(word), "\(kind.label)") }
    }
  }

  static func bundled(_ name: String) throws -> TestWorld {
    let scenario = try ScenarioLibrary.load(name) { _ in [] }
    return try TestWorld(scenario: { $0 = scenario })
  }

  /// Several libraries try once more by themselves: a service that is down must be down longer than that. `flaky` is the
  /// scenario for those who want the opposite.
  @Test(arguments: [("outage", 503), ("throttled", 429)]) func item63DownLongerThanOneRetry(
    _ name: String, _ status: Int
  )
    throws
  {
    let test = try Self.bundled(name)
    let token = try test.refreshToken()
    try expectEqual([test.refresh(token).status, test.refresh(token).status], [status, status])
  }

  @Test func item64PatienceIsAskedForInWholeSeconds() throws {
    let test = try Self.bundled("throttled")
    let field = try test.refresh(try test.refreshToken()).fields["Retry-After"]
    let seconds = try #require(field.flatMap { Int($0) })
    #expect((1...3_600).contains(seconds))
  }

  /// Clients answer a repeated question from memory for up to two minutes. So a refusal by state must stay until what it asks for
  /// was done: whenever the question comes again, the answer is the same.
  @Test(arguments: [
    ("expired-refresh", 700_082), ("password-changed", 50173), ("session-revoked", 50173), ("user-disabled", 50057),
    ("consent-withdrawn", 65001),
  ]) func item65ARefusalOutlastsTheMemoryOfClients(_ name: String, _ code: Int) throws {
    let test = try Self.bundled(name)
    let handle = try test.signIn()
    // A sign-in of the very moment of the change would stay.
    test.advance(by: .seconds(1))
    let token = try #require(try test.redeem(handle).json["refresh_token"]?.string)
    for _ in 0..<3 {
      let answer = try test.refresh(token)
      expectEqual(answer.errorCode, code)
      test.advance(by: .seconds(150))
    }
  }

  @Test func item66NobodyIsAskedForADeviceKey() throws {
    for answer in try Self.refusals(try TestWorld()) { expectNil(answer.fields["WWW-Authenticate"]) }
  }
}
