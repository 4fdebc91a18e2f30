import JSON

extension JSONObject {
  /// Adds a claim at its place in the service's order: the heads first, then all others by name (observed). Nothing happens for nil, and
  /// when there is a claim of that name.
  mutating func place(_ name: String, _ value: JSONValue?) {
    guard let value, self[name] == nil else { return }
    let index =
      members.firstIndex { member in member.name > name && !Claim.heads.contains { $0.name == member.name } }
      ?? members.count
    self = JSONObject(members[..<index] + [Member(name: name, value: value)] + members[index...])
  }
}
