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
import Worlds

/// What a world takes in when it first meets it, and what it holds from then on.
@Suite("Adoption") struct AdoptionTests {
  private static let tenant = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
  private static let app = "6731de76-14a6-49ae-97bc-6eba6914391e"
  private static let redirect = "http://localhost:3000/auth/callback"

  private static func adopting(_ rule: AdoptionRule = .everything) throws -> TestWorld {
    try TestWorld(scenario: {
      $0.settings.adoption = rule
      $0.settings.signIn = .auto
    })
  }

  private static func authorize(_ changes: [(String, String?)] = [], tenant: String = tenant) -> String {
    let fields = FormFields([
      ("client_id", app), ("response_type", "code"), ("redirect_uri", redirect), ("scope", "openid User.Read"),
      ("state", "1"),
    ]).with(changes)
    return "/\(tenant)/oauth2/v2.0/authorize?\(fields.query)"
  }

  private static func code(_ answer: TestAnswer) throws -> String {
    let location = try #require(answer.response.fields["Location"])
    let query = try #require(location.split(separator: "?").last)
    return try #require(FormFields(parsing: String(query))?["code"])
  }

  private static func redemption(_ code: String, _ changes: [(String, String?)] = []) -> FormFields {
    FormFields([
      ("grant_type", "authorization_code"), ("client_id", app), ("code", code), ("redirect_uri", redirect),
    ]).with(changes)
  }

  @Test("refuses all of it when nobody asked for adoption") func offByDefault() throws {
    let answer = try TestWorld().send("GET", "/\(Self.tenant)/v2.0/.well-known/openid-configuration")
    expectEqual(answer.response.status, 400)
    expectEqual(answer.exchange.adopted, [])
  }

  @Test("takes in a tenant with people, an app, its redirect URI and its secret, and signs in") func wholeSignIn()
    throws
  {
    let test = try Self.adopting()
    try expectEqual(test.send("GET", "/\(Self.tenant)/v2.0/.well-known/openid-configuration").response.status, 200)
    let answer = try test.send("GET", Self.authorize())
    expectEqual(answer.exchange.adopted.count, 2)
    #expect(answer.exchange.events.contains(.adopted))
    let tokens = try test.token(
      Self.redemption(try Self.code(answer), [("client_secret", "first")]), tenant: Self.tenant)
    expectEqual(tokens.response.status, 200)
    expectEqual(tokens.exchange.adopted, ["the secret of app 'app-6731de76'"])
    try expectEqual(tokens.json.claims("access_token")["tid"], .string(Self.tenant))
    let client = try test.app(Self.app)
    expectEqual(client.redirectURIs.map(\.platform), [.web])
    expectEqual(client.audience, .singleTenant)
  }

  @Test("holds what it took in: another secret and another tenant's app are refused") func holds() throws {
    let test = try Self.adopting()
    let form = FormFields([
      ("grant_type", "client_credentials"), ("client_id", Self.app), ("client_secret", "first"),
      ("scope", "https://graph.microsoft.com/.default"),
    ])
    try expectEqual(test.token(form, tenant: Self.tenant).response.status, 200)
    let second = try test.token(form.with([("client_secret", "second")]), tenant: Self.tenant)
    expectEqual(second.exchange.refusal?.code, 7_000_215)
    expectEqual(second.exchange.adopted, [])
    try expectEqual(test.token(form, tenant: Self.tenant).exchange.adopted, [])
  }

