import Bytes

/// The properties of a type of Graph's `v1.0`, of those types that an identity provider meets.
struct GraphProperties: Sendable {
  /// A property's type: `String`, or the name of an object's type.
  struct Kind: Sendable, Hashable {
    /// The name as it is declared.
    let name: String
    let type: String
    let isCollection: Bool
  }

  private let base: String
  private let cell: String

  /// Nil for a type whose properties the table does not have. ASCII case does not count.
  init?(of type: String) {
    guard let cells = GraphTable.properties.row(type), cells.count == 3 else { return nil }
    base = cells[1]
    cell = cells[2]
  }

  /// The property of that name, those of the type's base among them. ASCII case does not count.
  func kind(of name: String) -> Kind? {
    for word in cell.split(separator: " ") {
      guard let colon = word.firstIndex(of: ":"), ASCII.equalIgnoringCase(word[..<colon], name) else { continue }
      var type = word[word.index(after: colon)...]
      if type.hasSuffix("?") { type = type.dropLast() }
      let isCollection = type.hasSuffix("*")
      return Kind(
        name: String(word[..<colon]), type: String(isCollection ? type.dropLast() : type), isCollection: isCollection)
    }
    return base.isEmpty ? nil : GraphProperties(of: base)?.kind(of: name)
  }
}
