import JSON

extension JSONObject {
  /// Adds a claim at its place in the service's order: `aud`, `iss`, `iat`, `nbf` and `exp` first, then all others by
  /// name (observed). Nothing happens for nil, and when there is a claim of that name.
  mutating func place(_ name: String, _ value: JSONValue?) {
    guard let value, self[name] == nil else { return }
    let first: Set<String> = ["aud", "iss", "iat", "nbf", "exp"]
    let index = members.firstIndex { !first.contains($0.name) && $0.name > name } ?? members.count
    self = JSONObject(members[..<index] + [Member(name: name, value: value)] + members[index...])
  }
}
