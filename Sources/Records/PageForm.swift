import Bytes

/// The first form of a page: where it goes and what it carries.
struct PageForm: Sendable {
  private(set) var action = ""
  /// The named inputs with their values, in order; buttons and boxes that are not ticked are left out.
  private(set) var fields: [(String, String)] = []
  /// The values of its buttons by their names.
  private(set) var buttons: [(name: String, value: String)] = []

  /// Nil when the page has no form.
  init?(in html: String) {
    guard let start = html.firstPlace(of: "<form") else { return nil }
    let rest = html[start.lowerBound...]
    let whole = rest.firstPlace(of: "</form>").map { rest[..<$0.lowerBound] } ?? rest
    action = Self.attribute("action", in: Self.tag(at: whole)) ?? ""
    var left = whole
    while let place = left.firstIndex(of: "<") {
      let tag = Self.tag(at: left[place...])
      left = left[place...].dropFirst(max(tag.count, 1))
      let type = Self.attribute("type", in: tag)
      guard tag.hasPrefix("<input") || tag.hasPrefix("<button"), let name = Self.attribute("name", in: tag) else {
        continue
      }
      let value = Self.attribute("value", in: tag) ?? ""
      if tag.hasPrefix("<button") || type == "submit" {
        buttons.append((name, value))
      } else if type != "checkbox" || tag.firstPlace(of: " checked") != nil {
        fields.append((name, value))
      }
    }
  }

  subscript(_ name: String) -> String? { fields.first { $0.0 == name }?.1 }

  private static func tag(at text: Substring) -> Substring {
    guard let end = text.firstIndex(of: ">") else { return text }
    return text[...end]
  }

  private static func attribute(_ name: String, in tag: Substring) -> String? {
    // Azure AD B2C writes single quotes.
    let text = String(tag)
    return (between(" \(name)=\"", "\"", in: text) ?? between(" \(name)='", "'", in: text)).map {
      CharacterReference.decoded($0[...])
    }
  }

  /// What stands between two texts, where the first of them comes first.
  static func between(_ start: String, _ end: String, in text: String) -> String? {
    guard let from = text.firstPlace(of: start) else { return nil }
    let rest = text[from.upperBound...]
    guard let to = rest.firstPlace(of: end) else { return nil }
    return String(rest[..<to.lowerBound])
  }
}
