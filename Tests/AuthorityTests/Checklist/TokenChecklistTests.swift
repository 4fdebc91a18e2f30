import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// What every client library needs of the token endpoint, item by item of the list in `docs/client-needs.md`. Where another suite
/// holds the whole table, the item here is its shortest form.
struct TokenChecklistTests {
  static let scope = "openid profile offline_access User.Read"

  /// One successful answer of every grant that is for a user.
  static func userAnswers(_ test: TestWorld) throws -> [(String, TestAnswer)] {
    let code = try test.redeem(try test.signIn(), [("client_info", "1")])
    let token = try #require(try code.json["refresh_token"]?.string)
    let refresh = try test.refresh(token, by: .mobile, [("client_info", "1"), ("scope", scope)])
    let password = try test.token(PasswordGrantTests.form([("client_info", "1")]), tenant: "organizations")
    let start = try DeviceCodeTests.Start(test)
    try DeviceCodeTests.confirmation(test, start).submit()
    let device = try DeviceCodeTests.poll(test, start, [("client_info", "1")])
    return [("code", code), ("refresh", refresh), ("password", password), ("device", device)]
  }

  // MARK: Grants

  @Test(arguments: [
    ("urn:ietf:params:oauth:grant-type:saml2-bearer", 400), ("user_fic", 400), ("nonsense", 400),
  ]) func item39GrantsThatAreNotServedAreAnswered(_ grant: String, _ status: Int) throws {
    let answer = try TestWorld().token(FormFields([("client_id", TestClient.mobile.id), ("grant_type", grant)]))
    expectEqual(answer.status, status)
    expectNotNil(answer.error)
    expectNotNil(answer.errorCode)
  }

  @Test(arguments: ["device_code", "urn:ietf:params:oauth:grant-type:device_code"])
  func item39And50DeviceCodeByBothNamesWithoutScopeAndWithTheTwin(_ grant: String) throws {
    let test = try TestWorld()
    let start = try DeviceCodeTests.Start(test)
    let twin: [(String, String?)] = [("grant_type", grant), ("code", start.deviceCode)]
    try expectEqual(DeviceCodeTests.poll(test, start, twin).error, "authorization_pending")
    try DeviceCodeTests.confirmation(test, start).submit()
    let answer = try DeviceCodeTests.poll(test, start, twin)
    expectEqual(answer.status, 200, "\(answer.text)")
    #expect(try answer.json["scope"]?.string?.contains("User.Read") ?? false)
  }

  @Test func item39EveryGrantIsServed() throws {
    let test = try TestWorld()
    for (name, answer) in try Self.userAnswers(test) { expectEqual(answer.status, 200, "\(name): \(answer.text)") }
    try expectEqual(test.token(ClientCredentialsTests.form(), tenant: TestWorld.contoso).status, 200)
    let assertion = try OnBehalfOfTests.assertion(test)
    try expectEqual(test.token(OnBehalfOfTests.form(assertion), tenant: TestWorld.contoso).status, 200)
  }

  // MARK: Client authentication

  @Test func item40NoneBodyAndBasic() throws {
    let test = try TestWorld()
    try expectEqual(test.redeem(try test.signIn()).status, 200)
    try expectEqual(test.redeem(try test.signIn(to: .web), by: .web).status, 200)
    let basic = "Basic " + Base64.encode(Array("\(TestClient.web.id):web-secret".utf8))
    let form = test.codeForm(
      try test.signIn(to: .web), by: .web, [("client_secret", nil), ("client_id", nil)])
    try expectEqual(test.token(form, fields: [("Authorization", basic)]).status, 200)
  }

