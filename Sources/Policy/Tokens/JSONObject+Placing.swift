import JSON

extension JSONObject {
  /// Adds a claim where the service has it, unless there is one of that name: `aud`, `iss`, `iat`, `nbf` and `exp` come first
  /// and all others by name (observed).
  mutating func place(_ name: String, _ value: JSONValue?) {
    guard let value, self[name] == nil else { return }
    let first: Set<String> = ["aud", "iss", "iat", "nbf", "exp"]
    let index = members.firstIndex { !first.contains($0.name) && $0.name > name } ?? members.count
    self = JSONObject(members[..<index] + [Member(name: name, value: value)] + members[index...])
  }
}
