import Bytes
package import JOSE
import Synchronization

/// Tokens whose signature was found right, by their text: apps send one token again and again, and its signature does not change. What
/// else there is to a token, its key's place among the published ones included, is looked at each time.
package final class VerifiedTokens: Sendable {
  package struct Entry: Sendable {
    package let jws: JWS
    /// Who signed it.
    package let keyID: String

    package init(jws: JWS, keyID: String) {
      self.jws = jws
      self.keyID = keyID
    }
  }

  /// By the ends of the tokens, which are quicker to hash; each with its whole text.
  private let entries = Mutex<[String: (token: String, entry: Entry)]>([:])

  /// Some kilobytes each.
  private static let capacity = 128

  package subscript(_ token: String) -> Entry? {
    let end = Self.end(of: token)
    return entries.withLock { $0[end].flatMap { $0.token.hasSameBytes(as: token) ? $0.entry : nil } }
  }

  package func keep(_ entry: Entry, for token: String) {
    let end = Self.end(of: token)
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries = [:] }
      entries[end] = (token, entry)
    }
  }

  /// A piece of the signature.
  private static func end(of token: String) -> String {
    let bytes = token.utf8.span
    return bytes.text(max(0, bytes.count - 48)..<bytes.count)
  }

  func forget() { entries.withLock { $0 = [:] } }
}
