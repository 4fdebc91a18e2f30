import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// A rule without an event fires for every grant and every endpoint alike: by the time it is asked, the endpoint has
/// understood who asks, for whom and for which API.
struct RuleOrderTests {
  /// A request, with what a pattern can say of it.
  struct Asked {
    var method = "POST"
    var target = "/\(TestWorld.contoso)/oauth2/v2.0/token"
    var form = FormFields()
    var fields: [(String, String)] = []
    var grant: String?
    var client: String? = "mobile"
    var user: String? = "alice"
    var tenant: String? = "contoso"
    var scope: String? = "access_as_user"
    var resource: String? = "api"
    var prompt: String?
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (TestWorld) throws -> Asked
  }

  private static let scope = TokenClaimsTests.api
  private static let daemon = "dae30000-0000-4000-8000-000000000004"

  private static func code(_ test: TestWorld, _ scope: String?) throws -> Asked {
    let code = try test.signIn(scope: Self.scope, tenant: TestWorld.contoso)
    return Asked(form: test.codeForm(code, by: .mobile, [("scope", scope)]), grant: "authorization_code")
  }

  private static func renewal(_ test: TestWorld, _ scope: String?) throws -> Asked {
    let token = try test.refreshToken(scope: Self.scope, tenant: TestWorld.contoso)
    return Asked(form: test.refreshForm(token, by: .mobile, [("scope", scope)]), grant: "refresh_token")
  }

  static let grants = [
    Row(testDescription: "a code") { try code($0, nil) },
    Row(testDescription: "a code with a scope") { try code($0, scope) },
    Row(testDescription: "a refresh token") { try renewal($0, nil) },
    Row(testDescription: "a refresh token with a scope") { try renewal($0, scope) },
    Row(testDescription: "client credentials") { _ in
      Asked(
        form: FormFields([
          ("grant_type", "client_credentials"), ("client_id", daemon), ("client_secret", "daemon-secret"),
          ("scope", "api://contoso/.default"),
        ]), grant: "client_credentials", client: "daemon", user: nil, scope: ".default")
    },
    Row(testDescription: "client credentials with a wrong secret") { _ in
      Asked(
        form: FormFields([
          ("grant_type", "client_credentials"), ("client_id", daemon), ("client_secret", "wrong"),
          ("scope", "api://contoso/.default"),
        ]), grant: "client_credentials", client: "daemon", user: nil, scope: ".default")
    },
    Row(testDescription: "a device code") { test in
      let start = try DeviceCodeTests.Start(test, tenant: TestWorld.contoso, scope: scope)
      return Asked(
        form: FormFields([
          ("grant_type", DeviceCodeTests.type), ("client_id", TestClient.mobile.id), ("device_code", start.deviceCode),
        ]), grant: "device_code", user: nil)
    },
    Row(testDescription: "a device code that was approved") { test in
      let start = try DeviceCodeTests.Start(test, tenant: TestWorld.contoso, scope: scope)
      try DeviceCodeTests.confirmation(test, start).submit()
      return Asked(
        form: FormFields([
          ("grant_type", DeviceCodeTests.type), ("client_id", TestClient.mobile.id), ("device_code", start.deviceCode),
        ]), grant: "device_code")
    },
    Row(testDescription: "on behalf of") { test in
      Asked(
        form: OnBehalfOfTests.form(try OnBehalfOfTests.assertion(test)), grant: "on_behalf_of", client: "api",
        scope: "User.Read", resource: "graph")
    },
    Row(testDescription: "a password") { test in
      Asked(
        form: FormFields([
          ("grant_type", "password"), ("client_id", TestClient.mobile.id), ("scope", scope), ("password", "wrong"),
          ("username", try test.signInName(of: "alice")),
        ]), grant: "password")
    },
    Row(testDescription: "a SAML assertion") { _ in
      Asked(
        form: FormFields([
          ("grant_type", "urn:ietf:params:oauth:grant-type:saml2-bearer"), ("client_id", TestClient.mobile.id),
          ("scope", scope), ("assertion", "PHg+"),
        ]), grant: "saml_bearer", user: nil)
    },
  ]

