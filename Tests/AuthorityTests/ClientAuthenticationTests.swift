import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Time
import Worlds

/// How an app proves itself, and what the `Origin` header has to do with it.
struct ClientAuthenticationTests {
  /// What is redeemed.
  enum Thing: String, CaseIterable {
    case code
    case refreshToken
  }

  enum Proof: String, CaseIterable {
    case none
    case empty
    case post
    case basic
    case wrong

    func fields(_ client: TestClient) -> (form: [(String, String)], header: [(String, String)]) {
      let secret = client.secret ?? "some-secret"
      switch self {
      case .none: return ([], [])
      case .empty: return ([("client_secret", "")], [])
      case .post: return ([("client_secret", secret)], [])
      case .basic: return ([], [("Authorization", ClientAuthenticationTests.basic(client.id, secret))])
      case .wrong: return ([("client_secret", "wrong")], [])
      }
    }
  }

  struct Row: CustomTestStringConvertible {
    let client: TestClient
    let thing: Thing
    let hasOrigin: Bool
    let proof: Proof
    var testDescription: String {
      "\(client.alias), \(thing.rawValue), \(hasOrigin ? "Origin" : "no Origin"), \(proof.rawValue)"
    }

    /// Nil: tokens are issued.
    var code: Int? {
      switch (client.platform, hasOrigin, proof) {
      case (.spa, false, _): 9_002_327
      case (.web, true, _), (.native, true, _): 9_002_326
      case (.web, false, .none), (.web, false, .empty): 7_000_218
      case (.web, false, .wrong): 7_000_215
      case (.web, false, _): nil
      case (_, _, .none), (_, _, .empty): nil
      default: 700_025
      }
    }

    var error: String { code.map { $0 > 9_000_000 ? "invalid_request" : "invalid_client" } ?? "" }
  }

  static let rows = TestClient.platforms.flatMap { client in
    Thing.allCases.flatMap { thing in
      [true, false].flatMap { origin in
        Proof.allCases.map { Row(client: client, thing: thing, hasOrigin: origin, proof: $0) }
      }
    }
  }

  static func basic(_ id: String, _ secret: String) -> String {
    "Basic " + Base64.encode(Array("\(Percent.encode(id)):\(Percent.encode(secret))".utf8))
  }

  @Test(arguments: rows) func crossesOriginPlatformAndProof(_ row: Row) throws {
    let test = try TestWorld()
    let form =
      switch row.thing {
      case .code: test.codeForm(try test.signIn(to: row.client), by: row.client, [("client_secret", nil)])
      case .refreshToken:
        test.refreshForm(try test.refreshToken(for: row.client), by: row.client, [("client_secret", nil)])
      }
    let proof = row.proof.fields(row.client)
    let answer = try test.token(
      form.with(proof.form.map { ($0.0, $0.1) }),
      fields: proof.header + (row.hasOrigin ? [("Origin", "https://page.test")] : []))
    expectEqual(answer.status, row.code == nil ? 200 : row.error == "invalid_client" ? 401 : 400, "\(answer.text)")
    expectEqual(answer.errorCode, row.code)
    if row.code != nil { expectEqual(answer.error, row.error) }
    expectEqual(answer.fields["Access-Control-Allow-Origin"] == "*", row.hasOrigin)
    expectEqual(answer.fields["Access-Control-Expose-Headers"] != nil, row.hasOrigin)
  }

  /// The service of personal accounts has words of its own.
  @Test func aPublicClientsSecretForAPersonalAccount() throws {
    let test = try TestWorld()
    let code = try test.signIn("personal", to: .mobile, tenant: "consumers")
    let form = test.codeForm(code, by: .mobile, [("client_secret", "some-secret")])
    let answer = try test.token(form, tenant: "consumers")
    expectEqual(answer.status, 400)
    expectEqual(answer.error, "invalid_request")
    try expectEqual(
      answer.json["error_description"]?.string?.hasPrefix("AADSTS90023: Public clients can't send a client secret. "),
      true)
    try expectEqual(
      answer.jsonNames, ["error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id"])
  }

