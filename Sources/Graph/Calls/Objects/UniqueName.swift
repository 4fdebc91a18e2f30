import Bytes
import Directory
import JSON

// The key that the owner of an app registration or a group chooses (Microsoft: "application resource type", `uniqueName`).

extension PropertyHolder {
  /// Whether the object has that key; ASCII case does not count.
  func hasUniqueName(_ name: String) -> Bool {
    properties.text("uniqueName").map { ASCII.equalIgnoringCase($0, name) } ?? false
  }
}

extension PlainProperties {
  /// Refuses a key that another object has, and the change of one that was set.
  func checkUniqueName(
    _ value: JSONValue, _ type: String, isTaken: (String) -> Bool
  ) throws(GraphError) {
    if let set = text("uniqueName") {
      guard value.string == set else { throw .isReadOnly("uniqueName") }
      return
    }
    guard value != .null else { return }
    guard let name = value.string, !name.isEmpty else { throw .invalidValue("uniqueName", of: type) }
    if isTaken(name) { throw .takenUniqueName(name) }
  }
}

extension GraphError {
  static func takenUniqueName(_ name: String) -> Self {
    Self(
      400, .malformedRequest, "Another object with the same value for property uniqueName already exists.",
      because: "another object of the kind has the unique name \(name)"
    ).about("uniqueName", .objectConflict)
  }
}