  @Test(
    "learns from the redemption what a redirect URI is for",
    arguments: [
      ([("client_secret", "s")], nil, RedirectURIRegistration.Platform.web),
      ([], "http://localhost:3000", .spa),
      ([], nil, .native),
    ] as [([(String, String?)], String?, RedirectURIRegistration.Platform)])
  func platform(fields: [(String, String?)], origin: String?, platform: RedirectURIRegistration.Platform) throws {
    let test = try Self.adopting()
    let challenge: [(String, String?)] = [
      ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), ("code_challenge_method", "S256"),
    ]
    let code = try Self.code(try test.send("GET", Self.authorize(challenge)))
    let answer = try test.token(
      Self.redemption(code, fields + [("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")]),
      tenant: Self.tenant, fields: origin.map { [("Origin", $0)] } ?? [])
    expectEqual(answer.response.status, 200, "\(answer.exchange.reasons)")
    try expectEqual(test.app(Self.app).redirectURIs.map(\.platform), [platform])
  }

  @Test("takes in an API and its permission, and asks for consent as ever") func api() throws {
    let test = try Self.adopting([.permissions, .resources])
    let scopes = "openid api://orders/Read User.Read Made.Up"
    let answer = try test.send(
      "GET",
      Self.authorize(
        [("client_id", "\(try test.app("web").id)"), ("redirect_uri", "http://localhost"), ("scope", scopes)],
        tenant: TestWorld.contoso))
    expectEqual(answer.exchange.adopted.count, 3, "\(answer.exchange.adopted)")
    let api = try #require(test.world.directory.resource(named: "api://orders"))
    expectEqual(api.permission(named: "read")?.value, "Read")
    expectNotNil(test.world.directory.applications[WellKnown.graph]?.permission(named: "Made.Up"))
    #expect(try Self.code(answer).hasPrefix("1.A"))
  }

  @Test("with permissions alone an unknown app, redirect URI and API stay unknown") func onlyPermissions() throws {
    let test = try Self.adopting(.permissions)
    try expectEqual(test.send("GET", Self.authorize(tenant: TestWorld.contoso)).exchange.refusal?.code, 700_016)
    let api = try test.send(
      "GET",
      Self.authorize(
        [("client_id", "\(try test.app("web").id)"), ("redirect_uri", "http://localhost"), ("scope", "api://x/Read")],
        tenant: TestWorld.contoso))
    expectEqual(api.exchange.adopted, [])
  }

  @Test(
    "takes in no nonsense",
    arguments: [
      ("client_id", "not-a-guid"), ("client_id", "00000000-0000-0000-0000-000000000000"),
      ("redirect_uri", "no uri"), ("redirect_uri", "http://localhost/#fragment"),
    ]) func nonsense(name: String, value: String) throws
  {
    let test = try Self.adopting()
    _ = try test.send("GET", Self.authorize([(name, value)], tenant: TestWorld.contoso))
    #expect(test.world.directory.applications.values.allSatisfy { $0.redirectURIs.allSatisfy { $0.uri != value } })
    if name == "client_id" { expectNil(test.world.directory.application(named: value)) }
    expectNil(test.world.directory.tenant(named: "no dots"))
  }

  @Test("takes in a limited number of things of one request, and none that no file can name") func limits() throws {
    let test = try Self.adopting()
    let scopes = (0..<200).map { "api://many\($0)/Read" }.joined(separator: " ")
    let first = try test.send("GET", Self.authorize([("scope", scopes)], tenant: TestWorld.contoso))
    #expect((1...FirstSight.mostOfOneRequest + 1).contains(first.exchange.adopted.count))
    for scope in [
      "api://" + String(repeating: "a", count: FirstSight.longestName) + "/Read", "api://x\u{1B}[2J/Read",
      "api://x/R\u{E9}ad",
    ] {
      let answer = try test.send("GET", Self.authorize([("scope", scope)], tenant: TestWorld.contoso))
      expectEqual(answer.exchange.adopted, [], "\(scope)")
    }
  }

  @Test("takes in no more than a world has room for") func limitOfAWorld() throws {
    let test = try Self.adopting()
    // Each request brings an app and its redirect URI.
    for number in 0..<World.mostAdopted / 2 {
      let id = "6731de76-14a6-49ae-97bc-" + String(repeating: "0", count: 12 - "\(number)".utf8.count) + "\(number)"
      let changes: [(String, String?)] = [
        ("client_id", id), ("redirect_uri", "https://many.test/"), ("prompt", "none"),
      ]
      _ = try test.send("GET", Self.authorize(changes + [("scope", "openid")], tenant: TestWorld.contoso))
    }
    let last = try test.send("GET", Self.authorize([("scope", "User.Another")], tenant: TestWorld.contoso))
    expectEqual(last.exchange.adopted, [])
    #expect(last.exchange.reasons.contains { $0.contains("takes in no more") })
  }

  @Test("Microsoft's own apps get no redirect URI and no secret") func firstParty() throws {
    let test = try Self.adopting()
    let cli = try test.app("azure-cli")
    let answer = try test.send(
      "GET", Self.authorize([("client_id", "\(cli.id)"), ("redirect_uri", "https://evil.test/")], tenant: "common"))
    expectEqual(answer.exchange.refusal?.code, 50_011)
    try expectEqual(test.app("azure-cli").redirectURIs, cli.redirectURIs)
  }

  @Test("an adopted tenant has Microsoft's own clients as every tenant has them") func clientsOfAnAdoptedTenant() throws
  {
    let test = try Self.adopting()
    let id = try #require(Tenant.ID("7a1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42"))
    _ = try test.send("GET", "/\(id)/v2.0/.well-known/openid-configuration")
    func granted(in tenant: Tenant.ID) throws -> [[String]] {
      let principal = try #require(test.world.directory.servicePrincipal(of: WellKnown.azureCLI, in: tenant))
      return test.world.directory.grants(ofClient: principal.id).map(\.scopes)
    }
    try expectEqual(granted(in: id), granted(in: SeededDirectory.contoso))
    #expect(try granted(in: id).isEmpty)
  }

  @Test("the journal's advice says what was let through") func advice() throws {
    let test = try Self.adopting()
    let answer = try test.send("GET", Self.authorize())
    let advice = Advice.all(about: [answer.exchange], in: test.world.directory)
    #expect(advice.contains { $0.kind.id == "unknown-taken-in" })
  }
}