  @Test func namesTheOriginThatMayNotRedeem() throws {
    let test = try TestWorld()
    let code = try test.signIn(to: .mobile)
    let answer = try test.token(
      test.codeForm(code, by: .mobile), fields: [("Origin", "https://page.test")])
    let description = try #require(try answer.json["error_description"]?.string)
    #expect(
      description.hasPrefix(
        "AADSTS9002326: Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type. "
          + "Request origin: 'https://page.test'."))
    // What failed has not used the code up.
    try expectEqual(test.redeem(code).status, 200)
  }

  static let strange = "p+q%2B &=/é:"

  struct Spelling: CustomTestStringConvertible {
    let testDescription: String
    /// Form and header.
    let make: @Sendable () -> ([(String, String?)], [(String, String)])
    let code: Int?
  }

  static let web = TestClient.web

  @Test(arguments: [
    Spelling(testDescription: "post", make: { ([("client_secret", strange)], []) }, code: nil),
    Spelling(
      testDescription: "basic, encoded",
      make: { ([("client_secret", nil)], [("Authorization", basic(web.id, strange))]) },
      code: nil),
    Spelling(
      testDescription: "basic without client_id in the body",
      make: { ([("client_secret", nil), ("client_id", nil)], [("Authorization", basic(web.id, strange))]) }, code: nil),
    Spelling(
      testDescription: "scheme in small letters",
      make: {
        (
          [("client_secret", nil)], [("authorization", "basic" + basic(web.id, strange).dropFirst(5))]
        )
      }, code: nil),
    Spelling(
      testDescription: "client_id in capitals",
      make: { ([("client_id", web.id.uppercased()), ("client_secret", strange)], []) }, code: nil),
    Spelling(
      testDescription: "basic without a secret, client_id in the body",
      make: { ([("client_secret", strange)], [("Authorization", basic(web.id, ""))]) }, code: nil),
    Spelling(
      testDescription: "basic, another client_id in the body",
      make: { ([("client_id", TestClient.mobile.id)], [("Authorization", basic(web.id, strange))]) }, code: 90004),
    Spelling(
      testDescription: "both, the body's is wrong",
      make: { ([("client_secret", "wrong")], [("Authorization", basic(web.id, strange))]) }, code: 7_000_215),
    Spelling(
      testDescription: "basic that is not base 64",
      make: { ([("client_secret", nil)], [("Authorization", "Basic ???")]) }, code: 7_000_218),
    Spelling(
      testDescription: "bearer", make: { ([("client_secret", nil)], [("Authorization", "Bearer abc")]) },
      code: 7_000_218),
    Spelling(
      testDescription: "the secret's id", make: { ([("client_secret", "11111111-2222-4333-8444-555555555555")], []) },
      code: 7_000_215),
    Spelling(
      testDescription: "with a blank behind", make: { ([("client_secret", strange + " ")], []) }, code: 7_000_215),
  ]) func readsTheSecret(_ row: Spelling) throws {
    let test = try TestWorld()
    let code = try test.signIn(to: .web)
    try Self.replaceSecrets(test, [(Self.strange, .days(-1), .days(1))])
    let (form, header) = row.make()
    let answer = try test.token(test.codeForm(code, by: .web, form), fields: header)
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
    expectEqual(answer.status, row.code == nil ? 200 : row.code == 90004 ? 400 : 401)
  }

  /// Go's oauth2 first sends the client id in the header alone, and asks again with the form when it is refused.
  @Test(arguments: [TestClient.mobile, .web], Thing.allCases)
  func basicWithoutSecretNamesNoApp(_ client: TestClient, _ thing: Thing) throws {
    let test = try TestWorld()
    let form =
      switch thing {
      case .code: test.codeForm(try test.signIn(to: client), by: client)
      case .refreshToken: test.refreshForm(try test.refreshToken(for: client), by: client)
      }
    let probe = try test.token(
      form.with([("client_id", nil), ("client_secret", nil)]),
      fields: [("Authorization", Self.basic(client.id, ""))])
    expectEqual(probe.status, 400)
    expectEqual(probe.errorCode, 900_144)
    #expect(probe.text.contains("the following parameter: 'client_id'."))
    #expect(probe.exchange.reasons.contains { $0.hasPrefix("Authorization: Basic names the app but has no secret") })
    try expectEqual(test.token(form).status, 200)
  }

  static let strangers = [TestClient.spa, .web, .api, .azureCLI].flatMap { client in
    Thing.allCases.flatMap { thing in
      Proof.allCases.map { Row(client: client, thing: thing, hasOrigin: client.origin != nil, proof: $0) }
    }
  }

  /// Whose a code or token is comes before the question what kind of client asks.
  @Test(arguments: strangers) func grantOfAnotherAppIsRefusedForEveryKindOfCaller(_ row: Row) throws {
    let test = try TestWorld()
    let caller = row.client
    let form =
      switch row.thing {
      case .code: test.codeForm(try test.signIn(), by: caller)
      case .refreshToken: test.refreshForm(try test.refreshToken(), by: caller)
      }
    let sent = row.proof.fields(caller)
    let answer = try test.token(
      form.with([("client_secret", nil)]).with(sent.form.map { ($0.0, $0.1) }), tenant: TestWorld.contoso,
      fields: sent.header + caller.fields)
    expectEqual(answer.status, 400, "\(answer.text)")
    expectEqual(answer.errorCode, 700_007)
    expectEqual(answer.error, "invalid_grant")
    #expect(
      answer.exchange.reasons.contains { $0.hasSuffix("was issued to 'mobile', not to '\(caller.alias)'") },
      "\(answer.exchange.reasons)")
  }

  struct Period: CustomTestStringConvertible {
    let testDescription: String
    let starts: Duration
    let ends: Duration
    let code: Int?
  }

  @Test(arguments: [
    Period(testDescription: "in its time", starts: .days(-1), ends: .days(1), code: nil),
    Period(testDescription: "from this moment", starts: .zero, ends: .days(1), code: nil),
    Period(testDescription: "one tick left", starts: .days(-1), ends: Duration(ticks: 1), code: nil),
    Period(testDescription: "ended this moment", starts: .days(-1), ends: .zero, code: 7_000_222),
    Period(testDescription: "ended yesterday", starts: .days(-2), ends: .days(-1), code: 7_000_222),
    Period(testDescription: "begins tomorrow", starts: .days(1), ends: .days(2), code: 7_000_215),
  ]) func looksAtTheSecretsTime(_ row: Period) throws {
    let test = try TestWorld()
    let code = try test.signIn(to: .web)
    try Self.replaceSecrets(test, [("web-secret", row.starts, row.ends)])
    let answer = try test.redeem(code, by: .web)
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
    expectEqual(answer.status, row.code == nil ? 200 : 401)
    if row.code != nil { expectEqual(answer.error, "invalid_client") }
  }

  @Test func takesEitherOfTwoSecrets() throws {
    let test = try TestWorld()
    try Self.replaceSecrets(test, [("old", .days(-9), .days(1)), ("new", .days(-1), .days(9))])
    for secret in ["old", "new"] {
      try expectEqual(test.redeem(try test.signIn(to: .web), by: .web, [("client_secret", secret)]).status, 200)
    }
  }

  @Test func anAppWithoutCredentialsHasNoRightSecret() throws {
    let test = try TestWorld()
    let code = try test.signIn(to: .web)
    try Self.replaceSecrets(test, [])
    try expectEqual(test.redeem(code, by: .web).errorCode, 7_000_215)
    try expectEqual(test.redeem(code, by: .web, [("client_secret", nil)]).errorCode, 7_000_218)
  }

  static func replaceSecrets(_ test: TestWorld, _ secrets: [(String, Duration, Duration)]) throws {
    let id = try test.app("web").id
    let now = test.clock.now
    try test.change { directory in
      directory.updateApplication(id) { app in
        app.secrets = secrets.enumerated().map { index, secret in
          ClientSecret(
            id: Identifier(GUID(random: [UInt8(index)])), digest: SecretDigest(secret.0, salt: [1, 2, 3]),
            startsAt: now + secret.1,
            expiresAt: now + secret.2)
        }
      }
    }
  }

  @Test func preflightNamesWhatMayBeSent() throws {
    let answer = try TestWorld().send(
      "OPTIONS", "/common/oauth2/v2.0/token",
      fields: [
        ("Origin", "http://localhost:3000"), ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "content-type,x-client-sku"),
      ])
    expectEqual(answer.status, 200)
    expectEqual(answer.text, "")
    expectEqual(answer.fields["Access-Control-Allow-Origin"], "*")
    expectEqual(answer.fields["Access-Control-Allow-Methods"], "POST, OPTIONS")
    expectEqual(answer.fields["Access-Control-Allow-Headers"], "content-type,x-client-sku")
  }
}
