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

/// Every word of a registration acts.
@Suite("An app of one's own") struct OwnApplicationTests {
  static let shop = TestClient(
    alias: "shop", id: "50000000-0000-4000-8000-000000000001", redirectURI: "https://shop.test/callback",
    platform: .web, secret: "shop-secret")
  static let orders = "50000000-0000-4000-8000-000000000002"

  /// A company with a web app, an API and a daemon.
  static let world = """
    world:
      apps:
        shop:
          type: web
          clientId: 50000000-0000-4000-8000-000000000001
          displayName: Shop
          web: { redirectUris: [https://shop.test/callback] }
          spa: { redirectUris: [https://shop.test/spa] }
          apiPermissions: [api://orders/Orders.Read]
          appRoles: [{ value: Clerk, allowedMemberTypes: [User] }]
          assignments: [{ role: Clerk, groups: [staff] }]
        orders:
          type: api
          clientId: 50000000-0000-4000-8000-000000000002
          identifierUris: [api://orders]
          scopes: [Orders.Read, { value: Orders.Write }, { value: Orders.Old, isEnabled: false }]
          appRoles:
            - { value: Orders.Process, allowedMemberTypes: [Application] }
            - { value: Approver, allowedMemberTypes: [User] }
            - { value: Retired, isEnabled: true }
          assignments: [{ role: Approver, users: [alice] }, { role: Orders.Process, apps: [robot] }]
          preauthorizedClients: [{ client: shop, scopes: [Orders.Read] }]
          tokenLifetimes: { accessToken: 10m }
        robot: { type: daemon, clientId: 50000000-0000-4000-8000-000000000003 }

    """

  private static func world(_ more: String = "") throws -> TestWorld { try TestWorld(file: world + more) }

  private static func tokens(
    _ test: TestWorld, _ user: String = "alice", scope: String = "openid profile api://orders/Orders.Read"
  ) throws -> JSONValue { try test.tokens(user, for: shop, scope: scope, tenant: TestWorld.contoso) }

  // MARK: Who may sign in

  @Test func isForItsOwnTenantUnlessSaid() throws {
    let test = try Self.world()
    try expectEqual(test.app("shop").audience, .singleTenant)
    let browser = TestBrowser(test)
    let answer = try browser.open(AuthorizeQuery(Self.shop))
    // `common` needs an app for other tenants.
    expectEqual(answer.exchange.refusal?.kind.code, 50194)
  }

  // MARK: Platforms

  @Test func aRedirectURIBelongsToItsPlatform() throws {
    let test = try Self.world()
    var client = Self.shop
    let code = try test.signIn(to: client, scope: "openid", tenant: TestWorld.contoso)
    try expectEqual(test.redeem(code, by: client, tenant: TestWorld.contoso).status, 200)
    client.redirectURI = "https://shop.test/spa"
    client.secret = nil
    let second = try test.signIn(to: client, scope: "openid", tenant: TestWorld.contoso)
    try expectEqual(test.redeem(second, by: client, tenant: TestWorld.contoso).errorCode, 9_002_327)
    client.origin = "https://shop.test"
    try expectEqual(test.redeem(second, by: client, tenant: TestWorld.contoso).status, 200)
    client.redirectURI = "http://localhost"
    let refused = try test.send(
      "GET", AuthorizeQuery(client, scope: "openid", tenant: TestWorld.contoso).target)
    expectEqual(refused.exchange.refusal?.kind.code, 50011)
  }

  @Test(
    arguments: [
      ("", "id_token", 700_054), ("", "token", 700_051), ("enableIdTokenIssuance: true", "id_token", 0),
      ("enableAccessTokenIssuance: true", "token", 0), ("enableIdTokenIssuance: true", "token", 700_051),
      ("web: { implicitGrantSettings: { enableIdTokenIssuance: true } }", "id_token", 0),
      ("web: { implicitGrantSettings: { enableAccessTokenIssuance: true } }", "id_token", 700_054),
    ]) func theImplicitSwitchesOpenAuthorize(_ word: String, _ type: String, _ code: Int) throws
  {
    let test = try TestWorld(
      file: "world: { apps: { mine: { type: web, clientId: \(Self.shop.id), consent: granted, \(word) } } }")
    var client = Self.shop
    client.redirectURI = "http://localhost"
    let browser = TestBrowser(test)
    var answer = try browser.open(
      AuthorizeQuery(
        client, scope: "openid User.Read", tenant: TestWorld.contoso,
        [("response_type", type), ("code_challenge", nil), ("code_challenge_method", nil)]))
    if code == 0 {
      answer = try browser.enter("alice")
      let name = type == "token" ? "access_token" : type
      expectNotNil(answer.delivered?[name], "\(answer.status) \(answer.exchange.reasons)")
    } else {
      expectEqual(answer.exchange.refusal?.kind.code, code)
    }
  }

