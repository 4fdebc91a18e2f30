import CZlib
import Compression
import Expectations
import Testing

struct GzipTests {
  /// The bytes as one gzip stream, made by zlib.
  static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    var (input, stream) = (bytes, z_stream())
    try #require(mockidp_deflate_gzip(&stream) == Z_OK)
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let room = output.count
    let (status, left) = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(room)
        return (deflate(&stream, Z_FINISH), Int(stream.avail_out))
      }
    }
    try #require(status == Z_STREAM_END)
    return Array(output.prefix(room - left))
  }

  @Test(arguments: [0, 1, 1_000, 16_384, 16_385, 60_000]) func unpacks(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 5) }
    try expectEqual(Gzip.unpack(try Self.packed(bytes), maximum: 1_000_000), bytes)
  }

  @Test func stopsAtTheAbsoluteBound() throws {
    let packed = try Self.packed([UInt8](repeating: 7, count: 1_001))
    #expect(throws: GzipError.tooLarge(bound: 1_000)) { try Gzip.unpack(packed, maximum: 1_000) }
    try expectEqual(Gzip.unpack(packed, maximum: 1_001).count, 1_001)
  }

  /// Fifty megabytes of one byte in fifty kilobytes: the answer comes after a tenth of them.
  @Test func stopsABombAtTheRatio() throws {
    let packed = try Self.packed([UInt8](repeating: 0, count: 50_000_000))
    let bound = packed.count * 100
    #expect(bound < 6_000_000)
    #expect(throws: GzipError.tooLarge(bound: bound)) { try Gzip.unpack(packed, maximum: .max) }
  }

  @Test func aSmallBodyMayBeRepetitive() throws {
    let packed = try Self.packed([UInt8](repeating: 0x20, count: 65_536))
    #expect(packed.count < 200)
    try expectEqual(Gzip.unpack(packed, maximum: 1_000_000).count, 65_536)
    let more = try Self.packed([UInt8](repeating: 0x20, count: 65_537))
    #expect(throws: GzipError.tooLarge(bound: 65_536)) { try Gzip.unpack(more, maximum: 1_000_000) }
  }

  @Test func refusesWhatIsNoWholeStream() throws {
    let packed = try Self.packed(Array("{\"a\":1}".utf8))
    for length in 0..<packed.count {
      #expect(throws: GzipError.malformed) { try Gzip.unpack(Array(packed.prefix(length)), maximum: 1_000) }
    }
    #expect(throws: GzipError.malformed) { try Gzip.unpack(Array("{\"a\":1}".utf8), maximum: 1_000) }
    #expect(throws: GzipError.trailingBytes) { try Gzip.unpack(packed + packed, maximum: 1_000) }
    var damaged = packed
    damaged[packed.count - 5] ^= 1
    #expect(throws: GzipError.malformed) { try Gzip.unpack(damaged, maximum: 1_000) }
  }
}
