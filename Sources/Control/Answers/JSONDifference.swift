import JSON

/// The places in which two JSON objects differ.
enum JSONDifference {
  struct Row: Sendable {
    /// The names that lead to the place, with dots between them.
    let path: String
    /// Nil when the first object has nothing there.
    let here: JSONValue?
    /// Nil when the second object has nothing there.
    let there: JSONValue?
  }

  /// The rows in the order of the first object; what only the second one has comes behind. An object that only one side
  /// has is told member by member. Of two lists the entries count, and not their order.
  static func rows(between here: JSONObject, and there: JSONObject, at path: String = "") -> [Row] {
    var rows: [Row] = []
    for member in here.members {
      let place = path.isEmpty ? member.name : path + "." + member.name
      rows += self.rows(between: member.value, and: there[member.name], at: place)
    }
    for member in there.members where here[member.name] == nil {
      rows += self.rows(between: nil, and: member.value, at: path.isEmpty ? member.name : path + "." + member.name)
    }
    return rows
  }

  private static func rows(between here: JSONValue?, and there: JSONValue?, at path: String) -> [Row] {
    switch (here, there) {
    case (.object(let members), nil) where !members.members.isEmpty: return rows(between: members, and: [:], at: path)
    case (nil, .object(let members)) where !members.members.isEmpty: return rows(between: [:], and: members, at: path)
    case (.object(let here), .object(let there)): return rows(between: here, and: there, at: path)
    case (.array(let here), .array(let there)):
      let known = Set(there.map(\.text))
      let own = Set(here.map(\.text))
      return here.filter { !known.contains($0.text) }.map { Row(path: path, here: $0, there: nil) }
        + there.filter { !own.contains($0.text) }.map { Row(path: path, here: nil, there: $0) }
    default: return here == there ? [] : [Row(path: path, here: here, there: there)]
    }
  }
}
