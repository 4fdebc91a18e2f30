import JSON
import Time

/// The members of a JSON body that was checked against its route's shape, so that each has the type it is read as. Nil
/// means that the member is missing.
struct Members: Sendable {
  let object: JSONObject

  var isEmpty: Bool { object.members.isEmpty }

  func text(_ name: String) -> String? { object[name]?.string }

  func texts(_ name: String) -> [String]? { object[name]?.strings }

  func flag(_ name: String) -> Bool? { object[name]?.bool }

  /// A text such as `90d`.
  func duration(_ name: String) -> Duration? { text(name).flatMap { Duration(text: $0) } }

  func time(_ name: String) -> UnixTime? { text(name).flatMap { UnixTime(iso8601: $0) } }
}
