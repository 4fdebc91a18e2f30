import Bytes
import Crypto
import Directory
import Expectations
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// An API that calls the next one in its caller's name.
struct OnBehalfOfTests {
  static let type = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  static func form(_ assertion: String, _ changes: [(String, String?)] = []) -> FormFields {
    FormFields([
      ("grant_type", type), ("client_id", TestClient.api.id), ("client_secret", "api-secret"), ("assertion", assertion),
      ("scope", "https://graph.microsoft.com/User.Read"), ("requested_token_use", "on_behalf_of"),
    ]).with(changes)
  }

  /// The tokens of an app that calls the API.
  static func caller(_ test: TestWorld, _ user: String = "alice", for client: TestClient = .mobile) throws -> JSONValue
  {
    try test.tokens(user, for: client, scope: "openid api://contoso/access_as_user")
  }

  static func assertion(_ test: TestWorld, _ user: String = "alice", for client: TestClient = .mobile) throws -> String
  {
    try #require(caller(test, user, for: client)["access_token"]?.string)
  }

  @Test func givesADelegatedTokenToTheMiddleTier() throws {
    let test = try TestWorld()
    let assertion = try Self.assertion(test)
    let answer = try test.token(
      Self.form(
        assertion,
        [("scope", "openid profile offline_access https://graph.microsoft.com/User.Read"), ("client_info", "1")]),
      tenant: TestWorld.contoso)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(
      answer.jsonNames,
      [
        "token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token", "id_token",
        "client_info",
      ])
    let claims = try answer.json.claims("access_token")
    expectEqual(claims["appid"], .string(TestClient.api.id))
    expectEqual(claims["appidacr"], "1")
    expectEqual(claims["oid"], "\(try test.user("alice").id)")
    expectEqual(claims["upn"], "alice@contoso.onmicrosoft.com")
    expectEqual(claims["scp"]?.string?.contains("User.Read"), true)
    expectEqual(answer.exchange.user?.alias, "alice")
    let token = try #require(answer.json["refresh_token"]?.string)
    try expectEqual(test.refresh(token, by: .api, tenant: TestWorld.contoso).status, 200)
  }

