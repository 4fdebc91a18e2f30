import Bytes

/// The name and the password that a client gives to a proxy (`Proxy-Authorization: Basic`, RFC 9110 §11.7.2, RFC 7617).
package struct ProxyCredentials: Sendable, Hashable {
  /// The part before the first colon; never empty.
  package let name: String
  /// The part after the colon. Empty when the client gives no password.
  package let password: String

  /// Reads the field of the client. Nil without the field, for another scheme than Basic, and for an empty name.
  package init?(_ fields: HTTPFields) {
    guard let field = fields["Proxy-Authorization"] else { return nil }
    let words = field.utf8.split(separator: 0x20, maxSplits: 1)
    guard words.count == 2, ASCII.equalIgnoringCase(String(Substring(words[0])), "Basic"),
      let bytes = Base64.decode(ASCII.trimmed(Substring(words[1]))),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let parts = text.utf8.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty else { return nil }
    self.name = String(Substring(name))
    password = parts.count > 1 ? String(Substring(parts[1])) : ""
  }
}
