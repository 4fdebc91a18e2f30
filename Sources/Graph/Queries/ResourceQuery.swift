import Bytes
import JSON

/// The OData options of a call on one object (Microsoft: "Use query parameters to customize Microsoft Graph queries").
/// Only names that begin with `$` are options; Graph ignores other parameters.
struct ResourceQuery: Sendable, Hashable {
  /// The properties that `$select` names, in the order of the request, each once and in its declared spelling. Nil: the default ones.
  let selected: [String]?
  /// The relationships that `$expand` names, in the order of the request.
  let expansions: [Expansion]

  /// A relationship whose objects the answer holds.
  struct Expansion: Sendable, Hashable {
    /// The declared spelling.
    let name: String
    /// The properties of these objects that `$select` within the parentheses names. Nil: the default ones.
    let selected: [String]?
  }

  typealias Kept = (_ relationship: String?) -> [String]

  /// A query that selects these properties and nothing else.
  init(selecting selected: [String]?) {
    self.selected = selected
    expansions = []
  }

  /// `kept` are the names of what clients of `beta` wrote into the objects and the type does not name; `$select` may name it. With the
  /// name of a relationship they are those of the objects that it leads to. They are asked for when nothing else has the name.
  ///
  /// - Throws: a `GraphError` for a property that this type does not have, and for one that cannot be expanded.
  init(_ query: String?, _ version: GraphVersion, _ type: ObjectType, kept: Kept = { _ in [] }) throws(GraphError) {
    guard let fields = FormFields(parsing: query ?? "") else { throw .malformedQuery }
    func values(_ option: String) -> [String] {
      fields.fields.filter { ASCII.equalIgnoringCase($0.name, option) }.flatMap { Self.items(of: $0.value) }
    }
    selected = try Self.selection(values("$select"), version, type) { kept(nil) }
    var expansions: [Expansion] = []
    for value in values("$expand") {
      let name = ASCII.trimmed(value.prefix { $0 != "(" })
      guard let declared = type.expandable.first(where: { ASCII.equalIgnoringCase($0, name) }) else {
        guard type.declaredName(name, version) == nil else {
          throw .notServed("$expand=\(name) of \(type.name) objects")
        }
        throw .cannotExpand(name, of: type)
      }
      let target: ObjectType = declared == "manager" ? .user : .directoryObject
      let inside = try Self.selectedInside(value)
      // What every directory object has is selected within all the same.
      let isSmall = inside.allSatisfy { name in
        ["id", "deletedDateTime"].contains { ASCII.equalIgnoringCase($0, name) }
      }
      guard isSmall || !type.plainExpansions.contains(declared) else { throw .invalidInnerSelect }
      expansions.append(
        Expansion(
          name: declared, selected: try Self.selection(inside, version, target) { kept(declared) }))
    }
    self.expansions = expansions
  }

  private static func selection(
    _ names: [String], _ version: GraphVersion, _ type: ObjectType, _ kept: () -> [String]
  ) throws(GraphError) -> [String]? {
    guard !names.isEmpty, !names.contains("*") else { return nil }
    var selected: [String] = []
    var seen = SeenWords()
    for name in names {
      func written() -> String? { version == .beta ? kept().first { ASCII.equalIgnoringCase($0, name) } : nil }
      let declared: String
      if let known = type.declaredName(name, version) ?? written() {
        declared = known
      } else {
        guard Self.isTerm(name) else {
          throw .invalidTerm((names.prefix { $0 != name } + [name]).joined(separator: ","))
        }
        // Of a type that is open nobody can say that it lacks the name: the context has it, and no member follows (observed).
        guard type.isOpen else { throw .unknownProperty(name, of: type.name, version) }
        guard version == .beta || !type.refusesUnknownSelection || type.isKnown(name) else {
          throw .undeclaredProperty(name, of: type.name)
        }
        declared = name
      }
      if seen.insert(declared) { selected.append(declared) }
    }
    return selected
  }

  /// Whether a name could be one: letters, digits and `_`, of a path with `/` between them.
  private static func isTerm(_ name: String) -> Bool {
    name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || [0x2E, 0x2F, 0x40, 0x5F].contains($0) }
  }

  /// The names in `manager($select=id,displayName)`. Other options in the parentheses are not served.
  private static func selectedInside(_ value: String) throws(GraphError) -> [String] {
    guard let open = value.firstIndex(of: "("), value.hasSuffix(")") else { return [] }
    var names: [String] = []
    for option in value[value.index(after: open)...].dropLast().split(separator: ";") {
      let option = ASCII.trimmed(option)
      guard ASCII.lowercased(option).hasPrefix("$select=") else {
        throw .notServed("the option '\(option)' within $expand")
      }
      names += items(of: String(option.dropFirst("$select=".count)))
    }
    return names
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
