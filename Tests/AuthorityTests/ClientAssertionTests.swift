import Bytes
import Crypto
import Directory
import Expectations
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Clients that sign a statement instead of sending a secret.
struct ClientAssertionTests {
  static let id = ClientCredentialsTests.daemon
  static let tokenURL = "https://localhost:8443/\(TestWorld.contoso)/oauth2/v2.0/token"

  static let certificate = Result { () throws(CryptoError) in try Certificate.pem(DaemonCertificate.certificatePEM) }
  static let key = Result { () throws(CryptoError) in try PrivateKey.pem(DaemonCertificate.privateKeyPEM) }
  /// Registered nowhere.
  static let strangeKey = Result { () throws(CryptoError) in try PrivateKey.rsa() }

  /// How a library writes an assertion.
  struct Statement: Sendable {
    var header: JSONObject
    var payload: JSONObject
    var algorithm = SignatureAlgorithm.ps256
    var isSignedByStranger = false

    init(_ changes: (inout Statement) -> Void = { _ in }) throws {
      let now = TestWorld.start.seconds
      header = [
        "alg": "PS256", "typ": "JWT",
        "x5t#S256": .string(Base64.encodeURL(try certificate.get().sha256Thumbprint)),
      ]
      payload = [
        "aud": .string(tokenURL), "iss": .string(id), "sub": .string(id), "exp": .integer(now + 600),
        "nbf": .integer(now), "iat": .integer(now), "jti": "1",
      ]
      changes(&self)
    }

    func signed() throws -> String {
      try JWS.compact(
        header: .object(header), payload: .object(payload),
        key: isSignedByStranger ? strangeKey.get() : key.get(), algorithm: algorithm)
    }
  }

  /// MSAL writes the token endpoint of the region into `aud`.
  @Test func regionalTokenEndpointIsAnAudience() throws {
    let host = "westeurope.login.microsoft.com"
    let assertion = try Statement(Self.audience("https://\(host)/\(TestWorld.contoso)/oauth2/v2.0/token")).signed()
    for (region, status) in [(host, 200), ("eastus.login.microsoft.com", 401)] {
      let answer = try TestWorld().send(
        "POST", "/\(TestWorld.contoso)/oauth2/v2.0/token", body: Self.form(assertion).query,
        origin: Origin(of: .global, region: region))
      expectEqual(answer.status, status, "\(answer.text)")
    }
  }

  static func form(_ assertion: String, _ changes: [(String, String?)] = []) -> FormFields {
    ClientCredentialsTests.form([
      ("client_secret", nil), ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
      ("client_assertion", assertion),
    ]).with(changes)
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var changes: [(String, String?)] = []
    /// Nil: accepted.
    var status = 401
    var error = "invalid_client"
    var code: Int?
    var age = Duration.zero
    /// What `error_description` holds.
    var text = ""
    var statement: @Sendable (inout Statement) -> Void = { _ in }
  }

  static func sha1() -> [UInt8] { (try? certificate.get().sha1Thumbprint) ?? [] }
  static func der() -> [UInt8] { (try? certificate.get().der) ?? [] }

  static func thumbprint(_ name: String, _ value: String) -> @Sendable (inout Statement) -> Void {
    { statement in
      statement.header["x5t#S256"] = nil
      statement.header[name] = .string(value)
    }
  }

  /// `nbf` and `exp` of MSAL for .NET since 4.60.
  static let timesAsText: @Sendable (inout Statement) -> Void = { statement in
    for name in ["nbf", "exp"] { statement.payload[name] = .string(statement.payload[name]?.text ?? "") }
  }

  static func audience(_ value: String) -> @Sendable (inout Statement) -> Void {
    { $0.payload["aud"] = .string(value) }
  }

