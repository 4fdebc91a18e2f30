import Bytes

/// The access token for Microsoft Graph that a personal account's app is given: a text that is no JWT and that only Graph can
/// read (observed: it begins with `EwB`). Inside is the signed token that a work account's app would have got, so that
/// nothing has to be kept for it.
package enum OpaqueAccessToken {
  /// Bytes that begin with these, and a letter after them, are `EwB…` in Base64.
  private static let mark: [UInt8] = [0x13, 0x00]

  package static func seal(_ token: String) -> String { Base64.encode(mark + Array(token.utf8)) }

  /// The signed token; nil for any other text.
  package static func open(_ text: String) -> String? {
    guard text.hasPrefix("EwB"), let bytes = Base64.decode(text), bytes.starts(with: mark) else { return nil }
    return String(decoding: bytes.dropFirst(mark.count), as: UTF8.self)
  }
}
