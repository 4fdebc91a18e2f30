import Bytes
import HTTPWire
import Worlds

/// The options of calls on what other services than the directory have. Of most of it nothing is here, but what the services refuse is refused.
enum ElsewhereQuery {
  /// - Throws: a `GraphError` for a name in `$select` that a closed type does not have, and for a filter of people that is not possible.
  static func check(_ resource: ResourceCall) throws(GraphError) {
    guard let fields = FormFields(parsing: resource.call.request.query ?? "") else { throw .malformedQuery }
    let segments = GraphPath.segments(of: resource.call.request.path).dropFirst().flatMap(GraphPath.split)
    let type: String
    switch (try? GraphAddress(segments))?.place {
    case .collection(let name), .object(let name): type = name
    default: return
    }
    if let selected = fields.option("$select") { try check(selected, of: type, resource.version) }
    if type == "person", let filter = fields.option("$filter") { try checkPeople(filter) }
  }

  /// Types whose properties the table does not have take every name.
  private static func check(_ selected: String, of name: String, _ version: GraphVersion) throws(GraphError) {
    guard let type = GraphType(name), !type.isOpen, let properties = GraphProperties(of: name) else { return }
    for part in selected.split(separator: ",") {
      let wanted = ASCII.trimmed(part)
      let first = String(wanted.prefix { $0 != "/" })
      guard first == "*" || properties.kind(of: first) != nil || type.member(first) != nil else {
        throw .unknownProperty(wanted, of: type.name, version)
      }
    }
  }

  /// People are found by `$search`. Exchange filters them by what they are (texts observed).
  private static func checkPeople(_ filter: String) throws(GraphError) {
    guard filter.utf8.first(where: { $0 == 0x28 }) == nil || filter.hasPrefix("(") else { throw .invalidFilterNodes }
    let name = filter.drop { $0 == "(" || $0 == " " }.prefix { $0 != " " }
    guard ["personType", "displayName"].contains(where: { name == $0 || name.hasPrefix($0 + "/") }) else {
      throw .cannotFilterPeople(by: String(name))
    }
  }
}

extension GraphError {
  static func cannotFilterPeople(by name: String) -> Self {
    let shown = name.prefix(1).uppercased() + name.dropFirst()
    return Self(
      400, .invalidProperty, "The property '\(shown)' does not support filtering.",
      because: "people are not filtered by \(name)")
  }

  static let invalidFilterNodes = Self(
    400, .invalidURLQueryFilter, "The query filter contains one or more invalid nodes.",
    because: "people are not filtered by a function")
}
