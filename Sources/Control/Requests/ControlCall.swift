import Bytes
import Directory
import HTTPWire
import JSON
import Scenarios
import YAML

/// A call that was let through, found its route and has the shape that the route wants.
struct ControlCall: Sendable {
  let call: Call
  let configuration: ControlConfiguration
  /// The query; every parameter in it is one of the route's. An empty value counts as none.
  let query: FormFields
  /// The body of a route that takes JSON; empty for every other.
  let body: Members
  /// What stood in the route's braces, by the names in them.
  private let values: [String: String]

  /// Throws for parameters, members and values that the route does not want.
  init(
    _ call: Call, to route: ControlRoute, _ values: [String: String], _ configuration: ControlConfiguration
  ) throws(Problem) {
    self.call = call
    self.configuration = configuration
    self.values = values
    query = try Self.query(call.request, route)
    var body = JSONObject()
    switch route.body {
    case .json(let shape): body = try Self.object(call.request, shape)
    case nil: body = try Self.object(call.request, .object([]))
    // Read by the handler, since only the scenario decoder can tell whether it is right.
    case .scenarioWords: break
    }
    self.body = Members(object: body)
  }

  var world: World { call.world }

  /// The body in the words of scenario files, JSON or YAML; an empty mapping when there is none.
  func document() throws(Problem) -> YAMLNode {
    do throws(YAMLError) {
      return try YAMLDocument.parse(call.request.body)
    } catch {
      throw .notUnderstood(error.problem, line: error.line, column: error.column)
    }
  }

  /// What stood in the route's braces of that name.
  subscript(_ name: String) -> String { values[name] ?? "" }

  /// The path of something below the one that was called.
  func location(of name: String) -> String { call.request.path + "/" + Percent.encode(name) }

  private static func query(_ request: HTTPRequest, _ route: ControlRoute) throws(Problem) -> FormFields {
    guard let fields = FormFields(parsing: request.query ?? "") else { throw .malformedQuery }
    let parameters = route.parameters(in: .query)
    for field in fields.fields {
      guard let parameter = parameters.first(where: { $0.name == field.name }) else {
        throw .unknownParameter(field.name, known: parameters.map(\.name))
      }
      if !field.value.isEmpty { try parameter.check(field.value) }
    }
    return fields
  }

  private static func object(_ request: HTTPRequest, _ shape: Shape) throws(Problem) -> JSONObject {
    var value = JSONValue.object([:])
    if !request.body.isEmpty {
      do throws(JSONError) {
        value = try JSONValue.parse(request.body)
      } catch { throw .notJSON("\(error)") }
    }
    try shape.check(value)
    return value.object ?? [:]
  }

}

extension ControlRoute.Parameter {
  /// Refuses a value from the query, where everything is text.
  fileprivate func check(_ text: String) throws(Problem) {
    switch shape {
    case .number(let range):
      guard text.utf8.allSatisfy(ASCII.isDigit), let number = Int64(text), range.contains(number) else {
        throw .badValue(name, found: text, expected: meaning)
      }
    case .flag:
      guard ["true", "false"].contains(text) else { throw .badValue(name, found: text, expected: shape.expected) }
    default: try shape.check(.string(text), at: "/", name: name, expected: meaning)
    }
  }
}
