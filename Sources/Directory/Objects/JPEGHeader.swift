/// The width and height that a JPEG's frame header states, in pixels (ITU-T T.81 §B.2.2).
package struct JPEGHeader: Hashable {
  /// In pixels.
  package let width: Int
  /// In pixels.
  package let height: Int

  private static let framesOfOtherMeaning: Set<UInt8> = [0xC4, 0xC8, 0xCC]

  /// Nil when the bytes are not the beginning of a JPEG, or have no frame header.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var rest = bytes.dropFirst(2)
    while rest.count >= 9, rest.first == 0xFF {
      let segment = Array(rest.prefix(9))
      let marker = segment[1]
      if (0xC0...0xCF).contains(marker), !Self.framesOfOtherMeaning.contains(marker) {
        height = Int(segment[5]) << 8 | Int(segment[6])
        width = Int(segment[7]) << 8 | Int(segment[8])
        return
      }
      rest = rest.dropFirst(2 + (Int(segment[2]) << 8 | Int(segment[3])))
    }
    return nil
  }
}

extension ProfilePhoto {
  /// Reads width and height from the JPEG header. Nil when the bytes are not a JPEG.
  package init?(jpeg bytes: [UInt8]) {
    guard let header = JPEGHeader(bytes) else { return nil }
    self.init(jpeg: bytes, width: header.width, height: header.height)
  }
}
