import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import Scenarios
import TestSupport
import Testing
import Time
import Worlds

/// Claims that are in a token only because somebody asked for, assigned or listed them.
struct TokenDetailTests {
  // MARK: Authentication contexts

  /// A policy that wants the second factor for the context `c1`.
  static func guardContext(_ directory: inout DirectoryState) {
    var policy = AccessPolicy(
      id: AccessPolicy.ID(GUID("a0000000-0000-4000-8000-000000000001") ?? .zero), name: "c1 wants mfa",
      tenant: SeededDirectory.contoso)
    policy.authenticationContexts = ["c1"]
    policy.control = .mfa
    directory.put(policy)
    guard let alice = directory.user(named: "alice") else { return }
    directory.updateUser(alice.id) { $0.mfa = .none }
  }

  static let c1 = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#

  @Test func aContextIsProvedBeforeATokenNamesIt() throws {
    let test = try TestWorld(directory: Self.guardContext)
    let browser = TestBrowser(test)
    let plain = try test.tokens()
    // A context of the service's own stands there unasked (observed 2021 to 2026).
    try expectEqual(plain.claims("access_token")["acrs"], ["p1"])
    let handle = try #require(plain["refresh_token"]?.string)
    let silent = try test.refresh(handle, [("claims", Self.c1)])
    expectEqual(silent.errorCode, 50076)

    try browser.open(AuthorizeQuery(.mobile, [("claims", Self.c1)]))
    var answer = try browser.enter("alice")
    expectNil(answer.delivered)
    answer = try browser.submit([("otc", "123456")])
    let code = try #require(answer.delivered?["code"], "\(answer.heading ?? "")")
    // The redemption need not repeat what authorize was asked.
    let body = try test.redeem(code).json
    let claims = try body.claims("access_token")
    expectEqual(claims["acrs"], ["p1", "c1"])
    #expect(claims["amr"]?.strings?.contains("mfa") ?? false)
    try expectNil(body.claims("id_token")["acrs"])
    expectEqual(claims.names.prefix(8), ["aud", "iss", "iat", "nbf", "exp", "acct", "acr", "acrs"])

    let renewed = try #require(body["refresh_token"]?.string)
    try expectEqual(test.refresh(renewed, [("claims", Self.c1)]).json.claims("access_token")["acrs"], ["p1", "c1"])
    try expectEqual(test.refresh(renewed).json.claims("access_token")["acrs"], ["p1"])
  }