  @Test(arguments: [
    Row(testDescription: "PS256 and x5t#S256"),
    Row(
      testDescription: "RS256 and x5t",
      statement: {
        $0.algorithm = .rs256
        $0.header = ["alg": "RS256", "typ": "JWT", "x5t": .string(Base64.encodeURL(Self.sha1()))]
      }),
    Row(testDescription: "padded standard alphabet", statement: thumbprint("x5t", Base64.encode(sha1()))),
    Row(testDescription: "a new line at the end", statement: thumbprint("x5t", Base64.encode(sha1()) + "\n")),
    Row(
      testDescription: "a kid alone", code: 700027, text: "[Reason - The key was not found., Please visit the Azure",
      statement: thumbprint("kid", Hex.encode(sha1()))),
    Row(
      testDescription: "the certificate itself",
      statement: {
        $0.header["x5t#S256"] = nil
        $0.header["x5c"] = [.string(Base64.encode(Self.der()))]
      }),
    Row(testDescription: "v1.0 token URL", statement: audience("https://localhost:8443/contoso.com/oauth2/token")),
    Row(testDescription: "no port", statement: audience("https://localhost/\(TestWorld.contoso)/oauth2/v2.0/token")),
    Row(testDescription: "v2.0 issuer", statement: audience("https://localhost:8443/\(TestWorld.contoso)/v2.0")),
    Row(testDescription: "v1.0 issuer", statement: audience("https://sts.windows.net/\(TestWorld.contoso)/")),
    Row(
      testDescription: "an alias on the public cloud",
      statement: audience("https://login.microsoftonline.com/common/oauth2/v2.0/token")),
    Row(
      testDescription: "an array of audiences", status: 400, error: "invalid_request", code: 50027,
      text: "JWT token is invalid or malformed.", statement: { $0.payload["aud"] = ["x", .string(Self.tokenURL)] }),
    Row(testDescription: "no nbf", statement: { $0.payload["nbf"] = nil }),
    Row(testDescription: "times as text, as MSAL for .NET writes them", statement: timesAsText),
    Row(testDescription: "a clock four minutes behind", age: .minutes(14)),
    Row(testDescription: "a wrong secret beside it", changes: [("client_secret", "nope")]),
    Row(
      testDescription: "an unknown type of assertion (msgraph-sdk-php 1661)",
      changes: [("client_assertion_type", "jwt")], status: 400, error: "invalid_request", code: 90011,
      text: "Unexpected client assertion type."),
    Row(
      testDescription: "no type of assertion", changes: [("client_assertion_type", nil)], status: 400,
      error: "invalid_request", code: 90014),
    Row(
      testDescription: "no JWT", changes: [("client_assertion", "nonsense")], status: 400, error: "invalid_request",
      code: 50027, text: "JWT token is invalid or malformed."),
    Row(
      testDescription: "no thumbprint", status: 400, error: "invalid_request", code: 50027,
      text: "No certificate thumbprint specified in token header.", statement: { $0.header["x5t#S256"] = nil }),
    Row(
      testDescription: "an algorithm that is not offered", status: 400, error: "invalid_request", code: 50027,
      statement: { $0.header["alg"] = "RS384" }),
    Row(
      testDescription: "no algorithm at all", status: 400, error: "invalid_request", code: 50027,
      statement: { $0.header["alg"] = "none" }),
    Row(
      testDescription: "an unknown certificate", code: 700027,
      text: "Thumbprint of key used by client: '000102030405060708090A0B0C0D0E0F10111213', Please visit",
      statement: thumbprint("x5t", Base64.encodeURL(Array(0..<20)))),
    Row(
      testDescription: "another key than the certificate's", code: 700027,
      text: "Client assertion contains an invalid signature.", statement: { $0.isSignedByStranger = true }),
    Row(
      testDescription: "the header names another algorithm than the signature's", code: 700027,
      statement: { $0.header["alg"] = "RS256" }),
    Row(
      testDescription: "an issuer that is not the subject", code: 50048,
      statement: { $0.payload["sub"] = .string(TestClient.web.id) }),
    Row(testDescription: "no subject", code: 700022, statement: { $0.payload["sub"] = nil }),
    Row(
      testDescription: "another app", code: 700021,
      statement: {
        $0.payload["sub"] = .string(TestClient.web.id)
        $0.payload["iss"] = .string(TestClient.web.id)
      }),
    Row(
      testDescription: "another tenant", code: 700023,
      statement: audience("https://localhost:8443/\(TestWorld.fabrikam)/oauth2/v2.0/token")),
    Row(
      testDescription: "another host", code: 700023,
      statement: audience("https://login.example.test/\(TestWorld.contoso)/oauth2/v2.0/token")),
    Row(
      testDescription: "another path", code: 700023,
      statement: audience("https://localhost:8443/\(TestWorld.contoso)/oauth2/v2.0/authorize")),
    Row(testDescription: "no audience", code: 700023, statement: { $0.payload["aud"] = nil }),
    Row(
      testDescription: "past its end", code: 700024, age: .minutes(16),
      text:
        "Current time: 2026-01-31T10:36:30.1234567Z, assertion valid from 1970-01-01T00:00:00.0000000Z, expiry time of "
        + "assertion 2026-01-31T10:30:30.0000000Z."),
    Row(
      testDescription: "before its beginning", code: 700024,
      statement: { $0.payload["nbf"] = .integer(TestWorld.start.seconds + 301) }),
    Row(
      testDescription: "without an end", status: 400, error: "invalid_request", code: 50027,
      statement: { $0.payload["exp"] = nil }),
    Row(testDescription: "past its end, as text", code: 700024, age: .minutes(16), statement: timesAsText),
    Row(
      testDescription: "an end that is not a time", status: 400, error: "invalid_request", code: 50027,
      statement: { $0.payload["exp"] = "tomorrow" }),
  ])
  func certificates(_ row: Row) throws {
    let test = try TestWorld()
    let assertion = try Statement(row.statement).signed()
    test.advance(by: row.age)
    let answer = try test.token(Self.form(assertion, row.changes), tenant: TestWorld.contoso)
    guard let code = row.code else {
      expectEqual(answer.status, 200, "\(answer.text) \(answer.exchange.reasons)")
      try expectEqual(answer.json.claims("access_token")["appidacr"], "2")
      return
    }
    expectEqual(answer.errorCode, code, "\(answer.text)")
    expectEqual(answer.status, row.status)
    expectEqual(answer.error, row.error)
    #expect(answer.text.contains(row.text), "\(answer.text)")
  }