  @Test(arguments: ["organizations", "contoso.com"])
  func goesByTheTenantOfTheAssertion(_ tenant: String) throws {
    let test = try TestWorld(directory: { directory in
      if let id = directory.application(named: "api")?.id {
        directory.updateApplication(id) { $0.audience = .multipleTenants }
      }
    })
    let answer = try test.token(Self.form(try Self.assertion(test)), tenant: tenant)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.jsonNames, ["token_type", "scope", "expires_in", "ext_expires_in", "access_token"])
  }

  @Test func neverOutlivesTheAssertion() throws {
    let test = try TestWorld()
    let caller = try Self.caller(test)
    let assertion = try #require(caller["access_token"]?.string)
    test.advance(by: .minutes(50))
    let json = try test.token(Self.form(assertion), tenant: TestWorld.contoso).json
    try expectEqual(json.claims("access_token")["exp"], caller.claims("access_token")["exp"])
    expectEqual(json["expires_in"], 598)
  }

  @Test func guestsAreThemselvesInTheResourceTenant() throws {
    let test = try TestWorld()
    let json = try test.tokens(
      "guest", for: .web, scope: "openid api://contoso/access_as_user", tenant: TestWorld.contoso)
    let answer = try test.token(
      Self.form(try #require(json["access_token"]?.string)), tenant: TestWorld.contoso)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json.claims("access_token")["oid"], "\(try test.user("guest").id)")
  }

  // MARK: Refusals

  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    var tenant = TestWorld.contoso
    var changes: [(String, String?)] = []
    var status = 400
    var error = "invalid_grant"
    var code: Int
    var suberror: String?
    var text = ""
    /// What happens between the call and the trade.
    var event: @Sendable (TestWorld) throws -> Void = { _ in }
  }

  @Test(arguments: [
    Refused(testDescription: "personal accounts", tenant: "consumers", error: "invalid_request", code: 50059),
    Refused(
      testDescription: "no credential", changes: [("client_secret", nil)], status: 401, error: "invalid_client",
      code: 7_000_218),
    Refused(
      testDescription: "a wrong secret, though the assertion is wrong too",
      changes: [("client_secret", "nope"), ("assertion", "nonsense")], status: 401, error: "invalid_client",
      code: 7_000_215),
    Refused(
      testDescription: "no assertion", changes: [("assertion", nil)], error: "invalid_request", code: 900144,
      text: "'assertion'"),
    Refused(
      testDescription: "no requested_token_use", changes: [("requested_token_use", nil)], error: "invalid_request",
      code: 900144, text: "'requested_token_use'"),
    Refused(
      testDescription: "another requested_token_use", changes: [("requested_token_use", "x")],
      error: "unsupported_grant_type", code: 70003),
    Refused(
      testDescription: "SAML", changes: [("requested_token_type", "urn:ietf:params:oauth:token-type:saml2")],
      error: "unsupported_grant_type", code: 70003, text: "urn:ietf:params:oauth:token-type:saml2"),
    Refused(
      testDescription: "a broker's request", changes: [("requested_token_use", nil), ("request", "eyJ")],
      error: "unsupported_grant_type", code: 70003),
    Refused(
      testDescription: "no scope", changes: [("scope", nil)], error: "invalid_request", code: 900144, text: "'scope'"),
    Refused(
      testDescription: "no JWT", changes: [("assertion", "nonsense")], error: "invalid_request", code: 50027),
    Refused(
      testDescription: "past its end", code: 500133,
      text: "Current time: 2026-01-31T11:20:31.1234567Z, expiry time of assertion 2026-01-31T11:20:30.0000000Z.",
      event: { $0.advance(by: .seconds(3_601)) }),
    Refused(
      testDescription: "a disabled user", code: 50057,
      event: { try $0.world.setEnabled(false, user: $0.user("alice").id) }),
    Refused(
      testDescription: "a deleted user", code: 500341,
      event: { test in
        let id = try test.user("alice").id
        try test.change { directory in directory.updateUser(id) { $0.isDeleted = true } }
      }),
    Refused(
      testDescription: "sessions revoked since", code: 50173, suberror: "bad_token",
      event: {
        $0.advance(by: .minutes(1))
        try $0.world.revokeSessions(of: $0.user("alice").id)
      }),
    Refused(
      testDescription: "a password changed since", code: 50173, suberror: "bad_token",
      event: {
        $0.advance(by: .minutes(1))
        try $0.world.changePassword(of: $0.user("alice").id, to: "other")
      }),
    Refused(
      testDescription: "another tenant", tenant: TestWorld.fabrikam, code: 50020,
      event: { test in
        try test.change { directory in
          if let id = directory.application(named: "api")?.id {
            directory.updateApplication(id) { $0.audience = .multipleTenants }
          }
        }
      }),
    Refused(testDescription: "a malformed scope", changes: [("scope", "a,b")], error: "invalid_scope", code: 70011),
    Refused(
      testDescription: "two resources", changes: [("scope", "User.Read https://vault.azure.net/user_impersonation")],
      error: "invalid_scope", code: 70011),
    Refused(
      testDescription: "an unknown resource", changes: [("scope", "api://nothing/x")], error: "invalid_resource",
      code: 500011),
    Refused(
      testDescription: "no consent", changes: [("scope", "Mail.Read")], code: 65001, suberror: "consent_required"),
    Refused(
      testDescription: "an unknown scope", changes: [("scope", "https://graph.microsoft.com/No.Such")], code: 65001,
      suberror: "consent_required"),
    Refused(
      testDescription: "multi-factor authentication since", code: 50076, suberror: "basic_action",
      event: { test in
        let id = try test.user("alice").id
        try test.change { directory in directory.updateUser(id) { $0.mfa = .required } }
      }),
  ])
  func refusals(_ row: Refused) throws {
    let test = try TestWorld()
    let assertion = try Self.assertion(test)
    try row.event(test)
    let answer = try test.token(Self.form(assertion, row.changes), tenant: row.tenant)
    expectEqual(answer.errorCode, row.code, "\(answer.text) \(answer.exchange.reasons)")
    expectEqual(answer.status, row.status)
    expectEqual(answer.error, row.error)
    try expectEqual(answer.json["suberror"]?.string, row.suberror)
    #expect(answer.text.contains(row.text), "\(answer.text)")
  }

  @Test func otherTokensAreNoAssertions() throws {
    let test = try TestWorld()
    let caller = try Self.caller(test)
    let idToken = try #require(caller["id_token"]?.string)
    let graph = try #require(test.tokens()["access_token"]?.string)
    let app = try test.token(
      ClientCredentialsTests.form([("scope", "api://contoso/.default")]), tenant: TestWorld.contoso
    ).json
    let daemon = try #require(app["access_token"]?.string)
    for (token, code, error) in [
      (idToken, 240002, "invalid_grant"), (daemon, 7_000_114, "unauthorized_client"), (graph, 500131, "invalid_grant"),
    ] {
      let answer = try test.token(Self.form(token), tenant: TestWorld.contoso)
      expectEqual(answer.errorCode, code, "\(answer.text)")
      expectEqual(answer.error, error)
      expectEqual(answer.status, 400)
    }
  }

  @Test func changedTokensAreNoAssertions() throws {
    let test = try TestWorld()
    let assertion = try Self.assertion(test)
    let answer = try test.token(Self.form(String(assertion.dropLast(8)) + "AAAAAAAA"), tenant: TestWorld.contoso)
    expectEqual(answer.errorCode, 50013)
    expectEqual(answer.error, "invalid_grant")
    test.world.keys.withdrawCurrent()
    let withdrawn = try test.token(Self.form(assertion), tenant: TestWorld.contoso)
    expectEqual(withdrawn.errorCode, 50013)
    #expect(withdrawn.text.contains("[Reason - The key was not found., Thumbprint of key used by client: '"))
  }
}
