import Bytes
package import JSON

/// What a request does to a registry of containers, as the scope of a challenge names it: `repository:shop/cart:pull,push`
/// (Docker: "Token scope documentation").
package struct RegistryAccess: Sendable, Hashable {
  /// `repository`, or `registry` for the list of all repositories.
  package let type: String
  package let name: String
  /// In the order in which a challenge names them.
  package let actions: [String]

  package init(type: String, name: String, actions: [String]) {
    self.type = type
    self.name = name
    self.actions = actions
  }

  /// Reads the text of a scope. A name may have colons, as that of a host with a port. Nil for another text.
  package init?(scope: String) {
    let parts = scope.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, let type = parts.first, let actions = parts.last, !type.isEmpty, !actions.isEmpty else {
      return nil
    }
    let name = parts[1..<(parts.count - 1)].joined(separator: ":")
    guard !name.isEmpty else { return nil }
    self.init(type: type, name: name, actions: actions.split(separator: ",").map(String.init))
  }

  package var scope: String { "\(type):\(name):\(actions.joined(separator: ","))" }

  /// Whether somebody with this access may do all that `other` does.
  package func covers(_ other: RegistryAccess) -> Bool {
    type == other.type && name == other.name
      && (actions.contains("*") || other.actions.allSatisfy(actions.contains))
  }

  /// As a token names it.
  package var claim: JSONValue {
    .object([
      "Type": .string(type), "Name": .string(name), "Actions": .array(actions.map { .string($0) }),
    ])
  }

  /// Reads what a token names.
  package init?(claim: JSONValue) {
    guard let type = claim["Type"]?.string, let name = claim["Name"]?.string, let actions = claim["Actions"]?.strings
    else { return nil }
    self.init(type: type, name: name, actions: actions)
  }

  /// What a request of that method and path needs; nil for one that needs a token alone, such as `/v2/`. Observed: the catalogue,
  /// uploads, properties and what deletes (from 2021 to 2024); reported: the list of tags.
  package static func needed(method: String, path: String) -> RegistryAccess? {
    let parts = path.split(separator: "/").map { Percent.decode(String($0)) ?? String($0) }
    if parts.last == "_catalog" { return RegistryAccess(type: "registry", name: "catalog", actions: ["*"]) }
    if parts.first == "acr", parts.count > 2 {
      // The name stands between the version and a word with a line below, in one part or in several.
      let name = parts[2...].prefix { !$0.hasPrefix("_") }.joined(separator: "/")
      return RegistryAccess(type: "repository", name: name, actions: [propertyActions[method] ?? "metadata_read"])
    }
    guard parts.first == "v2", parts.count > 3,
      let mark = parts.indices.last(where: { $0 > 1 && marks.contains(parts[$0]) })
    else { return nil }
    let name = parts[1..<mark].joined(separator: "/")
    if parts[mark] == "tags" { return RegistryAccess(type: "repository", name: name, actions: ["metadata_read"]) }
    return RegistryAccess(type: "repository", name: name, actions: contentActions[method] ?? ["pull"])
  }

  private static let marks: Set = ["manifests", "blobs", "tags", "referrers"]
  private static let propertyActions = ["PATCH": "metadata_write", "DELETE": "delete"]
  private static let contentActions = [
    "POST": ["pull", "push"], "PUT": ["pull", "push"], "PATCH": ["pull", "push"], "DELETE": ["delete"],
  ]
}
