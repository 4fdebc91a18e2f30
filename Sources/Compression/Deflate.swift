import CZlib

/// Raw DEFLATE (RFC 1951), as SAML's redirect binding has it: without the head of zlib or gzip.
package enum Deflate {
  /// Why bytes could not be unpacked.
  package enum Failure: Error, Sendable, Hashable {
    /// The bytes are not raw DEFLATE, as with a head of zlib, or they end early.
    case malformed
    /// More bytes follow the end of the stream.
    case trailingBytes
    /// The stream unpacks to more than `bound` bytes.
    case tooLarge(bound: Int)
    case outOfMemory
  }

  /// What a stream unpacks to: at most `maximum` bytes, and no more than `ratio` times the packed bytes where that is over
  /// `floor`. It stops at the first chunk beyond, so a small message cannot cost much memory or time.
  package static func unpack(
    _ packed: [UInt8], maximum: Int, ratio: Int = 100, floor: Int = 4_096
  ) throws(Failure) -> [UInt8] {
    do throws(Inflation.Failure) {
      let bound = Inflation.bound(packed.count, maximum: maximum, ratio: ratio, floor: floor)
      return try Inflation.begin(mockidp_inflate_raw).unpack(packed, bound: bound)
    } catch {
      switch error {
      case .malformed: throw .malformed
      case .trailingBytes: throw .trailingBytes
      case .tooLarge(let bound): throw .tooLarge(bound: bound)
      case .outOfMemory: throw .outOfMemory
      }
    }
  }

  /// The bytes as one stream. Nil when there is no memory for it.
  package static func pack(_ bytes: [UInt8]) -> [UInt8]? {
    // On the heap, because zlib keeps a pointer to it.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard mockidp_deflate_raw(stream) == Z_OK else { return nil }
    defer { deflateEnd(stream) }
    var input = bytes
    let count = UInt32(truncatingIfNeeded: bytes.count)
    guard Int(count) == bytes.count else { return nil }
    let room = Int(deflateBound(stream, UInt(count)))
    var isWhole = false
    let output = [UInt8](unsafeUninitializedCapacity: room) { output, written in
      input.withUnsafeMutableBufferPointer { input in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = count
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(truncatingIfNeeded: room)
        isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
      }
      written = room - Int(stream.pointee.avail_out)
    }
    return isWhole ? output : nil
  }
}
