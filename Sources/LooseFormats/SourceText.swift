import Bytes

/// The text of a file as UTF-8 without a byte order mark, whatever encoding the file has.
package struct SourceText: Sendable {
  /// UTF-8. Lines end with a line feed alone.
  package let bytes: [UInt8]

  /// Nil for a file that is not a text: it has a byte of zero, and is not UTF-16.
  package init?(_ raw: [UInt8]) {
    var units: [UInt8]
    if raw.count >= 2, raw[0] == 0xFF, raw[1] == 0xFE {
      units = Self.fromUTF16(raw[2...], isBigEndian: false)
    } else if raw.count >= 2, raw[0] == 0xFE, raw[1] == 0xFF {
      units = Self.fromUTF16(raw[2...], isBigEndian: true)
    } else if raw.count >= 4, raw[1] == 0, raw[3] == 0, raw[0] != 0, raw[2] != 0 {
      units = Self.fromUTF16(raw[...], isBigEndian: false)
    } else if raw.count >= 4, raw[0] == 0, raw[2] == 0, raw[1] != 0, raw[3] != 0 {
      units = Self.fromUTF16(raw[...], isBigEndian: true)
    } else {
      let hasMark = raw.count >= 3 && raw[0] == 0xEF && raw[1] == 0xBB && raw[2] == 0xBF
      units = hasMark ? Array(raw[3...]) : raw
    }
    guard !units.contains(0) else { return nil }
    if units.contains(0x0D) { units = Self.withLineFeeds(units) }
    bytes = units
  }

  private static func fromUTF16(_ raw: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(raw.count / 2)
    var index = raw.startIndex
    while index + 1 < raw.endIndex {
      let first = UInt16(raw[index])
      let second = UInt16(raw[index + 1])
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte != 0x0D {
        output.append(byte)
      } else if index + 1 >= bytes.count || bytes[index + 1] != 0x0A {
        output.append(0x0A)
      }
    }
    return output
  }

  /// The lines without their ends. The first is line 1.
  package var lines: [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether these bytes stand anywhere in the text.
  package func has(_ text: String) -> Bool { String(decoding: bytes, as: UTF8.self).firstPlace(of: text) != nil }
}
