import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// Claims that an administrator maps, and claims that a scenario states.
struct ClaimsMappingTests {
  static let color = OptionalClaimsTests.color

  static func world(
    mobile: String = "{}", api: String = "{}", alice: String = "{}", tenant: String = "{}"
  ) throws -> TestWorld {
    try TestWorld(
      file: """
        world:
          tenants: { contoso: \(tenant) }
          users: { alice: \(alice) }
          apps:
            mobile: \(mobile)
            api: \(api)

        """)
  }

  static func mapping(_ claims: String, _ rest: String = "acceptMappedClaims: true") -> String {
    "{ \(rest), claimsMappingPolicy: { claimsSchema: [\(claims)] } }"
  }

  static func tokens(_ test: TestWorld) throws -> JSONValue {
    try test.tokens(scope: TokenClaimsTests.api, tenant: "contoso.com")
  }

  // MARK: Values

  @Test(
    arguments: [
      ("{ source: user, id: department, jwtClaimType: x }", "Sales"),
      ("{ source: user, id: EmployeeId, jwtClaimType: x }", "0042"),
      ("{ source: user, id: jobtitle, jwtClaimType: x }", "Head"),
      ("{ source: user, id: userprincipalname, jwtClaimType: x }", "alice@contoso.onmicrosoft.com"),
      ("{ source: user, id: objectid, jwtClaimType: x }", "a11ce000-0000-4000-8000-000000000001"),
      ("{ source: user, id: mailnickname, jwtClaimType: x }", "alice"),
      ("{ source: user, id: usertype, jwtClaimType: x }", "Member"),
      ("{ source: user, id: extensionattribute3, jwtClaimType: x }", "three"),
      ("{ source: user, id: facsimiletelephonenumber, jwtClaimType: x }", "+1 5"),
      ("{ source: user, id: othermail, jwtClaimType: x }", "first@elsewhere.test"),
      ("{ source: user, id: accountenabled, jwtClaimType: x }", "true"),
      ("{ source: user, id: city, jwtClaimType: x }", nil),
      ("{ source: user, extensionId: \(color), jwtClaimType: x }", ["red", "green"]),
      ("{ source: company, id: tenantcountry, jwtClaimType: x }", "US"), ("{ value: gold, jwtClaimType: x }", "gold"),
      ("{ source: application, id: displayname, jwtClaimType: x }", "Contoso Mobile"),
      ("{ source: audience, id: objectid, jwtClaimType: x }", "principal"),
      ("{ source: resource, id: tags, jwtClaimType: x }", nil),
      ("{ Source: user, ID: surname, JwtClaimType: x, SamlClaimType: 'http://x' }", "Archer"),
    ] as [(String, JSONValue?)])
  func comeFromWhereThePolicySays(_ entry: String, _ expected: JSONValue?) throws {
    let test = try Self.world(
      mobile: Self.mapping(entry),
      alice:
        "{ department: Sales, employeeId: '0042', jobTitle: Head, surname: Archer, extensionAttribute3: three, faxNumber: +1 5, "
        + "otherMails: [first@elsewhere.test, second@elsewhere.test], \(Self.color): [red, green] }",
      tenant: "{ countryLetterCode: US }")
    let body = try Self.tokens(test)
    let mobile = try test.app("mobile")
    let principal = test.world.directory.servicePrincipal(of: mobile.id, in: SeededDirectory.contoso)?.id
    let wanted: JSONValue? =
      expected == "principal"
      ? .string("\(try #require(principal))")
      : expected == "Contoso Mobile" ? .string(mobile.displayName) : expected
    try expectEqual(body.claims("id_token")["x"], wanted)
    // The API has no mapping.
    try expectNil(body.claims("access_token")["x"])
  }

  @Test func theAudienceDecides() throws {
    let test = try Self.world(
      mobile: Self.mapping("{ value: client, jwtClaimType: tier }"),
      api: Self.mapping("{ value: api, jwtClaimType: tier }"))
    let body = try Self.tokens(test)
    try expectEqual(body.claims("id_token")["tier"], "client")
    try expectEqual(body.claims("access_token")["tier"], "api")
    try expectEqual(test.daemonToken().claims("access_token")["tier"], "api")
    let renewed = try test.refresh(
      try #require(body["refresh_token"]?.string), [("scope", TokenClaimsTests.api)]
    ).json
    try expectEqual(renewed.claims("access_token")["tier"], "api")
    // Graph's tokens are nobody's to change.
    try expectNil(test.tokens(tenant: "contoso.com").claims("access_token")["tier"])
  }

