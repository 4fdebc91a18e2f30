import Bytes
import JSON

/// The OpenAPI document of a server's control API, as far as tools need it.
struct ControlDocument: Sendable {
  /// One call.
  struct Operation: Sendable {
    let method: String
    /// The whole path, with names in braces.
    let path: String
    let summary: String
    let parameters: [Parameter]
    let takesBody: Bool
    let inputSchema: JSONValue
  }

  /// A value of the path, of the query, or the name of the world.
  struct Parameter: Sendable {
    let name: String
    /// `path`, `query` or `header`.
    let place: String
    let isRequired: Bool

    /// The name of the tool's argument. The one header field that calls take is the world's name.
    var argument: String { place == "header" ? "world" : name }
  }

  /// Longer descriptions of a body are left to the resource, since a client gives an assistant all tools at once.
  private static let longest = 4_000

  private let operations: [(name: String, operation: Operation)]
  private let schemas: JSONObject

  /// `document` is the answer to `GET /_mockidp/openapi.json`.
  init(_ document: JSONValue) {
    let components = document["components"]
    let schemas = components?["schemas"]?.object ?? JSONObject()
    self.schemas = schemas
    let shared = components?["parameters"]
    var operations: [(String, Operation)] = []
    for path in document["paths"]?.object?.members ?? [] {
      for method in path.value.object?.members ?? [] {
        guard let name = method.value["operationId"]?.string else { continue }
        let entries = (method.value["parameters"]?.array ?? []).compactMap { entry -> JSONValue? in
          guard let reference = entry["$ref"]?.string else { return entry }
          return shared?[String(reference.split(separator: "/").last ?? "")]
        }
        // Numbers of a stream are of no use to a tool.
        .filter { $0["in"]?.string != "header" || $0["name"]?.string == "Mockidp-World" }
        operations.append(
          (
            name,
            Operation(
              method: method.name.uppercased(), path: path.name,
              summary: method.value["summary"]?.string ?? "", parameters: entries.compactMap(Self.parameter),
              takesBody: method.value["requestBody"] != nil,
              inputSchema: Self.inputSchema(entries, method.value["requestBody"], schemas))
          ))
      }
    }
    self.operations = operations
  }

  func operation(_ name: String) -> Operation? { operations.first { $0.name == name }?.operation }

  /// A schema of the document with all that it refers to, as one JSON Schema. Nil when there is none of that name.
  func schema(named name: String) -> JSONValue? {
    guard schemas[name] != nil else { return nil }
    let root: JSONValue = ["$ref": .string("#/$defs/\(name)")]
    return .object(JSONObject([.init(name: "$ref", value: root["$ref"] ?? .null)] + Self.definitions(root, schemas)))
  }

  private static func parameter(_ entry: JSONValue) -> Parameter? {
    guard let name = entry["name"]?.string, let place = entry["in"]?.string else { return nil }
    return Parameter(name: name, place: place, isRequired: entry["required"]?.bool ?? (place == "path"))
  }

  private static func inputSchema(_ parameters: [JSONValue], _ body: JSONValue?, _ schemas: JSONObject) -> JSONValue {
    var properties = JSONObject()
    var required: [String] = []
    for entry in parameters {
      guard let parameter = parameter(entry) else { continue }
      var schema = local(entry["schema"] ?? [:]).object ?? JSONObject()
      schema["description"] =
        parameter.place == "header"
        ? "The name of a world; without it the one that the server began with." : entry["description"]
      properties.append(parameter.argument, .object(schema))
      if parameter.isRequired { required.append(parameter.argument) }
    }
    if let body {
      properties.append("body", Self.body(body, schemas))
      if body["required"]?.bool == true { required.append("body") }
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { schema.append("required", .strings(required)) }
    schema.append("additionalProperties", false)
    for member in definitions(.object(properties), schemas) { schema.append(member.name, member.value) }
    return .object(schema)
  }

  private static func body(_ body: JSONValue, _ schemas: JSONObject) -> JSONValue {
    let described = body["description"]?.string ?? ""
    guard let original = body["content"]?["application/json"]?["schema"] else { return [:] }
    var schema = local(original).object ?? JSONObject()
    if JSONValue.array(definitions(.object(schema), schemas).map(\.value)).text.utf8.count > longest {
      let names = references(original).map { "mockidp://schema/\($0)" }.joined(separator: ", ")
      return [
        "type": ["object", "array", "string"],
        "description": .string("\(described) The resource \(names) has all members.".drop { $0 == " " }.description),
      ]
    }
    // A sibling of $ref counts since JSON Schema 2019-09.
    if !described.isEmpty { schema["description"] = .string(described) }
    return .object(schema)
  }

  /// `$defs` with all that a schema refers to, directly or not; nothing where it refers to nothing.
  private static func definitions(_ schema: JSONValue, _ schemas: JSONObject) -> [JSONObject.Member] {
    var names: [String] = []
    var open = references(schema)
    while let name = open.popLast() {
      guard !names.contains(name), let found = schemas[name] else { continue }
      names.append(name)
      open += references(found)
    }
    guard !names.isEmpty else { return [] }
    let members = names.sorted { $0 < $1 }
      .map { JSONObject.Member(name: $0, value: local(schemas[$0] ?? [:])) }
    return [.init(name: "$defs", value: .object(JSONObject(members)))]
  }

  private static func references(_ value: JSONValue) -> [String] {
    switch value {
    case .object(let object):
      object.members.flatMap { member -> [String] in
        guard member.name == "$ref", let target = member.value.string else { return references(member.value) }
        return [String(target.split(separator: "/").last ?? "")]
      }
    case .array(let items): items.flatMap(references)
    default: []
    }
  }

  /// The same with references to the schema's own `$defs`.
  private static func local(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { member in
            guard member.name == "$ref", let target = member.value.string else {
              return JSONObject.Member(name: member.name, value: local(member.value))
            }
            return JSONObject.Member(
              name: "$ref", value: .string("#/$defs/\(target.split(separator: "/").last ?? "")"))
          }))
    case .array(let items): .array(items.map(local))
    default: value
    }
  }
}
