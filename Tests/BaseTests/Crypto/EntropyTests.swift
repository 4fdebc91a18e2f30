import Bytes
import Crypto
import Expectations
import Testing
import Time

struct EntropyTests {
  @Test func aSeedDecidesEveryByte() {
    let entropy = SeededEntropy(seed: 42)
    expectEqual(
      Hex.encode(entropy.bytes(40)), "0cd2dd79040ccf936a856cd405a0d96fb91141d3f8d17dd9062a9c06fc551e8102dc5522dd8b71dd")
    expectEqual(entropy.guid().description, "86fc4a7a-ded8-4a3f-afe7-13a6769e94b9")
    expectEqual(entropy.token(16), "rJXe3XARxYNY-BkN0vDuJg")
    expectEqual(entropy.uniform(below: 1_000_000), 106_959)
    expectEqual(SeededEntropy(seed: 42).bytes(40), SeededEntropy(seed: 42).bytes(40))
    #expect(SeededEntropy(seed: 43).bytes(40) != SeededEntropy(seed: 42).bytes(40))
  }

  @Test func theFirstBlockIsAsDocumented() {
    let seed: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 42]
    let prefix = Array("mockidp seeded entropy".utf8) + seed
    let entropy = SeededEntropy(seed: 42)
    expectEqual(
      entropy.bytes(33),
      SHA256.hash(prefix + [0, 0, 0, 0, 0, 0, 0, 0])
        + SHA256.hash(prefix + [0, 0, 0, 0, 0, 0, 0, 1]).prefix(1))
    expectEqual(entropy.bytes(1), Array(SHA256.hash(prefix + [0, 0, 0, 0, 0, 0, 0, 2]).prefix(1)))
  }

  @Test func theSystemsBytesDiffer() {
    let entropy = SystemEntropy()
    expectEqual(entropy.bytes(32).count, 32)
    #expect(entropy.bytes(32) != entropy.bytes(32))
    #expect(entropy.bytes(0).isEmpty)
    #expect(entropy.bytes(-1).isEmpty)
    #expect(entropy.guid() != entropy.guid())
    expectEqual(Base64.decode(entropy.token(32))?.count, 32)
  }

  @Test(arguments: [-1, 0, 1, 2, 3, 10, .max])
  func numbersStayBelowTheirBound(_ bound: Int) {
    let entropy = SeededEntropy(seed: 1)
    for _ in 0..<100 {
      let number = entropy.uniform(below: bound)
      #expect(number >= 0 && number < max(bound, 1))
    }
  }

  @Test func everyNumberComesUp() {
    let entropy = SeededEntropy(seed: 1)
    expectEqual(Set((0..<200).map { _ in entropy.uniform(below: 6) }), Set(0..<6))
  }
}