  static let endpoints = [
    Row(testDescription: "authorize") { test in
      Asked(
        method: "GET",
        target: AuthorizeQuery(
          .mobile, scope: scope, tenant: TestWorld.contoso,
          [("login_hint", try test.signInName(of: "alice")), ("prompt", "login")]
        ).target, prompt: "login")
    },
    Row(testDescription: "authorize that is refused") { test in
      Asked(
        method: "GET",
        target: AuthorizeQuery(
          .mobile, scope: scope, tenant: TestWorld.contoso,
          [("login_hint", try test.signInName(of: "alice")), ("redirect_uri", "https://elsewhere.test")]
        ).target)
    },
    Row(testDescription: "the device code endpoint") { _ in
      Asked(
        target: "/\(TestWorld.contoso)/oauth2/v2.0/devicecode",
        form: FormFields([("client_id", TestClient.mobile.id), ("scope", scope)]), user: nil)
    },
    Row(testDescription: "the device code endpoint that refuses") { _ in
      Asked(
        target: "/\(TestWorld.contoso)/oauth2/v2.0/devicecode",
        form: FormFields([
          ("client_id", TestClient.mobile.id), ("scope", "api://contoso/access_as_user api://contoso/no"),
        ]),
        user: nil)
    },
    Row(testDescription: "discovery") { _ in
      Asked(
        method: "GET", target: "/\(TestWorld.contoso)/v2.0/.well-known/openid-configuration", client: nil, user: nil,
        scope: nil, resource: nil)
    },
    Row(testDescription: "keys") { _ in
      Asked(
        method: "GET", target: "/\(TestWorld.contoso)/discovery/v2.0/keys", client: nil, user: nil, scope: nil,
        resource: nil)
    },
    Row(testDescription: "the realm of a user") { test in
      Asked(
        method: "GET", target: "/common/userrealm/\(try test.signInName(of: "alice"))?api-version=1.0", client: nil,
        scope: nil, resource: nil)
    },
    Row(testDescription: "UserInfo of v1.0") { test in
      let token = try #require(try test.tokens(tenant: TestWorld.contoso)["id_token"]?.string)
      return Asked(
        method: "GET", target: "/\(TestWorld.contoso)/openid/userinfo", fields: [("Authorization", "Bearer \(token)")],
        scope: nil, resource: nil)
    },
  ]

  @Test(arguments: grants + endpoints) func everyMemberOfAPatternFits(_ row: Row) throws {
    let test = try TestWorld()
    let asked = try row.make(test)
    let path = String(asked.target.prefix { $0 != "?" })
    var members: [(name: String, right: (inout Pattern) -> Void, wrong: (inout Pattern) -> Void)] = [
      ("method", { $0.method = asked.method }, { $0.method = "PUT" }),
      ("path", { $0.path = PathPattern(path) }, { $0.path = PathPattern("/elsewhere/**") }),
      ("host", { $0.host = Wildcard("localhost") }, { $0.host = Wildcard("elsewhere") }),
      ("header", { $0.headers = [HeaderPattern(name: "x-test")] }, { $0.headers = [HeaderPattern(name: "x-other")] }),
    ]
    func add(_ name: String, _ value: String?, _ member: WritableKeyPath<Pattern, String?>) {
      guard let value else { return }
      members.append((name, { $0[keyPath: member] = value }, { $0[keyPath: member] = "another" }))
    }
    add("grant", asked.grant, \.grant)
    add("client", asked.client, \.client)
    add("user", asked.user, \.user)
    add("tenant", asked.tenant, \.tenant)
    add("scope", asked.scope, \.scope)
    add("resource", asked.resource, \.resource)
    add("prompt", asked.prompt, \.prompt)
    let busy = RuleAction.answer(RespondAction(.init(status: 599, fields: [], body: "", contentType: "text/plain")))
    for member in members {
      for (isRight, set) in [(true, member.right), (false, member.wrong)] {
        var pattern = Pattern()
        set(&pattern)
        test.world.rules.reset(
          to: [Rule(name: "busy", pattern: pattern, occurrence: .every, actions: [busy])], at: test.world.now)
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        let answer = try test.send(
          asked.method, asked.target, fields: asked.fields + [("x-test", "1")] + (asked.method == "POST" ? form : []),
          body: asked.method == "POST" ? asked.form.query : "")
        expectEqual(answer.status == 599, isRight, "\(member.name) \(isRight): \(answer.exchange.reasons)")
      }
    }
  }

  /// A clock that a rule moves counts for the request that it fired for: a code is not too old when it is made.
  @Test func aCodeIsMadeAtTheTimeThatARuleSets() throws {
    let test = try TestWorld(
      file: """
        signIn: auto
        rules: [{ when: { endpoint: authorize, occurrence: 1 }, then: { advanceClock: 1h } }]
        """)
    let code = try #require(try TestBrowser(test).open(AuthorizeQuery(.mobile)).delivered?["code"])
    try expectEqual(test.redeem(code).status, 200)
  }
}
