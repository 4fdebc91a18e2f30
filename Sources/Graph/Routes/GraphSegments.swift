import Bytes

/// The path segments that Graph has somewhere, whether this server serves them or not. They tell a gap of this server
/// from a mistake of the app.
enum GraphSegments {
  /// Whether Graph has a segment of that name. ASCII case does not count. Properties are segments too:
  /// `/me/displayName`.
  static func contains(_ segment: String) -> Bool {
    let name = ASCII.lowercased(segment)
    if name.hasPrefix("$") { return ["$value", "$ref", "$count", "$metadata", "$links"].contains(name) }
    if name.hasPrefix("microsoft.graph.") || name.hasPrefix("graph.") { return true }
    return hasName(name) || types.contains { $0.declaredName(segment, .v1) != nil }
  }

  private static let types: [ObjectType] = [.user, .group, .application, .servicePrincipal, .domain, .organization]

  /// Looks through the text word by word. It is read for refusals alone, so nothing is kept of it.
  private static func hasName(_ name: String) -> Bool {
    names.withUTF8Buffer { text in
      text.split { $0 == 0x20 || $0 == 0x0A }.contains { word in
        word.count == name.utf8.count && zip(word, name.utf8).allSatisfy { ASCII.lowercased($0) == $1 }
      }
    }
  }
}
