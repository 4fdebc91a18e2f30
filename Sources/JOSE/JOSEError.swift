/// A text that is no JWS, or JSON that is no usable key.
package enum JOSEError: Error, Hashable, CustomStringConvertible {
  /// The two parts of a JWS that are JSON, and the one that is not.
  package enum Part: String, Sendable {
    case header
    case payload
    case signature
  }

  case tooLarge(maximumBytes: Int)
  /// There are not exactly three parts with dots between them (RFC 7515 §3.1). A JWE has five.
  case notThreeSegments(count: Int)
  /// A part is no base64url without padding.
  case notBase64URL(Part)
  /// A part is no JSON object.
  case notJSON(Part, problem: String)
  /// The header demands extensions, of which none is known here (RFC 7515 §4.1.11).
  case criticalHeader
  /// A JWK or a JWK set that cannot be used, and why.
  case unusableKey(String)

  package var description: String {
    switch self {
    case .tooLarge(let maximumBytes): "the token is longer than \(maximumBytes) bytes"
    case .notThreeSegments(let count): "the token has \(count) segments instead of 3"
    case .notBase64URL(let part): "the \(part.rawValue) is not base64url"
    case .notJSON(let part, let problem): "the \(part.rawValue) is not a JSON object: \(problem)"
    case .criticalHeader: "the header has critical extensions"
    case .unusableKey(let problem): "the key cannot be used: \(problem)"
    }
  }
}
