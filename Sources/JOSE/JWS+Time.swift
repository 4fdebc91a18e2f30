import Bytes
import JSON
package import Time

extension JWS {
  /// A NumericDate of the payload (RFC 7519 §2); nil when it is missing or names no time. Digits in a JSON string count
  /// too: MSAL for .NET writes `nbf` and `exp` of its assertions in that way since 4.60 (its
  /// `Internal/JsonWebToken.cs`), and the service takes them.
  package func time(_ claim: String) -> UnixTime? {
    switch payload[claim] {
    case .integer(let seconds): UnixTime(seconds: seconds)
    case .string(let digits) where !digits.isEmpty && digits.utf8.allSatisfy(ASCII.isDigit):
      UnixTime(seconds: Int64(digits) ?? .max)
    case .double(let seconds) where abs(seconds) < 1e12: UnixTime(seconds: Int64(seconds))
    // A number too large for a time still counts, as the first or the last time there is. So a token with such an
    // `nbf` is not valid yet.
    case .double(let seconds): UnixTime(ticks: seconds < 0 ? .min : .max)
    default: nil
    }
  }
}
