import Bytes
import Directory
import Expectations
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// The v1.0 endpoints, which older libraries still call.
struct LegacyEndpointTests {
  static let graph = "https://graph.microsoft.com/"

  static func token(_ test: TestWorld, _ form: FormFields, tenant: String = TestWorld.contoso) throws -> TestAnswer {
    try test.post("/\(tenant)/oauth2/token", form)
  }

  // MARK: Discovery

  @Test func documentLeadsToTheOlderEndpoints() throws {
    let json = try TestWorld().send("GET", "/contoso.com/.well-known/openid-configuration").json
    let base = "https://localhost:8443/\(TestWorld.contoso)"
    for (name, path) in [
      ("token_endpoint", "/oauth2/token"), ("issuer", "/"),
      ("authorization_endpoint", "/oauth2/authorize"), ("device_authorization_endpoint", "/oauth2/devicecode"),
      ("end_session_endpoint", "/oauth2/logout"), ("userinfo_endpoint", "/openid/userinfo"),
    ] { expectEqual(json[name], .string(base + path)) }
    // Everybody's, whatever the tenant (observed).
    expectEqual(json["jwks_uri"], "https://localhost:8443/common/discovery/keys")
    expectEqual(json["microsoft_multi_refresh_token"], true)
    expectEqual(json["scopes_supported"], ["openid"])
    expectEqual(
      json.object?.names,
      [
        "token_endpoint", "token_endpoint_auth_methods_supported", "jwks_uri", "response_modes_supported",
        "subject_types_supported", "id_token_signing_alg_values_supported", "response_types_supported",
        "scopes_supported", "issuer", "microsoft_multi_refresh_token", "authorization_endpoint",
        "device_authorization_endpoint", "http_logout_supported", "frontchannel_logout_supported",
        "end_session_endpoint", "claims_supported", "check_session_iframe", "userinfo_endpoint", "kerberos_endpoint",
        "tenant_region_scope", "cloud_instance_name", "cloud_graph_host_name", "msgraph_host", "rbac_url",
      ])
  }

  @Test func namesTheAppInTheKeysAddress() throws {
    let document = try TestWorld().send("GET", "/common/.well-known/openid-configuration?appid=\(TestClient.web.id)")
      .json
    expectEqual(document["jwks_uri"]?.string, "https://localhost:8443/common/discovery/keys?appid=\(TestClient.web.id)")
  }

  @Test func aliasesKeepThePlaceholder() throws {
    let json = try TestWorld().send("GET", "/common/.well-known/openid-configuration").json
    expectEqual(json["issuer"], "https://localhost:8443/{tenantid}/")
    let unknown = try TestWorld().send("GET", "/nowhere.test/.well-known/openid-configuration")
    expectEqual(unknown.status, 400)
    expectEqual(unknown.error, "invalid_tenant")
    expectEqual(unknown.errorCode, 90002)
  }

  @Test func keysNameNoIssuer() throws {
    let keys = try #require(TestWorld().send("GET", "/common/discovery/keys").json["keys"]?.array)
    // Three of its own and the partner cloud's, and none of personal accounts.
    expectEqual(keys.count, 4)
    let personal = try DevelopmentKeys.keys().personal.id
    #expect(!keys.contains { $0["kid"]?.string == personal })
    for key in keys {
      expectEqual(key.object?.names, ["kty", "use", "kid", "x5t", "n", "e", "x5c", "cloud_instance_name"])
    }
  }

  // MARK: Tokens

  @Test func appTokenHasTextForNumbers() throws {
    let form = FormFields([
      ("grant_type", "client_credentials"), ("client_id", ClientCredentialsTests.daemon),
      ("client_secret", "daemon-secret"), ("resource", Self.graph), ("scope", "ignored"),
    ])
    let answer = try Self.token(try TestWorld(), form)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(
      answer.jsonNames,
      [
        "token_type", "expires_in", "ext_expires_in", "expires_on", "not_before", "resource", "access_token",
      ])
    let json = try answer.json
    expectEqual(json["expires_in"], "3599")
    expectEqual(json["ext_expires_in"], "3599")
    expectEqual(json["expires_on"], "\(TestWorld.start.seconds + 3600)")
    expectEqual(json["not_before"], "\(TestWorld.start.seconds - 300)")
    expectEqual(json["resource"], .string(Self.graph))
    try expectEqual(json.claims("access_token")["aud"], .string(Self.graph))
  }

  /// Azure AD Graph has ended, but its tokens are still issued.
  @Test(arguments: [nil, "https://graph.windows.net", "https://graph.windows.net/"])
  func withoutResourceAppTokenIsForAzureADGraph(_ resource: String?) throws {
    let form = FormFields([
      ("grant_type", "client_credentials"), ("client_id", ClientCredentialsTests.daemon),
      ("client_secret", "daemon-secret"),
    ]).with([("resource", resource)])
    let json = try Self.token(try TestWorld(), form).json
    let audience = resource ?? "00000002-0000-0000-c000-000000000000"
    expectEqual(json["resource"]?.string, audience)
    try expectEqual(json.claims("access_token")["aud"], .string(audience))
  }