  struct Assertion: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var algorithm = SignatureAlgorithm.ps256
    var thumbprint = "x5t#S256"
    /// How the thumbprint is written.
    var isPadded = false
    var audience = "https://localhost:8443/\(TestWorld.contoso)/oauth2/v2.0/token"
  }

  @Test(arguments: [
    Assertion(testDescription: "PS256, x5t#S256"), Assertion(testDescription: "padded thumbprint", isPadded: true),
    Assertion(testDescription: "RS256, x5t", algorithm: .rs256, thumbprint: "x5t"),
    Assertion(
      testDescription: "audience by alias of the tenant",
      audience: "https://localhost:8443/contoso.com/oauth2/v2.0/token"),
    Assertion(
      testDescription: "audience of common", audience: "https://localhost:8443/common/oauth2/v2.0/token"),
  ]) func item40Assertions(_ row: Assertion) throws {
    let certificate = try ClientAssertionTests.certificate.get()
    let print = row.thumbprint == "x5t" ? certificate.sha1Thumbprint : certificate.sha256Thumbprint
    let encoded = Base64.encodeURL(print)
    let text = row.isPadded ? encoded + String(repeating: "=", count: (4 - encoded.utf8.count % 4) % 4) : encoded
    let statement = try ClientAssertionTests.Statement {
      $0.algorithm = row.algorithm
      $0.header = [
        "alg": row.algorithm == .rs256 ? "RS256" : "PS256", "typ": "JWT", row.thumbprint: .string(text),
      ]
      $0.payload["aud"] = .string(row.audience)
    }
    let answer = try TestWorld().token(
      ClientAssertionTests.form(try statement.signed()), tenant: TestWorld.contoso)
    expectEqual(answer.status, 200, "\(answer.text)")
  }

  @Test func item41WithoutAChallengeNoVerifierIsNeeded() throws {
    let test = try TestWorld()
    let free: [(String, String?)] = [("code_challenge", nil), ("code_challenge_method", nil)]
    let code = try test.signIn(to: .web, free)
    try expectEqual(test.redeem(code, by: .web, [("code_verifier", nil)]).status, 200)
    let bound = try test.signIn(to: .web)
    try expectEqual(test.redeem(bound, by: .web, [("code_verifier", nil)]).status, 400)
  }

  // MARK: The answer

  @Test func items42To46TheMembersAndTheirTypes() throws {
    let test = try TestWorld()
    var homes: Set<String> = []
    for (name, answer) in try Self.userAnswers(test) {
      expectEqual(answer.status, 200, "\(name)")
      let json = try answer.json
      for member in json.object?.members ?? [] { #expect(member.value != .null, "\(name): \(member.name)") }
      for number in ["expires_in", "ext_expires_in"] { expectNotNil(json[number]?.integer, "\(name): \(number)") }
      expectEqual(json["token_type"], "Bearer", "\(name)")
      for token in ["access_token", "refresh_token", "id_token"] {
        #expect((json[token]?.string ?? "") != "", "\(name): \(token)")
      }
      let info = try #require(json["client_info"]?.string, "\(name)")
      #expect(!info.contains("="), "\(name)")
      homes.insert(info)
    }
    expectEqual(homes.count, 1)
  }

  @Test func item43RefreshInIsANumberWhereThereIsOne() throws {
    let test = try TestWorld()
    let form = FormFields([
      ("grant_type", "client_credentials"), ("client_id", TestClient.web.id), ("client_secret", "web-secret"),
      ("scope", "https://graph.microsoft.com/.default"), ("claims", #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#),
    ])
    let json = try test.token(form, tenant: TestWorld.contoso).json
    expectNotNil(json["refresh_in"]?.integer)
    #expect(json["expires_in"]?.integer.map { $0 > 7_200 } ?? false)
  }

  struct Asked: CustomTestStringConvertible, Sendable {
    let scope: String
    let contains: [String]
    var testDescription: String { scope }
  }

  @Test(arguments: [
    Asked(scope: "User.Read", contains: ["User.Read"]),
    Asked(scope: "user.read openid", contains: ["user.read", "openid"]),
    Asked(scope: "https://graph.microsoft.com/User.Read", contains: ["https://graph.microsoft.com/User.Read"]),
    Asked(
      scope: "https://graph.microsoft.com/.default openid profile offline_access",
      contains: ["https://graph.microsoft.com/.default"]),
    Asked(scope: "api://contoso/access_as_user", contains: ["api://contoso/access_as_user"]),
  ]) func item47TheScopeIsEchoed(_ row: Asked) throws {
    let test = try TestWorld()
    let code = try test.signIn(scope: row.scope + " offline_access openid")
    let json = try test.redeem(code, [("scope", row.scope)]).json
    let granted = Set(try #require(json["scope"]?.string).split(separator: " ").map { ASCII.lowercased($0) })
    for scope in row.contains { #expect(granted.contains(ASCII.lowercased(scope)), "\(granted)") }
    #expect(!granted.contains("offline_access"))
  }

  @Test(arguments: [
    "offline_access openid User.Read profile", "PROFILE user.read OPENID offline_access",
    "https://graph.microsoft.com/user.read openid profile offline_access", "User.Read",
  ]) func item48ScopesAreSets(_ scope: String) throws {
    let test = try TestWorld()
    let token = try test.refreshToken()
    let answer = try test.refresh(token, by: .mobile, [("scope", scope)])
    expectEqual(answer.status, 200, "\(answer.text)")
  }

  @Test(arguments: [
    "openid profile offline_access https://graph.microsoft.com/.default",
    "https://graph.microsoft.com/.default openid offline_access profile",
  ]) func item49OpenIDsScopesOfADaemonAreDropped(_ scope: String) throws {
    let answer = try TestWorld().token(
      ClientCredentialsTests.form([("scope", scope)]), tenant: TestWorld.contoso)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectNil(answer.json["id_token"])
  }

  @Test func item51PendingIsPatient() throws {
    let test = try TestWorld()
    let start = try DeviceCodeTests.Start(test)
    for _ in 0..<20 {
      test.advance(by: .milliseconds(50))
      let answer = try DeviceCodeTests.poll(test, start)
      expectEqual(answer.status, 400)
      expectEqual(answer.error, "authorization_pending")
      expectNil(answer.fields["Retry-After"])
    }
  }

  @Test func item52RefreshingInEveryForm() throws {
    let test = try TestWorld()
    let first = try test.refreshToken(scope: Self.scope + " Mail.Read")
    try expectEqual(test.refresh(first, by: .mobile, [("redirect_uri", TestClient.mobile.redirectURI)]).status, 200)
    try expectEqual(test.refresh(first, by: .mobile, [("scope", "Mail.Read")]).status, 200)
    // The old one stays good for a client that renews twice at once.
    try expectEqual(test.refresh(first).status, 200)
    // A family's token only for those in it.
    let family = try test.tokens(for: .edge)
    expectEqual(family["foci"], "1")
    try expectEqual(test.refresh(try #require(family["refresh_token"]?.string)).status, 400)
    try expectNil(test.tokens()["foci"])
  }

  @Test func item53OnBehalfOfNeedsATokenOfThisServer() throws {
    let test = try TestWorld()
    let assertion = try OnBehalfOfTests.assertion(test)
    try expectEqual(test.token(OnBehalfOfTests.form(assertion), tenant: TestWorld.contoso).status, 200)
    let parts = assertion.split(separator: ".")
    let forged = "\(parts[0]).\(parts[1]).\(Base64.encodeURL(Array(repeating: 7, count: 256)))"
    for bad in [forged, "not.a.token", ""] {
      try expectEqual(test.token(OnBehalfOfTests.form(bad), tenant: TestWorld.contoso).status, 400, "\(bad)")
    }
    let answer = try test.token(
      OnBehalfOfTests.form(assertion, [("requested_token_use", "other")]), tenant: TestWorld.contoso)
    expectEqual(answer.status, 400)
  }
}
