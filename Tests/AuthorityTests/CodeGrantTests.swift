import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

/// Redeeming authorization codes.
struct CodeGrantTests {
  @Test(arguments: refusals) func refuses(_ row: TokenRefusal) throws { try row.expect(try row.ask(try TestWorld())) }

  static let malformed = "Invalid request. Request is malformed or invalid."
  static let verifier = "The Code_Verifier does not match the code_challenge supplied in the authorization request."

  static let refusals =
    ["abc", "1.A b", "1.A\u{e9}", "1.A" + String(repeating: "x", count: 5_000)].map { text in
      TokenRefusal("no code at all: \(text.prefix(12))", 9_002_313, "invalid_grant", uri: false, malformed) {
        try $0.redeem(text)
      }
    } + [
      TokenRefusal(
        "a code of a personal account", 70000, "invalid_grant",
        "The provided value for the 'code' parameter is not valid."
      ) { try $0.redeem("M.C1_bay.2.U") },
      TokenRefusal(
        "a code that was never given out", 70000, "invalid_grant", "Provided grant is invalid or malformed."
      ) { try $0.redeem("1.AXkAnever-given-out") },
      TokenRefusal(
        "used before", 54005, "invalid_grant",
        "OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token."
      ) { test in
        let code = try test.signIn()
        _ = try test.redeem(code)
        return try test.redeem(code)
      },
      TokenRefusal(
        "a tick older than ten minutes", 70008, "invalid_grant",
        "The provided authorization code or refresh token has expired due to inactivity."
      ) { test in
        let code = try test.signIn()
        test.advance(by: .minutes(10) + Duration(ticks: 1))
        return try test.redeem(code)
      },
      TokenRefusal("made older", 70008, "invalid_grant", "The provided authorization code") { test in
        let code = try test.signIn()
        try expectEqual(test.world.age(.codes, GrantSelection(), by: test.world.ageOfDeath(.codes)), 1)
        return try test.redeem(code)
      },
      TokenRefusal(
        "another client", 700007, "invalid_grant", suberror: "client_mismatch",
        "The grant was issued for a different client id."
      ) { test in
        try test.token(test.codeForm(try test.signIn(), by: .azureCLI))
      },
      TokenRefusal(
        "no redirect_uri", 700009, "invalid_grant",
        "Reply address must be provided when presenting an authorization code requested with an explicit reply address."
      ) { test in try test.redeem(try test.signIn(), [("redirect_uri", nil)]) },
      TokenRefusal(
        "another redirect_uri", 500112, "invalid_client",
        "The reply address 'http://127.0.0.1' does not match the reply address 'http://localhost' provided when requesting "
      ) { test in try test.redeem(try test.signIn(), [("redirect_uri", "http://127.0.0.1")]) },
      TokenRefusal("another port", 500112, "invalid_client", "The reply address 'http://localhost:1'") { test in
        try test.redeem(try test.signIn(), [("redirect_uri", "http://localhost:1")])
      },
      TokenRefusal("a slash behind", 500112, "invalid_client", "The reply address 'http://localhost/'") { test in
        try test.redeem(try test.signIn(), [("redirect_uri", "http://localhost/")])
      },
      TokenRefusal(
        "no verifier", 50148, "invalid_grant",
        "The code_verifier does not match the code_challenge supplied in the authorization request for PKCE."
      ) { test in try test.redeem(try test.signIn(), [("code_verifier", nil)]) },
      TokenRefusal("empty verifier", 50148, "invalid_grant", "The code_verifier does not match") { test in
        try test.redeem(try test.signIn(), [("code_verifier", "")])
      },
      TokenRefusal("wrong verifier", 501481, "invalid_grant", verifier) { test in
        try test.redeem(try test.signIn(), [("code_verifier", PKCE.verifier + "x")])
      },
      TokenRefusal("the challenge as verifier", 501481, "invalid_grant", verifier) { test in
        try test.redeem(try test.signIn(), [("code_verifier", PKCE.challenge)])
      },
      TokenRefusal("wrong plain verifier", 501481, "invalid_grant", verifier) { test in
        try test.redeem(
          try test.signIn(tenant: "common", [("code_challenge_method", "plain")]),
          [("code_verifier", PKCE.verifier)])
      },
      // Somebody may have taken the challenge out of the authorization request (RFC 9700 §4.8.2).
      TokenRefusal("a verifier for a code without a challenge", 501481, "invalid_grant", verifier) { test in
        try test.redeem(try test.signIn(to: .mobile, [("code_challenge", nil), ("code_challenge_method", nil)]))
      },
      TokenRefusal("a decoy as the verifier, without a challenge", 501481, "invalid_grant", verifier) { test in
        try test.redeem(
          try test.signIn(to: .mobile, [("code_challenge", nil), ("code_challenge_method", nil)]),
          [("code_verifier", "decoy")])
      },
      TokenRefusal(
        "a code of one tenant at another", 700005, "invalid_grant",
        "Provided Authorization Code is intended to use against other tenant, thus rejected."
      ) { test in try test.redeem(try test.signIn(tenant: "contoso.com"), tenant: "fabrikam.com") },
      TokenRefusal("a code of a tenant at common", 700005, "invalid_grant", "Provided Authorization Code") { test in
        try test.redeem(try test.signIn(tenant: "contoso.com"), tenant: "common")
      },
      TokenRefusal("a code of common at another tenant", 700005, "invalid_grant", "Provided Authorization Code") {
        test in
        try test.redeem(try test.signIn(tenant: "common"), tenant: "fabrikam.com")
      },
      TokenRefusal("a disabled user", 50057, "invalid_grant", "The user account is disabled.") { test in
        let code = try test.signIn()
        try test.world.setEnabled(false, user: try test.user("alice").id)
        return try test.redeem(code)
      },
      TokenRefusal(
        "a deleted user", 500341, "invalid_grant",
        "The user account {EUII Hidden} has been deleted from the \(TestWorld.contoso) directory."
      ) { test in
        let code = try test.signIn()
        let id = try test.user("alice").id
        try test.change { $0.updateUser(id) { $0.isDeleted = true } }
        return try test.redeem(code)
      },
      TokenRefusal(
        "revoked since", 50173, "invalid_grant", suberror: "bad_token",
        "The provided grant has expired due to it being revoked, a fresh auth token is needed."
      ) { test in
        let code = try test.signIn()
        test.advance(by: .seconds(1))
        try test.world.revokeSessions(of: try test.user("alice").id)
        return try test.redeem(code)
      },
      TokenRefusal("two resources", 28000, "invalid_scope", "Provided value for the input parameter scope is not valid")
      {
        test in
        try test.redeem(
          try test.signIn(), [("scope", "User.Read https://management.azure.com/user_impersonation")])
      },
      TokenRefusal(
        "no scope and a code for two resources", 28003, "invalid_request",
        "Provided value for the input parameter scope cannot be empty when requesting an access token using the provided "
      ) { test in
        try test.redeem(
          try test.signIn(scope: "openid User.Read api://contoso/Orders.Read"))
      },
      TokenRefusal(
        "an unknown resource", 500011, "invalid_resource",
        "The resource principal named https://nowhere.test was not found"
      ) { test in try test.redeem(try test.signIn(), [("scope", "https://nowhere.test/.default")]) },
      TokenRefusal(
        "an unknown permission", 65001, "invalid_grant", suberror: "consent_required", uri: false,
        "The user or administrator has not consented to use the application with ID '\(TestClient.mobile.id)' named 'Contoso "
      ) { test in try test.redeem(try test.signIn(), [("scope", "wl.basic")]) },
      TokenRefusal(
        "a permission that is not granted", 65001, "invalid_grant", suberror: "consent_required", uri: false,
        "The user or administrator has not consented"
      ) { test in try test.redeem(try test.signIn(), [("scope", "Files.Read")]) },
      TokenRefusal(
        "claims that are not JSON", 90023, "invalid_request", ""
      ) { test in try test.redeem(try test.signIn(), [("claims", "{nonsense")]) },
      TokenRefusal(
        "a resource that is not the scopes'", 9_010_010, "invalid_target",
        "The resource parameter provided in the request doesn't match with the requested scopes."
      ) { test in try test.redeem(try test.signIn(), [("resource", "https://management.azure.com")]) },
    ]

