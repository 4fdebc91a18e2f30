import Bytes
import JSON
import Scenarios

/// The description of the control API (OpenAPI 3.1). It is written from the tables that route and check the calls, so
/// it cannot differ from them.
struct OpenAPIDocument {
  private var schemas = SchemaWriter()
  private var paths = JSONObject()

  /// The document of all calls, as it is answered. It follows from the program alone, so it is written once, and kept as the bytes that are
  /// sent.
  static let bytes = Array((make().prettyText + "\n").utf8)

  static func make(_ groups: [RouteGroup] = RouteGroup.all) -> JSONValue {
    var document = OpenAPIDocument()
    for group in groups {
      for route in group.routes { document.add(route, of: group) }
    }
    return document.whole(groups)
  }

  private mutating func whole(_ groups: [RouteGroup]) -> JSONValue {
    var responses = JSONObject()
    for answer in ControlRoute.Answer.problems {
      responses.append(Self.problemName(answer.status), response([answer], "Problem"))
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
        "schemas": .object(schemas.components),
        "parameters": [
          "World": [
            "name": "Mockidp-World", "in": "header",
            "description":
              "The name of the world that the call is about; without it the world of the host name, else the default one. The path /_mockidp/v1/worlds/{world}/… names it too.",
            "schema": ["type": "string", "minLength": 1],
          ]
        ],
        "responses": .object(responses),
        "securitySchemes": [
          "controlToken": [
            "type": "http", "scheme": "bearer",
            "description": "The token mockidp was started with. Callers on the same machine need none.",
          ]
        ],
      ],
    ]
  }

  private mutating func add(_ route: ControlRoute, of group: RouteGroup) {
    var item = paths[route.pattern]?.object ?? [:]
    item.append(ASCII.lowercased(route.method.rawValue), operation(route, in: group))
    paths[route.pattern] = .object(item)
  }

  private mutating func operation(_ route: ControlRoute, in group: RouteGroup) -> JSONValue {
    // Bodies and answers without names are called after the operation.
    let name = route.id.prefix(1).uppercased() + route.id.dropFirst()
    var operation: JSONObject = [
      "operationId": .string(route.id), "summary": .string(route.summary), "tags": [.string(group.name)],
    ]
    var parameters: [JSONValue] = []
    for parameter in route.parameters { parameters.append(self.parameter(parameter, name)) }
    if route.scope == .world { parameters.append(["$ref": "#/components/parameters/World"]) }
    if !parameters.isEmpty { operation.append("parameters", .array(parameters)) }
    if let body = route.body { operation.append("requestBody", self.body(body, name + "Body")) }
    var responses = JSONObject()
    let declared = route.answers + ControlRoute.Answer.problems
    for status in Set(declared.map(\.status)).sorted() {
      let own = route.answers.filter { $0.status == status }
      responses.append(
        "\(status)",
        own.isEmpty
          ? ["$ref": .string("#/components/responses/\(Self.problemName(status))")]
          : response(declared.filter { $0.status == status }, name + "Answer"))
    }
    operation.append("responses", .object(responses))
    return .object(operation)
  }

  private static func problemName(_ status: Int) -> String { "Problem\(status)" }

  private mutating func parameter(_ parameter: ControlRoute.Parameter, _ name: String) -> JSONValue {
    var value: JSONObject = [
      "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
      "description": .string(Shape.sentence(parameter.meaning)),
    ]
    if parameter.place == .path || parameter.isRequired { value.append("required", true) }
    value.append("schema", schemas.schema(parameter.shape, named: name + parameter.name))
    return .object(value)
  }

  private mutating func body(_ body: ControlRoute.Body, _ name: String) -> JSONValue {
    switch body {
    case .json(let shape):
      let isRequired = shape.members.contains(where: \.isRequired)
      let schema = schemas.schema(shape, named: name, isBody: true)
      return ["required": .bool(isRequired), "content": ["application/json": ["schema": schema]]]
    case .scenarioWords(let shape, let isRequired):
      let schema = schemas.schema(shape, named: name)
      return [
        "required": .bool(isRequired), "description": "In the words of scenario files, as JSON or as YAML.",
        "content": ["application/json": ["schema": schema], "application/yaml": ["schema": schema]],
      ]
    }
  }

  /// The answers of one status, which may come in several content types.
  private mutating func response(_ answers: [ControlRoute.Answer], _ name: String) -> JSONValue {
    var value: JSONObject = ["description": .string(answers.first?.meaning ?? "")]
    var content = JSONObject()
    for answer in answers {
      switch answer.content {
      case .nothing: continue
      case .json(let shape): content["application/json"] = ["schema": schemas.schema(shape, named: name)]
      // The schema of a YAML answer describes the value that the text stands for.
      case .other(let type): content[type] = ["schema": ["type": type == "application/yaml" ? "object" : "string"]]
      case .problem: content["application/problem+json"] = ["schema": schemas.schema(Problem.shape, named: "Problem")]
      }
    }
    if !content.names.isEmpty { value.append("content", .object(content)) }
    return .object(value)
  }
}
