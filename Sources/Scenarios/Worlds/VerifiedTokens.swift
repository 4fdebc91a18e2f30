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

  private let entries = Mutex<[String: Entry]>([:])

  /// Some kilobytes each.
  private static let capacity = 128

  package subscript(_ token: String) -> Entry? { entries.withLock { $0[token] } }

  package func keep(_ entry: Entry, for token: String) {
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries = [:] }
      entries[token] = entry
    }
  }

  func forget() { entries.withLock { $0 = [:] } }
}
