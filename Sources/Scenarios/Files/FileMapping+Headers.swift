import Bytes

extension FileMapping {
  /// Takes a key that must have no value.
  mutating func takeAlone(_ key: String) throws(ScenarioError) {
    if let value = take(key) { throw value.error("'\(key)' stands alone; leave out what follows it") }
  }

  /// Reads all keys that are left as header fields of an answer.
  /// - Throws: `ScenarioError` for a name or value that cannot be in a header, and for `Content-Length` and
  /// `Transfer-Encoding`, which follow from the body.
  func headers() throws(ScenarioError) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    for (name, value) in entries {
      let text = try value.text()
      guard HeaderSyntax.isName(value.key) else {
        throw name.error("'\(value.key)' is not a header name; use letters, digits and '-'")
      }
      guard HeaderSyntax.isValue(text) else {
        throw value.error("the header '\(value.key)' has a control character; a header is one line")
      }
      if ["content-length", "transfer-encoding"].contains(ASCII.lowercased(value.key)) {
        throw name.error("'\(value.key)' follows from the body; leave it out")
      }
      headers.append((value.key, text))
    }
    return headers
  }
}

/// Which characters a header field may have (RFC 9110 §5.6.2 and §5.5).
enum HeaderSyntax {
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  static func isValue(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}
