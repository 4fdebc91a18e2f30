import Bytes
import LooseFormats

/// Finds scopes of APIs in any text, with any number of words around them: `api://…/Orders.Read`, `https://TENANT/api/Orders.Read`,
/// `https://…/.default`.
enum ScopeText {
  static func scopes(in text: String) -> [String] {
    guard text.firstPlace(of: "://") != nil else { return [] }
    var found: [String] = []
    var seen = SeenWords()
    let text = text.firstPlace(of: "<%=") == nil ? text : Reference.normalized(text, isVariable: KeyWords.isVariable)
    for part in text.utf8.span.words(between: {
      switch $0 {
      case 0...0x20, 0x2C, 0x3B, 0x22, 0x27, 0x60, 0x5B, 0x5D, 0x28, 0x29, 0x7C: true
      default: false
      }
    }) {
      var word = part
      while word.hasSuffix("/") || word.hasSuffix(".") { word.removeLast() }
      if isScope(word), seen.insert(word) { found.append(word) }
    }
    return found
  }

  /// Hosts of Microsoft's APIs, whose addresses with one word behind them are scopes.
  private static let hosts =
    "management.azure.com management.core.windows.net vault.azure.net storage.azure.com database.windows.net"
    .blankParts

  private static func isScope(_ text: String) -> Bool {
    guard let slash = text.utf8.lastIndex(of: 0x2F) else { return false }
    let name = String(text[text.index(after: slash)...])
    guard ValueShape.isName(name), GUID(name) == nil else { return false }
    let small = ASCII.lowercased(text)
    // What documentation has in the place of an address.
    if small.firstPlace(of: "://example.") != nil { return false }
    if small.hasPrefix("api://") {
      // `api://GUID` alone has a slash too.
      let rest = text[..<slash].utf8.dropFirst(6)
      return !rest.isEmpty && rest.last != 0x2F
    }
    guard small.hasPrefix("https://") else { return false }
    let parts = small.dropFirst(8).split(separator: "/", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count > 1 else { return false }
    if name == ".default" { return parts.count < 5 }
    // A path of Graph itself begins with its version.
    if host.hasPrefix("graph.microsoft.") {
      return parts.count == 2 && name.utf8.contains(0x2E) && !name.utf8.contains { ASCII.isDigit($0) }
    }
    if host.hasSuffix(".onmicrosoft.com") { return parts.count > 2 }
    return parts.count == 2 && hosts.contains(String(host)) && name.firstPlace(of: "user_impersonation") != nil
  }
}
