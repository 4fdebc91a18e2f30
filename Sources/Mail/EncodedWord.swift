import Bytes

/// Texts in header fields that ASCII cannot say (RFC 2047), and the charsets that mail has.
enum EncodedWord {
  /// The text as a header field has it: as it is in ASCII, else in words of UTF-8. A phrase stands in quotes where it needs them.
  static func encode(_ text: String, asPhrase: Bool = false) -> String {
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      var words: [String] = []
      var part: [UInt8] = []
      for character in text {
        let bytes = Array(String(character).utf8)
        if part.count + bytes.count > 42 {
          words.append("=?UTF-8?B?\(Base64.encode(part))?=")
          part = []
        }
        part += bytes
      }
      return (words + ["=?UTF-8?B?\(Base64.encode(part))?="]).joined(separator: " ")
    }
    let isPlain = text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || [0x20, 0x2D, 0x5F].contains($0) }
    return !asPhrase || isPlain
      ? text
      : "\""
        + text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
        .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
  }

  /// Reads the words in a field's value. White space between two words does not count. What cannot be read stays as it is.
  static func decode(_ value: String) -> String {
    guard value.firstPlace(of: "=?") != nil else { return value }
    var result = ""
    var rest = Substring(value)
    var isBehindWord = false
    while let start = rest.firstPlace(of: "=?") {
      let before = rest[..<start.lowerBound]
      let parts = rest[start.upperBound...].split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, parts[3].utf8.first == 0x3D, let bytes = bytes(parts[2], parts[1]) else {
        result += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        isBehindWord = false
        continue
      }
      if !isBehindWord || !before.utf8.allSatisfy(Self.isBlank) { result += before }
      result += text(bytes, charset: String(parts[0].prefix { $0 != "*" }))
      rest = parts[3].dropFirst()
      isBehindWord = true
    }
    return result + rest
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }

  private static func bytes(_ text: Substring, _ encoding: Substring) -> [UInt8]? {
    switch encoding {
    case "B", "b": Base64.decode(text)
    case "Q", "q": QuotedPrintable.decode(text.utf8.map { $0 == 0x5F ? 0x20 : $0 })
    default: nil
    }
  }

  /// UTF-8, Latin-1 and windows-1252 are read; bytes of any other charset count as UTF-8 and show where they are not.
  static func text(_ bytes: [UInt8], charset: String) -> String {
    switch ASCII.lowercased(charset) {
    case "iso-8859-1", "latin1", "us-ascii", "windows-1252", "cp1252":
      if let text = String(validating: bytes, as: UTF8.self), ASCII.lowercased(charset) == "us-ascii" { return text }
      let isWindows = charset.utf8.contains { $0 == 0x77 || $0 == 0x57 || $0 == 0x70 || $0 == 0x50 }
      return String(
        String.UnicodeScalarView(
          bytes.map { byte in
            isWindows && (0x80...0x9F).contains(byte)
              ? windows[Int(byte) - 0x80] : Unicode.Scalar(byte)
          }))
    default: return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The bytes 80 to 9F of windows-1252.
  private static let windows: [Unicode.Scalar] = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

/// Quoted-printable (RFC 2045, section 6.7).
enum QuotedPrintable {
  static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      guard byte == 0x3D else {
        result.append(byte)
        continue
      }
      if place + 1 < bytes.count, let high = ASCII.hexValue(bytes[place]), let low = ASCII.hexValue(bytes[place + 1]) {
        result.append(high << 4 | low)
        place += 2
      } else if place < bytes.count, bytes[place] == 0x0A {
        place += 1
      } else if place + 1 < bytes.count, bytes[place] == 0x0D, bytes[place + 1] == 0x0A {
        place += 2
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