  /// Microsoft: "Assign claimsMappingPolicy": a service principal has the policy, and each tenant has one of the app.
  @Test("a policy of another tenant counts there", arguments: ["theirs", nil])
  func eachTenantHasItsOwn(_ tier: String?) throws {
    let policy = """
      claimsMappingPolicies: [{ id: 5c9f1e80-7c42-4d35-9b1e-0a6d4f2b8c31, displayName: Tier, applications: [\(TestClient.mobile.id)],
        definition: ['{"ClaimsMappingPolicy":{"ClaimsSchema":[{"Value":"\(tier ?? "")","JwtClaimType":"tier"}]}}'] }]
      """
    let test = try TestWorld(
      file: """
        world:
          tenants: { fabrikam: { \(tier == nil ? "" : policy) } }
          apps: { mobile: \(Self.mapping("{ value: ours, jwtClaimType: tier }")) }

        """)
    try expectEqual(test.tokens(tenant: "contoso.com").claims("id_token")["tier"], "ours")
    let theirs = try test.tokens("gina@fabrikam.onmicrosoft.com", tenant: "fabrikam.com").claims("id_token")
    expectEqual(theirs["tid"], .string("\(SeededDirectory.fabrikam)"))
    expectEqual(theirs["tier"], .string(tier ?? "ours"))
  }

  @Test func basicClaimsCanBeReplacedAndLeftOut() throws {
    let test = try Self.world(
      mobile:
        "{ acceptMappedClaims: true, optionalClaims: { idToken: [given_name] }, "
        + "claimsMappingPolicy: { includeBasicClaimSet: 'false', claimsSchema: [{ source: user, id: mail, jwtClaimType: name }] } }",
      api: Self.mapping("{ source: user, id: city, jwtClaimType: name }"))
    let body = try Self.tokens(test)
    let claims = try body.claims("id_token")
    expectEqual(claims["name"], "alice@contoso.onmicrosoft.com")
    expectNotNil(claims["given_name"])
    // Core claims stay.
    for name in ["aud", "iss", "sub", "oid", "tid", "preferred_username"] { expectNotNil(claims[name], "\(name)") }
    // A mapped claim without a value is absent.
    try expectNil(body.claims("access_token")["name"])
    let without = try Self.tokens(
      try Self.world(mobile: "{ acceptMappedClaims: true, claimsMappingPolicy: { IncludeBasicClaimSet: 'false' } }"))
    try expectNil(without.claims("id_token")["name"])
  }

  // MARK: Refusals

