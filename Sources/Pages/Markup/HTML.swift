/// Markup under construction. Only literals of the program become markup. A `String` becomes escaped text; there is
/// no way to add it as markup.
///
/// Most code writes a literal with interpolations: its fixed parts are markup, every interpolated `String` is
/// escaped, and every interpolated `HTML` is taken as it is. Attribute values must have quotes.
///
///     let greeting: HTML = "<p title=\"\(userName)\">Hello \(userName)</p>"
package struct HTML: Sendable, Hashable {
  /// The markup so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends a literal of the program as markup, without escaping.
  package mutating func markup(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends `value`, escaped for the content of elements and for quoted attributes. Line ends become character
  /// references: a browser would turn CR LF into LF, and `error_description` contains CR LF.
  package mutating func text(_ value: String) {
    for byte in value.utf8 {
      switch byte {
      case 0x0A: markup("&#10;")
      case 0x0D: markup("&#13;")
      case 0x22: markup("&quot;")
      case 0x26: markup("&amp;")
      case 0x27: markup("&#39;")
      case 0x3C: markup("&lt;")
      case 0x3E: markup("&gt;")
      default: bytes.append(byte)
      }
    }
  }

  /// Appends `value` as a JSON string for a `script` element: `<`, `>` and `&` become `\u00XX`, and `}` too,
  /// since programs read a block of data up to the first `};`.
  package mutating func json(_ value: String) {
    bytes.append(0x22)
    for byte in value.utf8 {
      switch byte {
      case 0x22: markup(#"\""#)
      case 0x5C: markup(#"\\"#)
      case 0x26, 0x27, 0x3C, 0x3E, 0x7D, 0x7F, 0..<0x20:
        markup(#"\u00"#)
        bytes.append(0x30 + byte >> 4)
        bytes.append(byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
      // The last byte of U+2028 and U+2029, which end a line of older scripts.
      case 0xA8, 0xA9:
        guard bytes.count > 2, bytes[bytes.count - 2] == 0xE2, bytes[bytes.count - 1] == 0x80 else {
          bytes.append(byte)
          continue
        }
        bytes.removeLast(2)
        markup(#"\u202"#)
        bytes.append(byte == 0xA8 ? 0x38 : 0x39)
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }

  /// Appends markup as it is.
  package mutating func append(_ other: HTML) { bytes.append(contentsOf: other.bytes) }
}
