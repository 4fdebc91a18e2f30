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

/// Reports of 2025 and 2026 that were read to their end, each under its own address: the state that shows it, and what `why` says.
struct ThreadPastTests {
  private static let tenant = TestWorld.contoso

  private func expect(_ exchange: Exchange, _ words: String..., code: Int? = nil) {
    let why = exchange.why ?? ""
    for word in words { #expect(why.contains(word), "\(why)") }
    if let code { expectEqual(exchange.refusal?.code, code) }
  }

  // MARK: Accounts

  @Test("azure-mcp 14: an app for work accounts") func audience() throws {
    let test = try TestWorld(
      file: "world: { apps: { web: { audience: AzureADMultipleOrgs } } }\nsignIn: { user: personal }\n")
    let exchange = try test.send("GET", AuthorizeQuery(.web, tenant: "common").target).exchange
    expect(exchange, "'personal' is a personal account, and 'web' takes none here", code: 500_200)
  }

  @Test("github/app 3304, o365-moodle 2772: a guest") func guest() throws {
    let test = try TestWorld()
    let scope = "openid profile User.Read"
    let answer = try test.redeem(
      try test.signIn("gina", scope: scope, tenant: Self.tenant), tenant: Self.tenant)
    expect(answer.exchange, "is a guest here", "home tenant")
    let home = try test.redeem(try test.signIn("gina", scope: scope))
    expect(home.exchange, "iss is that of the user's tenant 'fabrikam'")
  }

  // MARK: Tokens

  @Test("arctic 218: no refresh token") func noRefreshToken() throws {
    let test = try TestWorld()
    expect(
      try test.redeem(try test.signIn(scope: "openid profile User.Read")).exchange,
      "no refresh token: offline_access was not asked for")
  }

  @Test("SecObserve 4670: the v1.0 endpoint") func legacy() throws {
    let test = try TestWorld(file: "signIn: auto\n")
    let query = FormFields([
      ("client_id", TestClient.web.id), ("response_type", "code"), ("redirect_uri", TestClient.web.redirectURI),
      ("resource", "https://graph.microsoft.com"),
    ])
    let code = try test.send("GET", "/\(Self.tenant)/oauth2/authorize?\(query.query)").delivered?["code"]
    let answer = try test.post(
      "/\(Self.tenant)/oauth2/token", test.codeForm(try #require(code), by: .web, [("code_verifier", nil)]))
    expect(answer.exchange, "the id_token is of version 1.0", "never preferred_username")
  }

  @Test("iris-web 1014, traefikoidc 138: whose key it is") func keys() throws {
    let test = try TestWorld(file: "world: { apps: { mobile: { signingKey: true } } }")
    expect(
      try test.redeem(try test.signIn(scope: "openid profile")).exchange, "signed with the key of 'mobile' alone",
      "appid=\(TestClient.mobile.id)", "only Graph can verify it")
  }

  @Test("oauth2-proxy 3230: groups after a renewal") func groupsOfARenewal() throws {
    let test = try TestWorld(file: "extends: group-overage\n")
    let handle = try test.refreshToken(scope: "openid profile offline_access User.Read")
    expect(
      try test.refresh(handle, [("scope", "openid profile offline_access User.Read")]).exchange, "groups left out")
  }

  // MARK: Documents

  @Test("spring-security 16460, oauth2-proxy 3476: the issuer has another name than the address") func issuers() throws
  {
    let scene = try ShopScene()
    let path = "/shop.onmicrosoft.com/v2.0/.well-known/openid-configuration?p=B2C_1_susi"
    expect(try scene.test.send("GET", path).exchange, "the issuer of this document is", "give it the issuer by itself")
  }

  // MARK: Scopes

  struct Scopes: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let scope: String
    let code: Int
    let says: String
  }

  @Test(arguments: [
    Scopes(
      testDescription: "fastmcp 2447: two APIs",
      scope: "api://contoso/access_as_user https://graph.microsoft.com/Mail.Read", code: 28000,
      says: "one request asks for permissions of 'api', 'graph'"),
    Scopes(
      testDescription: "copilot-cli 4464: .default beside a permission",
      scope: "api://contoso/access_as_user api://contoso/.default", code: 70011, says: ".default"),
  ]) func scopes(_ row: Scopes) throws {
    let test = try TestWorld()
    let exchange = try test.redeem(try test.signIn(), [("scope", row.scope)]).exchange
    expectEqual(exchange.refusal?.code, row.code)
    #expect(exchange.why?.contains(row.says) == true, "\(exchange.why ?? "")")
  }

  @Test("azure-sdk-for-net 50450: an API that does not preauthorize a client of Microsoft's") func preauthorization()
    throws
  {
    let test = try TestWorld()
    let handle = try test.refreshToken(for: .azureCLI, scope: "User.Read.All offline_access", tenant: Self.tenant)
    let answer = try test.refresh(
      handle, by: .azureCLI, tenant: Self.tenant, [("scope", "api://contoso/access_as_user")])
    expect(answer.exchange, "'api' does not preauthorize 'azure-cli'", code: 65001)
  }

  // MARK: Proofs and sign-ins that have ended

  @Test("azure-apim-extension 138: a service connection without a proof") func noProof() throws {
    let test = try TestWorld()
    let form = ClientCredentialsTests.form([("client_secret", nil)])
    expect(
      try test.token(form, tenant: Self.tenant).exchange, "neither client_secret nor client_assertion was sent",
      "'daemon' has")
  }

  @Test("vscode-mssql 22750: the grant of before the new password") func password() throws {
    let test = try TestWorld()
    let handle = try test.refreshToken()
    test.advance(by: .minutes(1))
    let alice = try test.user("alice").id
    try test.world.changePassword(of: alice, to: "Other1!x")
    let answer = try test.refresh(handle, [("scope", AuthorizeQuery.scope)])
    expectEqual(answer.exchange.refusal?.code, 50173)
    #expect(answer.exchange.why != nil)
  }

  @Test("msal-android 2257: a user flow's refresh token that has ended") func userFlow() throws {
    let scene = try ShopScene()
    let handle = try #require(try scene.tokens()["refresh_token"]?.string)
    scene.test.advance(by: .days(15))
    let answer = try scene.refresh(handle)
    try ShopScene.expect(answer, 90080, "invalid_grant")
    expect(answer.exchange, "the refresh token ended at")
  }

  @Test("azure-cli 31703, AzureStorageExplorer 9056: a policy about one API") func policyOfOneAPI() throws {
    let test = try TestWorld(
      file: "world: { policies: [{ name: storage wants more, resources: [storage], require: mfa }] }")
    let handle = try test.refreshToken(for: .azureCLI, scope: "User.Read.All offline_access", tenant: Self.tenant)
    let answer = try test.refresh(
      handle, by: .azureCLI, tenant: Self.tenant, [("scope", "https://storage.azure.com/user_impersonation")])
    expect(answer.exchange, "storage wants more", code: 50076)
  }
}
