import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

/// A custom claims provider: the call that it gets, the claims that it gives, and what a client is told when it gives none.
struct ClaimsProviderTests {
  /// Another server that answers calls as the test wants, and remembers them.
  final class Provider: DocumentSource {
    typealias Answer = @Sendable (OutgoingRequest) throws(OutgoingFault) -> OutgoingAnswer

    private let answer: Answer
    private let state = Mutex<[OutgoingRequest]>([])

    init(_ answer: @escaping Answer) { self.answer = answer }

    /// One that gives these claims, a JSON object.
    convenience init(claims: String) { self.init(body: ProvidedClaimsText.answer(claims)) }

    convenience init(body: String, status: Int = 200, type: String? = "application/json") {
      self.init { _ in OutgoingAnswer(status: status, contentType: type, body: Array(body.utf8)) }
    }

    var requests: [OutgoingRequest] { state.withLock { $0 } }

    func answer(to request: OutgoingRequest, within time: Duration) throws(OutgoingFault) -> OutgoingAnswer {
      state.withLock { $0.append(request) }
      return try answer(request)
    }

    func perform<Value: Sendable>(
      _ name: String, trace: TraceContext?,
      _ work: @escaping @Sendable (any DocumentReader) throws(DocumentFault) -> Value,
      _ done: @escaping @Sendable (Result<Value, DocumentFault>) -> Void
    ) { done(.failure(DocumentFault("no documents"))) }
  }

  enum ProvidedClaimsText {
    static func answer(_ claims: String) -> String {
      """
      {"data":{"@odata.type":"microsoft.graph.onTokenIssuanceStartResponseData","actions":[
      {"@odata.type":"microsoft.graph.tokenIssuanceStart.provideClaimsForToken","claims":\(claims)}]}}
      """
    }
  }

  static let given = #"{"dateOfBirth":"01/01/2000","customRoles":["Writer","Editor"],"unmapped":"x"}"#

  static func app(_ provider: String = "{ targetUrl: 'https://claims.test/api' }") -> String {
    """
    { acceptMappedClaims: true, onTokenIssuanceStart: \(provider),
      claimsMappingPolicy: { claimsSchema: [
        { source: CustomClaimsProvider, id: dateOfBirth, jwtClaimType: birthdate },
        { source: customClaimsProvider, id: customRoles }, { source: CustomClaimsProvider, id: absent } ] } }
    """
  }

  static func world(
    _ provider: Provider, mobile: String = app(), web: String = "{}", api: String = "{}", rest: String = ""
  ) throws -> TestWorld {
    try TestWorld(
      file: """
        world:
          users: { alice: { companyName: Contoso Ltd, onPremisesSamAccountName: alice } }
          apps:
            mobile: \(mobile.replacing("\n", with: " "))
            web: \(web.replacing("\n", with: " "))
            api: \(api.replacing("\n", with: " "))
        \(rest)

        """, documents: provider)
  }

  // MARK: Claims