  @Test(
    arguments: [
      (#"{"access_token":{"acrs":{"value":"c2"}}}"#, ["p1", "c2"], nil),
      (#"{"access_token":{"acrs":{"values":["c2","c3"]}}}"#, ["p1", "c2", "c3"], nil),
      (#"{"id_token":{"acrs":{"value":"c2"}}}"#, ["p1"], ["c2"]),
      (#"{"id_token":{"acrs":{"value":"c2"}},"access_token":{"acrs":{"value":"c3"}}}"#, ["p1", "c3"], ["c2"]),
      (#"{"userinfo":{"acrs":{"value":"c2"}}}"#, ["p1"], nil),
    ] as [(String, [String]?, [String]?)]) func contextsGoIntoTheTokenTheyWereAskedFor(
      _ claims: String, _ inAccessToken: [String]?, _ inIDToken: [String]?
    ) throws
  {
    let test = try TestWorld()
    let body = try test.tokens([("claims", claims)])
    try expectEqual(body.claims("access_token")["acrs"]?.strings, inAccessToken)
    try expectEqual(body.claims("id_token")["acrs"]?.strings, inIDToken)
  }

  // MARK: When the user signed in

  @Test(arguments: [
    ("claims", #"{"id_token":{"auth_time":{"essential":true}}}"#, true),
    ("claims", #"{"id_token":{"auth_time":null}}"#, true),
    ("max_age", "3600", true), ("claims", #"{"access_token":{"auth_time":{}}}"#, false), ("domain_hint", "", false),
  ]) func isToldWhenAskedFor(_ name: String, _ value: String, _ isTold: Bool) throws {
    let test = try TestWorld()
    let code = try test.signIn([(name, value)])
    test.advance(by: .minutes(2))
    let claims = try test.redeem(code).json.claims("id_token")
    expectEqual(claims["auth_time"]?.integer, isTold ? TestWorld.start.seconds : nil)
    if isTold { expectEqual(claims.names[5...6], ["aio", "auth_time"]) }
  }

  // MARK: Roles

  /// Gives an app these roles for users.
  static func define(_ roles: [String], of application: String, in directory: inout DirectoryState) {
    guard var app = directory.application(named: application) else { return }
    for role in roles {
      app.appRoles.append(
        AppRole(
          id: Identifier(GUID(random: Array(role.utf8))), value: role, displayName: role, admitsUsers: true,
          admitsApplications: false))
    }
    directory.put(app)
  }

  static func assign(_ role: String?, of application: String, to user: String, in directory: inout DirectoryState) {
    guard let app = directory.application(named: application), let user = directory.user(named: user),
      let principal = directory.servicePrincipal(of: app.id, in: SeededDirectory.contoso)
    else { return }
    var bytes = [UInt8](repeating: 7, count: 16)
    bytes[15] = UInt8(truncatingIfNeeded: directory.roleAssignments.count)
    directory.put(
      RoleAssignment(
        id: RoleAssignment.ID(GUID(bytes: bytes) ?? .zero), principal: .user(user.id), resource: principal.id,
        role: role))
  }

  @Test(arguments: [1, 2]) func rolesAreThoseOnTheRecipient(_ version: Int) throws {
    let test = try TestWorld(directory: { directory in
      Self.define(["Writer", "Reader"], of: "mobile", in: &directory)
      Self.define(["Orders.Approve"], of: "api", in: &directory)
      Self.assign("Writer", of: "mobile", to: "alice", in: &directory)
      Self.assign("Reader", of: "mobile", to: "alice", in: &directory)
      Self.assign(nil, of: "mobile", to: "alice", in: &directory)
      Self.assign("Orders.Approve", of: "api", to: "alice", in: &directory)
      Self.assign("Orders.Approve", of: "api", to: "bob", in: &directory)
      if version == 1 { TokenClaimsTests.legacy(&directory) }
    })
    let body = try test.tokens(scope: TokenClaimsTests.api)
    try expectEqual(body.claims("id_token")["roles"], ["Reader", "Writer"])
    let names = try body.claims("access_token").names
    try expectEqual(body.claims("access_token")["roles"], ["Orders.Approve"])
    let index = try #require(names.firstIndex(of: "roles"))
    expectEqual(names[index - 1], "rh")
    expectEqual(names[index + 1], "scp")
    let bob = try test.tokens("bob", scope: TokenClaimsTests.api)
    try expectNil(bob.claims("id_token")["roles"])
    try expectEqual(bob.claims("access_token")["roles"], ["Orders.Approve"])
    // Graph knows permissions, not roles of users.
    try expectNil(test.tokens().claims("access_token")["roles"])
  }

  // MARK: Optional claims

  static let names = [
    "acct", "auth_time", "email", "family_name", "given_name", "ipaddr", "login_hint", "tenant_region_scope", "upn",
    "xms_tcdt", "unheard_of",
  ]

  struct Listed: CustomTestStringConvertible {
    let testDescription: String
    var user = "alice"
    var scope = TokenClaimsTests.api
    let token: String
    let added: String
  }

  static let optional = [
    Listed(
      testDescription: "an id_token", token: "id_token",
      added: "acct auth_time email family_name given_name ipaddr login_hint tenant_region_scope upn xms_tcdt"),
    Listed(
      testDescription: "an id_token without profile", scope: "openid api://contoso/access_as_user", token: "id_token",
      added: "acct auth_time email ipaddr login_hint tenant_region_scope xms_tcdt"),
    Listed(
      testDescription: "an access token", token: "access_token",
      added: "acct auth_time email family_name given_name ipaddr login_hint tenant_region_scope upn xms_tcdt"),
    Listed(
      testDescription: "an id_token of a guest", user: "guest", token: "id_token",
      added: "acct auth_time email ipaddr login_hint tenant_region_scope xms_tcdt"),
  ]

  @Test(arguments: optional) func areThoseTheRegistrationLists(_ row: Listed) throws {
    let plain = try TestWorld().tokens(row.user, scope: row.scope, tenant: "contoso.com").claims(row.token)
    let test = try TestWorld(directory: { directory in
      for (alias, claims) in [
        ("mobile", OptionalClaims(idToken: Self.names.map { OptionalClaim($0) })),
        ("api", OptionalClaims(accessToken: Self.names.map { OptionalClaim($0) })),
      ] {
        if let id = directory.application(named: alias)?.id {
          directory.updateApplication(id) { $0.optionalClaims = claims }
        }
      }
    })
    let claims = try test.tokens(row.user, scope: row.scope, tenant: "contoso.com").claims(row.token)
    let known = Set(plain.names)
    expectEqual(claims.names.filter { !known.contains($0) }.joined(separator: " "), row.added)
    expectEqual(claims.names.dropFirst(5).sorted(), Array(claims.names.dropFirst(5)))
    expectEqual(claims["auth_time"]?.integer, TestWorld.start.seconds)
    expectEqual(claims["acct"]?.integer, row.user == "guest" ? 1 : 0)
    #expect(claims["login_hint"]?.string?.hasPrefix("O.") ?? false)
  }

  @Test(arguments: [true, false]) func anAPIMaySeeWhatTheClientCanDo(_ isListed: Bool) throws {
    let test = try TestWorld(directory: { directory in
      guard let id = directory.application(named: "api")?.id else { return }
      let listed: [OptionalClaim] = [OptionalClaim("idtyp", additionalProperties: ["include_user_token"]), "xms_cc"]
      let claims = OptionalClaims(accessToken: isListed ? listed : [])
      directory.updateApplication(id) { $0.optionalClaims = claims }
    })
    let body = try test.tokens(
      scope: TokenClaimsTests.api, [("claims", #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#)])
    let claims = try body.claims("access_token")
    expectEqual(claims["xms_cc"], isListed ? ["cp1"] : nil)
    expectEqual(claims["idtyp"], isListed ? "user" : nil)
    expectEqual(body["expires_in"], 3_599)
  }

  // MARK: Signatures that clients cannot verify

  @Test func onlyGraphVerifiesATokenWithANonce() throws {
    let test = try TestWorld(scenario: { $0.settings.graphTokenNonce = true })
    let body = try test.tokens()
    let header = try body.header("access_token")
    expectEqual(header.names, ["typ", "nonce", "alg", "x5t", "kid"])
    expectEqual(header["nonce"]?.string?.utf8.count, 43)
    let text = try #require(body["access_token"]?.string)
    let token = try JWS.parse(text)
    let key = try test.world.keys.current.publicKey
    #expect(!token.verify(with: key, algorithm: .rs256))
    try expectEqual(test.graph(token: text).status, 200)
    #expect(try JWS.parse(try #require(body["id_token"]?.string)).verify(with: key, algorithm: .rs256))
    // Another nonce is another header.
    let parts = text.split(separator: ".")
    var other = header
    other["nonce"] = "another"
    let forged = Base64.encodeURL(JSONValue.object(other).serialized) + ".\(parts[1]).\(parts[2])"
    try expectEqual(test.graph(token: forged).status, 401)
  }

  @Test func otherTokensHaveNoNonce() throws {
    let test = try TestWorld(scenario: { $0.settings.graphTokenNonce = true })
    try expectNil(test.tokens(scope: TokenClaimsTests.api).header("access_token")["nonce"])
    try expectNil(TestWorld().tokens().header("access_token")["nonce"])
  }

  // MARK: Names

  @Test func aPersonalAccountsNameBeginsWithZeros() throws {
    let test = try TestWorld()
    let mobile = try test.tokens("personal", tenant: "consumers").claims("id_token")["sub"]?.string ?? ""
    let web = try test.tokens("personal", for: .web, tenant: "consumers").claims("id_token")["sub"]?.string ?? ""
    for name in [mobile, web] {
      #expect(name.hasPrefix("AAAAAAAAAAAAAAAAAAAAA"))
      expectEqual(name.utf8.count, 43)
      expectEqual(Base64.decode(name)?.count, 32)
    }
    #expect(mobile != web)
  }

  @Test func aGuestHasOtherNamesThanAtHome() throws {
    let test = try TestWorld()
    let home = try test.tokens("gina", tenant: "common").claims("id_token")["sub"]?.string
    let away = try test.tokens("guest", tenant: "contoso.com").claims("id_token")["sub"]?.string
    expectNotNil(home)
    expectNotNil(away)
    #expect(home != away)
  }
}

extension TestWorld {
  /// Signs alice in with these parameters and redeems without them.
  fileprivate func tokens(_ changes: [(String, String?)]) throws -> JSONValue {
    try redeem(try signIn(changes)).json
  }

  fileprivate func tokens(scope: String, _ changes: [(String, String?)]) throws -> JSONValue {
    try redeem(try signIn(scope: scope, changes), [("scope", nil)]).json
  }

  fileprivate func signIn(_ changes: [(String, String?)]) throws -> String { try signIn("alice", changes) }
}
