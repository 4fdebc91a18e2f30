/// The reason why a text is not a JWS, or why JSON is not a usable key.
package enum JOSEError: Error, Hashable, CustomStringConvertible {
  /// The parts of a JWS: two of JSON, and the signature.
  package enum Part: String, Sendable {
    case header
    case payload
    case signature
  }

  /// The text is longer than the caller allows.
  case tooLarge(maximumBytes: Int)
  /// The text has not exactly three parts between dots (RFC 7515 §3.1). A JWE has five.
  case notThreeSegments(count: Int)
  /// The part is not base64url without padding.
  case notBase64URL(Part)
  /// The part is not a JSON object.
  case notJSON(Part, problem: String)
  /// The header demands extensions with `crit`; this server knows none (RFC 7515 §4.1.11).
  case criticalHeader
  /// The JWK or JWK set cannot be used; the text says why.
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