  @Test func areThoseThatTheMappingNames() throws {
    let provider = Provider(claims: Self.given)
    let test = try Self.world(provider)
    let answer = try test.redeem(
      try test.signIn("alice", to: .mobile, scope: TokenClaimsTests.api, tenant: "contoso.com"), tenant: "contoso.com")
    let claims = try answer.json.claims("id_token")
    expectEqual(claims["birthdate"], "01/01/2000")
    expectEqual(claims["customRoles"], ["Writer", "Editor"])
    expectNil(claims["unmapped"])
    expectNil(claims["absent"])
    // Claims of a mapping stand behind all others, in its order (observed 2023-09 to 2026-03).
    let own = claims.names.dropFirst(5).dropLast(2)
    expectEqual(own.sorted(), Array(own))
    expectEqual(Array(claims.names.suffix(2)), ["birthdate", "customRoles"])
    try expectNil(answer.json.claims("access_token")["birthdate"])
    expectEqual(provider.requests.count, 1)
    #expect(
      answer.exchange.reasons.contains("the claims provider of 'mobile' gave dateOfBirth, customRoles, unmapped"),
      "\(answer.exchange.reasons)")
  }

  /// Who asks, and for which tokens the provider of the API or of the client is asked.
  @Test func everyGrantAsksForThem() throws {
    let provider = Provider(claims: Self.given)
    let test = try Self.world(provider, mobile: "{}", api: Self.app())
    let body = try test.tokens(scope: TokenClaimsTests.api, tenant: "contoso.com")
    try expectEqual(body.claims("access_token")["birthdate"], "01/01/2000")
    let renewed = try test.refresh(
      try #require(body["refresh_token"]?.string), [("scope", TokenClaimsTests.api)]
    ).json
    try expectEqual(renewed.claims("access_token")["birthdate"], "01/01/2000")
    try expectEqual(test.daemonToken().claims("access_token")["birthdate"], "01/01/2000")
    expectEqual(provider.requests.count, 3)
    let daemon = try #require(provider.requests.last)
    try expectNil(JSONValue.parse(daemon.body)["data"]?["authenticationContext"]?["user"])
    // A token for another API asks nobody.
    _ = try test.tokens(tenant: "contoso.com")
    expectEqual(provider.requests.count, 3)
  }

  @Test func authorizeAsksForAnIDToken() throws {
    let provider = Provider(claims: Self.given)
    let test = try Self.world(
      provider, mobile: "{}", web: Self.app().replacing("{ accept", with: "{ enableIdTokenIssuance: true, accept"))
    let browser = TestBrowser(test)
    try browser.open(
      AuthorizeQuery(
        .web, scope: "openid profile", [("response_type", "code id_token"), ("response_mode", "form_post")]))
    let delivered = try #require(try browser.enter("alice").delivered)
    let token = try #require(delivered["id_token"])
    try expectEqual(JWS.parse(token).payload["birthdate"], "01/01/2000")
    expectEqual(provider.requests.count, 1)
  }

  // MARK: The call

  @Test func theCallIsThatOfMicrosoftsReference() throws {
    let provider = Provider(claims: "{}")
    let test = try Self.world(provider)
    let correlation = "11111111-2222-4333-8444-555555555555"
    let code = try test.signIn("alice", to: .mobile, scope: TokenClaimsTests.api, tenant: "contoso.com")
    _ = try test.token(
      test.codeForm(code, by: .mobile), tenant: "contoso.com", fields: [("client-request-id", correlation)])
    let request = try #require(provider.requests.first)
    let mobile = try test.app("mobile")
    let principal = try #require(test.world.directory.servicePrincipal(of: mobile.id, in: SeededDirectory.contoso)).id
    let party: JSONValue = [
      "id": "\(principal)", "appId": "\(mobile.id)", "appDisplayName": .string(mobile.displayName),
      "displayName": .string(mobile.displayName),
    ]
    let alice = try test.user("alice")
    expectEqual(request.url, "https://claims.test/api")
    try expectEqual(
      JSONValue.parse(request.body),
      [
        "type": "microsoft.graph.authenticationEvent.tokenIssuanceStart",
        "source": "/tenants/\(TestWorld.contoso)/applications/\(mobile.id)",
        "data": [
          "@odata.type": "microsoft.graph.onTokenIssuanceStartCalloutData",
          "tenantId": "\(TestWorld.contoso)",
          "authenticationEventListenerId": "\(ClaimsProvider.listener(ofApp: "mobile"))",
          "customAuthenticationExtensionId": "\(ClaimsProvider.id(ofApp: "mobile"))",
          "authenticationContext": [
            "correlationId": .string(correlation),
            "client": ["ip": "127.0.0.1", "locale": "en-us", "market": "en-us"],
            "protocol": "OAUTH2.0", "clientServicePrincipal": party, "resourceServicePrincipal": party,
            "user": [
              "companyName": "Contoso Ltd", "createdDateTime": .string(alice.createdAt.iso8601),
              "displayName": .string(alice.displayName), "givenName": .string(try #require(alice.givenName)),
              "id": "\(alice.id)", "mail": "alice@contoso.onmicrosoft.com", "onPremisesSamAccountName": "alice",
              "preferredLanguage": .string(try #require(alice.preferredLanguage)),
              "surname": .string(try #require(alice.surname)), "userPrincipalName": "alice@contoso.onmicrosoft.com",
              "userType": "Member",
            ],
          ],
        ],
      ], "\(String(decoding: request.body, as: UTF8.self))")
    let fields = Dictionary(uniqueKeysWithValues: request.fields)
    expectEqual(fields["Content-Type"], "application/json")
    expectEqual(fields["x-ms-correlation-id"], correlation)
  }

  @Test(arguments: [(2, "azp"), (1, "appid")])
  func itsTokenIsOfMicrosoftsAppForTheRegistrationOfTheAPI(_ version: Int, _ claim: String) throws {
    let provider = Provider(claims: "{}")
    let test = try Self.world(
      provider, mobile: Self.app("{ targetUrl: 'https://claims.test/api', resourceId: claims-api }"),
      rest: Self.registration("requestedAccessTokenVersion: \(version)"))
    _ = try test.tokens(scope: TokenClaimsTests.api, tenant: "contoso.com")
    let fields = Dictionary(uniqueKeysWithValues: try #require(provider.requests.first).fields)
    let text = try #require(fields["Authorization"])
    #expect(text.hasPrefix("Bearer "))
    let token = try JWS.parse(String(text.dropFirst(7)))
    #expect(token.verify(with: try test.world.keys.current.publicKey, algorithm: .rs256))
    expectEqual(token.payload["aud"]?.string, "\(try test.app("claims-api").id)")
    expectEqual(token.payload[claim], "99045fe1-7639-4a75-9d4a-577b6ca3810f")
    expectEqual(token.payload["tid"]?.string, TestWorld.contoso)
    expectNil(token.payload["scp"])
  }

  /// The app registration of the provider's API, granted what it needs.
  static func registration(
    _ words: String = "enabled: true", granted: String = "CustomAuthenticationExtension.Receive.Payload"
  )
    -> String
  {
    """
        claims-api:
          type: daemon
          clientId: 60000000-0000-4000-8000-000000000001
          identifierUris: [api://claims.test/60000000-0000-4000-8000-000000000001]
          permissions: [\(granted)]
          consent: \(granted.isEmpty ? "none" : "granted")
          \(words)
    """
  }

  // MARK: Failures

  struct Failure: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var provider: @Sendable () -> Provider = { Provider(claims: "{}") }
    var words = "targetUrl: 'https://claims.test/api'"
    var rest = registration()
    let code: Int
    let name: String
    /// How often the provider is called.
    var calls = 1
  }

  static func failing(_ kind: OutgoingFault.Kind) -> Provider {
    Provider { _ throws(OutgoingFault) in throw OutgoingFault(kind, "no answer") }
  }

  @Test(arguments: [
    Failure(
      testDescription: "an error", provider: { Provider(body: "{}", status: 500) }, code: 1_003_002,
      name: "CustomExtensionInvalidHTTPStatus"),
    Failure(
      testDescription: "a body that is none", provider: { Provider(body: "[]") }, code: 1_003_003,
      name: "CustomExtensionInvalidResponseBody"),
    Failure(
      testDescription: "silence", provider: { failing(.timeout) }, code: 1_003_005, name: "CustomExtensionTimedOut",
      calls: 2),
    Failure(
      testDescription: "silence without a second try", provider: { failing(.timeout) },
      words: "targetUrl: 'https://claims.test/api', maximumRetries: 0", code: 1_003_005, name: "CustomExtensionTimedOut"
    ),
    Failure(
      testDescription: "no connection", provider: { failing(.noAnswer) }, code: 1_003_027,
      name: "CustomExtensionConnectionError", calls: 2),
    Failure(
      testDescription: "too much", provider: { failing(.tooLarge) }, code: 1_003_024,
      name: "CustomExtensionResponseSizeExceeded"),
    Failure(
      testDescription: "a registration with other URIs",
      words: "targetUrl: 'https://claims.test/api', resourceId: claims-api",
      rest: registration("enabled: true").replacing(
        "api://claims.test/60000000-0000-4000-8000-000000000001", with: "api://claims"),
      code: 1_003_014, name: "CustomExtensionIncorrectResourceIdFormat", calls: 0),
    Failure(
      testDescription: "a registration for another host",
      words: "targetUrl: 'https://other.test/api', resourceId: claims-api", code: 1_003_015,
      name: "CustomExtensionDomainNameDoesNotMatch", calls: 0),
    Failure(
      testDescription: "a registration that is disabled",
      words: "targetUrl: 'https://claims.test/api', resourceId: claims-api", rest: registration("enabled: false"),
      code: 1_003_019, name: "CustomExtensionResourceServicePrincipalDisabled", calls: 0),
    Failure(
      testDescription: "a registration of another tenant",
      words: "targetUrl: 'https://claims.test/api', resourceId: claims-api", rest: registration("tenant: fabrikam"),
      code: 1_003_016, name: "CustomExtensionResourceServicePrincipalNotFound", calls: 0),
    Failure(
      testDescription: "a registration without the permission",
      words: "targetUrl: 'http://localhost:7071/api', resourceId: claims-api", rest: registration(granted: ""),
      code: 1_003_021, name: "CustomExtensionPermissionNotGrantedToServicePrincipal", calls: 0),
  ])
  func areAADSTS1100001AndTheJournalSaysWhy(_ row: Failure) throws {
    let provider = row.provider()
    let test = try Self.world(provider, mobile: Self.app("{ \(row.words) }"), rest: row.rest)
    let code = try test.signIn("alice", to: .mobile, scope: TokenClaimsTests.api, tenant: "contoso.com")
    let answer = try test.redeem(code, tenant: "contoso.com")
    expectEqual(answer.errorCode, 1_100_001, "\(answer.text)")
    expectEqual(answer.status, 400)
    expectEqual(answer.error, "invalid_request")
    try expectEqual(
      answer.json["error_description"]?.string?.hasPrefix(
        "AADSTS1100001: Non-retryable error has occurred. Underlying error code: \(row.code)."), true)
    #expect(
      answer.exchange.reasons.contains { $0.hasPrefix("\(row.code) \(row.name): ") }, "\(answer.exchange.reasons)")
    expectEqual(provider.requests.count, row.calls)
    // The refusal uses nothing up.
    try expectEqual(test.redeem(code, tenant: "contoso.com").errorCode, 1_100_001)
  }

  @Test func aMappingWithoutAProviderIsOneToo() throws {
    let test = try Self.world(
      Provider(claims: "{}"),
      mobile: Self.app().replacing("onTokenIssuanceStart: { targetUrl: 'https://claims.test/api' },", with: ""))
    let answer = try test.redeem(
      try test.signIn("alice", to: .mobile, scope: TokenClaimsTests.api, tenant: "contoso.com"), tenant: "contoso.com")
    expectEqual(answer.errorCode, 1_100_001)
    #expect(answer.exchange.reasons.contains { $0.hasPrefix("1003011 CustomExtensionNotFound: ") })
  }

  @Test func aSecondAttemptMayGiveThem() throws {
    let attempts = Mutex(0)
    let provider = Provider { _ throws(OutgoingFault) in
      if attempts.withLock({
        $0 += 1
        return $0
      }) == 1 {
        throw OutgoingFault(.timeout, "slow")
      }
      return OutgoingAnswer(
        status: 200, contentType: "application/json", body: Array(ProvidedClaimsText.answer(Self.given).utf8))
    }
    let test = try Self.world(provider)
    let answer = try test.redeem(
      try test.signIn("alice", to: .mobile, scope: TokenClaimsTests.api, tenant: "contoso.com"), tenant: "contoso.com")
    try expectEqual(answer.json.claims("id_token")["birthdate"], "01/01/2000")
    #expect(answer.exchange.reasons.contains("attempt 1: 1003005 CustomExtensionTimedOut: slow"))
  }

  @Test func aRefusedRequestAsksNobody() throws {
    let provider = Provider(claims: Self.given)
    let test = try Self.world(provider)
    let code = try test.signIn("alice", to: .mobile, scope: TokenClaimsTests.api, tenant: "contoso.com")
    try expectEqual(
      test.redeem(
        code, tenant: "contoso.com", [("code_verifier", "wrong-wrong-wrong-wrong-wrong-wrong-wrong-wrong")]
      ).status, 400)
    #expect(provider.requests.isEmpty)
  }

  @Test func authorizeTellsTheApp() throws {
    let test = try Self.world(
      Self.failing(.timeout), mobile: "{}",
      web: Self.app().replacing("{ accept", with: "{ enableIdTokenIssuance: true, accept"))
    let browser = TestBrowser(test)
    try browser.open(
      AuthorizeQuery(
        .web, scope: "openid profile", [("response_type", "code id_token"), ("response_mode", "form_post")]))
    let delivered = try #require(try browser.enter("alice").delivered)
    expectEqual(delivered["error"], "server_error")
    expectEqual(delivered["error_description"]?.hasPrefix("AADSTS1100001: "), true)
    expectNil(delivered["code"])
  }

  @Test func onlyAWorldWithAProviderLeavesTheLoop() throws {
    let endpoint = try #require(AuthorityRoutesProbe.token)
    for (apps, waits) in [(Self.app(), true), ("{ claims: { a: b } }", false)] {
      let test = try Self.world(Provider(claims: "{}"), mobile: apps)
      expectEqual(AuthorityRoutesProbe.mayWait(endpoint, in: test), waits)
    }
  }
}
