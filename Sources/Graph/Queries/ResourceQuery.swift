import Bytes

/// The OData options of a call on one user (Microsoft: "Use query parameters to customize Microsoft Graph queries"). Only
/// names that begin with `$` are options; other parameters mean nothing to Graph.
struct ResourceQuery: Sendable, Hashable {
  /// What `$select` names, in the order of the request, each once and in its declared spelling; nil for the default set.
  let selected: [String]?

  /// Throws for a property that users do not have, and for one that cannot be expanded.
  init(_ query: String?, _ version: GraphVersion) throws(GraphError) {
    guard let fields = FormFields(parsing: query ?? "") else { throw .malformedQuery }
    func values(_ option: String) -> [String] {
      fields.fields.filter { ASCII.equalIgnoringCase($0.name, option) }
        .flatMap { $0.value.split(separator: ",").map { ASCII.trimmed($0) } }.filter { !$0.isEmpty }
    }
    for value in values("$expand") {
      let name = value.prefix { $0 != "(" }
      guard UserProperty.navigation.contains(where: { ASCII.equalIgnoringCase($0, name) }) else {
        throw .cannotExpand(String(name))
      }
    }
    let names = values("$select")
    guard !names.isEmpty, !names.contains("*") else {
      selected = nil
      return
    }
    var selected: [String] = []
    for name in names {
      guard let declared = UserProperty.declaredName(of: name, version) else { throw .unknownProperty(name) }
      if !selected.contains(declared) { selected.append(declared) }
    }
    self.selected = selected
  }
}
