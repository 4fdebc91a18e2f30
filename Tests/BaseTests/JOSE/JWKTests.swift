import Bytes
import Crypto
import Expectations
import JOSE
import JSON
import Testing

struct JWKTests {
  @Test func aSigningKeyIsPublishedAsEntraDoes() throws {
    let key = try DevelopmentKeys.keys().current
    let jwk = key.jwk(issuer: "https://login.test/{tenantid}/v2.0", cloudInstanceName: "microsoftonline.com")
    expectEqual(jwk.object?.names, ["kty", "use", "kid", "x5t", "n", "e", "x5c", "cloud_instance_name", "issuer"])
    expectEqual(key.jwk().object?.names, ["kty", "use", "kid", "x5t", "n", "e", "x5c"])
    expectEqual(jwk["e"], "AQAB")
    expectEqual(jwk["kid"], "b5ZUTNlApAqh78yu1tCHstxpvOM")
    expectEqual(jwk["x5t"], jwk["kid"])
    let der = try #require(jwk["x5c"]?.strings?.first.flatMap { Base64.decode($0) })
    expectEqual(Base64.encodeURL(SHA1.hash(der)), key.id)
    try expectEqual(Certificate.der(der).subject, "CN=accounts.accesscontrol.windows.net")
    let read = try JWK(jwk)
    expectEqual(read.id, key.id)
    expectEqual(read.thumbprint, key.id)
    expectEqual(read.key.modulus, key.publicKey.modulus)
  }

  /// The example of RFC 7638 §3.1.
  @Test func theThumbprintIsTheStandards() {
    let key: JSONValue = [
      "kty": "RSA",
      "n": """
      0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhM\
      stn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5h\
      ajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw
      """,
      "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
    ]
    expectEqual(JWK.thumbprint(of: key), "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    expectNil(JWK.thumbprint(of: ["kty": "EC", "crv": "P-256", "x": "", "y": ""]))
  }

  @Test func aKeyGoesThroughPEM() throws {
    let key = try DevelopmentKeys.keys().personal
    let again = try SigningKey(pem: try key.pem())
    expectEqual(again.id, key.id)
    expectEqual(again.jwk(), key.jwk())
    #expect(throws: CryptoError.self) { try SigningKey(pem: try key.privateKey.pem()) }
    let other = try DevelopmentKeys.keys().next
    #expect(throws: CryptoError.self) {
      try SigningKey(privateKey: key.privateKey, certificate: other.certificate)
    }
  }

  struct Refusal: CustomTestStringConvertible {
    let value: JSONValue
    let problem: String
    let testDescription: String
  }

  @Test(arguments: [
    Refusal(value: [:], problem: "its kty is not RSA", testDescription: "nothing"),
    Refusal(value: ["kty": "EC", "crv": "P-256"], problem: "its kty is not RSA", testDescription: "another type"),
    Refusal(value: ["kty": "RSA", "n": "AQAB"], problem: "n or e is missing", testDescription: "no exponent"),
    Refusal(value: ["kty": "RSA", "n": "AQAB", "e": 3], problem: "n or e is missing", testDescription: "a number"),
    Refusal(
      value: ["kty": "RSA", "n": "\u{E9}", "e": "Aw"], problem: "n or e is not base64url", testDescription: "text"),
    Refusal(
      value: ["kty": "RSA", "n": "AQAB", "e": "AQAB"],
      problem: "cannot read an RSA public key: its modulus has 17 bits", testDescription: "a short modulus"),
  ])
  func keysThatCannotBeUsedAreRefused(_ c: Refusal) {
    #expect(throws: JOSEError.unusableKey(c.problem)) { try JWK(c.value) }
  }

  @Test func aForeignSetKeepsWhatCanVerify() throws {
    let set = try JWKSet.parse(
      Array(
        """
        {"keys": [{"kty": "EC", "kid": "1"}, \(try DevelopmentKeys.keys().current.jwk().text), {"kty": "RSA"}, 7,
          {"kty": "RSA", "use": "enc", "n": \(JWSTests.exampleKey["n"]?.text ?? ""), "e": "AQAB"},
          \(JWSTests.exampleKey.text)]}
        """.utf8))
    expectEqual(set.keys.map(\.id), ["b5ZUTNlApAqh78yu1tCHstxpvOM", nil])
    let unnamed = try JWS.parse(JWSTests.example)
    expectEqual(set.candidates(for: unnamed).count, 2)
    #expect(set.candidates(for: unnamed).contains { unnamed.verify(with: $0.key, algorithm: .rs256) })
    var named = unnamed
    named.header = ["alg": "RS256", "kid": "b5ZUTNlApAqh78yu1tCHstxpvOM"]
    expectEqual(set.candidates(for: named).map(\.id), ["b5ZUTNlApAqh78yu1tCHstxpvOM"])
  }

  @Test(arguments: ["", "[]", "{}", "{\"keys\": {}}"])
  func textsThatAreNoSetAreRefused(_ text: String) {
    #expect(throws: JOSEError.self) { try JWKSet.parse(Array(text.utf8)) }
  }
}
