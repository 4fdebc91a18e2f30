import Bytes
package import JOSE

/// What was found out about tokens lately: apps send one token again and again, and what stands in it does not change.
package typealias RecentTokens<Finding: Sendable> = RecentFindings<TokenText, Finding>

/// A token as it came, compared as a whole and hashed by its end, a piece of the signature.
package struct TokenText: Hashable, Sendable {
  private let text: String

  /// Longer ones are looked at anew each time: nobody has verified what a finding is first asked for.
  private static let maximumBytes = 8_192

  /// Nil for a text that is too long to be remembered.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumBytes else { return nil }
    self.text = text
  }

  package static func == (left: TokenText, right: TokenText) -> Bool { left.text.hasSameBytes(as: right.text) }

  package func hash(into hasher: inout Hasher) {
    let bytes = text.utf8.span.bytes
    bytes.extracting(last: 48).withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// A token whose signature was found right. What else there is to it, its key's place among the published ones included, is looked at
/// each time.
package struct VerifiedToken: Sendable {
  package let jws: JWS
  /// Who signed it.
  package let keyID: String

  package init(jws: JWS, keyID: String) {
    self.jws = jws
    self.keyID = keyID
  }
}
