import Bytes

/// A user's picture as it was stored; no other size is made of it.
package struct ProfilePhoto: Sendable, Hashable, Codable {
  package static let mediaType = "image/jpeg"

  /// JPEG, in Base64 so that a store's document stays small.
  private var encoded: String
  package var width: Int
  package var height: Int

  package init(jpeg bytes: [UInt8], width: Int, height: Int) {
    encoded = Base64.encode(bytes)
    self.width = width
    self.height = height
  }

  package var bytes: [UInt8] { Base64.decode(encoded) ?? [] }
}
