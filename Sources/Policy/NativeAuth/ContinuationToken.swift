import Bytes
import Crypto
package import Time

/// The `continuation_token` of the native authentication API: the name of a sign-in, and that of one of its steps.
package struct ContinuationToken: Sendable, Hashable {
  /// What the service's tokens begin with (Microsoft's samples).
  private static let prefix = "AQABAAEAAAA"
  private static let handleLength = 43
  private static let serialLength = 22

  /// The name of the sign-in in the store.
  package let handle: String
  /// Each step has another one.
  package let serial: String

  /// A new step of a sign-in; of a new one without a handle.
  package init(handle: String? = nil, _ entropy: any Entropy) {
    self.handle = handle ?? entropy.token(32)
    serial = entropy.token(16)
  }

  /// Reads what a client sent. Nil for anything that `text` does not give.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count == Self.prefix.utf8.count + Self.handleLength + Self.serialLength, text.hasPrefix(Self.prefix)
    else { return nil }
    let rest = bytes.dropFirst(Self.prefix.utf8.count)
    handle = String(Substring(rest.prefix(Self.handleLength)))
    serial = String(Substring(rest.dropFirst(Self.handleLength)))
  }

  package var text: String { Self.prefix + handle + serial }
}
