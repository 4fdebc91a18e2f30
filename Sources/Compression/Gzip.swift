import CZlib

/// Unpacks gzip (RFC 1952).
package enum Gzip {
  /// What a stream unpacks to: at most `maximum` bytes, and no more than `ratio` times the packed bytes where that is
  /// over `floor`. It stops at the first byte beyond, so a small body cannot cost much memory or time.
  /// - Throws: `GzipError` for bytes that are not a whole gzip stream, for bytes after its end, and for a stream that
  /// unpacks to more.
  package static func unpack(
    _ packed: [UInt8], maximum: Int, ratio: Int = 100, floor: Int = 65_536
  ) throws(GzipError) -> [UInt8] {
    do throws(Inflation.Failure) {
      let bound = Inflation.bound(packed.count, maximum: maximum, ratio: ratio, floor: floor)
      return try Inflation.begin(mockidp_inflate_gzip).unpack(packed, bound: bound)
    } catch {
      switch error {
      case .malformed: throw .malformed
      case .trailingBytes: throw .trailingBytes
      case .tooLarge(let bound): throw .tooLarge(bound: bound)
      case .outOfMemory: throw .outOfMemory
      }
    }
  }
}
