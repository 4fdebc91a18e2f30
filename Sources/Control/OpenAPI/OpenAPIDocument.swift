import Bytes
import JSON
import Scenarios

/// The description of the control API (OpenAPI 3.1). It is written from the tables that route and check the calls, so
/// it cannot differ from them.
enum OpenAPIDocument {
  static func make(_ groups: [RouteGroup] = RouteGroup.all) -> JSONValue {
    var components = JSONObject()
    var paths = JSONObject()
    for group in groups {
      for route in group.routes { add(route, of: group, to: &paths, &components) }
    }
    // The calls with the world in the path come after those in which the host name says the world.
    for group in groups {
      for route in group.routes.compactMap(\.inNamedWorld) { add(route, of: group, to: &paths, &components) }
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "mockidp control API", "version": "1",
        "summary": "Steers and questions a running mockidp.",
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": "/"]],
      "security": [[:], ["controlToken": []]],
      "tags": .array(groups.map { ["name": .string($0.name), "description": .string($0.summary)] }),
      "paths": .object(paths),
      "components": [
        "schemas": .object(components),
        "securitySchemes": [
          "controlToken": [
            "type": "http", "scheme": "bearer",
            "description": "The token mockidp was started with. Callers on the same machine need none.",
          ]
        ],
      ],
    ]
  }

  private static func add(
    _ route: ControlRoute, of group: RouteGroup, to paths: inout JSONObject, _ components: inout JSONObject
  ) {
    var item = paths[route.pattern]?.object ?? [:]
    item.append(ASCII.lowercased(route.method.rawValue), operation(route, in: group, &components))
    paths[route.pattern] = .object(item)
  }

  private static func operation(
    _ route: ControlRoute, in group: RouteGroup, _ components: inout JSONObject
  ) -> JSONValue {
    var operation: JSONObject = [
      "operationId": .string(route.id), "summary": .string(route.summary), "tags": [.string(group.name)],
    ]
    if !route.parameters.isEmpty {
      operation.append("parameters", .array(route.parameters.map { parameter($0, &components) }))
    }
    if let body = route.body { operation.append("requestBody", self.body(body, &components)) }
    var responses = JSONObject()
    let declared = route.answers + ControlRoute.Answer.problems
    for status in Set(declared.map(\.status)).sorted() {
      responses.append("\(status)", response(declared.filter { $0.status == status }, &components))
    }
    operation.append("responses", .object(responses))
    return .object(operation)
  }

  private static func parameter(_ parameter: ControlRoute.Parameter, _ components: inout JSONObject) -> JSONValue {
    var value: JSONObject = [
      "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
      "description": .string(Shape.sentence(parameter.meaning)),
    ]
    if parameter.place == .path { value.append("required", true) }
    value.append("schema", parameter.shape.schema(&components))
    return .object(value)
  }

  private static func body(_ body: ControlRoute.Body, _ components: inout JSONObject) -> JSONValue {
    switch body {
    case .json(let shape):
      let isRequired = shape.members.contains(where: \.isRequired)
      let schema = shape.schema(&components)
      return ["required": .bool(isRequired), "content": ["application/json": ["schema": schema]]]
    case .scenarioWords(let shape, let isRequired):
      let schema = shape.schema(&components)
      return [
        "required": .bool(isRequired), "description": "In the words of scenario files, as JSON or as YAML.",
        "content": ["application/json": ["schema": schema], "application/yaml": ["schema": schema]],
      ]
    }
  }

  /// The answers of one status, which may come in several content types.
  private static func response(_ answers: [ControlRoute.Answer], _ components: inout JSONObject) -> JSONValue {
    var value: JSONObject = ["description": .string(answers.first?.meaning ?? "")]
    var content = JSONObject()
    for answer in answers {
      switch answer.content {
      case .nothing: continue
      case .json(let shape): content["application/json"] = ["schema": shape.schema(&components)]
      // The schema of a YAML answer describes the value that the text stands for.
      case .other(let type): content[type] = ["schema": ["type": type == "application/yaml" ? "object" : "string"]]
      case .problem: content["application/problem+json"] = ["schema": Problem.shape.schema(&components)]
      }
    }
    if !content.names.isEmpty { value.append("content", .object(content)) }
    return .object(value)
  }
}
