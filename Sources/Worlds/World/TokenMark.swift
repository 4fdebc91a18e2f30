package import Bytes
import Crypto

/// Six bytes that a world puts into the ids of its tokens. They follow from the world's salt, so that a world which takes the place of
/// another one does not take its tokens for its own.
package struct TokenMark: Sendable, Hashable {
  private static let count = 6
  /// The bytes of a token's id, of which the mark is the end.
  private static let idCount = 16

  private let bytes: [UInt8]

  package init(_ salt: GUID) {
    var bytes = Array(SHA256.hash(Array("mockidp/mark/\(salt)".utf8)).prefix(Self.count))
    // The last byte of an id is 0 or 1 (observed).
    bytes[Self.count - 1] &= 1
    self.bytes = bytes
  }

  /// The mark in the id of a token (`uti`). Nil for a text that is not such an id. The id of a world without a mark has any bytes there.
  package init?(ofTokenID id: String) {
    guard let bytes = Base64.decodeURL(ArraySlice(Array(id.utf8))), bytes.count == Self.idCount else { return nil }
    self.bytes = Array(bytes.suffix(Self.count))
  }

  /// The id of a token: the first of the given bytes, then the mark.
  package func tokenID(from bytes: [UInt8]) -> String {
    Base64.encodeURL(Array(bytes.prefix(Self.idCount - Self.count)) + self.bytes)
  }
}
