import Bytes

/// The bytes of a text that is being written. Marks are added as bytes and names in their parts, since a message has thousands of them.
struct XMLOutput {
  private(set) var bytes: [UInt8] = []

  /// Where a text is to stand, which decides what is written as a reference.
  enum Position {
    case text
    /// In an attribute on the wire, where `>` is written as a reference too.
    case attribute
    case canonicalAttribute
  }

  /// `<name`, behind which attributes follow.
  mutating func beginStartTag(_ element: XMLElement) {
    bytes.append(0x3C)
    addName(element.prefix, element.local)
  }

  /// ` name="value"`.
  mutating func addAttribute(_ prefix: String, _ local: String, _ value: String, in position: Position) {
    bytes.append(0x20)
    addName(prefix, local)
    bytes.append(0x3D)
    bytes.append(0x22)
    add(value, in: position)
    bytes.append(0x22)
  }

  /// The end of a start tag: `>`, and `/>` for an element that holds nothing.
  mutating func endStartTag(isEmpty: Bool = false) {
    if isEmpty { bytes.append(0x2F) }
    bytes.append(0x3E)
  }

  /// `</name>`.
  mutating func addEndTag(_ element: XMLElement) {
    bytes.append(0x3C)
    bytes.append(0x2F)
    addName(element.prefix, element.local)
    bytes.append(0x3E)
  }

  mutating func addComment(_ text: String) {
    bytes.append(bytesOf: "<!--")
    bytes.append(bytesOf: text)
    bytes.append(bytesOf: "-->")
  }

  private mutating func addName(_ prefix: String, _ local: String) {
    if !prefix.isEmpty {
      bytes.append(bytesOf: prefix)
      bytes.append(0x3A)
    }
    bytes.append(bytesOf: local)
  }

  /// A text of the document. What XML 1.0 cannot hold becomes U+FFFD.
  mutating func add(_ text: String, in position: Position) {
    text.utf8.span.withUnsafeBufferPointer { source in
      var start = 0
      for index in source.indices where Self.mayNeedReference(source[index]) {
        guard let reference = Self.reference(source, index, position) else { continue }
        bytes.append(contentsOf: source[start..<index])
        bytes.append(bytesOf: reference.text)
        start = index + reference.length
      }
      bytes.append(contentsOf: source[start...])
    }
  }

  /// Whether anything but the byte itself is written for it in some position. Of nearly all bytes nothing is.
  @inline(__always) private static func mayNeedReference(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00..<0x20, 0x22, 0x26, 0x3C, 0x3E, 0xEF: true
    default: false
    }
  }

  /// What stands for the character at `index`; nil for one that stands for itself.
  private static func reference(
    _ source: UnsafeBufferPointer<UInt8>, _ index: Int, _ position: Position
  ) -> (text: String, length: Int)? {
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
