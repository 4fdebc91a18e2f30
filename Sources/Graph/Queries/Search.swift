import Bytes
import JSON

/// `$search="displayName:al" AND ("mail:al" OR "mail:bo")`: finds objects in which that property, or one of its words, begins with the text.
indirect enum Search: Sendable, Hashable {
  case clause(property: String, text: String)
  case all([Search])
  case any([Search])

  private static let maximumDepth = 16

  /// - Throws: a `GraphError` for what is not clauses in quotes with `AND` and `OR` between them, and for a property that is not searched.
  init(_ option: String, _ type: ObjectType) throws(GraphError) {
    var rest = Substring(option)
    guard let read = Self.alternatives(&rest, type, depth: 0), ASCII.trimmed(rest).isEmpty else {
      throw .searchUnreadable(option)
    }
    self = read
  }

  /// Whether the value of each property that it names fits.
  func matches(_ value: (String) -> JSONValue) -> Bool {
    switch self {
    case .clause(let property, let text): Self.fits(value(property), text)
    case .all(let parts): parts.allSatisfy { $0.matches(value) }
    case .any(let parts): parts.contains { $0.matches(value) }
    }
  }

  private static func fits(_ value: JSONValue, _ text: String) -> Bool {
    if let items = value.array { return items.contains { fits($0, text) } }
    guard let value = value.string.map({ ASCII.lowercased($0) }) else { return false }
    let words = value.utf8.split { !ASCII.isAlphanumeric($0) && $0 < 0x80 }
    return value.utf8.starts(with: text.utf8) || words.contains { $0.starts(with: text.utf8) }
  }

  // MARK: Reading

  private static func alternatives(_ rest: inout Substring, _ type: ObjectType, depth: Int) -> Search? {
    guard let first = conjunction(&rest, type, depth: depth) else { return nil }
    var parts = [first]
    while take("OR", &rest) {
      guard let next = conjunction(&rest, type, depth: depth) else { return nil }
      parts.append(next)
    }
    return parts.count == 1 ? first : .any(parts)
  }

  private static func conjunction(_ rest: inout Substring, _ type: ObjectType, depth: Int) -> Search? {
    guard let first = part(&rest, type, depth: depth) else { return nil }
    var parts = [first]
    while take("AND", &rest) {
      guard let next = part(&rest, type, depth: depth) else { return nil }
      parts.append(next)
    }
    return parts.count == 1 ? first : .all(parts)
  }

  private static func part(_ rest: inout Substring, _ type: ObjectType, depth: Int) -> Search? {
    guard depth < maximumDepth else { return nil }
    if take("(", &rest) {
      guard let inner = alternatives(&rest, type, depth: depth + 1), take(")", &rest) else { return nil }
      return inner
    }
    guard take("\"", &rest) else { return nil }
    let clause = rest.prefix { $0 != "\"" }
    rest = rest.dropFirst(clause.count)
    guard take("\"", &rest) else { return nil }
    let parts = clause.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, let text = parts.last, !text.isEmpty,
      let property = type.searchable.first(where: { ASCII.equalIgnoringCase($0, name) })
    else { return nil }
    return .clause(property: property, text: ASCII.lowercased(text))
  }

  /// Takes a word or a sign that stands next.
  private static func take(_ text: String, _ rest: inout Substring) -> Bool {
    let next = rest.drop { $0 == " " }
    guard next.hasPrefix(text) else { return false }
    rest = next.dropFirst(text.count)
    return true
  }
}