  @Test(arguments: [true, false]) func publicClientFlowsAreASwitch(_ isOn: Bool) throws {
    let test = try TestWorld(
      file: "world: { apps: { tool: { type: api, clientId: \(Self.shop.id), isFallbackPublicClient: \(isOn) } } }")
    let answer = try test.token(
      FormFields([
        ("client_id", Self.shop.id), ("scope", "openid User.Read"), ("grant_type", "password"),
        ("username", try test.signInName(of: "alice")), ("password", SeededDirectory.password),
      ]), tenant: TestWorld.contoso)
    // Consent is what is missing behind the switch.
    expectEqual(answer.errorCode, isOn ? 65_001 : 7_000_218, "\(answer.text)")
  }

  // MARK: Scopes

  @Test func aPreauthorizedScopeNeedsNoConsentAndAnotherDoes() throws {
    let test = try Self.world()
    let claims = try Self.tokens(test, scope: "api://orders/Orders.Read").claims("access_token")
    expectEqual(claims["scp"], "Orders.Read")
    expectEqual(claims["aud"], .string(Self.orders))
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(Self.shop, scope: "api://orders/Orders.Write", tenant: TestWorld.contoso))
    try expectEqual(browser.enter("alice").pageID, "ConvergedConsent")
  }

  @Test func aDisabledScopeIsUnknown() throws {
    let test = try Self.world()
    let browser = TestBrowser(test)
    var answer = try browser.open(
      AuthorizeQuery(Self.shop, scope: "api://orders/Orders.Old", tenant: TestWorld.contoso))
    if answer.exchange.refusal == nil { answer = try browser.enter("alice") }
    let other = try Self.unknownScope()
    #expect(answer.exchange.refusal?.kind.code == other && other != nil, "\(answer.exchange.reasons)")
  }

  /// What a scope that no API has is refused with.
  private static func unknownScope() throws -> Int? {
    let browser = TestBrowser(try world())
    let answer = try browser.open(
      AuthorizeQuery(shop, scope: "api://orders/Orders.Never", tenant: TestWorld.contoso))
    return try answer.exchange.refusal?.kind.code ?? browser.enter("alice").exchange.refusal?.kind.code
  }

  @Test func usersReadTheTextsForUsers() throws {
    let test = try TestWorld(
      file: """
        world:
          apps:
            api:
              scopes:
                - { value: access_as_user }
                - value: Orders.Read
                  adminConsentDisplayName: Read all orders of the company
                  userConsentDisplayName: Read my orders
            mobile: { consent: none }
        """)
    func page(_ user: String) throws -> String {
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.mobile, scope: "api://contoso/Orders.Read", tenant: TestWorld.contoso))
      return try browser.enter(user).text
    }
    #expect(try page("alice").contains("Read my orders"))
    #expect(try page("admin").contains("Read all orders of the company"))
  }

  // MARK: Roles

  @Test func rolesStandInTheTokensOfTheAppThatDefinesThem() throws {
    let test = try Self.world()
    let alice = try Self.tokens(test)
    try expectEqual(alice.claims("id_token")["roles"], ["Clerk"])
    try expectEqual(alice.claims("access_token")["roles"], ["Approver"])
    let admin = try Self.tokens(test, "admin")
    // The group gives its role to every member, and the API's role is Alice's own.
    try expectEqual(admin.claims("id_token")["roles"], ["Clerk"])
    try expectNil(admin.claims("access_token")["roles"])
  }

  @Test func aRoleThatIsDisabledOrGoneIsNotStated() throws {
    let test = try Self.world()
    let entry = { (roles: String) throws in
      try test.change { directory in
        directory.updateApplication(Application.ID(GUID(Self.orders) ?? .zero)) { app in
          for index in app.appRoles.indices where app.appRoles[index].value == roles {
            app.appRoles[index].isEnabled = false
          }
        }
      }
    }
    try entry("Approver")
    try expectNil(Self.tokens(test).claims("access_token")["roles"])
    try expectEqual(Self.robot(test)["roles"], ["Orders.Process"])
    try entry("Orders.Process")
    try expectNil(Self.robot(test)["roles"])
  }

  private static func robot(_ test: TestWorld) throws -> JSONObject {
    try test.token(
      FormFields([
        ("grant_type", "client_credentials"), ("client_id", "50000000-0000-4000-8000-000000000003"),
        ("client_secret", "robot-secret"), ("scope", "api://orders/.default"),
      ]), tenant: TestWorld.contoso
    ).json.claims("access_token")
  }

  // MARK: Groups

  @Test(
    arguments: [
      ("[]", "groups", ["ids"]), ("[cloud_displayname]", "groups", ["Contoso Staff"]),
      ("[emit_as_roles]", "roles", ["ids"]), ("[cloud_displayname, emit_as_roles]", "roles", ["Contoso Staff"]),
    ]) func groupsHaveTheFormThatTheAppWants(_ properties: String, _ claim: String, _ expected: [String]) throws
  {
    let text = """
      world:
        apps:
          web:
            groupMembershipClaims: ApplicationGroup
            optionalClaims: { idToken: [{ name: groups, additionalProperties: \(properties) }] }
            appRoles: [{ value: Clerk }]
            assignments: [{ role: Clerk, users: [alice] }, { groups: [staff] }]

      """
    let own = try TestWorld(file: text)
    let claims = try own.tokens(for: .web, scope: "openid", tenant: TestWorld.contoso).claims("id_token")
    let found = Set(claims[claim]?.strings ?? [])
    if expected == ["ids"] {
      #expect(!found.isEmpty && found.allSatisfy { GUID($0) != nil }, "\(claims)")
    } else {
      #expect(Set(expected).isSubset(of: found), "\(claims)")
    }
    // App roles give way to groups in `roles`.
    expectEqual(claims["roles"], claim == "roles" ? claims["roles"] : ["Clerk"])
    #expect(!(claim == "roles" && found.contains("Clerk")))
    #expect(claim == "groups" || claims["groups"] == nil)
  }

  // MARK: Lifetimes

  @Test func ownLifetimesComeBeforeTheWorlds() throws {
    let test = try TestWorld(
      file:
        "world: { apps: { web: { tokenLifetimes: { idToken: 2h } }, api: { tokenLifetimes: { accessToken: 20m } } } }")
    let body = try test.tokens(for: .web, scope: "openid api://contoso/Orders.Read", tenant: TestWorld.contoso)
    expectEqual(body["expires_in"], 1_199)
    let start = TestWorld.start.seconds
    try expectEqual(body.claims("access_token")["exp"]?.integer, start + 1_200)
    try expectEqual(body.claims("id_token")["exp"]?.integer, start + 7_200)
    let graph = try test.tokens(for: .web, scope: "User.Read", tenant: TestWorld.contoso)
    expectEqual(graph["expires_in"], 3_599)
    try expectEqual(Self.robot(Self.world())["exp"]?.integer, start + 600)
  }

  // MARK: Credentials

  @Test(
    arguments: [
      ("first", 200, 0), ("second", 200, 0), ("old", 401, 7_000_222), ("later", 401, 7_000_215),
      ("daemon-secret", 401, 7_000_215),
    ]) func eachSecretHasItsTime(_ secret: String, _ status: Int, _ code: Int) throws
  {
    let test = try TestWorld(
      file: """
        world:
          apps:
            daemon:
              passwordCredentials:
                - { secretText: first }
                - { secretText: second, displayName: Spare, endDateTime: 2026-12-31 }
                - { secretText: old, startDateTime: 2024-01-01, endDateTime: 2025-01-01 }
                - { secretText: later, startDateTime: 2027-01-01 }
        """)
    let answer = try test.token(
      ClientCredentialsTests.form([("client_secret", secret)]), tenant: TestWorld.contoso)
    expectEqual(answer.status, status)
    if code != 0 { expectEqual(answer.errorCode, code) }
  }

  private static let pem = DaemonCertificate.certificatePEM.split(separator: "\n")
    .map { "              \($0)\n" }.joined()

  /// An assertion of the app `web`, signed with the key of the seeded daemon.
  private static func assert(
    _ test: TestWorld, _ header: @Sendable (inout JSONObject) -> Void = { _ in }, isStranger: Bool = false
  ) throws -> TestAnswer {
    let statement = try ClientAssertionTests.Statement { statement in
      statement.payload["iss"] = .string(TestClient.web.id)
      statement.payload["sub"] = .string(TestClient.web.id)
      statement.isSignedByStranger = isStranger
      header(&statement.header)
    }
    return try test.token(
      ClientAssertionTests.form(statement.signed(), [("client_id", TestClient.web.id)]), tenant: TestWorld.contoso)
  }

  private static let chain: @Sendable (inout JSONObject) -> Void = { header in
    header["x5c"] = [.string(Base64.encode(ClientAssertionTests.der()))]
  }

  @Test func aCertificateOfAFileProvesTheApp() throws {
    try expectEqual(Self.assert(TestWorld()).errorCode, 700_027)
    let test = try TestWorld(
      file: "world:\n  apps:\n    web:\n      certificates:\n        - displayName: Mine\n          pem: |\n\(Self.pem)"
    )
    try expectEqual(Self.assert(test).status, 200)
    try expectEqual(
      Self.assert(test) { header in
        header["x5t#S256"] = nil
        header["x5t"] = .string(Base64.encodeURL(ClientAssertionTests.sha1()))
      }.status, 200)
    try expectEqual(Self.assert(test, isStranger: true).errorCode, 700_027)
    // The daemon's own list of certificates gives way as well.
    let empty = try TestWorld(file: "world: { apps: { daemon: { certificates: [] } } }")
    let answer = try empty.token(
      ClientAssertionTests.form(ClientAssertionTests.Statement().signed()), tenant: TestWorld.contoso)
    expectEqual(answer.errorCode, 700_027)
  }

  @Test(
    arguments: [
      ("mockidp development daemon", true), ("CN=mockidp development daemon", true), ("another daemon", false),
    ]) func aTrustedSubjectNameProvesTheAppWithX5C(_ name: String, _ isTrusted: Bool) throws
  {
    let test = try TestWorld(
      file:
        "world:\n  apps:\n    web:\n      trustedSubjects:\n        - subjectName: \(name)\n          issuer: |\n\(Self.pem)"
    )
    let answer = try Self.assert(test, Self.chain)
    expectEqual(answer.status, isTrusted ? 200 : 401, "\(answer.text)")
    if !isTrusted { expectEqual(answer.errorCode, 700_030) }
    // Without the chain nobody knows the certificate.
    try expectEqual(Self.assert(test).errorCode, 700_027)
    try expectEqual(Self.assert(test, Self.chain, isStranger: true).errorCode, isTrusted ? 700_027 : 700_030)
  }

  // MARK: In another's place

  @Test func anOwnAppMeetsTheScenariosOfTheLibrary() throws {
    let test = try TestWorld(
      file: """
        extends: consent-preauthorized
        world:
          apps:
            phone:
              as: mobile
              clientId: 50000000-0000-4000-8000-000000000009
              publicClient: { redirectUris: [msauth.com.example.phone://auth] }
        rules:
          - { when: { client: mobile, event: token.issued }, then: { disable: alice } }
        """)
    var client = TestClient.mobile
    client.id = "50000000-0000-4000-8000-000000000009"
    client.redirectURI = "msauth.com.example.phone://auth"
    let body = try test.tokens(for: client, scope: "api://contoso/Orders.Read", tenant: TestWorld.contoso)
    try expectEqual(body.claims("access_token")["azp"], .string(client.id))
    try expectEqual(test.user("alice").isEnabled, false)
    try expectEqual(test.app("mobile").alias, "phone")
    expectNil(test.world.directory.applications[Application.ID(GUID(TestClient.mobile.id) ?? .zero)])
  }
}
