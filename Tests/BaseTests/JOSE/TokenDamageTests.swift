import Bytes
import Crypto
import Expectations
import JSON
import Testing
import Time

@testable import JOSE

@Suite("Token damage") struct TokenDamageTests {
  static let now = UnixTime(seconds: 1_770_000_000)
  static let header: JSONObject = ["typ": "JWT", "alg": "RS256", "x5t": "key", "kid": "key"]
  static let claims: JSONObject = [
    "aud": "00000003-0000-0000-c000-000000000000", "iss": "https://localhost:8443/c0270500/v2.0",
    "iat": 1_769_999_700, "nbf": 1_769_999_700, "exp": 1_770_003_600, "nonce": "n", "tid": "c0270500",
  ]

  struct Case: CustomTestStringConvertible {
    let fault: TokenDamage.Fault
    let changed: [String: JSONValue]
    var testDescription: String { fault.rawValue }
  }

  @Test(
    "changes the claims a fault is about and no others",
    arguments: [
      Case(fault: .wrongAudience, changed: ["aud": "99999999-9999-4999-8999-999999999901"]),
      Case(fault: .wrongIssuer, changed: ["iss": "https://wrong-issuer.invalid/c0270500/v2.0"]),
      Case(fault: .wrongTenant, changed: ["tid": "99999999-9999-4999-8999-999999999902"]),
      Case(fault: .wrongNonce, changed: ["nonce": "wrong-nonce"]),
      Case(fault: .expired, changed: ["iat": 1_769_992_500, "nbf": 1_769_992_500, "exp": 1_769_996_400]),
      Case(fault: .notYetValid, changed: ["iat": 1_770_003_600, "nbf": 1_770_003_600, "exp": 1_770_007_500]),
      Case(fault: .badSignature, changed: [:]), Case(fault: .unknownKey, changed: [:]),
      Case(fault: .unsigned, changed: [:]),
    ])
  func claims(_ c: Case) {
    let damaged = TokenDamage([c.fault]).claims(Self.claims, at: Self.now)
    expectEqual(damaged.names, Self.claims.names)
    for member in damaged.members {
      expectEqual(member.value, c.changed[member.name] ?? Self.claims[member.name], "\(member.name)")
    }
  }

  @Test("names another audience in the audience's own form") func audience() {
    let damaged = TokenDamage([.wrongAudience]).claims(["aud": "https://graph.microsoft.com"], at: Self.now)
    expectEqual(damaged["aud"], "https://wrong-audience.invalid")
  }

  @Test("adds what was not there") func added() {
    let damage = TokenDamage([.wrongNonce, .expired], changed: ["roles": ["Admin"]], missing: ["sub", "tid"])
    let damaged = damage.claims(["tid": "t"], at: Self.now)
    expectEqual(damaged, ["nonce": "wrong-nonce", "exp": 1_769_996_400, "roles": ["Admin"]])
  }

  @Test("outlasts times that no clock has") func overflow() {
    let damaged = TokenDamage([.expired]).claims(["exp": .integer(.min), "nbf": .integer(.max)], at: Self.now)
    expectEqual(damaged["exp"], 1_769_996_400)
  }

  @Test("names a key that nobody has, in both places") func unknownKey() throws {
    let header = TokenDamage([.unknownKey]).header(Self.header)
    expectEqual(header.names, Self.header.names)
    let id = try #require(header["kid"]?.string)
    #expect(id != "key" && id.utf8.count == 27)
    expectEqual(header["x5t"], .string(id))
    expectEqual(TokenDamage([.expired]).header(Self.header), Self.header)
  }

  @Test("takes the signature away, and the key's name") func unsigned() {
    expectEqual(TokenDamage([.unsigned]).header(Self.header), ["typ": "JWT", "alg": "none"])
    expectEqual(TokenDamage([.unsigned, .badSignature]).finished("aa.bb.cc"), "aa.bb.")
  }

  @Test("spoils the signature and keeps its length") func badSignature() throws {
    let key = try DevelopmentKeys.keys().current
    let token = try JWS.compact(
      header: .object(Self.header), payload: .object(Self.claims), key: key.privateKey)
    let spoilt = TokenDamage([.badSignature]).finished(token)
    #expect(spoilt != token && spoilt.utf8.count == token.utf8.count)
    let (whole, broken) = (try JWS.parse(token), try JWS.parse(spoilt))
    expectEqual(broken.signingInput, whole.signingInput)
    #expect(whole.verify(with: key.publicKey, algorithm: .rs256))
    #expect(!broken.verify(with: key.publicKey, algorithm: .rs256))
    expectEqual(TokenDamage([.expired]).finished(token), token)
  }

  @Test("adds up, the later claims winning") func adds() {
    var damage = TokenDamage([.expired], changed: ["a": 1, "b": 1], missing: ["x"])
    damage.add(TokenDamage([.expired, .wrongNonce], changed: ["b": 2], missing: ["x", "y"]))
    expectEqual(damage, TokenDamage([.expired, .wrongNonce], changed: ["a": 1, "b": 2], missing: ["x", "y"]))
    #expect(TokenDamage().isNone && !damage.isNone)
  }
}
