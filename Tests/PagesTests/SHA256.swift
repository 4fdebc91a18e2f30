/// FIPS 180-4 §6.2, plainly: `Pages` holds digests as constants, and the tests that check them need no library below it.
enum SHA256 {
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bitCount = UInt64(message.count) * 8
    padded += stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: bitCount >> $0) }
    for start in stride(from: 0, to: padded.count, by: 64) { compress(padded[start..<start + 64], into: &state) }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (first, second) = (words[index - 15], words[index - 2])
      words.append(
        words[index - 16] &+ (rotate(first, 7) ^ rotate(first, 18) ^ first >> 3)
          &+ words[index - 7] &+ (rotate(second, 17) ^ rotate(second, 19) ^ second >> 10))
    }
    var v = state
    for index in 0..<64 {
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      let first =
        v[7] &+ (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) &+ choice &+ constants[index] &+ words[index]
      let second = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) &+ majority
      v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] &+= v[index] }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // The greatest r with r³ ≤ prime · 2⁹⁶, bit by bit; its low 32 bits are the fraction.
      var root: UInt64 = 0
      for bit in stride(from: UInt64(35), through: 0, by: -1) {
        let next = root | 1 << bit
        let square = UInt128(next) * UInt128(next)
        if square * UInt128(next) <= UInt128(prime) << 96 { root = next }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}
