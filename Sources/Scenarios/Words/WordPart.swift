import Directory
import JSON
import YAML

/// One key of a mapping that is a word's value. The shape, the reader and the writer of the mapping follow from its parts, so that each key
/// is said once.
struct WordPart<Whole: Hashable & Sendable>: Sendable {
  let member: Shape.Member
  /// The type as the tables of the documentation name it.
  let label: String
  /// What a value has without the key, as the tables say it.
  let initial: String
  /// Takes its key out of the mapping, where it is there.
  let read: @Sendable (inout FileMapping, WordPlace, inout Whole) throws(ScenarioError) -> Void
  /// What a file says of the value; nil where it says nothing.
  let write: @Sendable (Whole, Names) -> JSONValue?

  /// A key for one member. Without the key, or with `null`, the member keeps what a new value has.
  static func part<Value>(
    _ name: String, _ path: any (WritableKeyPath<Whole, Value> & Sendable), _ type: WordType<Value>,
    _ sentence: String, new initial: String = "none", unless usual: Value? = nil, always: Bool = false
  ) -> Self {
    Self(
      member: Shape.Member(name, type.shape, sentence), label: type.label, initial: initial,
      read: { fields, place, whole throws(ScenarioError) in
        if let value = fields.take(name) { whole[keyPath: path] = try type.read(value, place) }
      },
      write: { whole, names in
        let value = whole[keyPath: path]
        if !always, value == usual { return Optional.none }
        return type.write(value, names)
      })
  }
}

extension WordType {
  /// A mapping of parts. `name` is the key that it cannot do without, of which `make` makes the value; `example` is such a mapping.
  /// With `isText` the name alone will do, where nothing else is said.
  static func mapping(
    name: (key: String, shape: Shape, sentence: String), isText: Bool, _ parts: [WordPart<Value>], example: String,
    named: @escaping @Sendable (Value) -> String,
    make: @escaping @Sendable (FileValue) throws(ScenarioError) -> Value
  ) -> Self {
    let object = Shape.object([.required(name.key, name.shape, name.sentence)] + parts.map(\.member))
    return Self(
      isText ? .either([name.shape, object], expected: "a text, or a mapping such as \(example)") : object,
      label: "mapping with " + ([name.key] + parts.map(\.member.name)).map { "`\($0)`" }.joined(separator: ", "),
      read: { value, place throws(ScenarioError) in
        if isText, value.node.entries == nil { return try make(value) }
        var fields = try FileMapping(value, "a mapping such as \(example)")
        var whole = try make(try fields.require(name.key, else: "an entry needs '\(name.key)': \(example)"))
        for part in parts { try part.read(&fields, place, &whole) }
        try fields.finish()
        return whole
      },
      write: { whole, names in
        let said = parts.compactMap { part in part.write(whole, names).map { (part.member.name, $0) } }
        if isText, said.isEmpty { return .string(named(whole)) }
        var members: JSONObject = [name.key: .string(named(whole))]
        for (key, value) in said { members.append(key, value) }
        return .object(members)
      })
  }
}
