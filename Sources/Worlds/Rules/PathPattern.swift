import Bytes

/// The path of a request in a pattern: `/v1.0/me/drive/**`. `*` stands for any characters of one segment, `**` for any
/// number of segments. ASCII case and a slash at the end do not count.
package struct PathPattern: Sendable, Hashable, CustomStringConvertible {
  private enum Part: Hashable {
    case byte(UInt8)
    /// Any bytes but a slash.
    case anyInSegment
    case any
  }

  private static let slash: UInt8 = 0x2F

  /// The pattern as it was written.
  package let description: String
  private let parts: [Part]
  /// Whether the pattern ends in `/**`. It then fits the path before these three characters too.
  private let fitsParent: Bool

  /// Nil when the text does not begin with a slash, as every path does.
  package init?(_ text: String) {
    guard text.utf8.first == Self.slash else { return nil }
    description = text
    var parts: [Part] = []
    for byte in Self.trimmed(text) {
      switch (byte, parts.last) {
      case (0x2A, .any): break
      case (0x2A, .anyInSegment): parts[parts.count - 1] = .any
      case (0x2A, _): parts.append(.anyInSegment)
      default: parts.append(.byte(byte))
      }
    }
    fitsParent = parts.suffix(2) == [.byte(Self.slash), .any]
    self.parts = parts
  }

  /// Whether the whole path fits. The time grows with the length of the path times that of the pattern, never faster.
  package func matches(_ path: String) -> Bool {
    let bytes = Self.trimmed(path)
    return Self.matches(parts, bytes) || (fitsParent && Self.matches(Array(parts.dropLast(2)), bytes))
  }

  private static func matches(_ parts: [Part], _ bytes: [UInt8]) -> Bool {
    // For each place of the path: whether the parts so far can end there.
    var ends = [Bool](repeating: false, count: bytes.count + 1)
    ends[0] = true
    for part in parts {
      var next = [Bool](repeating: false, count: bytes.count + 1)
      if case .byte = part {} else { next[0] = ends[0] }
      for place in bytes.indices {
        switch part {
        case .byte(let wanted): next[place + 1] = ends[place] && bytes[place] == wanted
        case .anyInSegment: next[place + 1] = ends[place + 1] || (next[place] && bytes[place] != slash)
        case .any: next[place + 1] = ends[place + 1] || next[place]
        }
      }
      ends = next
    }
    return ends[bytes.count]
  }

  /// In small letters and without slashes at the end.
  private static func trimmed(_ path: String) -> [UInt8] {
    var bytes = Array(ASCII.lowercased(path).utf8)
    while bytes.last == slash { bytes.removeLast() }
    return bytes
  }
}