  /// The developer of the app reads in the journal which member of the assertion is wrong.
  @Test(arguments: [
    Reason(member: "exp", value: nil, "the assertion's exp is missing"),
    Reason(
      member: "exp", value: "tomorrow", "the assertion's exp is \"tomorrow\", which is not a time in whole seconds"),
    Reason(
      member: "exp", value: "1769854000", "the assertion's exp is 2026-01-31T10:06:40Z, more than 5 minutes before"),
    Reason(
      member: "nbf", value: "1769859000", "the assertion's nbf is 2026-01-31T11:30:00Z, more than 5 minutes after"),
    Reason(member: "sub", value: nil, "the assertion has no sub"),
    Reason(member: "aud", value: "https://x.test", "the assertion's aud is https://x.test, not \(tokenURL)"),
  ])
  func journalNamesTheMember(_ row: Reason) throws {
    let assertion = try Statement { $0.payload[row.member] = row.value.map { .string($0) } }.signed()
    let answer = try TestWorld().token(Self.form(assertion), tenant: TestWorld.contoso)
    #expect(answer.status >= 400)
    #expect(answer.exchange.reasons.contains { $0.hasPrefix(row.text) }, "\(answer.exchange.reasons)")
  }

  struct Reason: CustomTestStringConvertible {
    let member: String
    let value: String?
    let text: String
    var testDescription: String { "\(member): \(value ?? "absent")" }

    init(member: String, value: String?, _ text: String) {
      (self.member, self.value, self.text) = (member, value, text)
    }
  }

  @Test func journalSaysWhyATextIsNoToken() throws {
    let answer = try TestWorld().token(Self.form("a.b"), tenant: TestWorld.contoso)
    #expect(answer.exchange.reasons.contains("the assertion is not a JWT: the token has 2 segments instead of 3"))
  }

  /// Libraries keep an assertion for minutes, and workloads send the same one for hours. The service takes it each time.
  @Test func theSameAssertionIsTakenTwice() throws {
    let test = try TestWorld()
    let assertion = try Statement().signed()
    for _ in 0..<2 { try expectEqual(test.token(Self.form(assertion), tenant: TestWorld.contoso).status, 200) }
  }

  /// Some libraries leave the padding in and sign what they send.
  @Test func paddedPartsAreRead() throws {
    let statement = try Statement { $0.payload["jti"] = "12" }
    func part(_ value: JSONObject) -> String {
      Base64.encode(JSONValue.object(value).serialized).replacing("+", with: "-").replacing("/", with: "_")
    }
    let input = part(statement.header) + "." + part(statement.payload)
    let signature = try Self.key.get().sign(Array(input.utf8), algorithm: .ps256)
    let answer = try TestWorld().token(
      Self.form(input + "." + Base64.encodeURL(signature)), tenant: TestWorld.contoso)
    #expect(input.contains("="))
    expectEqual(answer.status, 200, "\(answer.text)")
  }

  @Test func expiredCertificateSignsNoMore() throws {
    let test = try TestWorld()
    test.advance(by: .days(366 * 50))
    let now = test.clock.now.seconds
    let assertion = try Statement {
      $0.payload["exp"] = .integer(now + 60)
      $0.payload["nbf"] = .integer(now)
    }.signed()
    let answer = try test.token(Self.form(assertion), tenant: TestWorld.contoso)
    expectEqual(answer.errorCode, 1_000_502)
  }

  // MARK: Federated credentials
  static let issuer = "https://token.actions.example.test"

