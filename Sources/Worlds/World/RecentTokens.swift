import Bytes
package import JOSE

/// A cache of what the server found out about tokens. An app sends one token again and again, and the contents of a
/// token never change.
package typealias RecentTokens<Finding: Sendable> = RecentFindings<TokenText, Finding>

/// A token as the client sent it. Two are equal when all their bytes are equal. The hash is that of the last 48 bytes,
/// a piece of the signature.
package struct TokenText: Hashable, Sendable {
  private let text: String

  /// A longer token is not remembered. The cache is asked before a token is verified, so anyone can send a long one.
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

/// A token whose signature was right. The caller still checks everything else each time, also whether its key is still
/// published.
package struct VerifiedToken: Sendable {
  /// The token in its parts.
  package let jws: JWS
  /// The `kid` of the key that signed the token.
  package let keyID: String

  package init(jws: JWS, keyID: String) {
    self.jws = jws
    self.keyID = keyID
  }
}
