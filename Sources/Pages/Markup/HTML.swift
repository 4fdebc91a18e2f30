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

  /// Makes room for so many bytes more.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  /// Appends a literal of the program as markup, without escaping.
  package mutating func markup(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends `value`, escaped for the content of elements and for quoted attributes. Line ends become character
  /// references: a browser would turn CR LF into LF, and `error_description` contains CR LF.
  package mutating func text(_ value: String) {
    var value = value
    value.withUTF8 { part in
      // Most texts have nothing to escape, and go out as a whole.
      var start = 0
      for index in part.indices where part[index] <= 0x3E {
        let reference: StaticString
        switch part[index] {
        case 0x0A: reference = "&#10;"
        case 0x0D: reference = "&#13;"
        case 0x22: reference = "&quot;"
        case 0x26: reference = "&amp;"
        case 0x27: reference = "&#39;"
        case 0x3C: reference = "&lt;"
        case 0x3E: reference = "&gt;"
        default: continue
        }
        bytes.append(contentsOf: part[start..<index])
        markup(reference)
        start = index + 1
      }
      bytes.append(contentsOf: part[start...])
    }
  }

  /// Appends `value` as a JSON string for a `script` element: `<`, `>` and `&` become `\u00XX`, and `}` too,
  /// since programs read a block of data up to the first `};`.
  package mutating func json(_ value: String) {
    bytes.append(0x22)
    var value = value
    value.withUTF8 { part in
      var start = 0
      for index in part.indices {
        let byte = part[index]
        switch byte {
        case 0x22, 0x5C, 0x26, 0x27, 0x3C, 0x3E, 0x7D, 0x7F, 0..<0x20:
          bytes.append(contentsOf: part[start..<index])
          escape(byte)
        // The last byte of U+2028 and U+2029, which end a line of older scripts.
        case 0xA8, 0xA9:
          guard index > 1, part[index - 2] == 0xE2, part[index - 1] == 0x80 else { continue }
          bytes.append(contentsOf: part[start..<index - 2])
          markup(byte == 0xA8 ? #"\u2028"# : #"\u2029"#)
        default: continue
        }
        start = index + 1
      }
      bytes.append(contentsOf: part[start...])
    }
    bytes.append(0x22)
  }

  /// Appends the name of a member as a JSON string. Names are words of the program, and have nothing to escape.
  mutating func name(_ name: String) {
    bytes.append(0x22)
    bytes.append(contentsOf: name.utf8)
    bytes.append(0x22)
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x22: markup(#"\""#)
    case 0x5C: markup(#"\\"#)
    default:
      markup(#"\u00"#)
      bytes.append(0x30 + byte >> 4)
      bytes.append(byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
    }
  }

  /// Appends markup as it is.
  package mutating func append(_ other: HTML) { bytes.append(contentsOf: other.bytes) }
}
