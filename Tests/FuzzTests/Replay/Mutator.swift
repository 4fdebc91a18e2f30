/// Changes inputs the way libFuzzer does, without its sight of the code: the same changes in every run.
struct Mutator {
  private var state: UInt64
  private let words: [[UInt8]]

  init(seed: UInt64, words: [[UInt8]]) {
    state = seed
    self.words = words
  }

  /// `input` after one to four changes, at most `maximumBytes` long. `other` lends a piece.
  mutating func change(_ input: [UInt8], with other: [UInt8], maximumBytes: Int) -> [UInt8] {
    var bytes = input
    for _ in 0...below(4) {
      let place = below(bytes.count + 1)
      let end = min(bytes.count, place + 1 + below(16))
      switch below(8) {
      case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
      case 1 where place < bytes.count: bytes[place] = UInt8(below(256))
      case 2: bytes.insert(UInt8(below(256)), at: place)
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: Array(repeating: bytes[place..<end], count: 1 + below(8)).joined(), at: place)
      case 5: bytes = Array(bytes[..<place]) + other.dropFirst(below(other.count + 1))
      case 6 where place < bytes.count: bytes[place] = [0, 0x0A, 0x0D, 0x20, 0x25, 0x7F, 0x80, 0xC3, 0xFF][below(9)]
      default: if !words.isEmpty { bytes.insert(contentsOf: words[below(words.count)], at: place) }
      }
    }
    return Array(bytes.prefix(maximumBytes))
  }

  /// From 0 on; 0 for a limit of 0.
  mutating func below(_ limit: Int) -> Int {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return limit > 0 ? Int((mixed ^ mixed >> 31) % UInt64(limit)) : 0
  }
}
