import Bytes
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

/// Tokens that a rule makes wrong, as they come out of the endpoints, and what Graph says to them.
struct TokenDamageTests {
  private static func world(_ then: String, _ when: String = "{ endpoint: token }") throws -> TestWorld {
    try TestWorld(file: "rules: [{ when: \(when), then: \(then) }]")
  }

  @Test(arguments: TokenDamage.Fault.allCases) func graphRefusesADamagedToken(_ fault: TokenDamage.Fault) throws {
    let test = try Self.world("{ damage: accessToken, with: \(fault.rawValue) }")
    let answer = try test.redeem(try test.signIn())
    expectEqual(answer.status, 200)
    let token = try #require(try answer.json["access_token"]?.string)
    // Graph asks for no nonce, and of the issuer it looks at the tenant alone: a server has many names.
    let isHarmless = [.wrongNonce, .wrongIssuer].contains(fault)
    expectEqual(try test.graph(token: token).status == 200, isHarmless, "\(fault)")
    // The id_token is left alone.
    let idToken = try JWS.parse(try #require(try answer.json["id_token"]?.string))
    let key = try #require(test.world.keys.published(id: idToken.keyID ?? ""))
    #expect(idToken.verify(with: key.publicKey, algorithm: .rs256))
    #expect(answer.exchange.reasons.contains("rule #1: damage accessToken: \(fault.rawValue)"))
  }

  /// A validator that ignores `kid` tries all keys of the document, and must find none that fits.
  @Test(arguments: [TokenDamage.Fault.unknownKey, .badSignature, .unsigned], ["accessToken", "idToken"])
  func noPublishedKeyMadeAFalseSignature(_ fault: TokenDamage.Fault, _ kind: String) throws {
    let test = try Self.world("{ damage: \(kind), with: \(fault.rawValue) }")
    let answer = try test.redeem(
      try test.signIn(scope: TokenClaimsTests.api, tenant: TestWorld.contoso), tenant: TestWorld.contoso)
    let member = kind == "idToken" ? "id_token" : "access_token"
    let token = try JWS.parse(try #require(try answer.json[member]?.string))
    let keys = try test.world.keys.published(for: .everyone).map(\.key)
    expectEqual(keys.count, 4)
    #expect(!keys.contains { token.verify(with: $0.publicKey, algorithm: .rs256) })
    if fault == .unknownKey {
      #expect(!keys.contains { $0.id == token.keyID })
      let key = try #require(DevelopmentKeys.unpublished)
      #expect(token.verify(with: key.publicKey, algorithm: .rs256))
    }
  }

  @Test func anIDTokenSaysWhatTheRuleSays() throws {
    let test = try Self.world(
      "{ damage: idToken, with: [wrongNonce], claims: { roles: [Admin], age: 7, idp: null }, without: oid }")
    let answer = try test.redeem(try test.signIn())
    let token = try JWS.parse(try #require(try answer.json["id_token"]?.string))
    expectEqual(token.payload["nonce"], "wrong-nonce")
    expectEqual(token.payload["roles"], ["Admin"])
    expectEqual(token.payload["age"], 7)
    expectEqual(token.payload["idp"], .null)
    expectNil(token.payload["oid"])
    // Still signed by a key that is published.
    let key = try #require(test.world.keys.published(id: token.keyID ?? ""))
    #expect(token.verify(with: key.publicKey, algorithm: .rs256))
    try expectEqual(test.graph(token: try #require(try answer.json["access_token"]?.string)).status, 200)
  }

  @Test func bothTokensAndAllGrantsCanBeDamaged() throws {
    let test = try Self.world("{ damage: [accessToken, idToken], with: expired }")
    let first = try test.redeem(try test.signIn())
    let second = try test.refresh(try #require(try first.json["refresh_token"]?.string))
    for answer in [first, second] {
      for name in ["access_token", "id_token"] {
        let token = try JWS.parse(try #require(try answer.json[name]?.string))
        let end = try #require(token.payload["exp"]?.integer)
        #expect(end < test.world.now.seconds - 3_000, "\(name)")
      }
    }
    let daemon = try test.post(
      "/\(TestWorld.contoso)/oauth2/v2.0/token",
      FormFields([
        ("grant_type", "client_credentials"), ("client_id", "\(try test.app("daemon").id)"),
        ("client_secret", "daemon-secret"), ("scope", "https://graph.microsoft.com/.default"),
      ]))
    let token = try JWS.parse(try #require(try daemon.json["access_token"]?.string))
    #expect(try #require(token.payload["exp"]?.integer) < test.world.now.seconds)
  }

  @Test func onlyTheOccurrenceThatIsMeantIsDamaged() throws {
    let test = try Self.world("{ damage: accessToken, with: badSignature }", "{ endpoint: token, occurrence: 2 }")
    let statuses = try (1...3).map { _ in
      let answer = try test.redeem(try test.signIn())
      return try test.graph(token: try #require(try answer.json["access_token"]?.string)).status
    }
    expectEqual(statuses, [200, 401, 200])
  }
}
