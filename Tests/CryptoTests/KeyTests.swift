import Bytes
import Crypto
import Testing

@Suite struct KeyTests {
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
    #expect(signature.count == (algorithm == .es256 ? 64 : 256))
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
    #expect(try again.pem() == pem)
    let signature = try again.sign([1], algorithm: algorithm)
    let publicKey = try PublicKey.pem(try key.publicKey.pem())
    #expect(publicKey.verify(signature: signature, of: [1], algorithm: algorithm))
  }

  @Test func anRSAKeyIsItsTwoNumbers() throws {
    let key = try key(for: .rs256)
    let modulus = try #require(key.publicKey.modulus)
    let exponent = try #require(key.publicKey.exponent)
    #expect(modulus.count == 256)
    #expect(exponent == [1, 0, 1])
    let publicKey = try PublicKey.rsa(modulus: [0] + modulus, exponent: exponent)
    #expect(publicKey.verify(signature: try key.sign([7], algorithm: .rs256), of: [7], algorithm: .rs256))
    #expect(try self.key(for: .es256).publicKey.modulus == nil)
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
