/// References to characters in the text of HTML and XML: `&amp;`, `&#39;`, `&#x2B;`.
package enum CharacterReference {
  private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]

  /// The text with the characters that its references mean. A reference that means nothing here stays as it is.
  package static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(0x26) else { return String(text) }
    let pieces = text.split(separator: "&", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { result, piece in
      if let end = piece.firstIndex(of: ";"), let known = character(piece[..<end]) {
        result += known
        result += piece[piece.index(after: end)...]
      } else {
        result += "&"
        result += piece
      }
    }
  }

  private static func character(_ name: Substring) -> String? {
    if let known = named[String(name)] { return known }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
  }
}
