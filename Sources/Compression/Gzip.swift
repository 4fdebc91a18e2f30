import CZlib

/// Unpacks gzip (RFC 1952). The stream belongs to this value and is freed with it.
package struct Gzip: ~Copyable {
  /// On the heap, because zlib keeps a pointer to it.
  private let stream: UnsafeMutablePointer<z_stream>

  private init(adopting stream: UnsafeMutablePointer<z_stream>) { self.stream = stream }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// What a stream unpacks to: at most `maximum` bytes, and no more than `ratio` times the packed bytes where that is
  /// over `floor`. It stops at the first byte beyond, so a small body cannot cost much memory or time.
  /// - Throws: `GzipError` for bytes that are not a whole gzip stream, for bytes after its end, and for a stream that
  /// unpacks to more.
  package static func unpack(
    _ packed: [UInt8], maximum: Int, ratio: Int = 100, floor: Int = 65_536
  ) throws(GzipError) -> [UInt8] {
    let bound = min(maximum, max(floor, packed.count.multipliedReportingOverflow(by: ratio).partialValue))
    return try begin().unpack(packed, bound: bound)
  }

  private static func begin() throws(GzipError) -> Gzip {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard mockidp_inflate_gzip(stream) == Z_OK else {
      stream.deallocate()
      throw .outOfMemory
    }
    return Gzip(adopting: stream)
  }

  private static let chunk = 16_384

  private borrowing func unpack(_ packed: [UInt8], bound: Int) throws(GzipError) -> [UInt8] {
    var input = packed
    var output: [UInt8] = []
    var room = [UInt8](repeating: 0, count: Self.chunk)
    var status = Z_OK
    let count = input.count
    input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(truncatingIfNeeded: count)
      repeat {
        let written = room.withUnsafeMutableBufferPointer { room in
          stream.pointee.next_out = room.baseAddress
          stream.pointee.avail_out = UInt32(room.count)
          status = inflate(stream, Z_NO_FLUSH)
          return room.count - Int(stream.pointee.avail_out)
        }
        output += room.prefix(written)
      } while status == Z_OK && output.count <= bound
    }
    guard output.count <= bound else { throw .tooLarge(bound: bound) }
    guard status == Z_STREAM_END else { throw status == Z_MEM_ERROR ? .outOfMemory : .malformed }
    guard stream.pointee.avail_in == 0 else { throw .trailingBytes }
    return output
  }
}
