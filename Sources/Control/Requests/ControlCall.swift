import Bytes
import Directory
import HTTPWire
import JSON
import Scenarios

/// A call that was let through and found its route.
struct ControlCall: Sendable {
  let call: Call
  let configuration: ControlConfiguration
  /// What stood in the places of the route's braces.
  let values: [String]

  var world: World { call.world }

  /// The value of a route that has one.
  var value: String { values.first ?? "" }

  /// The body, which may be left out where nothing in it is needed. Throws for a body that is no JSON object and for members
  /// that are not among `known`.
  func body(_ known: String...) throws(Problem) -> Members {
    guard !call.request.body.isEmpty else { return Members(object: JSONObject()) }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(call.request.body)
    } catch { throw .notJSON("\(error)") }
    guard let object = value.object else { throw .notJSON("it is another value") }
    if let name = object.names.first(where: { !known.contains($0) }) { throw .unknownMember(name, known: known) }
    return Members(object: object)
  }

  /// The query. Throws for parameters that are not among `known`.
  func query(_ known: String...) throws(Problem) -> FormFields {
    guard let fields = FormFields(parsing: call.request.query ?? "") else { throw .malformedQuery }
    if let field = fields.fields.first(where: { !known.contains($0.name) }) {
      throw .unknownParameter(field.name, known: known)
    }
    return fields
  }

  /// The user of that alias, sign-in name or object id; `status` is what an unknown one gets.
  func user(_ name: String, status: Int = 400) throws(Problem) -> User {
    let directory = world.directory
    guard let user = directory.user(named: name) else {
      throw .unknownWord("user", name, known: directory.usersInOrder.map(\.alias), status: status)
    }
    return user
  }

  /// The app of that alias or client id.
  func application(_ name: String) throws(Problem) -> Application {
    let directory = world.directory
    guard let application = directory.application(named: name) else {
      throw .unknownWord("app", name, known: directory.applicationsInOrder.map(\.alias))
    }
    return application
  }
}
