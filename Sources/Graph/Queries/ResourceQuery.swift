import Bytes

/// The OData options of a call on one object (Microsoft: "Use query parameters to customize Microsoft Graph queries").
/// Only names that begin with `$` are options; Graph ignores other parameters.
struct ResourceQuery: Sendable, Hashable {
  /// The properties that `$select` names, in the order of the request, each once and in its declared spelling. Nil: the default ones.
  let selected: [String]?
  /// The properties that `$expand=manager` shows of the manager. Nil when the call does not expand the manager.
  let manager: Expansion?
  /// Whether the call expands the open extensions.
  let expandsExtensions: Bool

  struct Expansion: Sendable, Hashable {
    let selected: [String]?
  }

  /// - Throws: a `GraphError` for a property that this type does not have, and for one that cannot be expanded.
  init(_ query: String?, _ version: GraphVersion, _ type: ObjectType) throws(GraphError) {
    guard let fields = FormFields(parsing: query ?? "") else { throw .malformedQuery }
    func values(_ option: String) -> [String] {
      fields.fields.filter { ASCII.equalIgnoringCase($0.name, option) }.flatMap { Self.items(of: $0.value) }
    }
    selected = try Self.selection(values("$select"), version, type)
    var manager: Expansion?
    var expandsExtensions = false
    for value in values("$expand") {
      let name = ASCII.trimmed(value.prefix { $0 != "(" })
      switch type.expandable.first(where: { ASCII.equalIgnoringCase($0, name) }) {
      case "manager": manager = Expansion(selected: try Self.selection(Self.selectedInside(value), version, .user))
      case "extensions": expandsExtensions = true
      default: throw .cannotExpand(name, of: type)
      }
    }
    self.manager = manager
    self.expandsExtensions = expandsExtensions
  }

  private static func selection(_ names: [String], _ version: GraphVersion, _ type: ObjectType) throws(GraphError)
    -> [String]?
  {
    guard !names.isEmpty, !names.contains("*") else { return nil }
    var selected: [String] = []
    var seen = SeenWords()
    for name in names {
      guard let declared = type.declaredName(name, version) else { throw .unknownProperty(name, of: type) }
      if seen.insert(declared) { selected.append(declared) }
    }
    return selected
  }

  /// The names in `manager($select=id,displayName)`.
  private static func selectedInside(_ value: String) -> [String] {
    guard let open = value.firstIndex(of: "("), value.hasSuffix(")") else { return [] }
    let inside = value[value.index(after: open)...].dropLast()
    return inside.split(separator: ";").filter { ASCII.lowercased($0).hasPrefix("$select=") }
      .flatMap { items(of: String($0.dropFirst("$select=".count))) }
  }

  /// The parts of a text between commas. A comma in parentheses does not separate.
  private static func items(of value: String) -> [String] {
    var items = [""]
    var depth = 0
    for character in value {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth <= 0 { items.append("") } else { items[items.count - 1].append(character) }
    }
    return items.map { ASCII.trimmed($0) }.filter { !$0.isEmpty }
  }
}
