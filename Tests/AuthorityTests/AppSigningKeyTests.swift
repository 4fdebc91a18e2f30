import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import TestSupport
import Testing
import Time
import Worlds

/// Apps with a signing key of their own.
struct AppSigningKeyTests {
  private static let file = "world: { apps: { mobile: { signingKey: true }, api: { signingKey: true } } }\n"

  private static func keys(_ test: TestWorld, _ path: String) throws -> [JWK] {
    try #require(try test.send("GET", path).json["keys"]?.array).map { try JWK($0) }
  }

  private static func token(_ body: JSONValue, _ name: String) throws -> JWS {
    try JWS.parse(try #require(body[name]?.string))
  }

  private static func app(_ client: TestClient) -> String { "?appid=\(client.id)" }

  @Test(arguments: ["id_token", "access_token"]) func signTheTokensForTheApp(_ name: String) throws {
    let test = try TestWorld(file: Self.file)
    let token = try Self.token(try ClaimsMappingTests.tokens(test), name)
    let app: TestClient = name == "id_token" ? .mobile : .api
    let own = try Self.keys(test, "/contoso.com/discovery/v2.0/keys" + Self.app(app))
    expectEqual(own.map(\.id), [token.keyID])
    #expect(token.verify(with: try #require(own.first).key, algorithm: .rs256))
    // The document that all apps share does not have it.
    #expect(try Self.keys(test, "/contoso.com/discovery/v2.0/keys").allSatisfy { $0.id != token.keyID })
  }

  @Test func leaveOtherTokensAlone() throws {
    let test = try TestWorld(file: "world: { apps: { mobile: { signingKey: true } } }\n")
    let body = try ClaimsMappingTests.tokens(test)
    let shared = try Self.keys(test, "/contoso.com/discovery/v2.0/keys").map(\.id)
    #expect(try shared.contains(Self.token(body, "access_token").keyID))
    #expect(try !shared.contains(Self.token(body, "id_token").keyID))
    let personal = try test.tokens("personal", tenant: "consumers")
    let keys = try Self.keys(test, "/consumers/discovery/v2.0/keys" + Self.app(.mobile))
    try expectEqual(keys.map(\.id), [Self.token(personal, "id_token").keyID])
  }

  @Test(arguments: [
    ("/contoso.com/v2.0/.well-known/openid-configuration", "/\(TestWorld.contoso)/discovery/v2.0/keys"),
    ("/contoso.com/.well-known/openid-configuration", "/common/discovery/keys"),
    ("/common/v2.0/.well-known/openid-configuration", "/common/discovery/v2.0/keys"),
  ])
  func areFoundThroughDiscovery(_ document: String, _ path: String) throws {
    let test = try TestWorld(file: Self.file)
    let uri = try test.send("GET", document + Self.app(.mobile)).json["jwks_uri"]?.string
    expectEqual(uri, "https://\(TestWorld.authority)\(path)\(Self.app(.mobile))")
    try expectEqual(Self.keys(test, path + Self.app(.mobile)).map(\.id), [AppSigningKey.development().id])
    // An app without a key of its own has the shared ones.
    try expectEqual(Self.keys(test, path + Self.app(.web)).map(\.id), Self.keys(test, path).map(\.id))
  }

  @Test func proveAnAssertionOnBehalfOfTheUser() throws {
    let test = try TestWorld(file: Self.file)
    let answer = try test.token(
      OnBehalfOfTests.form(try OnBehalfOfTests.assertion(test)), tenant: TestWorld.contoso)
    expectEqual(answer.status, 200, "\(answer.text)")
  }

  @Test func stayBehindTheRulesThatServeNoKeys() throws {
    let test = try TestWorld(
      file: Self.file + "rules: [{ when: { endpoint: keys }, then: { serveKeys: none } }]\n")
    #expect(try Self.keys(test, "/contoso.com/discovery/v2.0/keys" + Self.app(.mobile)).isEmpty)
  }

  // MARK: Mapped claims

  private static let mapping = "claimsMappingPolicy: { claimsSchema: [{ value: gold, jwtClaimType: tier }] }"

  @Test func admitMappedClaims() throws {
    let test = try TestWorld(
      file: """
        world:
          apps:
            mobile: { signingKey: true, \(Self.mapping) }
            api: { signingKey: true, requestedAccessTokenVersion: 1, audience: AzureADMyOrg, \(Self.mapping) }

        """)
    let body = try ClaimsMappingTests.tokens(test)
    try expectEqual(body.claims("id_token")["tier"], "gold")
    try expectEqual(body.claims("access_token")["tier"], "gold")
  }

  @Test func doNotCountBeforeAndAfterTheirCertificate() throws {
    let test = try TestWorld(
      file:
        "clock: { start: 2071-01-01T00:00:00Z }\nworld: { apps: { mobile: { signingKey: true, \(Self.mapping) } } }\n")
    let code = try test.signIn("alice", to: .mobile, scope: TokenClaimsTests.api, tenant: "contoso.com")
    let answer = try test.redeem(code, tenant: "contoso.com")
    expectEqual(answer.errorCode, 50146)
    #expect(answer.exchange.reasons.contains { $0.contains("no valid signing key of its own") })
    let path = "/contoso.com/discovery/v2.0/keys"
    try expectEqual(Self.keys(test, path + Self.app(.mobile)).map(\.id), Self.keys(test, path).map(\.id))
  }

  // MARK: Files

  @Test func areReadFromAPEMText() throws {
    let pem = try SigningKey.make(now: UnixTime(seconds: 1_700_000_000), entropy: SeededEntropy(seed: 3)).pem()
    let lines = pem.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n")
    let test = try TestWorld(file: "world:\n  apps:\n    mobile:\n      signingKey: |\n\(lines)\n")
    let token = try Self.token(try ClaimsMappingTests.tokens(test), "id_token")
    expectEqual(token.keyID, try SigningKey(pem: pem).id)
  }
}
