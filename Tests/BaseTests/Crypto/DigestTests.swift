import Bytes
import Crypto
import Expectations
import Testing

struct DigestTests {
  struct Vector: CustomTestStringConvertible {
    let message: String
    let sha1: String
    let sha256: String
    var testDescription: String { "\(message.utf8.count) bytes" }
  }

  /// FIPS 180-4's examples.
  @Test(arguments: [
    Vector(
      message: "", sha1: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Vector(
      message: "abc", sha1: "a9993e364706816aba3e25717850c26c9cd0d89d",
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Vector(
      message: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      sha1: "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
      sha256: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
  ])
  func hashes(_ vector: Vector) {
    expectEqual(Hex.encode(SHA1.hash(Array(vector.message.utf8))), vector.sha1)
    expectEqual(Hex.encode(SHA256.hash(vector.message)), vector.sha256)
  }

  struct MACVector: CustomTestStringConvertible {
    let key: [UInt8]
    let message: [UInt8]
    let code: String
    let testDescription: String
  }

  @Test(arguments: [
    MACVector(
      key: [UInt8](repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
      testDescription: "RFC 4231 §4.2"),
    MACVector(
      key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      testDescription: "RFC 4231 §4.3: a short key"),
    MACVector(
      key: [UInt8](repeating: 0xAA, count: 20), message: [UInt8](repeating: 0xDD, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
      testDescription: "RFC 4231 §4.4"),
    MACVector(
      key: [UInt8](repeating: 0xAA, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
      testDescription: "RFC 4231 §4.7: a key longer than a block"),
    MACVector(
      key: [], message: [], code: "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad",
      testDescription: "nothing at all"),
  ])
  func authenticates(_ vector: MACVector) {
    let code = HMACSHA256.authenticate(vector.message, key: vector.key)
    expectEqual(Hex.encode(code), vector.code)
    #expect(HMACSHA256.isValid(code, for: vector.message, key: vector.key))
    #expect(!HMACSHA256.isValid(Array(code.dropLast()), for: vector.message, key: vector.key))
    #expect(!HMACSHA256.isValid(code, for: vector.message + [0], key: vector.key))
  }

  @Test func secretsAreComparedAsBytes() {
    #expect(ConstantTime.equal([], []))
    #expect(ConstantTime.equal([1, 2], [1, 2]))
    #expect(!ConstantTime.equal([1, 2], [1, 3]))
    #expect(!ConstantTime.equal([1, 2], [1, 2, 3]))
    #expect(!ConstantTime.equal("\u{E9}", "e\u{301}"))
  }
}
