/// Why bytes could not be unpacked.
package enum GzipError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bytes are not gzip, are damaged, or end early.
  case malformed
  /// More bytes follow the end of the stream. RFC 1952 lets several streams follow each other; no client sends that.
  case trailingBytes
  /// The stream unpacks to more than `bound` bytes.
  case tooLarge(bound: Int)
  case outOfMemory

  package var description: String {
    switch self {
    case .malformed: "the body is not a whole gzip stream"
    case .trailingBytes: "bytes follow the end of the gzip stream"
    case .tooLarge(let bound): "the gzip stream unpacks to more than \(bound) bytes"
    case .outOfMemory: "there is no memory to unpack the body"
    }
  }
}
