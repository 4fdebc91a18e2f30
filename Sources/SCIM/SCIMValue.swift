package import JSON

/// What one row of a mapping says of an object: a place in the resource and the value that it shall have.
package struct SCIMValue: Sendable, Hashable {
  package var path: SCIMPath
  package var value: JSONValue

  package init(_ path: SCIMPath, _ value: JSONValue) {
    self.path = path
    self.value = value
  }
}

/// A value that a resource does not have yet.
package struct SCIMDifference: Sendable, Hashable {
  package var path: SCIMPath
  package var value: JSONValue
  /// What the server returned. Nil when it returned nothing at this place.
  package var old: JSONValue?

  package init(_ path: SCIMPath, _ value: JSONValue, old: JSONValue?) {
    self.path = path
    self.value = value
    self.old = old
  }
}

extension SCIMResource {
  /// The values that the resource lacks, in the order of the rows. Text is compared exactly; of `active`, a boolean and the texts
  /// `True` and `true` are the same. A row without a value is not in `rows`: Entra clears nothing.
  package func differences(to rows: [SCIMValue]) -> [SCIMDifference] {
    rows.compactMap { row in
      let old = row.path.value(in: object)
      return old.map { Self.isSame($0, row.value, at: row.path) } == true
        ? nil : SCIMDifference(row.path, row.value, old: old)
    }
  }

  static func isSame(_ old: JSONValue, _ new: JSONValue, at path: SCIMPath) -> Bool {
    if path.description == "active", let old = flag(old), let new = flag(new) { return old == new }
    return old == new
  }

  /// The boolean that a server means by a value. Nil for any other value.
  package static func flag(_ value: JSONValue?) -> Bool? {
    switch value {
    case .bool(let flag): flag
    case .string("True"), .string("true"): true
    case .string("False"), .string("false"): false
    default: nil
    }
  }
}
