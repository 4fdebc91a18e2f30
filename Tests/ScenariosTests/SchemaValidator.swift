import Foundation
import JSON

/// Holds a value against a JSON Schema, as far as the one of scenarios goes: a keyword that it does not know is a fault of the
/// test.
struct SchemaValidator {
  struct UnknownKeyword: Error { let name: String }

  let schema: JSONValue

  /// The first thing that is wrong; nil when the value is valid.
  func problem(_ value: JSONValue) throws -> String? { try problem(value, schema, at: "") }

  private func problem(_ value: JSONValue, _ schema: JSONValue, at path: String) throws -> String? {
    guard let keywords = schema.object else { return schema.bool == false ? "\(path): nothing may be here" : nil }
    for keyword in keywords.members {
      if let problem = try problem(value, keyword.name, keyword.value, keywords, at: path) { return problem }
    }
    return nil
  }

  private func problem(
    _ value: JSONValue, _ keyword: String, _ wanted: JSONValue, _ schema: JSONObject, at path: String
  ) throws -> String? {
    func require(_ holds: Bool) -> String? { holds ? nil : "\(path): \(keyword) \(wanted.text)" }
    switch keyword {
    case "$schema", "$defs", "title", "description", "items", "additionalProperties": break
    case "$ref":
      let name = wanted.string?.split(separator: "/").last.map(String.init) ?? ""
      guard let target = self.schema["$defs"]?[name] else { throw UnknownKeyword(name: "$ref \(name)") }
      return try problem(value, target, at: path)
    case "type":
      return require((wanted.strings ?? [wanted.string ?? ""]).contains { Self.isType($0, value) })
    case "enum": return require(wanted.array?.contains(value) ?? false)
    case "minLength": return require(value.string.map { $0.unicodeScalars.count >= wanted.integer ?? 0 } ?? true)
    case "pattern":
      guard let text = value.string else { return nil }
      return require(text.range(of: wanted.string ?? "", options: .regularExpression) != nil)
    case "minimum": return require(value.integer.map { $0 >= wanted.integer ?? 0 } ?? true)
    case "maximum": return require(value.integer.map { $0 <= wanted.integer ?? 0 } ?? true)
    case "minItems": return require(value.array.map { $0.count >= wanted.integer ?? 0 } ?? true)
    case "minProperties": return require(value.object.map { $0.members.count >= wanted.integer ?? 0 } ?? true)
    case "required":
      return require(value.object.map { object in wanted.strings?.allSatisfy { object[$0] != nil } ?? false } ?? true)
    case "anyOf":
      let problems = try (wanted.array ?? []).map { try problem(value, $0, at: path) }
      return problems.contains(nil) ? nil : "\(path): none of \(problems.compactMap(\.self))"
    case "properties":
      for member in value.object?.members ?? [] {
        if let schema = wanted[member.name] {
          if let problem = try problem(member.value, schema, at: "\(path)/\(member.name)") { return problem }
        }
      }
    case "patternProperties":
      for member in value.object?.members ?? [] {
        for pattern in wanted.object?.members ?? [] where Self.fits(member.name, pattern.name) {
          if let problem = try problem(member.value, pattern.value, at: "\(path)/\(member.name)") { return problem }
        }
      }
    default: throw UnknownKeyword(name: keyword)
    }
    // Those that look at their neighbours.
    if keyword == "items" {
      for (index, item) in (value.array ?? []).enumerated() {
        if let problem = try problem(item, wanted, at: "\(path)/\(index)") { return problem }
      }
    }
    if keyword == "additionalProperties" {
      let patterns = schema["patternProperties"]?.object?.names ?? []
      for member in value.object?.members ?? []
      where schema["properties"]?[member.name] == nil && !patterns.contains(where: { Self.fits(member.name, $0) }) {
        if let problem = try problem(member.value, wanted, at: "\(path)/\(member.name)") { return problem }
      }
    }
    return nil
  }

  private static func fits(_ name: String, _ pattern: String) -> Bool {
    name.range(of: pattern, options: .regularExpression) != nil
  }

  private static func isType(_ name: String, _ value: JSONValue) -> Bool {
    switch (name, value) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer), ("number", .double),
      ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}
