import Bytes

/// The second word of a request line, in any of its four forms (RFC 9112 §3.2).
package struct HTTPRequestTarget: Sendable, Hashable {
  /// Still percent-encoded. It begins with `/`, is `*` for the server as a whole, or is empty for CONNECT.
  package var path: String
  /// Without the `?`; nil when there is no `?`.
  package var query: String?
  /// `http` or `https` of an absolute URL; nil for the other forms.
  package var scheme: String?
  /// The authority of an absolute URL or of a CONNECT, in small letters, the port as sent. Nil for the other forms.
  package var authority: String?

  /// Nil when the text has no form that the method allows, or has a `#`, a space or a character outside visible
  /// ASCII. Other characters pass although RFC 3986 wants them escaped, since browsers send them in queries.
  init?(_ text: String, method: String) {
    let bytes = text.utf8.span
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }) else { return nil }
    if method == "CONNECT" {
      // A client has to name the port (RFC 9110 §9.3.6). MSAL Node 1 to 3 does not where it means 443 (observed), and proxies take that. Nobody
      // sends an empty port.
      guard HTTPAuthority(text) != nil, bytes[bytes.count - 1] != HTTPSyntax.colon else { return nil }
      path = ""
      authority = ASCII.lowercased(text)
      return
    }
    if text == "*" {
      guard method == "OPTIONS" else { return nil }
      path = text
      return
    }
    if bytes[0] == HTTPSyntax.slash {
      let mark = bytes.firstIndex(of: HTTPSyntax.questionMark)
      path = mark.map { bytes.text(0..<$0) } ?? text
      query = mark.map { bytes.text($0 + 1..<bytes.count) }
      return
    }
    var rest = Substring(text)
    if text.utf8.first != HTTPSyntax.slash {
      guard let colon = text.utf8.firstIndex(of: HTTPSyntax.colon) else { return nil }
      let name = ASCII.lowercased(text[..<colon])
      guard name == "http" || name == "https", text[colon...].hasPrefix("://") else { return nil }
      rest = text[colon...].dropFirst(3)
      let end = rest.utf8.firstIndex { $0 == HTTPSyntax.slash || $0 == HTTPSyntax.questionMark } ?? rest.endIndex
      guard HTTPAuthority(rest[..<end]) != nil else { return nil }
      scheme = name
      authority = ASCII.lowercased(rest[..<end])
      rest = rest[end...]
    }
    let mark = rest.utf8.firstIndex(of: HTTPSyntax.questionMark)
    path = String(rest[..<(mark ?? rest.endIndex)])
    query = mark.map { String(rest.utf8[rest.utf8.index(after: $0)...]) ?? "" }
    if path.isEmpty { path = method == "OPTIONS" && query == nil ? "*" : "/" }
  }
}
