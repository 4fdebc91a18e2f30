import Compression
import Expectations
import Testing

struct DeflateTests {
  @Test(arguments: [0, 1, 300, 16_384, 16_385, 60_000]) func unpacksWhatItPacked(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 5) }
    let packed = try #require(Deflate.pack(bytes))
    try expectEqual(Deflate.unpack(packed, maximum: 1_000_000, ratio: 1_000), bytes)
  }

  /// `<a/>` as zlib packs it, and the same with the head and check sum of zlib.
  @Test func hasNeitherHeadNorCheckSum() throws {
    let raw: [UInt8] = [0xB3, 0x49, 0xD4, 0xB7, 0x03, 0x00]
    try expectEqual(Deflate.unpack(raw, maximum: 100), Array("<a/>".utf8))
    let zlib: [UInt8] = [0x78, 0x9C] + raw + [0x02, 0xB3, 0x01, 0x0B]
    #expect(throws: Deflate.Failure.malformed) { try Deflate.unpack(zlib, maximum: 100) }
    #expect(throws: Deflate.Failure.malformed) { try Deflate.unpack(Array("<a/>".utf8), maximum: 100) }
  }

  @Test func stopsAtItsBounds() throws {
    let packed = try #require(Deflate.pack([UInt8](repeating: 0x20, count: 50_000_000)))
    #expect(packed.count < 60_000)
    #expect(throws: Deflate.Failure.tooLarge(bound: 131_072)) { try Deflate.unpack(packed, maximum: 131_072) }
    let bound = packed.count * 10
    #expect(throws: Deflate.Failure.tooLarge(bound: bound)) { try Deflate.unpack(packed, maximum: .max, ratio: 10) }
    let exact = try #require(Deflate.pack([UInt8](repeating: 0x20, count: 4_096)))
    try expectEqual(Deflate.unpack(exact, maximum: 4_096, ratio: 2).count, 4_096)
    #expect(throws: Deflate.Failure.tooLarge(bound: 4_095)) { try Deflate.unpack(exact, maximum: 4_095) }
  }

  @Test func refusesWhatIsNotAWholeStream() throws {
    let packed = try #require(Deflate.pack(Array("<samlp:AuthnRequest/>".utf8)))
    for length in 0..<packed.count {
      #expect(throws: Deflate.Failure.malformed) { try Deflate.unpack(Array(packed.prefix(length)), maximum: 1_000) }
    }
    #expect(throws: Deflate.Failure.trailingBytes) { try Deflate.unpack(packed + [0], maximum: 1_000) }
  }
}
