import Bytes

/// The bytes of a text that is being written.
struct XMLOutput {
  private(set) var bytes: [UInt8] = []

  /// Where a text is to stand, which decides what is written as a reference.
  enum Position {
    case text
    /// In an attribute on the wire, where `>` is written as a reference too.
    case attribute
    case canonicalAttribute
  }

  mutating func add(_ text: String) { bytes.append(bytesOf: text) }

  /// A text of the document. What XML 1.0 cannot hold becomes U+FFFD.
  mutating func add(_ text: String, in position: Position) {
    let source = text.utf8.span
    var start = 0
    for index in source.indices {
      guard let reference = reference(source, index, position) else { continue }
      add(source, start..<index)
      bytes.append(bytesOf: reference.text)
      start = index + reference.length
    }
    add(source, start..<source.count)
  }

  private mutating func add(_ source: Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    source.extracting(range).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// What stands for the character at `index`; nil for one that stands for itself.
  private func reference(_ source: Span<UInt8>, _ index: Int, _ position: Position) -> (text: String, length: Int)? {
    switch source[index] {
    case 0x26: ("&amp;", 1)
    case 0x3C: ("&lt;", 1)
    case 0x3E: position == .canonicalAttribute ? nil : ("&gt;", 1)
    case 0x22: position == .text ? nil : ("&quot;", 1)
    case 0x0D: ("&#xD;", 1)
    case 0x09: position == .text ? nil : ("&#x9;", 1)
    case 0x0A: position == .text ? nil : ("&#xA;", 1)
    case 0x00..<0x20: ("\u{FFFD}", 1)
    // U+FFFE and U+FFFF.
    case 0xEF where index + 2 < source.count && source[index + 1] == 0xBF && source[index + 2] >= 0xBE:
      ("\u{FFFD}", 3)
    default: nil
    }
  }
}
