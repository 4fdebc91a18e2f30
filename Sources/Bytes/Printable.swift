/// Makes text from outside fit to be printed: on a terminal, which obeys control characters, and in the log of a CI system,
/// which obeys lines such as `::error::` and `##vso[…]`.
package enum Printable {
  /// The text as one line. Each control character, each mark that changes the direction of writing, and each line or
  /// paragraph separator becomes an escape such as `\u001B`, which is also its escape in JSON.
  package static func line(_ text: String) -> String { escaped(text, keeping: []) }

  /// Text of several lines, as a program prints it. Line ends and tabs stay. So do the sequences that set a colour, if
  /// `allowsColour`. A backslash in a command to a CI system makes it plain text.
  package static func text(_ text: String, allowsColour: Bool) -> String {
    let kept = allowsColour ? ["\t"] + colours : ["\t"]
    return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { defused(escaped(String(Substring($0)), keeping: kept)) }.joined(separator: "\n")
  }

  /// One line of JSON, which stays JSON: what `line` escapes, and each second of two number signs, which begin commands to CI systems.
  package static func json(_ text: String) -> String {
    let line = line(text)
    guard line.firstPlace(of: "##") != nil else { return line }
    var result: [UInt8] = []
    for byte in line.utf8 {
      if byte == 0x23, result.last == 0x23 { result += "\\u0023".utf8 } else { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The sequences of this program's own colours: off, bold, dim, red, green, cyan.
  private static let colours = ["0", "1", "2", "31", "32", "36"].map { "\u{1B}[\($0)m" }

  private static func escaped(_ text: String, keeping sequences: [String]) -> String {
    // Most texts are plain.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      let kept = isActive(scalar) ? sequences.first { rest.starts(with: $0.unicodeScalars) } : String(scalar)
      result.append(contentsOf: (kept ?? escape(scalar)).unicodeScalars)
      rest = rest.dropFirst(kept?.unicodeScalars.count ?? 1)
    }
    return String(result)
  }

  /// C0, DEL and C1; marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9 §2); line and
  /// paragraph separators; characters without a width.
  private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// `\u001B`. No active character is above U+FFFF.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let bytes = [UInt8(truncatingIfNeeded: scalar.value >> 8), UInt8(truncatingIfNeeded: scalar.value)]
    return "\\u" + Hex.encode(bytes, uppercase: true)
  }

  // MARK: Commands to CI systems

  /// GitHub reads a command after the blanks at the start of a line. It reads `##[`, Azure reads `##vso[` and TeamCity
  /// `##teamcity[` anywhere in the line.
  private static func defused(_ line: String) -> String {
    let bytes = line.utf8
    let start = bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.endIndex
    var result: [UInt8] = []
    var rest = bytes[start...]
    if rest.starts(with: "::".utf8) { result.append(backslash) }
    while let byte = rest.first {
      result.append(byte)
      if byte == 0x23, commands.contains(where: { rest.starts(with: $0.utf8) }) { result.append(backslash) }
      rest = rest.dropFirst()
    }
    return result.count == bytes[start...].count
      ? line : String(line[..<start]) + String(decoding: result, as: UTF8.self)
  }

  private static let commands = ["##[", "##vso[", "##teamcity["]
  private static let backslash: UInt8 = 0x5C
}
