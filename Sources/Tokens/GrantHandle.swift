import Bytes
import Crypto
package import Time

/// Codes and refresh tokens as clients see them: `1.A…`, opaque.
package enum GrantHandle {
  /// A new one, of the form that the service's have (observed).
  package static func make(_ entropy: any Entropy) -> String { "1.A" + entropy.token(1) + "A" + entropy.token(63) }

  /// Whether a text has that form. The service refuses every other text before it looks for the code or token (observed).
  package static func isHandle(_ text: String) -> Bool {
    (text.hasPrefix("1.A") || text.hasPrefix("0.A")) && text.utf8.count <= 4_096
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E }
  }
}
