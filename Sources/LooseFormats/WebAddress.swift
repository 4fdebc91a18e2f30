package import Bytes

/// The parts of a URL (RFC 3986 §3) that tell what a request asks for.
package struct WebAddress: Sendable {
  package let scheme: String
  /// In small letters, without the port.
  package let host: String
  /// The segments of the path, without escapes.
  package let path: [String]
  /// What stands behind `?` and behind `#`: an app is sent its answer in either.
  package let fields: FormFields
  /// The address without query and fragment.
  package let base: String

  /// Nil for a text without a scheme.
  package init?(_ text: String) {
    guard let colon = text.firstPlace(of: ":"), colon.lowerBound > text.startIndex else { return nil }
    scheme = ASCII.lowercased(text[..<colon.lowerBound])
    var rest = text[colon.upperBound...]
    let query = rest.utf8.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
    base = String(text[..<query])
    let tail = query < rest.endIndex ? String(rest[rest.index(after: query)...]) : ""
    rest = rest[..<query]
    var authority: Substring = ""
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let slash = rest.utf8.firstIndex(of: 0x2F) ?? rest.endIndex
      authority = rest[..<slash]
      rest = rest[slash...]
    }
    if let at = authority.utf8.lastIndex(of: 0x40) { authority = authority[authority.index(after: at)...] }
    if let port = authority.utf8.lastIndex(of: 0x3A) { authority = authority[..<port] }
    host = ASCII.lowercased(authority)
    path = String(rest).parts(0x2F).filter { !$0.isEmpty }.map { Percent.decode($0) ?? $0 }
    let joined = String(decoding: tail.utf8.map { $0 == 0x23 || $0 == 0x3F ? 0x26 : $0 }, as: UTF8.self)
    fields = FormFields(parsing: joined) ?? FormFields()
  }
}
