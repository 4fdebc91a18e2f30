import Bytes
import Crypto
import Expectations
import Testing

struct KeyTests {
  /// Shared by the tests, since an RSA key takes long to make.
  static let rsa = try? PrivateKey.rsa()
  static let p256 = try? PrivateKey.p256()

  private func key(for algorithm: SignatureAlgorithm) throws -> PrivateKey {
    try #require(algorithm == .es256 ? Self.p256 : Self.rsa)
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func aSignatureVerifiesAndNothingElseDoes(_ algorithm: SignatureAlgorithm) throws {
    let key = try key(for: algorithm)
    let message = Array("message".utf8)
    let signature = try key.sign(message, algorithm: algorithm)
    let publicKey = key.publicKey
    expectEqual(signature.count, algorithm == .es256 ? 64 : 256)
    #expect(publicKey.verify(signature: signature, of: message, algorithm: algorithm))
    for index in [0, signature.count / 2, signature.count - 1] {
      var tampered = signature
      tampered[index] ^= 1
      #expect(!publicKey.verify(signature: tampered, of: message, algorithm: algorithm))
    }
    #expect(!publicKey.verify(signature: signature, of: message + [0], algorithm: algorithm))
    #expect(!publicKey.verify(signature: Array(signature.dropLast()), of: message, algorithm: algorithm))
    #expect(!publicKey.verify(signature: signature + [0], of: message, algorithm: algorithm))
    #expect(!publicKey.verify(signature: [], of: message, algorithm: algorithm))
    for other in SignatureAlgorithm.allCases where other != algorithm {
      #expect(!publicKey.verify(signature: signature, of: message, algorithm: other))
    }
  }

  @Test func aKeyOfAnotherTypeDoesNotSign() throws {
    let rsa = try key(for: .rs256)
    let p256 = try key(for: .es256)
    #expect(throws: CryptoError("sign with ES256", reasons: ["the key is of another type"])) {
      try rsa.sign([], algorithm: .es256)
    }
    #expect(throws: CryptoError("sign with RS256", reasons: ["the key is of another type"])) {
      try p256.sign([], algorithm: .rs256)
    }
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func keysGoThroughPEM(_ algorithm: SignatureAlgorithm) throws {
    let key = try key(for: algorithm)
    let pem = try key.pem()
    #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    let again = try PrivateKey.pem(pem)
    try expectEqual(again.pem(), pem)
    let signature = try again.sign([1], algorithm: algorithm)
    let publicKey = try PublicKey.pem(try key.publicKey.pem())
    #expect(publicKey.verify(signature: signature, of: [1], algorithm: algorithm))
  }

  @Test func anRSAKeyIsItsTwoNumbers() throws {
    let key = try key(for: .rs256)
    let modulus = try #require(key.publicKey.modulus)
    let exponent = try #require(key.publicKey.exponent)
    expectEqual(modulus.count, 256)
    expectEqual(exponent, [1, 0, 1])
    let publicKey = try PublicKey.rsa(modulus: [0] + modulus, exponent: exponent)
    #expect(publicKey.verify(signature: try key.sign([7], algorithm: .rs256), of: [7], algorithm: .rs256))
    try expectNil(self.key(for: .es256).publicKey.modulus)
  }

  /// RFC 7515 Appendix A.3, whose key is put into PEM behind the fixed beginning of every P-256 key.
  @Test func theECDSAExampleOfTheRFCVerifies() throws {
    let beginning = try #require(Hex.decode("3059301306072a8648ce3d020106082a8648ce3d03010703420004"))
    let x = try #require(Base64.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"))
    let y = try #require(Base64.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
    let key = try PublicKey.pem(
      "-----BEGIN PUBLIC KEY-----\n\(Base64.encode(beginning + x + y))\n-----END PUBLIC KEY-----\n")
    let input =
      "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    let signature = try #require(
      Base64.decode("DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"))
    #expect(key.verify(signature: signature, of: Array(input.utf8), algorithm: .es256))
    #expect(!key.verify(signature: signature, of: Array(input.utf8.dropLast()), algorithm: .es256))
    #expect(!key.verify(signature: [UInt8](repeating: 0, count: 64), of: Array(input.utf8), algorithm: .es256))
  }

  struct Refusal: CustomTestStringConvertible {
    let modulus: [UInt8]
    let exponent: [UInt8]
    let testDescription: String
  }

  @Test(arguments: [
    Refusal(modulus: [], exponent: [1, 0, 1], testDescription: "no modulus"),
    Refusal(modulus: [UInt8](repeating: 255, count: 64), exponent: [3], testDescription: "512 bits"),
    Refusal(modulus: [UInt8](repeating: 255, count: 1025), exponent: [3], testDescription: "8200 bits"),
    Refusal(modulus: [UInt8](repeating: 255, count: 256), exponent: [], testDescription: "no exponent"),
    Refusal(modulus: [UInt8](repeating: 255, count: 256), exponent: [0, 0], testDescription: "exponent 0"),
    Refusal(modulus: [UInt8](repeating: 255, count: 256), exponent: [2], testDescription: "even exponent"),
    Refusal(modulus: [UInt8](repeating: 255, count: 256), exponent: [1, 0, 0, 0, 1], testDescription: "33 bits"),
  ])
  func numbersOutOfRangeAreRefused(_ c: Refusal) {
    #expect(throws: CryptoError.self) { try PublicKey.rsa(modulus: c.modulus, exponent: c.exponent) }
  }

  @Test(arguments: ["", "no PEM", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
  func textsThatAreNoKeyAreRefused(_ text: String) {
    #expect(throws: CryptoError.self) { try PrivateKey.pem(text) }
    #expect(throws: CryptoError.self) { try PublicKey.pem(text) }
  }
}
