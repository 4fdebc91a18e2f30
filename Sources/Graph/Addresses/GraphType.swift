import Bytes

/// A type of Graph's `v1.0`: what a path can go on with at an object of it (Microsoft: the published metadata of Graph, August 2026).
struct GraphType: Sendable {
  /// A link to other objects, or an operation.
  enum Member: Sendable, Hashable {
    case link(type: String, isCollection: Bool)
    /// Bytes, such as the content of a file.
    case stream
    case action
    case function
  }

  let name: String
  private let base: String
  private let flags: [Substring]
  private let links: String
  private let operationsOfSets: String

  /// Nil for a name that no type of `v1.0` has. ASCII case does not count.
  init?(_ name: String) {
    guard let cells = GraphTable.addresses.row("type", name), cells.count == 4 else { return nil }
    self.name = name
    base = cells[0]
    flags = cells[1].split(separator: " ")
    links = cells[2]
    operationsOfSets = cells[3]
  }

  /// The types whose objects take names that the metadata does not have (`OpenType`). Read once, when a query first names something unknown.
  static let openNames: Set<String> = Set(
    GraphTable.addresses.rows.compactMap { cells in
      cells.count > 3 && cells[0] == "type" && cells[3].split(separator: " ").contains("open") ? cells[1] : nil
    })

  /// Whether it is one of these. A type that is made from an open one is not open itself, unless it says so.
  var isOpen: Bool { Self.openNames.contains(name) }

  /// Whether the object itself has bytes: `/$value`.
  var hasBytes: Bool { flags.contains("stream") || baseType?.hasBytes == true }

  /// Whether it is that type, or one of those that are made from it.
  func isA(_ other: String) -> Bool { ASCII.equalIgnoringCase(name, other) || baseType?.isA(other) == true }

  /// The link or the operation of that name at one object.
  func member(_ name: String) -> Member? { Self.member(name, in: links) ?? baseType?.member(name) }

  /// The operation of that name at a collection of such objects.
  func operationOfSet(_ name: String) -> Member? {
    Self.member(name, in: operationsOfSets) ?? baseType?.operationOfSet(name)
  }

  private var baseType: GraphType? { base.isEmpty ? nil : GraphType(base) }

  private static func member(_ name: String, in cell: String) -> Member? {
    for word in cell.split(separator: " ") {
      if word.hasPrefix("a!") {
        if ASCII.equalIgnoringCase(word.dropFirst(2), name) { return .action }
      } else if word.hasPrefix("f!") {
        if ASCII.equalIgnoringCase(word.dropFirst(2).prefix { $0 != "(" }, name) { return .function }
      } else if let colon = word.firstIndex(of: ":"), ASCII.equalIgnoringCase(word[..<colon], name) {
        let type = word[word.index(after: colon)...]
        if type == "$stream" { return .stream }
        return type.hasSuffix("*")
          ? .link(type: String(type.dropLast()), isCollection: true) : .link(type: String(type), isCollection: false)
      }
    }
    return nil
  }
}
