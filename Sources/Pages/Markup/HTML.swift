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
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": markup(#"\""#)
      case "\\": markup(#"\\"#)
      case "<", ">", "&", "'", "}", "\u{7F}", "\u{2028}", "\u{2029}", "\u{0}"..<" ":
        markup(#"\u"#)
        for shift in [12, 8, 4, 0] as [UInt32] {
          let digit = UInt8(truncatingIfNeeded: scalar.value >> shift & 15)
          bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
      default: bytes.append(contentsOf: scalar.utf8)
      }
    }
    bytes.append(0x22)
  }

  /// Appends markup as it is.
  package mutating func append(_ other: HTML) { bytes.append(contentsOf: other.bytes) }
}
