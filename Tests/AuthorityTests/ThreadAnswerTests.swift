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

/// What thirty more reports of 2025 and 2026 showed: answers of every endpoint say in `why` what the thread found in the end.
struct ThreadAnswerTests {
  private static let tenant = TestWorld.contoso

  private func expect(_ exchange: Exchange, _ words: String..., code: Int? = nil) {
    let why = exchange.why ?? ""
    for word in words { #expect(why.contains(word), "\(why)") }
    if let code { expectEqual(exchange.refusal?.code, code) }
  }

  // MARK: Tokens

  @Test("docmost 2362, onetimesecret 3478: no email, and no name without profile", arguments: [true, false])
  func names(_ isImplicit: Bool) throws {
    let test = try TestWorld(
      file:
        "world: { users: { alice: { mail: null } }, apps: { web: { enableIdTokenIssuance: true } } }\nsignIn: auto\n")
    guard isImplicit else {
      let code = try test.send("GET", AuthorizeQuery(.web, scope: "openid email").target).delivered?["code"]
      let answer = try test.redeem(try #require(code), by: .web)
      return expect(answer.exchange, "no claim email: alice has no mail", "profile was not asked for")
    }
    let query = AuthorizeQuery(
      .web, scope: "openid email", tenant: Self.tenant,
      [
        ("response_type", "id_token"), ("response_mode", "fragment"), ("code_challenge", nil),
        ("code_challenge_method", nil),
      ])
    let answer = try test.send("GET", query.target)
    #expect(answer.delivered?["id_token"] != nil, "\(answer.text)")
    expect(answer.exchange, "no claim email: alice has no mail", "profile was not asked for")
    #expect(answer.exchange.why?.contains("access token") == false)
  }

  @Test("argo-cd 27397: groups of a token that authorize gives") func groups() throws {
    let test = try TestWorld(
      file:
        "extends: group-overage\nsignIn: auto\nworld: { apps: { web: { enableIdTokenIssuance: true, groupMembershipClaims: SecurityGroup } } }\n"
    )
    let query = AuthorizeQuery(
      .web, scope: "openid profile", tenant: Self.tenant,
      [
        ("response_type", "id_token"), ("response_mode", "fragment"), ("code_challenge", nil),
        ("code_challenge_method", nil),
      ])
    expect(try test.send("GET", query.target).exchange, "groups left out", "_claim_names")
  }

  @Test("blazor-samples 654, teams.ts 556: the setting is null") func versionOne() throws {
    let test = try TestWorld(file: "world: { apps: { api: { requestedAccessTokenVersion: null } } }")
    let answer = try test.redeem(try test.signIn(scope: "openid profile api://contoso/access_as_user"))
    expect(answer.exchange, "version 1.0", "sts.windows.net", "requestedAccessTokenVersion of api is null")
  }

  // MARK: Documents

  @Test("agentgateway 477, openidconnect-rs 232: keys without alg, and a kid that is new") func keys() throws {
    let test = try TestWorld()
    for path in ["/common/discovery/v2.0/keys", "/\(Self.tenant)/discovery/keys"] {
      expect(try test.send("GET", path).exchange, "no alg", "RS256", "fetch the document again")
    }
  }

  @Test("langfuse 13507, next-auth 13440: consumers is one tenant") func consumers() throws {
    let test = try TestWorld()
    expect(
      try test.send("GET", "/consumers/v2.0/.well-known/openid-configuration").exchange,
      "9188040d-6c67-4c5b-b112-36a304b66dad", "not a template")
    expect(try test.send("GET", "/common/v2.0/.well-known/openid-configuration").exchange, "{tenantid}")
  }

  // MARK: Addresses

  private static func app(_ platform: String, _ uri: String) -> String {
    "world: { apps: { tool: { type: \(platform), clientId: 77777777-1111-4000-8000-000000000004, redirectUris: ['\(uri)'] } } }"
  }

  struct Address: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let platform: String
    let registered: String
    let came: String
    let says: [String]
  }

  @Test(arguments: [
    Address(
      testDescription: "vscode 254017: the platform SPA", platform: "spa", registered: "http://127.0.0.1",
      came: "http://127.0.0.1:33418/",
      says: ["the port of 127.0.0.1 counts on the platform spa", "register it on native"]),
    Address(
      testDescription: "claude-code 47975: the path", platform: "native",
      registered: "https://claude.ai/api/mcp/auth_callback", came: "http://localhost:44548/callback",
      says: ["the port of localhost does not count", "register 'http://localhost/callback'"]),
    Address(
      testDescription: "gitnado 255: a port of 127.0.0.1", platform: "web",
      registered: "http://127.0.0.1:8080/callback",
      came: "http://127.0.0.1:43117/callback", says: ["the port of 127.0.0.1 counts on the platform web"]),
  ]) func loopback(_ row: Address) throws {
    let test = try TestWorld(file: Self.app(row.platform, row.registered))
    let client = TestClient(
      alias: "tool", id: "77777777-1111-4000-8000-000000000004", redirectURI: row.came, platform: .native)
    let why = try test.send("GET", AuthorizeQuery(client, tenant: Self.tenant).target).exchange.why ?? ""
    for word in row.says { #expect(why.contains(word), "\(why)") }
  }

  // MARK: Proofs

  @Test(
    "mobile-canvas-ghcp 50, duroxide-pg 17: forms of GitHub's subject",
    arguments: [
      ("repo:contoso@1/app@2:ref:refs/heads/main", "15 July 2026"),
      ("repository_owner_id:1:repository_id:2:pull_request", "customises the subject"),
      ("repo:contoso/app:ref:refs/heads/dev", "'dev' came for 'main'"),
    ]) func subjects(_ subject: String, _ says: String) throws
  {
    let test = try TestWorld(directory: ClientAssertionTests.trusting)
    let assertion = try ClientAssertionTests.federated { $0.payload["sub"] = .string(subject) }.signed()
    let answer = try test.token(ClientAssertionTests.form(assertion), tenant: Self.tenant)
    expect(answer.exchange, "the federated credentials of daemon have", says, code: 700_213)
  }

  @Test("authd 1881: the renewal of a device code's sign-in has a secret") func secretOfAPublicClient() throws {
    let test = try TestWorld(file: "world: { apps: { mobile: { isFallbackPublicClient: true } } }\nsignIn: auto\n")
    let start = try DeviceCodeTests.Start(test)
    _ = try DeviceCodeTests.poll(test, start)
    let handle = try #require(try DeviceCodeTests.poll(test, start).json["refresh_token"]?.string)
    let answer = try test.refresh(handle, [("client_secret", "secret")])
    expect(answer.exchange, "client_secret was sent", "leave it out", code: 700_025)
  }

  @Test("a client_id that is an App ID URI or a name", arguments: ["api://contoso", "Contoso API", "api"])
  func otherNames(_ name: String) throws {
    let test = try TestWorld(file: "world: { apps: { api: { displayName: Contoso API } } }")
    let answer = try test.token(
      ClientCredentialsTests.form([("client_id", name)]), tenant: Self.tenant)
    expect(answer.exchange, "the client id of 'api' is \(TestClient.api.id)", code: 90112)
  }

  @Test("an assertion that names no certificate") func noThumbprint() throws {
    let test = try TestWorld()
    let assertion = try ClientAssertionTests.Statement {
      $0.header["x5t#S256"] = nil
      $0.header["kid"] = "x"
    }.signed()
    let why = try test.token(ClientAssertionTests.form(assertion), tenant: Self.tenant).exchange.why ?? ""
    #expect(!why.contains("the thumbprint ;"), "\(why)")
  }

  @Test("an assertion for Graph in the place of one for the API") func assertionOfGraph() throws {
    let test = try TestWorld()
    let token = try #require(try test.tokens(scope: "openid profile User.Read")["access_token"]?.string)
    let answer = try test.token(OnBehalfOfTests.form(token), tenant: Self.tenant)
    expect(answer.exchange, "the assertion is for graph", "ask for a token of api", code: 500_131)
  }

  // MARK: Policies

  @Test("SFMail 15, Agent365-devTools 323: the policy has a name") func policies() throws {
    let test = try TestWorld(file: "world: { policies: [{ name: second factor, require: mfa }] }")
    let form = FormFields([
      ("client_id", TestClient.mobile.id), ("grant_type", "password"),
      ("username", try test.signInName(of: "alice")), ("password", SeededDirectory.password), ("scope", "User.Read"),
    ])
    expect(try test.token(form, tenant: Self.tenant).exchange, "policy 'second factor'", code: 50076)
    let strict = try TestWorld(
      file: "world: { policies: [{ name: compliant, require: compliantDevice }] }\nsignIn: auto\n")
    expect(
      try strict.send("GET", AuthorizeQuery(.mobile, tenant: Self.tenant).target).exchange, "policy 'compliant'")
  }

  @Test("teams-mcp 98, azure-cli 32809: every poll knows whose policy it was") func deviceCodes() throws {
    let test = try TestWorld(
      file:
        "world: { policies: [{ name: no device codes, authenticationFlows: deviceCode, require: block }] }\nsignIn: auto\n"
    )
    let start = try DeviceCodeTests.Start(test)
    _ = try DeviceCodeTests.poll(test, start)
    for _ in 0..<2 {
      expect(try DeviceCodeTests.poll(test, start).exchange, "no device codes", code: 53003)
    }
  }

  // MARK: Sign-out and customers

  @Test("yontrack 1734: the account picker of a sign-out") func picker() throws {
    let test = try TestWorld()
    let browser = try LogoutTests.browser(test)
    let answer = try browser.open(LogoutTests.target([("post_logout_redirect_uri", LogoutTests.landing)]))
    expect(answer.exchange, "the account picker asks", "neither logout_hint nor id_token_hint", "login_hint")
  }

  @Test("aad_b2c_webview 57: a renewal of a user flow without the scope of an API") func userFlow() throws {
    let scene = try ShopScene()
    let handle = try #require(try scene.tokens()["refresh_token"]?.string)
    let answer = try scene.refresh(handle)
    expect(answer.exchange, "no access token", "send the scope of the first request")
  }

  @Test("a policy that acts on nobody is told of at each sign-in") func inert() throws {
    let test = try TestWorld(
      file:
        "world: { policies: [{ name: odd, require: block, graph: { conditions: { insiderRiskLevels: minor } } }] }\nsignIn: auto\n"
    )
    let answer = try test.send("GET", AuthorizeQuery(.mobile, tenant: Self.tenant).target)
    #expect(answer.delivered?["code"] != nil, "\(answer.text)")
    #expect(
      answer.exchange.reasons.contains { $0.contains("policy 'odd' acts on nobody: conditions/insiderRiskLevels") })
  }
}
