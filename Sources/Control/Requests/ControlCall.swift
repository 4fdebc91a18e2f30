import Bytes
import Directory
import HTTPWire
import JSON
import Scenarios
import Worlds
import YAML

/// A call that has access and a route, and whose query and body have the shape that the route wants.
struct ControlCall: Sendable {
  let call: Call
  let configuration: ControlConfiguration
  /// The query. Every parameter in it is one of the route's and has a value: an empty filter, which a script with an unset variable
  /// sends, must not mean everybody.
  let query: FormFields
  /// The body of a route that takes JSON. Empty for every other route.
  let body: Members
  /// The path segments that stand for the names in the route's braces.
  private let values: [String: String]

  /// - Throws: a problem for a parameter, a member or a value that the route does not take.
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
    // The handler reads it, since only the scenario decoder can tell whether it is right.
    case .scenarioWords: break
    }
    self.body = Members(object: body)
  }

  var world: World { call.world }

  /// How many things a list shows at most: what the query says, else 100.
  var limit: Int { query["limit"].flatMap { Int($0) } ?? 100 }

  /// The body in the words of scenario files, in JSON or YAML. An empty mapping when there is no body.
  func document() throws(Problem) -> YAMLNode {
    do throws(YAMLError) {
      return try YAMLDocument.parse(call.request.body)
    } catch {
      throw .notUnderstood(error.problem, line: error.line, column: error.column)
    }
  }

  /// The short name of what the call makes, and the rest of the body.
  func newEntry() throws(Problem) -> (alias: String, rest: YAMLNode) {
    let (rest, name) = try document().taking("alias")
    guard let alias = name?.text, !alias.isEmpty else { throw .missingMember("alias", "the short name") }
    return (alias, rest)
  }

  /// Demands one of the words in the body of a call that makes something. A file without them means an object that is there, and there a
  /// name that nobody has is a slip of the pen; here it is the name to be.
  /// `example` is a value of the first word: `read` then tells what else is wrong, such as that very word with a slip in it.
  /// - Throws: a problem for the first of the words, with the example, unless `read` throws.
  func demand(
    _ words: [String], in body: YAMLNode, such example: String, _ read: (YAMLNode) throws(Problem) -> Void
  ) throws(Problem) {
    guard let first = words.first, !words.contains(where: { word in body[word].map { !$0.isNull } ?? false }) else {
      return
    }
    try read(body.setting(first, example))
    throw .missingMember(first, "such as \(example)")
  }

  /// The path segment for the name in the route's braces; empty for a name that the route does not have.
  subscript(_ name: String) -> String { values[name] ?? "" }

  /// The path of an object below the path that was called.
  func location(of name: String) -> String { call.request.path + "/" + Percent.encode(name) }

  private static func query(_ request: HTTPRequest, _ route: ControlRoute) throws(Problem) -> FormFields {
    guard let fields = FormFields(parsing: request.query ?? "") else { throw .malformedQuery }
    let parameters = route.parameters(in: .query)
    for field in fields.fields {
      guard let parameter = parameters.first(where: { $0.name == field.name }) else {
        throw .unknownParameter(field.name, known: parameters.map(\.name))
      }
      try parameter.check(field.value)
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
    value = withoutAbsent(value, shape)
    try shape.check(value)
    return value.object ?? [:]
  }

  /// The body without the members that are null and may be left out. A client that was generated often has no other way to leave a member
  /// out. A member whose null says something keeps it.
  private static func withoutAbsent(_ value: JSONValue, _ shape: Shape) -> JSONValue {
    guard case .object(let object) = value else { return value }
    let optional = shape.members.filter { !$0.isRequired && !$0.shape.admits(.null) }.map(\.name)
    return .object(JSONObject(object.members.filter { $0.value != .null || !optional.contains($0.name) }))
  }
}

extension ControlRoute.Parameter {
  /// Refuses a value from the query, where every value is a text.
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
