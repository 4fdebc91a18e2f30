import JSON
import Scenarios

/// Writes shapes as JSON Schemas (2020-12), as OpenAPI 3.1 uses them. Every object with members gets a name and stands among the components
/// once: generators make a class of each, and a class without a name would be `Body24`.
struct SchemaWriter {
  /// The schemas that have names, in the order in which they were first needed.
  private(set) var components = JSONObject()
  /// The names of objects that got theirs from their place, by their content, so that two places with one form have one class.
  private var names: [String: String] = [:]

  /// The schema of a shape. An object without a name gets `name`. In a body, `null` stands for a member that is left out: a client that was
  /// generated may have no other way to leave a number or a flag out.
  mutating func schema(_ shape: Shape, named name: String, isBody: Bool = false) -> JSONValue {
    switch shape {
    case .anything: return [:]
    case .null: return ["type": "null"]
    case .text(let kind): return .object(kind.schema)
    case .choice(let words): return ["type": "string", "enum": .strings(words)]
    case .flag: return ["type": "boolean"]
    case .number(let range):
      var schema: JSONObject = ["type": "integer", "minimum": .integer(range.lowerBound)]
      if range.upperBound != .max { schema.append("maximum", .integer(range.upperBound)) }
      return .object(schema)
    case .list(let shape): return ["type": "array", "items": self.schema(shape, named: name, isBody: isBody)]
    case .map(let shape):
      return ["type": "object", "additionalProperties": self.schema(shape, named: name, isBody: isBody)]
    case .object(let members): return place(object(members, in: name, isBody: isBody), named: name)
    case .either(let shapes, _): return either(shapes, named: name, isBody: isBody)
    case .named(let own, let shape):
      if components[own] == nil {
        // The place is taken first, so that components have the order in which they are named.
        components[own] = [:]
        let inner: JSONValue =
          if case .object(let members) = shape { object(members, in: own, isBody: isBody) } else {
            self.schema(shape, named: own, isBody: isBody)
          }
        components[own] = inner
      }
      return Self.reference(own)
    }
  }

  private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

  /// A reference to the object, which stands under that name, or under the one that the same object has already.
  private mutating func place(_ schema: JSONValue, named name: String) -> JSONValue {
    let content = schema.text
    if let known = names[content] { return Self.reference(known) }
    var free = name
    var number = 2
    while components[free] != nil {
      free = "\(name)\(number)"
      number += 1
    }
    names[content] = free
    components[free] = schema
    return Self.reference(free)
  }

  private mutating func object(_ members: [Shape.Member], in name: String, isBody: Bool) -> JSONValue {
    var properties = JSONObject()
    var patterns = JSONObject()
    for member in members {
      let place = Self.stem(name) + member.name.prefix(1).uppercased() + member.name.dropFirst().filter(\.isLetter)
      var schema = self.schema(member.shape, named: place, isBody: isBody)
      if isBody, !member.isRequired { schema = Self.nullable(schema) }
      // Beside a reference a description is allowed since OpenAPI 3.1.
      var described = schema.object ?? [:]
      described["description"] = .string(Shape.sentence(member.meaning))
      if let family = member.family {
        patterns.append(family.pattern, .object(described))
      } else {
        properties.append(member.name, .object(described))
      }
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !patterns.members.isEmpty { schema.append("patternProperties", .object(patterns)) }
    let required = members.filter(\.isRequired).map(\.name)
    if !required.isEmpty { schema.append("required", .strings(required)) }
    schema.append("additionalProperties", false)
    return .object(schema)
  }

  /// `NewApp` and `AppChanges` are about an `App`, whose parts they share.
  private static func stem(_ name: String) -> String {
    if name.hasPrefix("New"), name.utf8.count > 3 { return String(name.dropFirst(3)) }
    return name.hasSuffix("Changes") ? String(name.dropLast("Changes".count)) : name
  }

  /// A schema and null are one schema with two types where that says the same: generators make an empty class of `anyOf`.
  private mutating func either(_ shapes: [Shape], named name: String, isBody: Bool) -> JSONValue {
    let others = shapes.filter { if case .null = $0 { false } else { true } }
    guard others.count > 1 else {
      let only = others.first.map { schema($0, named: name, isBody: isBody) } ?? ["type": "null"]
      return others.count == shapes.count ? only : Self.nullable(only)
    }
    return ["anyOf": .array(shapes.map { schema($0, named: name, isBody: isBody) })]
  }

  private static func nullable(_ schema: JSONValue) -> JSONValue {
    guard case .object(var members) = schema, !members.names.isEmpty else { return schema }
    if let choices = members["anyOf"]?.array {
      if !choices.contains(["type": "null"]) { members["anyOf"] = .array(choices + [["type": "null"]]) }
      return .object(members)
    }
    guard let type = members["type"] else { return ["anyOf": [schema, ["type": "null"]]] }
    let types = type.array ?? [type]
    members["type"] = .array(types.contains("null") ? types : types + ["null"])
    if let words = members["enum"]?.array, !words.contains(.null) { members["enum"] = .array(words + [.null]) }
    return .object(members)
  }
}

extension Shape {
  /// A meaning as a sentence of its own.
  static func sentence(_ meaning: String) -> String {
    meaning.prefix(1).uppercased() + meaning.dropFirst() + (meaning.hasSuffix(".") ? "" : ".")
  }
}
