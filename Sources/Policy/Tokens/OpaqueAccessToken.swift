import Bytes

/// The access token for Microsoft Graph of a personal account. It is not a JWT, and only Graph can read it (observed:
/// it begins with `EwB`). It holds the signed token that a work account would get, so the server need not store
/// anything for it.
package enum OpaqueAccessToken {
  /// These bytes, followed by a letter, are `EwB…` in Base64.
  private static let mark: [UInt8] = [0x13, 0x00]

  /// The opaque form of a signed token.
  package static func seal(_ token: String) -> String { Base64.encode(mark + Array(token.utf8)) }

  /// The signed token inside. Nil for a text that `seal` did not make.
  package static func open(_ text: String) -> String? {
    guard text.hasPrefix("EwB"), let bytes = Base64.decode(text), bytes.starts(with: mark) else { return nil }
    return String(decoding: bytes.dropFirst(mark.count), as: UTF8.self)
  }
}