  static func trusting(_ directory: inout DirectoryState) {
    guard let app = directory.application(named: "daemon"), let key = try? key.get(), let n = key.publicKey.modulus,
      let e = key.publicKey.exponent
    else { return }
    let set: JSONValue = [
      "keys": [
        [
          "kty": "RSA", "use": "sig", "kid": "1", "n": .string(Base64.encodeURL(n)),
          "e": .string(Base64.encodeURL(e)),
        ]
      ]
    ]
    directory.updateApplication(app.id) {
      $0.federatedCredentials = [
        FederatedCredential(
          id: Identifier(GUID.zero), name: "ci", issuer: issuer, subject: "repo:contoso/app:ref:refs/heads/main",
          keySet: set.text)
      ]
    }
  }

  static func federated(_ change: @Sendable (inout Statement) -> Void = { _ in }) throws -> Statement {
    try Statement { statement in
      statement.algorithm = .rs256
      statement.header = ["alg": "RS256", "typ": "JWT", "kid": "1"]
      statement.payload["iss"] = .string(issuer)
      statement.payload["sub"] = "repo:contoso/app:ref:refs/heads/main"
      statement.payload["aud"] = "api://AzureADTokenExchange"
      change(&statement)
    }
  }

  @Test(arguments: [
    Row(testDescription: "all fits"),
    Row(
      testDescription: "another issuer", code: 700211, text: "assertion issuer 'https://token.actions.example.test/'",
      statement: { $0.payload["iss"] = .string(Self.issuer + "/") }),
    Row(
      testDescription: "another audience", code: 700212, text: "assertion audience 'api://other'",
      statement: { $0.payload["aud"] = "api://other" }),
    Row(
      testDescription: "another subject", code: 700213, text: "assertion subject 'repo:contoso/app:ref:refs/heads/dev'",
      statement: { $0.payload["sub"] = "repo:contoso/app:ref:refs/heads/dev" }),
    Row(
      testDescription: "a subject in other capital letters", code: 7_002_138,
      text: "assertion subject 'REPO:contoso/app:ref:refs/heads/main'",
      statement: { $0.payload["sub"] = "REPO:contoso/app:ref:refs/heads/main" }),
    Row(
      testDescription: "the issuer before the audience", code: 700211,
      statement: {
        $0.payload["iss"] = "https://elsewhere.test"
        $0.payload["aud"] = "api://other"
      }),
    Row(testDescription: "a stranger's key", code: 700027, statement: { $0.isSignedByStranger = true }),
    Row(testDescription: "an unknown key", code: 7_000_272, statement: { $0.header["kid"] = "2" }),
    Row(
      testDescription: "PS256", code: 700027,
      statement: {
        $0.algorithm = .ps256
        $0.header["alg"] = "PS256"
      }),
    Row(testDescription: "past its end", code: 700024, age: .minutes(16)),
  ])
  func federation(_ row: Row) throws {
    let test = try TestWorld(directory: Self.trusting)
    let assertion = try Self.federated(row.statement).signed()
    test.advance(by: row.age)
    let answer = try test.token(Self.form(assertion), tenant: TestWorld.contoso)
    guard let code = row.code else {
      expectEqual(answer.status, 200, "\(answer.text)")
      try expectEqual(answer.json.claims("access_token")["appidacr"], "2")
      return
    }
    expectEqual(answer.errorCode, code, "\(answer.text)")
    expectEqual(answer.status, 401)
    expectEqual(answer.error, "invalid_client")
    #expect(answer.text.contains(row.text), "\(answer.text)")
  }

  @Test func tokensOfThisServerAreNoFederatedAssertions() throws {
    let test = try TestWorld(directory: Self.trusting)
    let user = try test.tokens(scope: "openid \(TestClient.api.id)/Orders.Read")
    let app = try test.token(ClientCredentialsTests.form(), tenant: TestWorld.contoso).json
    for (json, code) in [(user, 700229), (app, 700222)] {
      let token = try #require(json["access_token"]?.string)
      let answer = try test.token(Self.form(token), tenant: TestWorld.contoso)
      expectEqual(answer.errorCode, code)
      expectEqual(answer.status, 401)
    }
  }

  // MARK: Other grants

  @Test func webAppsRedeemWithAnAssertion() throws {
    let test = try TestWorld(directory: { directory in
      guard let daemon = directory.application(named: "daemon"), let web = directory.application(named: "web") else {
        return
      }
      directory.updateApplication(web.id) { $0.certificates = daemon.certificates }
    })
    let code = try test.signIn(to: .web)
    let assertion = try Statement {
      $0.payload["iss"] = .string(TestClient.web.id)
      $0.payload["sub"] = .string(TestClient.web.id)
    }.signed()
    let answer = try test.redeem(
      code, by: .web,
      [
        ("client_secret", nil), ("client_assertion", assertion),
        ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
      ])
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json.claims("access_token")["appidacr"], "2")
  }
}
