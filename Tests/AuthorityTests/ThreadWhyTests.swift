import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Twelve more reports of 2025 and 2026, and the kinds that they showed: the journal's `why` says what the thread found in the end.
struct ThreadWhyTests {
  private static let tenant = TestWorld.contoso

  private func expect(_ exchange: Exchange, _ words: String..., code: Int? = nil) {
    let why = exchange.why ?? ""
    for word in words { #expect(why.contains(word), "\(why)") }
    if let code { expectEqual(exchange.refusal?.code, code) }
  }

  private func application(_ scope: String, _ secret: String = "daemon-secret") -> FormFields {
    FormFields([
      ("client_id", ClientCredentialsTests.daemon), ("client_secret", secret), ("grant_type", "client_credentials"),
      ("scope", scope),
    ])
  }

  private static let graph = "https://graph.microsoft.com/.default"

  // MARK: Refusals

  @Test("sutando 2705: a secret with a redirect URI of native") func superfluousSecret() throws {
    let test = try TestWorld()
    let answer = try test.redeem(try test.signIn(), [("client_secret", "mobile-secret")])
    expect(answer.exchange, "registered on the platform native", "leave it out", code: 700_025)
  }

  @Test("argo-cd 29298, grafana 122678: a renewal without a credential") func renewalWithoutProof() throws {
    let test = try TestWorld()
    let handle = try test.refreshToken(for: .web, tenant: Self.tenant)
    let answer = try test.refresh(handle, by: .web, tenant: Self.tenant, [("client_secret", nil)])
    expect(answer.exchange, "neither client_secret nor client_assertion was sent", "a renewal", code: 7_000_218)
  }

  @Test("msticpy 923: an app for itself names a permission") func permissionOfAnApp() throws {
    let test = try TestWorld()
    let answer = try test.token(application("User.Read"), tenant: Self.tenant)
    expect(answer.exchange, "'User.Read' names permissions", "/.default", code: 1_002_012)
  }

  @Test("freescout 4465, 5550: a secret that has ended, its id, or another one") func secrets() throws {
    let test = try TestWorld()
    let web = try #require(test.world.directory.application(named: "daemon"))
    let id = try #require(web.secrets.first?.id)
    expect(
      try test.token(application(Self.graph, "other"), tenant: Self.tenant).exchange, "not one of the registration")
    expect(try test.token(application(Self.graph, "\(id)"), tenant: Self.tenant).exchange, "the id of a secret")
    let old = try TestWorld(file: "world: { apps: { daemon: { secretsExpired: true } } }")
    expect(try old.token(application(Self.graph), tenant: Self.tenant).exchange, "has ended", code: 7_000_222)
  }

  @Test("oauth2-microsoft 31: scopes that a library adds") func addedScopes() throws {
    let test = try TestWorld()
    let handle = try test.refreshToken(tenant: Self.tenant)
    let answer = try test.refresh(handle, tenant: Self.tenant, [("scope", "wl.basic wl.signin")])
    expect(answer.exchange, "nobody has granted wl.basic wl.signin", code: 65001)
  }

  @Test("static-web-apps 1626: id tokens are off") func implicit() throws {
    let test = try TestWorld(file: "world: { apps: { web: { enableIdTokenIssuance: false } } }")
    let query = AuthorizeQuery(.web, tenant: Self.tenant, [("response_type", "id_token"), ("nonce", "n")])
    expect(try test.send("GET", query.target).exchange, "enableIdTokenIssuance of 'web' is off", code: 700_054)
  }

  @Test("booklore 3261, headscale 2887: a claim is not a scope", arguments: ["groups", "group"])
  func claimAsScope(_ scope: String) throws {
    let test = try TestWorld(file: "signIn: auto\n")
    let query = AuthorizeQuery(.web, scope: "openid \(scope)", tenant: Self.tenant)
    expect(try test.send("GET", query.target).exchange, "it is a claim", code: 650_053)
  }

  @Test("Agent365-devTools 146: the redirect URI of the broker") func broker() throws {
    let test = try TestWorld()
    let query = AuthorizeQuery(
      .mobile, tenant: Self.tenant, [("redirect_uri", "ms-appx-web://Microsoft.AAD.BrokerPlugin/x")])
    expect(try test.send("GET", query.target).exchange, "what the broker of Windows sends", code: 50011)
  }

  @Test("claude-code 69547: no scope was sent") func noScope() throws {
    let test = try TestWorld()
    let answer = try test.token(
      FormFields([
        ("client_id", ClientCredentialsTests.daemon), ("client_secret", "daemon-secret"),
        ("grant_type", "client_credentials"),
      ]), tenant: Self.tenant)
    expect(answer.exchange, "the parameter scope was not sent", code: 900_144)
  }

  @Test("MSAL for Python keeps a refusal") func remembered() throws {
    let test = try TestWorld()
    let form = application("User.Read").with([("x-client-SKU", "MSAL.Python")])
    expect(try test.token(form, tenant: Self.tenant).exchange, "MSAL for Python keeps this refusal for a minute")
  }

  @Test("a rule says itself, with what its number means") func rule() throws {
    let test = try TestWorld(
      file: "rules: [{ name: block, when: { endpoint: token }, then: { refuse: AADSTS53003 } }]")
    expect(
      try test.token(application(Self.graph), tenant: Self.tenant).exchange, "rule block: refuse with AADSTS53003",
      "A policy blocks this user", code: 53003)
  }

  // MARK: Answers of 200

  @Test("wso2 4185: version 1.0 of an app's own token") func versionOne() throws {
    let test = try TestWorld(file: "world: { apps: { api: { requestedAccessTokenVersion: null } } }")
    let answer = try test.token(application("api://contoso/.default"), tenant: Self.tenant)
    expect(answer.exchange, "version 1.0", "requestedAccessTokenVersion of 'api' is null")
  }

  @Test("bifrost 3237: an app without application permissions") func noRoles() throws {
    let test = try TestWorld(file: "extends: daemon-no-roles\n")
    expect(
      try test.token(application(Self.graph), tenant: Self.tenant).exchange,
      "'daemon' has no application permission of 'graph'"
    )
  }

  @Test("chainguard 3793: groups by their ids") func groupIDs() throws {
    let test = try TestWorld(file: "world: { apps: { mobile: { groupMembershipClaims: SecurityGroup } } }")
    let answer = try test.redeem(try test.signIn(scope: "openid profile User.Read"))
    expect(answer.exchange, "object ids of groups")
  }

  @Test("pingvin-share 785: nobody's groups are not an empty list") func noGroups() throws {
    let test = try TestWorld(
      file: """
        world:
          apps: { mobile: { groupMembershipClaims: SecurityGroup } }
          users: { carol: { displayName: Carol } }
        """)
    let answer = try test.redeem(try test.signIn("carol", scope: "openid profile User.Read"))
    expect(answer.exchange, "'carol' is in no group")
  }

  @Test("outline 12863, coder 26380: no email_verified") func unverified() throws {
    let test = try TestWorld()
    let answer = try test.redeem(try test.signIn(scope: "openid email User.Read offline_access"))
    expect(answer.exchange, "never sends email_verified", "xms_edov")
  }

  @Test("stella 2576: a personal account") func personal() throws {
    let test = try TestWorld()
    let answer = try test.redeem(try test.signIn("personal", scope: "openid profile User.Read", tenant: "common"))
    expect(answer.exchange, "'personal' is a personal account", "oid begins with zeros", "not a JWT")
  }

  @Test("AspNetCore.Docs 36979, cloudscribe 1135: issuers") func issuers() throws {
    let test = try TestWorld()
    expect(
      try test.send("GET", "/contoso.onmicrosoft.com/v2.0/.well-known/openid-configuration").exchange,
      "the issuer of this document is", Self.tenant, "the tenant's id")
    #expect(try test.send("GET", "/\(Self.tenant)/v2.0/.well-known/openid-configuration").exchange.why == nil)
    expect(try test.send("GET", "/common/.well-known/openid-configuration").exchange, "{tenantid}")
    let answer = try test.redeem(try test.signIn(scope: "openid profile User.Read"))
    expect(answer.exchange, "the request went to 'common', and iss is that of the user's tenant 'contoso'")
  }

  @Test("svelte-langgraph 298: a renewal without openid") func noIDToken() throws {
    let test = try TestWorld()
    let handle = try test.refreshToken(tenant: Self.tenant)
    expect(
      try test.refresh(handle, tenant: Self.tenant, [("scope", "User.Read offline_access")]).exchange, "no id_token")
  }
}
