import Bytes

/// Texts in header fields that ASCII cannot say (RFC 2047), and the charsets that mail has.
enum EncodedWord {
  /// The text as a header field has it: as it is in ASCII, else in words of UTF-8. A phrase stands in quotes where it needs them.
  static func encode(_ text: String, asPhrase: Bool = false) -> String {
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      var parts: [[UInt8]] = [[]]
      for character in text {
        if parts[parts.count - 1].count + character.utf8.count > 42 { parts.append([]) }
        parts[parts.count - 1] += Array(character.utf8)
      }
      return parts.map { "=?UTF-8?B?\(Base64.encode($0))?=" }.joined(separator: " ")
    }
    let isPlain = text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || [0x20, 0x2D, 0x5F].contains($0) }
    guard asPhrase, !isPlain else { return text }
    return "\"" + text.exchanging("\\", for: "\\\\").exchanging("\"", for: "\\\"") + "\""
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
    let name = ASCII.lowercased(charset)
    let isWindows = ["windows-1252", "cp1252"].contains(name)
    guard isWindows || ["iso-8859-1", "latin1", "us-ascii"].contains(name) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    if name == "us-ascii", let text = String(validating: bytes, as: UTF8.self) { return text }
    let scalars = bytes.map { byte in
      isWindows && (0x80...0x9F).contains(byte) ? windows[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The bytes 80 to 9F of windows-1252.
  private static let windows: [Unicode.Scalar] = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

/// Quoted-printable (RFC 2045, section 6.7).
enum QuotedPrintable {
  static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let pieces = bytes.split(separator: 0x3D, omittingEmptySubsequences: false)
    var result = Array(pieces[0])
    for piece in pieces.dropFirst() {
      // A line break behind the sign does not belong to the text.
      if piece.starts(with: [0x0D, 0x0A]) {
        result += piece.dropFirst(2)
      } else if piece.first == 0x0A {
        result += piece.dropFirst()
      } else if let byte = Hex.decode(String(decoding: piece.prefix(2), as: UTF8.self))?.first {
        result.append(byte)
        result += piece.dropFirst(2)
      } else {
        result.append(0x3D)
        result += piece
      }
    }
    return result
  }
}