  struct Refused: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var mobile = "{}"
    var api = "{}"
    var scope = TokenClaimsTests.api
    let code: Int64?
    var reason = ""
  }

  static let plain = "{ value: gold, jwtClaimType: tier }"

  @Test(arguments: [
    Refused(
      testDescription: "a client that does not accept mapped claims", mobile: mapping(plain, "consent: granted"),
      code: 50146,
      reason: "'mobile' has a claims mapping"),
    Refused(
      testDescription: "an API that does not", api: mapping(plain, "enabled: true"), code: 50146,
      reason: "'api' has a claims mapping"),
    Refused(testDescription: "an API of version 2", api: mapping(plain), code: nil),
    Refused(
      testDescription: "an API of version 1 by its URI",
      api: mapping(plain, "acceptMappedClaims: true, requestedAccessTokenVersion: 1, audience: AzureADMyOrg"),
      code: 501461,
      reason: "api://contoso is neither"),
    Refused(
      testDescription: "with the client id as the audience",
      api: mapping(
        plain,
        "acceptMappedClaims: true, requestedAccessTokenVersion: 1, audience: AzureADMyOrg, "
          + "optionalClaims: { accessToken: [{ name: aud, additionalProperties: [use_guid] }] }"), code: nil),
    Refused(
      testDescription: "by a URI in a verified domain",
      api: mapping(
        plain,
        "acceptMappedClaims: true, requestedAccessTokenVersion: 1, audience: AzureADMyOrg, "
          + "identifierUris: [api://contoso, 'https://contoso.com/orders']"),
      scope: "openid profile https://contoso.com/orders/access_as_user", code: nil),
  ])
  func anAppHasToAcceptThem(_ row: Refused) throws {
    let test = try Self.world(mobile: row.mobile, api: row.api)
    let answer = try test.redeem(
      try test.signIn("alice", to: .mobile, scope: row.scope, tenant: "contoso.com"), tenant: "contoso.com")
    expectEqual(answer.errorCode.map(Int64.init), row.code, "\(answer.text)")
    expectEqual(answer.status, row.code == nil ? 200 : 400)
    guard row.code != nil else { return }
    expectEqual(answer.error, "invalid_request")
    #expect(answer.exchange.reasons.contains { $0.contains(row.reason) }, "\(answer.exchange.reasons)")
  }

  @Test func aDaemonIsRefusedForTheSakeOfTheAPI() throws {
    let test = try Self.world(api: Self.mapping(Self.plain, "enabled: true"))
    try expectEqual(test.daemonAnswer().errorCode, 50146)
  }

  @Test func theCodeOfARefusedRedemptionIsGoodAfterwards() throws {
    let test = try Self.world(mobile: Self.mapping(Self.plain, "consent: granted"))
    let code = try test.signIn("alice", to: .mobile, scope: TokenClaimsTests.api, tenant: "contoso.com")
    try expectEqual(test.redeem(code, tenant: "contoso.com").errorCode, 50146)
    let id = try test.app("mobile").id
    try test.change { directory in directory.updateApplication(id) { $0.acceptsMappedClaims = true } }
    try expectEqual(test.redeem(code, tenant: "contoso.com").json.claims("id_token")["tier"], "gold")
  }

  @Test func authorizeTellsTheApp() throws {
    let test = try TestWorld(
      file: "world: { apps: { web: \(Self.mapping(Self.plain, "enableIdTokenIssuance: true")) } }\n")
    let browser = TestBrowser(test)
    try browser.open(
      AuthorizeQuery(.web, scope: "openid", [("response_type", "id_token"), ("response_mode", "fragment")]))
    let delivered = try #require(try browser.enter("alice").delivered)
    expectEqual(delivered["error"], "invalid_request")
    expectEqual(delivered["error_description"]?.hasPrefix("AADSTS50146: "), true)
    expectNil(delivered["id_token"])
  }

  // MARK: Stated claims

  @Test func aScenarioStatesClaimsInTheEnd() throws {
    let test = try Self.world(
      mobile:
        "{ acceptMappedClaims: true, claimsMappingPolicy: { claimsSchema: [\(Self.plain)] }, claims: { tier: silver, level: 3 } }",
      api: "{ claims: { scp: other } }", alice: "{ claims: { level: 4, oid: null, address: { city: Bonn } } }")
    let answer = try test.redeem(
      try test.signIn("alice", to: .mobile, scope: TokenClaimsTests.api, tenant: "contoso.com"), tenant: "contoso.com")
    let claims = try answer.json.claims("id_token")
    expectEqual(claims["tier"], "silver")
    expectEqual(claims["level"], 4)
    expectEqual(claims["address"], ["city": "Bonn"])
    expectNil(claims["oid"])
    let access = try answer.json.claims("access_token")
    expectEqual(access["scp"], "other")
    expectEqual(access["level"], 4)
    expectNil(access["tier"])
    for said in [
      "the scenario states claims of the id_token for 'mobile', whatever the service would say: tier, level",
      "the scenario states claims of the id_token for 'alice', whatever the service would say: level, oid, address",
      "the scenario states claims of the access token for 'api', whatever the service would say: scp",
      "the claims mapping of 'mobile' decides in the id_token: tier",
    ] {
      #expect(answer.exchange.reasons.contains(said), "\(answer.exchange.reasons)")
    }
    try expectEqual(test.daemonToken().claims("access_token")["scp"], "other")
  }
}
