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

/// The claims of every kind of token: which, in which order, and with which values.
struct TokenClaimsTests {
  static let base = "https://\(TestWorld.authority)"
  static let graph = "00000003-0000-0000-c000-000000000000"
  static let now = TestWorld.start.seconds

  static let api = "api://contoso/access_as_user openid profile offline_access"

  /// Makes the seeded API one that takes tokens of version 1.
  static func legacy(_ directory: inout DirectoryState) {
    guard let id = Application.ID(TestClient.api.id) else { return }
    directory.updateApplication(id) { $0.accessTokenVersion = 1 }
  }

  // MARK: Order

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var user = "alice"
    var scope = AuthorizeQuery.scope
    var isLegacy = false
    let token: String
    let header: [String]
    let names: String
  }

  static let rows = [
    Row(
      testDescription: "id_token", token: "id_token", header: ["typ", "alg", "kid"],
      names: "aud iss iat nbf exp aio name nonce oid preferred_username rh sid sub tid uti ver"),
    Row(
      testDescription: "id_token with email", scope: "openid profile email", token: "id_token",
      header: ["typ", "alg", "kid"],
      names: "aud iss iat nbf exp aio email name nonce oid preferred_username rh sid sub tid uti ver"),
    Row(
      testDescription: "id_token of openid alone", scope: "openid", token: "id_token", header: ["typ", "alg", "kid"],
      names: "aud iss iat nbf exp aio nonce rh sid sub tid uti ver"),
    Row(
      testDescription: "id_token of a guest", user: "guest", token: "id_token", header: ["typ", "alg", "kid"],
      names: "aud iss iat nbf exp aio idp name nonce oid preferred_username rh sid sub tid uti ver"),
    Row(
      testDescription: "Graph", token: "access_token", header: ["typ", "alg", "x5t", "kid"],
      names:
        "aud iss iat nbf exp acct acr acrs aio amr app_displayname appid appidacr family_name given_name idtyp ipaddr "
        + "name oid platf puid rh scp sid sub tenant_region_scope tid unique_name upn uti ver wids xms_acd xms_act_fct "
        + "xms_ftd xms_idrel xms_pftexp xms_st xms_sub_fct xms_tcdt xms_tnt_fct"),
    Row(
      testDescription: "Graph, a guest", user: "guest", token: "access_token", header: ["typ", "alg", "x5t", "kid"],
      names:
        "aud iss iat nbf exp acct acr acrs aio altsecid amr app_displayname appid appidacr email idp idtyp ipaddr name "
        + "oid platf puid rh scp sid sub tenant_region_scope tid unique_name uti ver wids xms_acd xms_act_fct xms_ftd "
        + "xms_idrel xms_pftexp xms_st xms_sub_fct xms_tcdt xms_tnt_fct"),
    Row(
      testDescription: "version 2", scope: api, token: "access_token", header: ["typ", "alg", "kid"],
      names: "aud iss iat nbf exp aio azp azpacr name oid preferred_username rh scp sid sub tid uti ver xms_ftd"),
    Row(
      testDescription: "version 2 without profile", scope: "api://contoso/access_as_user", token: "access_token",
      header: ["typ", "alg", "kid"], names: "aud iss iat nbf exp aio azp azpacr oid rh scp sid sub tid uti ver xms_ftd"),
    Row(
      testDescription: "version 1", scope: api, isLegacy: true, token: "access_token",
      header: ["typ", "alg", "x5t", "kid"],
      names: "aud iss iat nbf exp acr aio amr appid appidacr family_name given_name ipaddr name oid rh scp sid sub tid "
        + "unique_name upn uti ver xms_ftd"),
    Row(
      testDescription: "version 1, a guest", user: "guest", scope: api, isLegacy: true, token: "access_token",
      header: ["typ", "alg", "x5t", "kid"],
      names:
        "aud iss iat nbf exp acr aio amr appid appidacr email idp ipaddr name oid rh scp sid sub tid unique_name uti "
        + "ver xms_ftd"),
  ]

  @Test(arguments: rows) func standInTheServicesOrder(_ row: Row) throws {
    let test = try TestWorld(directory: { if row.isLegacy { Self.legacy(&$0) } })
    let body = try test.tokens(row.user, scope: row.scope, tenant: "contoso.com")
    try expectEqual(body.claims(row.token).names.joined(separator: " "), row.names)
    let header = try body.header(row.token)
    expectEqual(header.names, row.header)
    expectEqual(header["typ"], "JWT")
    expectEqual(header["alg"], "RS256")
    expectEqual(header["kid"]?.string, try test.world.keys.current.id)
    if row.header.contains("x5t") { expectEqual(header["x5t"], header["kid"]) }
    for member in try body.claims(row.token).members { #expect(member.value != .null, "\(member.name)") }
  }

  @Test(arguments: rows) func areAsRecorded(_ row: Row) throws {
    let test = try TestWorld(directory: { if row.isLegacy { Self.legacy(&$0) } })
    let claims = try test.tokens(row.user, scope: row.scope, tenant: "contoso.com").claims(row.token)
    let name = row.testDescription.replacing(",", with: "").replacing(" ", with: "-").lowercased()
    expectGolden("claims-\(name).json", Array((JSONValue.object(claims).prettyText + "\n").utf8))
  }

  // MARK: Values

  @Test func ofAnIDToken() throws {
    let test = try TestWorld()
    let claims = try test.tokens(scope: "openid profile email User.Read").claims("id_token")
    let alice = try test.user("alice")
    for (name, value) in [
      ("aud", JSONValue.string(TestClient.mobile.id)), ("iss", "\(Self.base)/\(TestWorld.contoso)/v2.0"),
      ("iat", .integer(Self.now - 300)), ("nbf", .integer(Self.now - 300)), ("exp", .integer(Self.now + 3_600)),
      ("email", "alice@contoso.onmicrosoft.com"), ("name", "Alice Archer"), ("nonce", "n-0S6"),
      ("oid", "\(alice.id)"), ("preferred_username", "alice@contoso.onmicrosoft.com"),
      ("tid", .string(TestWorld.contoso)), ("ver", "2.0"),
    ] { expectEqual(claims[name], value, "\(name)") }
    expectEqual(claims["uti"]?.string?.utf8.count, 22)
    expectEqual(claims["sub"]?.string?.utf8.count, 43)
    #expect(claims["rh"]?.string?.hasPrefix("1.A") ?? false)
    #expect(claims["rh"]?.string?.hasSuffix(".") ?? false)
    #expect((40...150).contains(claims["aio"]?.string?.utf8.count ?? 0))
    expectNotNil(claims["sid"]?.string.flatMap { GUID($0) })
    for name in ["at_hash", "c_hash", "amr", "azp", "scp", "appid", "auth_time"] { expectNil(claims[name]) }
  }

  @Test func ofAGraphToken() throws {
    let test = try TestWorld()
    let claims = try test.tokens("admin", for: .web).claims("access_token")
    for (name, value) in [
      ("aud", JSONValue.string(Self.graph)), ("iss", "\(Self.base)/\(TestWorld.contoso)/"), ("acct", 0), ("acr", "1"),
      ("amr", ["pwd"]), ("app_displayname", "Contoso Web"), ("appid", .string(TestClient.web.id)), ("appidacr", "1"),
      ("family_name", "Admin"), ("given_name", "Ada"), ("idtyp", "user"), ("ipaddr", "127.0.0.1"),
      ("scp", "Mail.Read User.Read openid profile email"), ("tenant_region_scope", "NA"),
      ("unique_name", "admin@contoso.onmicrosoft.com"), ("upn", "admin@contoso.onmicrosoft.com"), ("ver", "1.0"),
      ("wids", ["62e90394-69f5-4237-9190-012177145e10", "b79fbf4d-3ef9-4689-8143-76b194e85509"]),
      ("exp", .integer(Self.now + 3_600)),
    ] { expectEqual(claims[name], value, "\(name)") }
  }

  @Test func ofAVersion2Token() throws {
    let test = try TestWorld()
    let claims = try test.tokens(scope: Self.api).claims("access_token")
    for (name, value) in [
      ("aud", JSONValue.string(TestClient.api.id)), ("iss", "\(Self.base)/\(TestWorld.contoso)/v2.0"),
      ("azp", .string(TestClient.mobile.id)), ("azpacr", "0"), ("scp", "Orders.Read access_as_user"), ("ver", "2.0"),
      ("name", "Alice Archer"),
    ] { expectEqual(claims[name], value, "\(name)") }
  }

  @Test(arguments: ["api://contoso", "api://\(TestClient.api.id)", TestClient.api.id, "API://Contoso"])
  func ofAVersion1TokenTheAudienceIsAsAsked(_ resource: String) throws {
    let test = try TestWorld(directory: { Self.legacy(&$0) })
    let claims = try test.tokens(for: .web, scope: "\(resource)/access_as_user").claims("access_token")
    expectEqual(claims["aud"]?.string, resource)
    expectEqual(claims["iss"]?.string, "\(Self.base)/\(TestWorld.contoso)/")
    expectEqual(claims["appidacr"], "1")
    expectEqual(claims["ver"], "1.0")
  }

  @Test func ofAGuest() throws {
    let test = try TestWorld()
    let body = try test.tokens("guest", scope: "openid profile email User.Read", tenant: "contoso.com")
    let id = try body.claims("id_token")
    expectEqual(id["oid"]?.string, "\(try test.user("guest").id)")
    expectEqual(id["tid"]?.string, TestWorld.contoso)
    expectEqual(id["idp"]?.string, "\(Self.base)/\(TestWorld.fabrikam)/")
    expectEqual(id["preferred_username"], "gina@fabrikam.onmicrosoft.com")
    expectEqual(id["email"], "gina@fabrikam.onmicrosoft.com")
    let access = try body.claims("access_token")
    expectEqual(access["acct"], 1)
    expectEqual(access["idp"], id["idp"])
    expectNil(access["upn"])
  }

  /// A guest by a one-time code or by Google: the guest's `identities` say it.
  @Test(arguments: [("google.com", "google.com"), ("mail", "mail"), ("MicrosoftAccount", "live.com")])
  func ofAGuestByAnotherProvider(_ issuer: String, _ name: String) throws {
    let test = try TestWorld(directory: { directory in
      guard let id = directory.user(named: "guest")?.id else { return }
      directory.updateUser(id) {
        $0.properties["identities"] = [
          ["signInType": "federated", "issuer": .string(issuer), "issuerAssignedId": "gina@fabrikam.onmicrosoft.com"]
        ]
      }
    })
    let body = try test.tokens("guest", tenant: "contoso.com")
    expectEqual(try body.claims("id_token")["idp"]?.string, name)
    let claims = try body.claims("access_token")
    expectEqual(claims["idp"]?.string, name)
    expectEqual(claims["unique_name"]?.string, "\(name)#gina@fabrikam.onmicrosoft.com")
    // Nobody has shown that of one-time codes and of Google.
    expectEqual(claims["altsecid"]?.string?.hasPrefix("1:live.com:") ?? false, name == "live.com")
  }

  @Test func ofAPersonalAccount() throws {
    let test = try TestWorld()
    let body = try test.tokens("personal", tenant: "consumers")
    let claims = try body.claims("id_token")
    expectEqual(claims["tid"]?.string, "9188040d-6c67-4c5b-b112-36a304b66dad")
    expectEqual(claims["iss"]?.string, "\(Self.base)/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0")
    #expect(claims["oid"]?.string?.hasPrefix("00000000-0000-0000-") ?? false)
    try expectEqual(body.header("id_token")["kid"]?.string, try test.world.keys.personal.id)
  }

  @Test func followTheOriginOfTheRequest() throws {
    let test = try TestWorld()
    let code = try test.signIn()
    let answer = try test.post(
      "/common/oauth2/v2.0/token", test.codeForm(code, by: .mobile), isSecure: false, authority: "idp.test:8080")
    try expectEqual(answer.json.claims("id_token")["iss"]?.string, "http://idp.test:8080/\(TestWorld.contoso)/v2.0")
  }

  // MARK: Names of the user

  @Test func theUserHasAnotherNameForEachRecipient() throws {
    let test = try TestWorld()
    let mobile = try test.tokens(for: .mobile)
    let web = try test.tokens(for: .web)
    let api = try test.tokens(for: .mobile, scope: Self.api)
    let bob = try test.tokens("bob", for: .mobile)
    let names = [
      try mobile.claims("id_token")["sub"], try web.claims("id_token")["sub"], try mobile.claims("access_token")["sub"],
      try api.claims("access_token")["sub"], try bob.claims("id_token")["sub"],
    ].compactMap { $0?.string }
    expectEqual(Set(names).count, 5)
    for name in names { expectEqual(name.utf8.count, 43) }
    // The same recipient sees the same name, whoever asked and however often.
    try expectEqual(test.tokens(for: .mobile).claims("id_token")["sub"], mobile.claims("id_token")["sub"])
    try expectEqual(web.claims("access_token")["sub"], mobile.claims("access_token")["sub"])
    try expectEqual(api.claims("id_token")["sub"], mobile.claims("id_token")["sub"])
    // Graph's token also tells the client's.
    try expectEqual(mobile.claims("access_token")["xms_st"]?["sub"], mobile.claims("id_token")["sub"])
    try expectEqual(TestWorld().tokens(for: .mobile).claims("id_token")["sub"], mobile.claims("id_token")["sub"])
  }

  @Test func theObjectIDIsTheSameForAllApps() throws {
    let test = try TestWorld()
    let ids = try [TestClient.mobile, .web, .spa].map { try test.tokens(for: $0).claims("id_token")["oid"]?.string }
    expectEqual(Set(ids), ["\(try test.user("alice").id)"])
  }

  // MARK: What the request adds

  struct Nonce: CustomTestStringConvertible {
    let testDescription: String
    let nonce: String?
  }

  @Test(arguments: [
    Nonce(testDescription: "64 hexadecimal digits", nonce: String(repeating: "0123456789abcdef", count: 4)),
    Nonce(testDescription: "a GUID", nonce: "678910ab-0000-4000-8000-000000000000"),
    Nonce(testDescription: "other letters", nonce: "é+/=&|% ~"), Nonce(testDescription: "none", nonce: nil),
  ]) func theNonceComesBack(_ row: Nonce) throws {
    let test = try TestWorld()
    let code = try test.signIn(to: .mobile, [("nonce", row.nonce)])
    try expectEqual(test.redeem(code).json.claims("id_token")["nonce"]?.string, row.nonce)
  }

  struct Capability: CustomTestStringConvertible {
    let testDescription: String
    let claims: String?
    let expected: JSONValue?
  }

  @Test(arguments: [
    Capability(testDescription: "cp1", claims: #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#, expected: ["cp1"]),
    Capability(
      testDescription: "cp1 in capitals among others", claims: #"{"access_token":{"xms_cc":{"values":["llt","CP1"]}}}"#,
      expected: ["CP1"]),
    Capability(testDescription: "another", claims: #"{"access_token":{"xms_cc":{"values":["llt"]}}}"#, expected: nil),
    Capability(
      testDescription: "for the id_token", claims: #"{"id_token":{"xms_cc":{"values":["cp1"]}}}"#, expected: nil),
    Capability(testDescription: "empty object", claims: "{}", expected: nil),
    Capability(testDescription: "none", claims: nil, expected: nil),
  ]) func capabilitiesComeBack(_ row: Capability) throws {
    let test = try TestWorld()
    let byCode = try test.redeem(try test.signIn(), [("claims", row.claims)]).json
    try expectEqual(byCode.claims("access_token")["xms_cc"], row.expected)
    let byAuthorize = try test.redeem(try test.signIn(to: .mobile, [("claims", row.claims)])).json
    try expectEqual(byAuthorize.claims("access_token")["xms_cc"], row.expected)
    let token = try #require(byAuthorize["refresh_token"]?.string)
    try expectEqual(test.refresh(token).json.claims("access_token")["xms_cc"], row.expected)
  }

  @Test(arguments: [
    (#"{"access_token":{"amr":{"values":["mfa"]}}}"#, ["pwd", "mfa"]),
    (#"{"id_token":{"acr":{"value":"urn:microsoft:policies:mfa"}}}"#, ["pwd", "mfa"]),
    (#"{"id_token":{"amr":{"essential":true,"values":["ngcmfa"]}}}"#, ["pwd", "ngcmfa", "mfa"]),
  ]) func aSecondFactorThatTheClientAsksFor(_ claims: String, _ methods: [String]) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile, [("claims", claims)]))
    try expectEqual(browser.enter("alice").pageID, "ConvergedTFA")
    let code = try #require(try browser.submit([("otc", "123456")]).delivered?["code"])
    let body = try test.redeem(code).json
    expectEqual(try body.claims("access_token")["amr"]?.strings, methods)
    // A refresh token of a sign-in without it does not bring such a token.
    let silent = try test.refresh(try test.refreshToken(), [("claims", claims)])
    expectEqual(silent.errorCode, 50076)
  }

  @Test func aSecondFactorStandsAmongTheMethods() throws {
    let test = try TestWorld(directory: { directory in
      if let id = directory.user(named: "alice")?.id { directory.updateUser(id) { $0.mfa = .required } }
    })
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    try expectEqual(browser.enter("alice").pageID, "ConvergedTFA")
    let code = try #require(try browser.submit([("otc", "123456")]).delivered?["code"])
    try expectEqual(test.redeem(code).json.claims("access_token")["amr"], ["pwd", "mfa"])
  }
}
