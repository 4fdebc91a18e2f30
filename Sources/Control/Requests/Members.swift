import JSON
import Time

/// The members of a body that has the shape its route wants, so that each has the type it is read as.
struct Members: Sendable {
  let object: JSONObject

  var isEmpty: Bool { object.members.isEmpty }

  func text(_ name: String) -> String? { object[name]?.string }

  func texts(_ name: String) -> [String]? { object[name]?.strings }

  func flag(_ name: String) -> Bool? { object[name]?.bool }

  /// A span of time such as `90d`.
  func duration(_ name: String) -> Duration? { text(name).flatMap { Duration(text: $0) } }

  func time(_ name: String) -> UnixTime? { text(name).flatMap { UnixTime(iso8601: $0) } }
}
