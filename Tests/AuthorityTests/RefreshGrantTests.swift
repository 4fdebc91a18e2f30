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

/// Renewing by refresh token.
struct RefreshGrantTests {
  @Test(arguments: refusals) func refuses(_ row: TokenRefusal) throws { try row.expect(try row.ask(try TestWorld())) }

  /// A renewal says why it works, as a refusal says why not.
  @Test func aRenewalHasItsReason() throws {
    let test = try TestWorld()
    let token = try test.refreshToken()
    test.advance(by: .days(3))
    let answer = try test.refresh(token)
    expectEqual(answer.response.status, 200)
    #expect(
      answer.exchange.reasons.contains(
        "the refresh token counts: it is 3 days old, and ends after 90 days without use"), "\(answer.exchange.reasons)")
  }

  @Test func aChangedPasswordDoesNotEndWhatAConfidentialClientHas() throws {
    let alice = try #require(TestWorld().world.directory.user(named: "alice"))
    let signedIn = alice.createdAt + .days(1)
    func reason(isPasswordBased: Bool = true, isPublicClient: Bool = false, changed: Duration = .days(2)) -> String? {
      var user = alice
      user.passwordChangedAt = alice.createdAt + changed
      return Revocation.reasonToCount(
        signedIn, of: user, isPasswordBased: isPasswordBased, isPublicClient: isPublicClient)
    }
    expectEqual(reason(), "the refresh token is a confidential client's: a changed password does not end it")
    expectEqual(
      reason(isPasswordBased: false, isPublicClient: true),
      "the sign-in was without a password: a changed password does not end it")
    expectNil(reason(isPublicClient: true))
    expectNil(reason(changed: .zero))
  }

  static let inactive =
    "The refresh token has expired due to inactivity.\u{A0}The token was issued on 2026-01-31T10:20:30.1234567Z and was "
    + "inactive for 90.00:00:00."
  static let singlePage =
    "The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited lifetime of 1.00:00:00, "
    + "which cannot be extended. It is now expired and a new sign in request must be sent by the SPA to the sign in page. "
    + "The token was issued on "
  static let consent = "The user or administrator has not consented to use the application with ID '"

  static let refusals = [
    TokenRefusal(
      "no token at all", 9_002_313, "invalid_grant", suberror: "bad_token", uri: false,
      "Invalid request. Request is malformed or invalid."
    ) { try $0.refresh("garbage") },
    TokenRefusal("never given out", 70000, "invalid_grant", "Provided grant is invalid or malformed.") {
      try $0.refresh("1.AXkAnever")
    },
    TokenRefusal("a code", 70000, "invalid_grant", "Provided grant is invalid or malformed.") { test in
      try test.refresh(try test.signIn())
    },
    TokenRefusal(
      "another client", 700007, "invalid_grant", suberror: "client_mismatch",
      "The grant was issued for a different client id."
    ) { test in try test.refresh(try test.refreshToken(), by: .azureCLI) },
    TokenRefusal(
      "a family's token outside the family", 70000, "invalid_grant", suberror: "client_mismatch",
      "Provided grant is invalid or malformed."
    ) { test in try test.refresh(try test.refreshToken(for: .edge)) },
    TokenRefusal("unused for 90 days and a tick", 700082, "invalid_grant", suberror: "bad_token", inactive) { test in
      let token = try test.refreshToken()
      test.advance(by: .days(90) + Duration(ticks: 1))
      return try test.refresh(token)
    },
    TokenRefusal(
      "made older", 700082, "invalid_grant", suberror: "bad_token",
      "The refresh token has expired due to inactivity.\u{A0}The token was issued on 2025-11-01T10:20:30.1234567Z and was "
        + "inactive for 90.00:00:00."
    ) { test in
      let token = try test.refreshToken()
      try expectEqual(test.world.age(.refreshTokens, GrantSelection(), by: .days(91)), 1)
      return try test.refresh(token)
    },
    TokenRefusal(
      "a single-page app after 24 hours", 700084, "invalid_grant", suberror: "bad_token",
      singlePage + "2026-01-31T10:20:30.1234567Z."
    ) { test in
      let token = try test.refreshToken(for: .spa)
      test.advance(by: .hours(24) + Duration(ticks: 1))
      return try test.refresh(token, by: .spa)
    },
    TokenRefusal(
      "a single-page app, renewed, after 24 hours from the first", 700084, "invalid_grant", suberror: "bad_token",
      singlePage
    ) { test in
      let first = try test.refreshToken(for: .spa)
      test.advance(by: .hours(23))
      let second = try #require(try test.refresh(first, by: .spa).json["refresh_token"]?.string)
      test.advance(by: .hours(1) + .seconds(1))
      return try test.refresh(second, by: .spa)
    },
    TokenRefusal(
      "a single-page app's, made older", 700084, "invalid_grant", suberror: "bad_token",
      singlePage + "2026-01-29T10:20:30.1234567Z."
    ) { test in
      let token = try test.refreshToken(for: .spa)
      try expectEqual(test.world.age(.refreshTokens, GrantSelection(client: try test.app("spa").id), by: .days(2)), 1)
      return try test.refresh(token, by: .spa)
    },
    TokenRefusal(
      "password changed since", 50173, "invalid_grant", suberror: "bad_token",
      "The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or "
        + "reset their password. The grant was issued on '2026-01-31T10:20:30.1234567Z' and the TokensValidFrom date "
        + "(before which tokens are not valid) for this user is '2026-01-31T10:30:30.0000000Z'."
    ) { test in
      let token = try test.refreshToken()
      test.advance(by: .minutes(10))
      try test.world.changePassword(of: try test.user("alice").id, to: "N3w!")
      return try test.refresh(token)
    },
    TokenRefusal("a disabled user", 50057, "invalid_grant", "The user account is disabled.") { test in
      let token = try test.refreshToken()
      try test.world.setEnabled(false, user: try test.user("alice").id)
      return try test.refresh(token)
    },
    TokenRefusal(
      "a deleted user", 500341, "invalid_grant",
      "The user account {EUII Hidden} has been deleted from the \(TestWorld.contoso) directory. To sign into this"
    ) { test in
      let token = try test.refreshToken()
      let id = try test.user("alice").id
      try test.change { $0.updateUser(id) { $0.isDeleted = true } }
      return try test.refresh(token)
    },
    TokenRefusal(
      "a tenant where the user is not a guest", 50020, "invalid_grant",
      "User account '{EmailHidden}' from identity provider '"
    ) { test in try test.refresh(try test.refreshToken(), tenant: "fabrikam.com") },
    TokenRefusal(
      "a work account at the tenant of personal accounts", 7_000_012, "invalid_grant", uri: false,
      "The grant was obtained for a different tenant."
    ) { test in try test.refresh(try test.refreshToken(), tenant: "consumers") },
    TokenRefusal(
      "a permission never granted", 65001, "invalid_grant", suberror: "consent_required", uri: false,
      consent
        + "\(TestClient.mobile.id)' named 'Contoso Mobile'. Send an interactive authorization request for this user "
    ) { test in try test.refresh(try test.refreshToken(), [("scope", "Files.Read")]) },
    TokenRefusal(
      "a permission that does not exist", 65001, "invalid_grant", suberror: "consent_required", uri: false, consent
    ) { test in try test.refresh(try test.refreshToken(), [("scope", "wl.basic")]) },
    TokenRefusal(
      "a resource never consented", 65001, "invalid_grant", suberror: "consent_required", uri: false, consent
    ) { test in try test.refresh(try test.refreshToken(), [("scope", "https://vault.azure.net/.default")]) },
    TokenRefusal(
      "consent withdrawn", 65001, "invalid_grant", suberror: "consent_required", uri: false, consent
    ) { test in
      let token = try test.refreshToken()
      try test.change { directory in
        for id in directory.grants.keys { directory.remove(id) }
      }
      return try test.refresh(token)
    },
    TokenRefusal(
      "a resource that the tenant does not have", 500011, "invalid_resource",
      "The resource principal named https://nowhere.test was not found in the tenant named"
    ) { test in try test.refresh(try test.refreshToken(), [("scope", "https://nowhere.test/.default")]) },
    TokenRefusal(
      "a malformed scope", 70011, "invalid_scope", uri: false,
      "The provided request must include a 'scope' input parameter."
    ) { test in try test.refresh(try test.refreshToken(), [("scope", "a;b")]) },
    TokenRefusal(
      "a resource parameter that is not the scopes'", 9_010_010, "invalid_target",
      "The resource parameter provided in the request doesn't match with the requested scopes."
    ) { test in try test.refresh(try test.refreshToken(), [("resource", "https://vault.azure.net")]) },
    TokenRefusal("a web app's without the secret", 7_000_218, "invalid_client", status: 401, "The request body must") {
      test in try test.refresh(try test.refreshToken(for: .web), by: .web, [("client_secret", nil)])
    },
    TokenRefusal("the app disabled since", 7_000_112, "unauthorized_client", "Application '") { test in
      let token = try test.refreshToken()
      let id = try test.app("mobile").id
      try test.change { $0.updateApplication(id) { $0.isEnabled = false } }
      return try test.refresh(token)
    },
  ]

  // MARK: What lives

  @Test func theOldTokenStaysGood() throws {
    let test = try TestWorld()
    let first = try test.refreshToken()
    let second = try #require(try test.refresh(first).json["refresh_token"]?.string)
    #expect(second != first)
    for _ in 0..<3 { try expectEqual(test.refresh(first).status, 200) }
    try expectEqual(test.refresh(second).status, 200)
  }

  @Test func manyMayRefreshAtOnce() throws {
    let test = try TestWorld()
    let token = try test.refreshToken()
    try race(16) {
      let answer = try test.refresh(token)
      expectEqual(answer.status, 200)
    }
  }

  @Test func eachUseGivesNinetyMoreDays() throws {
    let test = try TestWorld()
    var token = try test.refreshToken()
    for _ in 0..<4 {
      test.advance(by: .days(90))
      token = try #require(try test.refresh(token).json["refresh_token"]?.string)
    }
  }

  @Test func aSinglePageAppIsToldWhenItsTokensEnd() throws {
    let test = try TestWorld()
    let answer = try test.tokens(for: .spa)
    expectEqual(answer["refresh_token_expires_in"]?.integer, 86_400)
    let token = try #require(answer["refresh_token"]?.string)
    test.advance(by: .hours(20))
    let renewed = try test.refresh(token, by: .spa)
    try expectEqual(renewed.json["refresh_token_expires_in"]?.integer, 14_400)
    test.advance(by: .hours(4))
    try expectEqual(test.refresh(token, by: .spa).status, 200)
  }

  @Test func ageingSparesOtherUsersAndClients() throws {
    let test = try TestWorld()
    let alice = try test.refreshToken("alice")
    let bob = try test.refreshToken("bob")
    let web = try test.refreshToken("alice", for: .web)
    let selection = GrantSelection(user: try test.user("alice").id, client: try test.app("mobile").id)
    try expectEqual(test.world.age(.refreshTokens, selection, by: .days(91)), 1)
    try expectEqual(test.refresh(alice).errorCode, 700082)
    try expectEqual(test.refresh(bob).status, 200)
    try expectEqual(test.refresh(web, by: .web).status, 200)
    // What is issued next is fresh.
    try expectEqual(test.refresh(try test.refreshToken("alice")).status, 200)
  }

  @Test func theFamilySharesItsTokens() throws {
    let test = try TestWorld()
    let answer = try test.tokens(for: .edge)
    expectEqual(answer["foci"], "1")
    let token = try #require(answer["refresh_token"]?.string)
    let another = TestClient(
      alias: "microsoft-edge-msav2", id: "82864fa0-ed49-4711-8395-a0e6003dca1f",
      redirectURI: "https://login.microsoftonline.com/common/oauth2/nativeclient", platform: .native)
    let other = try test.refresh(token, by: another)
    expectEqual(other.status, 200, "\(other.text)")
    try expectEqual(other.json.claims("access_token")["appid"]?.string, another.id)
  }

  @Test func aGuestUsesAHomeTokenAtTheOtherTenant() throws {
    let test = try TestWorld()
    let token = try test.refreshToken("gina", for: .mobile, tenant: "common")
    let answer = try test.refresh(token, tenant: "contoso.com", [("client_info", "1")])
    expectEqual(answer.status, 200, "\(answer.text)")
    let claims = try answer.json.claims("id_token")
    expectEqual(claims["tid"]?.string, TestWorld.contoso)
    expectEqual(claims["idp"]?.string, "https://\(TestWorld.authority)/\(TestWorld.fabrikam)/")
    expectEqual(claims["oid"]?.string, "\(try test.user("guest").id)")
  }

  // MARK: Revocation

  struct Revoked: CustomTestStringConvertible, Sendable {
    let event: String
    let client: TestClient
    let isPasswordBased: Bool
    let code: Int?
    let act: @Sendable (TestWorld, User.ID) throws -> Void
    var testDescription: String {
      "\(event), \(client.alias), \(isPasswordBased ? "by password" : "without password")"
    }
  }

  static let events: [(String, @Sendable (TestWorld, User.ID) throws -> Void, @Sendable (TestClient, Bool) -> Bool)] = [
    ("nothing", { _, _ in }, { _, _ in false }),
    (
      "the password expires", { test, id in try test.change { $0.updateUser(id) { $0.isPasswordExpired = true } } },
      { _, _ in false }
    ),
    (
      "the password is changed", { test, id in try test.world.changePassword(of: id, to: "N3w!") },
      { client, byPassword in client.platform != .web && byPassword }
    ),
    (
      "the password counts as changed", { test, id in try test.world.markPasswordChanged(of: id) },
      { client, byPassword in client.platform != .web && byPassword }
    ),
    ("sessions are revoked", { test, id in try test.world.revokeSessions(of: id) }, { _, _ in true }),
  ]

  static let revoked = events.flatMap { event, act, ends in
    TestClient.platforms.flatMap { client in
      [true, false].map { byPassword in
        Revoked(
          event: event, client: client, isPasswordBased: byPassword, code: ends(client, byPassword) ? 50173 : nil,
          act: act)
      }
    }
  }

  @Test(arguments: revoked) func endsWhatTheMatrixSays(_ row: Revoked) throws {
    let test = try TestWorld()
    let id = try test.user("alice").id
    let token: String
    if row.isPasswordBased {
      token = try test.refreshToken(for: row.client)
    } else {
      token = "1.AXkA-by-another-method"
      let grant = SignInGrant(
        client: try test.app(row.client.alias).id, user: id, tenant: SeededDirectory.contoso,
        platform: row.client.platform, scope: AuthorizeQuery.scope,
        signIn: SignInFacts(session: nil, authenticatedAt: test.clock.now, methods: ["fed"]), capabilities: [])
      try test.world.store.begin(grant, refreshToken: token, issuedAt: test.clock.now, endsAt: nil)
    }
    test.advance(by: .seconds(1))
    try row.act(test, id)
    let answer = try test.refresh(token, by: row.client)
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
    expectEqual(answer.status, row.code == nil ? 200 : 400)
  }

  @Test func signingInAgainEndsTheTrouble() throws {
    let test = try TestWorld()
    let token = try test.refreshToken()
    test.advance(by: .minutes(1))
    try test.world.revokeSessions(of: try test.user("alice").id)
    try expectEqual(test.refresh(token).errorCode, 50173)
    test.advance(by: .minutes(1))
    try expectEqual(test.refresh(try test.refreshToken()).status, 200)
    try expectEqual(test.refresh(token).errorCode, 50173)
  }

  @Test func aRevocationAtHomeEndsTheGuestsTokens() throws {
    let test = try TestWorld()
    let token = try test.refreshToken("guest", tenant: "contoso.com")
    test.advance(by: .seconds(1))
    try test.world.revokeSessions(of: try test.user("gina").id)
    try expectEqual(test.refresh(token, tenant: "contoso.com").errorCode, 50173)
  }

  @Test func aRefreshedIDTokenHasNoNonce() throws {
    let test = try TestWorld()
    let first = try test.tokens()
    try expectEqual(first.claims("id_token")["nonce"], "n-0S6")
    let token = try #require(first["refresh_token"]?.string)
    test.advance(by: .hours(1))
    let second = try test.refresh(token).json
    try expectNil(second.claims("id_token")["nonce"])
    for claim in ["sub", "oid", "tid", "sid", "aud", "iss"] {
      try expectEqual(first.claims("id_token")[claim], second.claims("id_token")[claim], "\(claim)")
    }
    #expect(try first.claims("id_token")["uti"] != second.claims("id_token")["uti"])
    // How the user signed in is carried over.
    try expectEqual(first.claims("access_token")["amr"], second.claims("access_token")["amr"])
  }
}
