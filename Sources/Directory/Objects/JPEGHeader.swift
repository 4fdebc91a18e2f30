/// The size that a JPEG says it has (ITU-T T.81 §B.2.2).
package struct JPEGHeader: Hashable {
  package let width: Int
  package let height: Int

  private static let framesOfOtherMeaning: Set<UInt8> = [0xC4, 0xC8, 0xCC]

  /// Nil for bytes that do not begin as a JPEG does.
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
  /// A picture as it comes in; nil for bytes that are no JPEG.
  package init?(jpeg bytes: [UInt8]) {
    guard let header = JPEGHeader(bytes) else { return nil }
    self.init(jpeg: bytes, width: header.width, height: header.height)
  }
}
