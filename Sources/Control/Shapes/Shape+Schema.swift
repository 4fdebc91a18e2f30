import JSON
import Scenarios

extension Shape {
  /// The shape as a JSON Schema (2020-12), as OpenAPI 3.1 uses it. A named shape becomes a reference, and its schema is
  /// added to `components`.
  func schema(_ components: inout JSONObject) -> JSONValue {
    switch self {
    case .anything: return [:]
    case .null: return ["type": "null"]
    case .text(let kind): return .object(kind.schema)
    case .choice(let words): return ["type": "string", "enum": .strings(words)]
    case .flag: return ["type": "boolean"]
    case .number(let range):
      var schema: JSONObject = ["type": "integer", "minimum": .integer(range.lowerBound)]
      if range.upperBound != .max { schema.append("maximum", .integer(range.upperBound)) }
      return .object(schema)
    case .list(let shape): return ["type": "array", "items": shape.schema(&components)]
    case .map(let shape): return ["type": "object", "additionalProperties": shape.schema(&components)]
    case .object(let members): return Self.schema(of: members, &components)
    case .either(let shapes, _): return ["anyOf": .array(shapes.map { $0.schema(&components) })]
    case .named(let name, let shape):
      if components[name] == nil {
        // The place in `components` is taken first, so that components have the order in which they are named.
        components[name] = [:]
        components[name] = shape.schema(&components)
      }
      return ["$ref": .string("#/components/schemas/\(name)")]
    }
  }

  private static func schema(of members: [Member], _ components: inout JSONObject) -> JSONValue {
    var properties = JSONObject()
    var patterns = JSONObject()
    for member in members {
      var schema = member.shape.schema(&components).object ?? [:]
      schema["description"] = .string(Self.sentence(member.meaning))
      if let family = member.family {
        patterns.append(family.pattern, .object(schema))
      } else {
        properties.append(member.name, .object(schema))
      }
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !patterns.members.isEmpty { schema.append("patternProperties", .object(patterns)) }
    let required = members.filter(\.isRequired).map(\.name)
    if !required.isEmpty { schema.append("required", .strings(required)) }
    schema.append("additionalProperties", false)
    return .object(schema)
  }

  /// A meaning as a sentence of its own.
  static func sentence(_ meaning: String) -> String {
    meaning.prefix(1).uppercased() + meaning.dropFirst() + (meaning.hasSuffix(".") ? "" : ".")
  }
}

extension Shape.TextKind {
  fileprivate var schema: JSONObject {
    switch self {
    case .free: ["type": "string"]
    case .word: ["type": "string", "minLength": 1]
    case .secret: ["type": "string", "minLength": 1, "format": "password"]
    case .plain: ["type": ["string", "number", "boolean"], "minLength": 1]
    case .plainSecret: ["type": ["string", "number", "boolean"], "minLength": 1, "format": "password"]
    case .pattern(let pattern, _): ["type": "string", "pattern": .string(pattern)]
    case .span: ["type": "string", "pattern": "^(?=.*[1-9])([0-9]{1,12}(ms|s|m|h|d))+$", "examples": ["1h"]]
    case .duration:
      ["type": "string", "pattern": "^-?([0-9]{1,12}(ms|s|m|h|d))+$", "examples": ["90d", "1h30m"]]
    case .time: ["type": "string", "format": "date-time"]
    case .guid: ["type": "string", "format": "uuid"]
    }
  }
}
