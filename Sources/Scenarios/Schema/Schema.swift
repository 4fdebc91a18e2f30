import JSON

/// A part of a JSON Schema (draft 2020-12): which values one place of a file may have.
struct Schema: Sendable, Hashable {
  /// A key of a mapping.
  struct Property: Sendable, Hashable {
    let name: String
    let schema: Schema
    let isRequired: Bool
    /// Whether a key with nothing after it counts as missing.
    let mayBeNothing: Bool
    /// Nil for one key. Else the form of many keys, as a regular expression.
    let pattern: String?

    init(
      _ name: String, _ schema: Schema, _ description: String? = nil, isRequired: Bool = false,
      mayBeNothing: Bool = true, pattern: String? = nil
    ) {
      self.pattern = pattern
      self.name = name
      self.schema = description.map { schema.described($0) } ?? schema
      self.isRequired = isRequired
      self.mayBeNothing = mayBeNothing && !isRequired
    }
  }

  private(set) var members: JSONObject

  init(_ members: JSONObject) { self.members = members }

  var json: JSONValue { .object(members) }

  func described(_ text: String) -> Schema {
    var schema = self
    schema.members["description"] = .string(text)
    return schema
  }

  // MARK: Scalars

  /// A plain number or boolean is allowed too: the decoder takes it as the text that it is written as.
  static let text = Schema(["type": ["string", "number", "boolean"], "minLength": 1])
  static let bool = Schema(["type": "boolean"])
  /// Above 0.
  static let duration = Schema(["type": "string", "pattern": "^(?=.*[1-9])([0-9]{1,12}(ms|s|m|h|d))+$"])
  static let signedDuration = Schema(["type": "string", "pattern": "^-?([0-9]{1,12}(ms|s|m|h|d))+$"])
  static let time = Schema([
    "type": "string",
    "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([Tt ][0-9:.]+([Zz]|[+-][0-9:]+)?)?$",
  ])
  static let any = Schema([:])

  static func text(pattern: String) -> Schema {
    Schema(["type": ["string", "number", "boolean"], "pattern": .string(pattern)])
  }

  /// A text that fits the pattern, or a plain number from `least` on.
  static func numeric(_ type: String, from least: Int64, pattern: String) -> Schema {
    Schema(["type": ["string", .string(type)], "pattern": .string(pattern), "minimum": .integer(least)])
  }

  static func number(in range: ClosedRange<Int>) -> Schema {
    var members: JSONObject = ["type": "integer", "minimum": .integer(Int64(range.lowerBound))]
    if range.upperBound != .max { members.append("maximum", .integer(Int64(range.upperBound))) }
    return Schema(members)
  }

  static func choice(_ words: some Sequence<String>) -> Schema { Schema(["enum": .strings(words)]) }

  static func choice<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) -> Schema
  where Choice.RawValue == String {
    choice(Choice.allCases.map(\.rawValue))
  }

  // MARK: Compounds

  static func reference(_ name: String) -> Schema { Schema(["$ref": .string("#/$defs/\(name)")]) }

  static func list(_ item: Schema) -> Schema { Schema(["type": "array", "items": item.json]) }

  static func oneOf(_ schemas: [Schema]) -> Schema { Schema(["anyOf": .array(schemas.map(\.json))]) }

  static func oneOrMany(_ item: Schema, atLeast count: Int64 = 0) -> Schema {
    var many = list(item)
    if count > 0 { many.members.append("minItems", .integer(count)) }
    return oneOf([item, many])
  }

  /// A mapping with these keys and no others, at least `count` of them.
  static func mapping(_ properties: [Property], atLeast count: Int64 = 0) -> Schema {
    func schemas(_ properties: [Property]) -> JSONValue {
      .object(
        JSONObject(
          properties.map {
            .init(name: $0.pattern ?? $0.name, value: ($0.mayBeNothing ? $0.schema.orNothing : $0.schema).json)
          }))
    }
    let patterns = properties.filter { $0.pattern != nil }
    var members: JSONObject = ["type": "object", "properties": schemas(properties.filter { $0.pattern == nil })]
    if !patterns.isEmpty { members.append("patternProperties", schemas(patterns)) }
    let required = properties.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append("required", .strings(required)) }
    members.append("additionalProperties", false)
    if count > 0 { members.append("minProperties", .integer(count)) }
    return Schema(members)
  }

  /// A mapping whose keys the file makes up, such as aliases.
  static func names(_ value: Schema) -> Schema {
    Schema(["type": "object", "additionalProperties": value.json])
  }

  /// The same schema that also allows null, since a key with nothing after it counts as missing.
  var orNothing: Schema {
    guard !members.members.allSatisfy({ $0.name == "description" }) else { return self }
    var schema = self
    if let words = members["enum"]?.array {
      schema.members["enum"] = .array(words + [.null])
    } else if let type = members["type"]?.string {
      schema.members["type"] = [.string(type), "null"]
    } else if let types = members["type"]?.array {
      schema.members["type"] = .array(types + ["null"])
    } else if let alternatives = members["anyOf"]?.array {
      schema.members["anyOf"] = .array(alternatives + [["type": "null"]])
    } else {
      var reference = self
      let description = members["description"]
      reference.members["description"] = nil
      schema = .oneOf([reference, Schema(["type": "null"])])
      if let description { schema.members["description"] = description }
    }
    return schema
  }
}