  /// Two faults at once: the one that is looked for first wins.
  struct Order: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: Int
    let ask: @Sendable (TestWorld) throws -> TestAnswer
  }

  @Test(arguments: [
    Order(testDescription: "Origin before the secret", code: 9_002_326) { test in
      try test.token(
        test.codeForm(try test.signIn(to: .web), by: .web, [("client_secret", "wrong")]),
        fields: [("Origin", "https://a.test")])
    },
    Order(testDescription: "the owner before Origin and the secret", code: 700007) { test in
      try test.token(
        test.codeForm(try test.signIn(to: .web), by: .mobile, [("client_secret", "wrong")]),
        fields: [("Origin", "https://a.test")])
    },
    Order(testDescription: "the owner before the tenant", code: 700007) { test in
      try test.redeem(try test.signIn(tenant: "contoso.com"), by: .azureCLI, tenant: "fabrikam.com")
    },
    Order(testDescription: "the tenant before use", code: 700005) { test in
      let code = try test.signIn()
      _ = try test.redeem(code)
      return try test.redeem(code, tenant: "fabrikam.com")
    },
    Order(testDescription: "use before age", code: 54005) { test in
      let code = try test.signIn()
      _ = try test.redeem(code)
      test.advance(by: .hours(1))
      return try test.redeem(code)
    },
    Order(testDescription: "age before redirect_uri", code: 70008) { test in
      let code = try test.signIn()
      test.advance(by: .hours(1))
      return try test.redeem(code, [("redirect_uri", "http://localhost:1")])
    },
    Order(testDescription: "redirect_uri before PKCE", code: 500112) { test in
      try test.redeem(try test.signIn(), [("redirect_uri", "http://localhost:1"), ("code_verifier", nil)])
    },
    Order(testDescription: "PKCE before the user's state", code: 501481) { test in
      let code = try test.signIn()
      try test.world.setEnabled(false, user: try test.user("alice").id)
      return try test.redeem(code, [("code_verifier", "wrong")])
    },
    Order(testDescription: "the user's state before the scope", code: 50057) { test in
      let code = try test.signIn()
      try test.world.setEnabled(false, user: try test.user("alice").id)
      return try test.redeem(code, [("scope", "https://nowhere.test/.default")])
    },
    Order(testDescription: "the resource before consent", code: 500011) { test in
      try test.redeem(try test.signIn(), [("scope", "wl.basic https://nowhere.test/x")])
    },
  ]) func looksInTheServicesOrder(_ row: Order) throws {
    let answer = try row.ask(try TestWorld())
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
  }

  struct Failure: CustomTestStringConvertible {
    let testDescription: String
    let changes: [(String, String?)]
  }

  @Test(arguments: [
    Failure(testDescription: "wrong verifier", changes: [("code_verifier", "wrong")]),
    Failure(testDescription: "wrong redirect_uri", changes: [("redirect_uri", "http://localhost:1")]),
    Failure(testDescription: "a secret", changes: [("client_secret", "x")]),
    Failure(testDescription: "missing consent", changes: [("scope", "Files.Read")]),
  ]) func failureDoesNotUseTheCodeUp(_ row: Failure) throws {
    let test = try TestWorld()
    let code = try test.signIn()
    #expect(try test.redeem(code, row.changes).status != 200)
    try expectEqual(test.redeem(code).status, 200)
  }

  struct Accepted: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let ask: @Sendable (TestWorld) throws -> TestAnswer
  }

  @Test(arguments: [
    Accepted(testDescription: "at ten minutes exactly") { test in
      let code = try test.signIn()
      test.advance(by: .minutes(10))
      return try test.redeem(code)
    },
    Accepted(testDescription: "common, then the user's tenant") { test in
      try test.redeem(try test.signIn(tenant: "common"), tenant: TestWorld.contoso)
    },
    Accepted(testDescription: "a domain, then its GUID") { test in
      try test.redeem(try test.signIn(tenant: "contoso.com"), tenant: TestWorld.contoso)
    },
    Accepted(testDescription: "organizations") { test in
      try test.redeem(try test.signIn(tenant: "organizations"), tenant: "organizations")
    },
    Accepted(testDescription: "consumers, then their tenant") { test in
      try test.redeem(
        try test.signIn("personal", tenant: "consumers"), tenant: "9188040d-6c67-4c5b-b112-36a304b66dad")
    },
    Accepted(testDescription: "no PKCE at all") { test in
      try test.redeem(
        try test.signIn(to: .mobile, [("code_challenge", nil), ("code_challenge_method", nil)]),
        [("code_verifier", nil)])
    },
    Accepted(testDescription: "an empty verifier for a code without a challenge") { test in
      try test.redeem(
        try test.signIn(to: .mobile, [("code_challenge", nil), ("code_challenge_method", nil)]),
        [("code_verifier", "")])
    },
    Accepted(testDescription: "plain challenge") { test in
      try test.redeem(
        try test.signIn(to: .mobile, [("code_challenge", PKCE.verifier), ("code_challenge_method", "plain")]))
    },
    Accepted(testDescription: "a challenge without method is plain") { test in
      try test.redeem(
        try test.signIn(to: .mobile, [("code_challenge", PKCE.verifier), ("code_challenge_method", nil)]))
    },
    Accepted(testDescription: "authorize without redirect_uri, token without") { test in
      try test.redeem(try test.signIn(to: .mobile, [("redirect_uri", nil)]), [("redirect_uri", nil)])
    },
    Accepted(testDescription: "authorize without redirect_uri, token with the first") { test in
      try test.redeem(try test.signIn(to: .mobile, [("redirect_uri", nil)]))
    },
    Accepted(testDescription: "a scope of another resource that is granted") { test in
      try test.redeem(try test.signIn(), [("scope", "api://contoso/Orders.Read")])
    },
    Accepted(testDescription: "a resource that is the scopes'") { test in
      try test.redeem(try test.signIn(), [("resource", "https://graph.microsoft.com/")])
    },
    Accepted(testDescription: "a port in the redirect_uri") { test in
      let client = TestClient(
        alias: "mobile", id: TestClient.mobile.id, redirectURI: "http://localhost:54321/", platform: .native)
      return try test.redeem(try test.signIn(to: client), by: client)
    },
  ]) func redeems(_ row: Accepted) throws {
    let answer = try row.ask(try TestWorld())
    expectEqual(answer.status, 200, "\(answer.text)")
    #expect(answer.exchange.events.contains(.tokenIssued))
  }

  /// Threads of their own, so that they really race.
  @Test func oneOfSixteenRacersRedeems() throws {
    let test = try TestWorld()
    let code = try test.signIn()
    let codes = Mutex<[Int]>([])
    try race(16) {
      let answer = try test.redeem(code)
      codes.withLock { $0.append(answer.status == 200 ? 200 : answer.errorCode ?? 0) }
    }
    expectEqual(codes.withLock { $0.sorted() }, [200] + Array(repeating: 54005, count: 15))
  }

  @Test func replayLeavesTheTokensOfTheFirstUse() throws {
    let test = try TestWorld()
    let code = try test.signIn()
    let token = try #require(try test.redeem(code).json["refresh_token"]?.string)
    try expectEqual(test.redeem(code).errorCode, 54005)
    try expectEqual(test.refresh(token).status, 200)
  }

  @Test func codesDifferAndLookLikeTheServices() throws {
    let test = try TestWorld()
    let codes = try (0..<8).map { _ in try test.signIn() }
    expectEqual(Set(codes).count, 8)
    for code in codes {
      #expect(code.hasPrefix("1.A"))
      #expect(code.utf8.allSatisfy { ASCII.isAlphanumeric($0) || [0x2D, 0x5F, 0x2E].contains($0) })
    }
  }
}