  @Test func codeIsRedeemedForTheResourceOfTheSignIn() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    let query = AuthorizeQuery(.web, [("scope", nil), ("resource", Self.graph)])
    try browser.open(query.target.replacing("/oauth2/v2.0/", with: "/oauth2/"))
    try browser.enter("alice")
    let code = try #require(browser.shown?.delivered?["code"], "\(browser.shown?.text ?? "")")
    let answer = try Self.token(test, test.codeForm(code, by: .web), tenant: "common")
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(
      answer.jsonNames,
      [
        "token_type", "scope", "expires_in", "ext_expires_in", "expires_on", "not_before", "resource", "access_token",
        "refresh_token", "id_token",
      ])
    let json = try answer.json
    expectEqual(json["resource"], .string(Self.graph))
    expectEqual(json["scope"], "Mail.Read User.Read openid profile email")
    try expectEqual(json.claims("access_token")["aud"], .string(Self.graph))
    let claims = try json.claims("id_token")
    expectEqual(
      claims.names,
      [
        "aud", "iss", "iat", "nbf", "exp", "amr", "family_name", "given_name", "ipaddr", "name", "nonce", "oid", "rh",
        "sid", "sub", "tid", "unique_name", "upn", "uti", "ver",
      ])
    expectEqual(claims["iss"], "https://localhost:8443/\(TestWorld.contoso)/")
    expectEqual(claims["ver"], "1.0")
    try expectEqual(json.header("id_token").names, ["typ", "alg", "x5t", "kid"])

    // A refresh token is good for every resource.
    let token = try #require(json["refresh_token"]?.string)
    let vault = try Self.token(
      test, test.refreshForm(token, by: .web, [("resource", "api://contoso")]), tenant: "common")
    expectEqual(vault.status, 200, "\(vault.text)")
    try expectEqual(vault.json["resource"], .string(TestClient.api.id))
    let same = try Self.token(test, test.refreshForm(token, by: .web), tenant: "common")
    try expectEqual(same.json["resource"], .string(Self.graph))
  }

  @Test func passwordsAreTaken() throws {
    let form = PasswordGrantTests.form([("scope", nil), ("resource", Self.graph)])
    let answer = try Self.token(try TestWorld(), form)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectNotNil(answer.json["refresh_token"])
    try expectEqual(answer.json["expires_in"], "3599")
  }

  @Test func devicesAreSignedIn() throws {
    let test = try TestWorld()
    let start = try test.post(
      "/common/oauth2/devicecode", FormFields([("client_id", TestClient.mobile.id), ("resource", Self.graph)]))
    let json = try start.json
    try expectEqual(
      start.jsonNames,
      [
        "user_code", "device_code", "verification_url", "expires_in", "interval", "message",
      ])
    expectEqual(json["verification_url"], "https://localhost:8443/devicelogin")
    expectEqual(json["expires_in"], "900")
    expectEqual(json["interval"], "5")
    let code = try #require(json["device_code"]?.string)
    let form = FormFields([
      ("grant_type", "device_code"), ("client_id", TestClient.mobile.id), ("code", code), ("resource", Self.graph),
    ])
    try expectEqual(Self.token(test, form, tenant: "common").errorCode, 70016)
    let browser = TestBrowser(test)
    try browser.open("/devicelogin")
    try browser.submit([("otc", json["user_code"]?.string ?? "")])
    try browser.enter("alice")
    try browser.submit()
    let answer = try Self.token(test, form, tenant: "common")
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json["resource"], .string(Self.graph))
  }

  @Test func apisActOnBehalfOfTheirCaller() throws {
    let test = try TestWorld()
    let form = OnBehalfOfTests.form(
      try OnBehalfOfTests.assertion(test), [("scope", nil), ("resource", "https://graph.microsoft.com")])
    let answer = try Self.token(test, form)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json["resource"], "https://graph.microsoft.com")
  }

  // MARK: Refusals

  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    var changes: [(String, String?)] = []
    var status = 400
    var error: String
    var code: Int
    var suberror: String?
    var user: @Sendable (inout User) -> Void = { _ in }
  }

  @Test(arguments: [
    Refused(
      testDescription: "a second factor needs a user at hand", error: "interaction_required", code: 50076,
      suberror: "basic_action", user: { $0.mfa = .required }),
    Refused(
      testDescription: "an expired password", error: "user_password_expired", code: 50055,
      suberror: "user_password_expired", user: { $0.isPasswordExpired = true }),
    Refused(testDescription: "a wrong password", changes: [("password", "no")], error: "invalid_grant", code: 50126),
    Refused(
      testDescription: "no consent", changes: [("resource", "https://vault.azure.net")], error: "invalid_grant",
      code: 65001, suberror: "consent_required"),
    Refused(
      testDescription: "an unknown resource", changes: [("resource", "api://nothing")], error: "invalid_resource",
      code: 500011),
    Refused(
      testDescription: "no consent to Azure AD Graph, which is meant when none is named", changes: [("resource", nil)],
      error: "invalid_grant", code: 65001, suberror: "consent_required"),
    Refused(
      testDescription: "no grant type", changes: [("grant_type", nil)], error: "invalid_request", code: 900144),
  ])
  func refusals(_ row: Refused) throws {
    let test = try TestWorld(directory: { directory in
      if let id = directory.user(named: "alice")?.id { directory.updateUser(id, row.user) }
    })
    let form = PasswordGrantTests.form([("scope", nil), ("resource", Self.graph)]).with(row.changes)
    let answer = try Self.token(test, form)
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
    expectEqual(answer.status, row.status)
    expectEqual(answer.error, row.error)
    try expectEqual(answer.json["suberror"]?.string, row.suberror)
  }
}
