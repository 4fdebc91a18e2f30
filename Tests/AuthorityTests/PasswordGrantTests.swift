import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Name and password straight to the token endpoint.
struct PasswordGrantTests {
  static func form(_ changes: [(String, String?)] = []) -> FormFields {
    FormFields([
      ("grant_type", "password"), ("client_id", TestClient.mobile.id), ("username", "alice@contoso.onmicrosoft.com"),
      ("password", SeededDirectory.password), ("scope", "openid profile offline_access User.Read"),
    ]).with(changes)
  }

  @Test(arguments: ["organizations", "contoso.com", TestWorld.contoso])
  func answersWithTokens(_ tenant: String) throws {
    let test = try TestWorld()
    let answer = try test.token(Self.form([("client_info", "1")]), tenant: tenant)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(
      answer.jsonNames,
      [
        "token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token", "id_token",
        "client_info",
      ])
    let claims = try answer.json.claims("access_token")
    expectEqual(claims["amr"], ["pwd"])
    expectEqual(claims["appidacr"], "0")
    expectNil(claims["sid"])
    let token = try #require(answer.json["refresh_token"]?.string)
    try expectEqual(test.refresh(token).status, 200)
  }

  @Test func confidentialAppsSendTheirSecret() throws {
    let test = try TestWorld()
    let answer = try test.token(
      Self.form([("client_id", TestClient.web.id), ("client_secret", "web-secret")]), tenant: "organizations")
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json.claims("access_token")["appidacr"], "1")
    let token = try #require(answer.json["refresh_token"]?.string)
    try expectEqual(test.refresh(token, by: .web).status, 200)
  }

  @Test func guestsUseTheirHomePassword() throws {
    let test = try TestWorld()
    let answer = try test.token(
      Self.form([
        ("client_id", TestClient.web.id), ("client_secret", "web-secret"),
        ("username", "gina@fabrikam.onmicrosoft.com"),
      ]), tenant: TestWorld.contoso)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json.claims("access_token")["oid"], "\(try test.user("guest").id)")
  }

  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    var tenant = "organizations"
    var changes: [(String, String?)] = []
    var status = 400
    var error = "invalid_grant"
    var code: Int
    var suberror: String?
    var user: @Sendable (inout User) -> Void = { _ in }
  }

  @Test(arguments: [
    Refused(testDescription: "common", tenant: "common", error: "invalid_request", code: 9_001_023),
    Refused(testDescription: "consumers", tenant: "consumers", error: "invalid_request", code: 9_001_023),
    Refused(
      testDescription: "common before all else", tenant: "common", changes: [("client_id", nil), ("username", nil)],
      error: "invalid_request", code: 9_001_023),
    Refused(testDescription: "no name", changes: [("username", nil)], error: "invalid_request", code: 900144),
    Refused(testDescription: "no password", changes: [("password", nil)], error: "invalid_request", code: 900144),
    Refused(
      testDescription: "an app that needs a credential", changes: [("client_id", TestClient.web.id)], status: 401,
      error: "invalid_client", code: 7_000_218),
    Refused(
      testDescription: "a wrong secret before a wrong password",
      changes: [("client_id", TestClient.web.id), ("client_secret", "nope"), ("password", "nope")], status: 401,
      error: "invalid_client", code: 7_000_215),
    Refused(
      testDescription: "a public app with a secret", changes: [("client_secret", "nope")], status: 401,
      error: "invalid_client", code: 700025),
    Refused(testDescription: "no scope", changes: [("scope", nil)], error: "invalid_request", code: 900144),
    Refused(testDescription: "a malformed scope", changes: [("scope", "a,b")], error: "invalid_scope", code: 70011),
    Refused(
      testDescription: "an unknown resource", changes: [("scope", "api://nothing/x")], error: "invalid_resource",
      code: 500011),
    Refused(
      testDescription: "a name without domain", changes: [("username", "alice")], error: "invalid_request", code: 50059),
    Refused(
      testDescription: "a domain of nobody", changes: [("username", "alice@nowhere.test")], error: "invalid_request",
      code: 50059),
    Refused(
      testDescription: "an unknown user", changes: [("username", "nobody@contoso.com")], code: 50034,
      suberror: "bad_token"),
    Refused(
      testDescription: "an alias in place of a name", tenant: TestWorld.contoso, changes: [("username", "alice")],
      code: 50034, suberror: "bad_token"),
    Refused(
      testDescription: "a personal account", tenant: TestWorld.contoso, changes: [("username", "pat@outlook.com")],
      code: 50034, suberror: "bad_token"),
    Refused(
      testDescription: "a user of another tenant", tenant: TestWorld.fabrikam, code: 50034, suberror: "bad_token"),
    Refused(testDescription: "a wrong password", changes: [("password", "nope")], code: 50126),
    Refused(
      testDescription: "a blank at the end", changes: [("password", SeededDirectory.password + " ")], code: 50126),
    Refused(testDescription: "a locked account", code: 50053, user: { $0.isLocked = true }),
    Refused(testDescription: "a disabled account", code: 50057, user: { $0.isEnabled = false }),
    Refused(testDescription: "no password stored", code: 50056, user: { $0.password = nil }),
    Refused(
      testDescription: "an expired password", code: 50055, suberror: "user_password_expired",
      user: { $0.isPasswordExpired = true }),
    Refused(
      testDescription: "a wrong password, though it has expired too", changes: [("password", "nope")], code: 50126,
      user: { $0.isPasswordExpired = true }),
    Refused(
      testDescription: "a second factor", code: 50076, suberror: "basic_action", user: { $0.mfa = .required }),
    Refused(
      testDescription: "a second factor to register", code: 50079, suberror: "basic_action",
      user: { $0.mfa = .unregistered }),
    Refused(
      testDescription: "a second factor before consent", changes: [("scope", "Group.Read.All")], code: 50076,
      suberror: "basic_action", user: { $0.mfa = .required }),
    Refused(
      testDescription: "no consent", changes: [("scope", "Group.Read.All")], code: 65001, suberror: "consent_required"),
  ])
  func refusals(_ row: Refused) throws {
    let test = try TestWorld(directory: { directory in
      if let id = directory.user(named: "alice")?.id { directory.updateUser(id, row.user) }
    })
    let answer = try test.token(Self.form(row.changes), tenant: row.tenant)
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
    expectEqual(answer.status, row.status)
    expectEqual(answer.error, row.error)
    try expectEqual(answer.json["suberror"]?.string, row.suberror)
  }

  @Test func expiredPasswordNamesThePageToChangeIt() throws {
    let test = try TestWorld(directory: { directory in
      if let id = directory.user(named: "alice")?.id { directory.updateUser(id) { $0.isPasswordExpired = true } }
    })
    let answer = try test.token(Self.form(), tenant: "organizations")
    try expectEqual(answer.json["password_change_url"], "https://portal.microsoftonline.com/ChangePassword.aspx")
  }

  @Test func tenWrongPasswordsLockForAMinute() throws {
    let test = try TestWorld()
    let wrong = Self.form([("password", "nope")])
    for _ in 0..<9 { try expectEqual(test.token(wrong, tenant: "organizations").errorCode, 50126) }
    try expectEqual(test.token(Self.form(), tenant: "organizations").status, 200)
    for _ in 0..<10 { try expectEqual(test.token(wrong, tenant: "organizations").errorCode, 50126) }
    let locked = try test.token(Self.form(), tenant: "organizations")
    expectEqual(locked.errorCode, 50053)
    expectEqual(locked.error, "invalid_grant")
    let other = Self.form([("username", "bob@contoso.onmicrosoft.com")])
    try expectEqual(test.token(other, tenant: "organizations").status, 200)
    test.advance(by: .seconds(59))
    try expectEqual(test.token(Self.form(), tenant: "organizations").errorCode, 50053)
    test.advance(by: .seconds(1))
    try expectEqual(test.token(Self.form(), tenant: "organizations").status, 200)
  }

  // MARK: Grants that are not offered, and the family

  @Test(arguments: [
    ("urn:ietf:params:oauth:grant-type:saml2-bearer", "invalid_request", 50107),
    ("urn:ietf:params:oauth:grant-type:saml1_1-bearer", "invalid_request", 50107),
    ("urn:ietf:params:oauth:grant-type:token-exchange", "unsupported_grant_type", 70003),
    ("device_token", "unsupported_grant_type", 70003),
    ("urn:ietf:params:oauth:grant-type:device_auth", "unsupported_grant_type", 70003),
    ("oob", "unsupported_grant_type", 70003), ("PASSWORD", "unsupported_grant_type", 70003),
  ])
  func otherGrants(_ type: String, _ error: String, _ code: Int) throws {
    let saml = Base64.encodeURL(Array("<saml:Assertion><saml:Issuer>http://sts.test/adfs</saml:Issuer>".utf8))
    let answer = try TestWorld().token(Self.form([("grant_type", type), ("assertion", saml)]), tenant: "organizations")
    expectEqual(answer.errorCode, code, "\(answer.text)")
    expectEqual(answer.error, error)
    expectEqual(answer.status, 400)
    #expect(answer.text.contains(code == 50107 ? "'http://sts.test/adfs'" : "'\(type)'"))
  }

  @Test(arguments: [("mtls_pop", 392196), ("ssh-cert", 90023)])
  func keyBoundTokensAreRefused(_ type: String, _ code: Int) throws {
    let answer = try TestWorld().token(Self.form([("token_type", type), ("req_cnf", "e30")]), tenant: "organizations")
    expectEqual(answer.status, 400)
    expectEqual(answer.error, "invalid_request")
    expectEqual(answer.errorCode, code)
  }

  @Test func familySharesItsRefreshTokens() throws {
    let test = try TestWorld()
    let tokens = try test.tokens(for: .edge)
    expectEqual(tokens["foci"], "1")
    let token = try #require(tokens["refresh_token"]?.string)
    let another = TestClient(
      alias: "microsoft-edge-msav2", id: "82864fa0-ed49-4711-8395-a0e6003dca1f",
      redirectURI: "https://login.microsoftonline.com/common/oauth2/nativeclient", platform: .native)
    let shared = try test.refresh(token, by: another)
    expectEqual(shared.status, 200, "\(shared.text)")
    try expectEqual(shared.json["foci"], "1")
    let stranger = try test.refresh(token, by: .mobile)
    expectEqual(stranger.errorCode, 70000)
    try expectEqual(stranger.json["suberror"], "client_mismatch")
  }
}
