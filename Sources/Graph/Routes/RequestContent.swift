import Bytes
import Compression
import HTTPWire

/// The body of a request without its content encoding (RFC 9110 §8.4).
enum RequestContent {
  /// How large a body may become: as large as a body that was not packed.
  static let maximum = HTTPSizeLimits().bodyBytes

  /// Unpacks gzip, within bounds.
  /// - Throws: a `GraphError`: 415 for another encoding, 400 for bytes that are not gzip or become too large.
  static func bytes(of request: HTTPRequest, maximum: Int = maximum) throws(GraphError) -> [UInt8] {
    guard let encoding = request.fields["Content-Encoding"], !request.body.isEmpty else { return request.body }
    switch ASCII.lowercased(encoding) {
    case "", "identity": return request.body
    case "gzip", "x-gzip":
      do throws(GzipError) {
        return try Gzip.unpack(request.body, maximum: maximum)
      } catch {
        throw .unreadableEncoding(because: error.description)
      }
    default: throw .unsupportedEncoding(encoding)
    }
  }
}
