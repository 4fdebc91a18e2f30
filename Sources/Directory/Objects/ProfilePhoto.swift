import Bytes

/// A user's photo, as the caller uploaded it. The server keeps this one size and does not scale it.
package struct ProfilePhoto: Sendable, Hashable, Codable {
  /// The type of every photo, in answers and in requests.
  package static let mediaType = "image/jpeg"

  /// The JPEG in Base64: as text it needs less room in a JSON document than a list of numbers.
  private var encoded: String
  /// In pixels, as the JPEG header says.
  package var width: Int
  /// In pixels, as the JPEG header says.
  package var height: Int

  /// Takes the whole JPEG. The caller has read `width` and `height` from its header; `init(jpeg:)` does
  ///   both.
  package init(jpeg bytes: [UInt8], width: Int, height: Int) {
    encoded = Base64.encode(bytes)
    self.width = width
    self.height = height
  }

  /// The JPEG again, the same bytes that came in.
  package var bytes: [UInt8] { Base64.decode(encoded) ?? [] }
}
