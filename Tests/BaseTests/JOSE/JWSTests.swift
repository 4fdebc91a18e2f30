import Bytes
import Crypto
import Expectations
import JOSE
import JSON
import Testing

struct JWSTests {
  /// RFC 7515 Appendix A.2.
  static let example =
    "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    + ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t"
    + "1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzD"
    + "wusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
  static let exampleKey: JSONValue = [
    "kty": "RSA", "e": "AQAB",
    "n":
      "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ",
  ]

  @Test func theExampleOfTheRFCVerifies() throws {
    let jws = try JWS.parse(Self.example)
    let key = try JWK(Self.exampleKey).key
    expectEqual(jws.header, ["alg": "RS256"])
    expectEqual(jws.payload, ["iss": "joe", "exp": 1_300_819_380, "http://example.com/is_root": true])
    #expect(jws.verify(with: key, algorithm: .rs256))
    #expect(!jws.verify(with: key, algorithm: .ps256))
    var tampered = jws
    tampered.signingInput[30] ^= 1
    #expect(!tampered.verify(with: key, algorithm: .rs256))
    var renamed = jws
    renamed.header = ["alg": "none"]
    #expect(!renamed.verify(with: key, algorithm: .rs256))
  }

  @Test(arguments: [SignatureAlgorithm.rs256, .ps256])
  func aTokenComesBackAsItWasSigned(_ algorithm: SignatureAlgorithm) throws {
    let keys = try DevelopmentKeys.keys()
    let header: JSONValue = ["typ": "JWT", "alg": .string(algorithm.rawValue), "kid": .string(keys.current.id)]
    let payload: JSONValue = ["aud": "na\u{EF}ve", "exp": 1, "roles": ["a", "b"], "nothing": nil]
    let text = try JWS.compact(header: header, payload: payload, key: keys.current.privateKey, algorithm: algorithm)
    let jws = try JWS.parse(text)
    expectEqual(jws.header, header)
    expectEqual(jws.payload, payload)
    expectEqual(jws.keyID, keys.current.id)
    #expect(jws.verify(with: keys.current.publicKey, algorithm: algorithm))
    #expect(!jws.verify(with: keys.next.publicKey, algorithm: algorithm))
  }

  @Test func theSignatureOfADevelopmentKeyNeverChanges() throws {
    let key = try DevelopmentKeys.keys().current
    let text = try JWS.compact(header: ["alg": "RS256"], payload: ["a": 1], key: key.privateKey)
    #expect(text.hasPrefix("eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ."))
    expectEqual(Hex.encode(SHA256.hash(text)), "5a3e95b65ed2031b1174d6ca029b2214ed1b7f1ae31012c246150c2d317ed89f")
  }

  struct Refusal: CustomTestStringConvertible {
    let text: String
    let error: JOSEError
    let testDescription: String
  }

  @Test(arguments: [
    Refusal(text: "", error: .notThreeSegments(count: 1), testDescription: "nothing"),
    Refusal(text: "e30.e30", error: .notThreeSegments(count: 2), testDescription: "no signature segment"),
    Refusal(text: "a.b.c.d.e", error: .notThreeSegments(count: 5), testDescription: "a JWE"),
    Refusal(text: "e30=.e30.", error: .notBase64URL(.header), testDescription: "padding"),
    Refusal(text: "e30.e30 .", error: .notBase64URL(.payload), testDescription: "a blank"),
    Refusal(text: "e30.e30.a+b", error: .notBase64URL(.signature), testDescription: "the standard alphabet"),
    Refusal(text: "e30.e30.aaaaa", error: .notBase64URL(.signature), testDescription: "an impossible length"),
    Refusal(text: "W10.e30.", error: .notJSON(.header, problem: "it is another value"), testDescription: "a list"),
    Refusal(text: "e30.MQ.", error: .notJSON(.payload, problem: "it is another value"), testDescription: "a number"),
    Refusal(
      text: "e30.ew.", error: .notJSON(.payload, problem: "a member name in quotes is expected at byte 1"),
      testDescription: "an open object"),
    Refusal(text: "eyJjcml0IjpbImIiXX0.e30.", error: .criticalHeader, testDescription: "crit"),
    Refusal(
      text: "e30.e30." + String(repeating: "A", count: 65_536), error: .tooLarge(maximumBytes: 65_536),
      testDescription: "64 kB and more"),
  ])
  func textsThatAreNoTokenAreRefused(_ c: Refusal) {
    #expect(throws: c.error) { try JWS.parse(c.text) }
  }

  @Test func aTokenWithoutSignatureIsReadButNeverVerifies() throws {
    let jws = try JWS.parse("eyJhbGciOiJub25lIn0.e30.")
    expectNil(jws.algorithm)
    #expect(jws.signature.isEmpty)
    let key = try DevelopmentKeys.keys().current.publicKey
    for algorithm in SignatureAlgorithm.allCases { #expect(!jws.verify(with: key, algorithm: algorithm)) }
  }

  /// The values of OpenID Connect Core Appendix A.4 and A.6.
  @Test(arguments: [
    ("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", "77QmUPtjPfzWtF2AnpK9RQ"),
    ("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk", "LDktKdoQak3Pk0cnXxCltA"),
  ])
  func halfHashes(text: String, hash: String) { expectEqual(JWS.leftHalfHash(of: text), hash) }
}
