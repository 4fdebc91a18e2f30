import Bytes

/// Makes a token of texts, signed with nothing.
enum Compact {
  static func join(_ parts: [String]) -> String {
    parts.map { Base64.encodeURL(Array($0.utf8)) }.joined(separator: ".") + ".AA"
  }
}
