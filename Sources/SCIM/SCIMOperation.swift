import Bytes
package import JSON

/// One operation of a change (RFC 7644 §3.5.2).
package struct SCIMOperation: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case add, replace, remove

    /// `Replace` in the standard dialect, `replace` in the compliant one.
    package func word(_ dialect: SCIMDialect) -> String {
      guard dialect == .standard else { return rawValue }
      return switch self {
      case .add: "Add"
      case .replace: "Replace"
      case .remove: "Remove"
      }
    }
  }

  package var kind: Kind
  /// Nil for an operation on several attributes, whose value is an object.
  package var path: String?
  package var value: JSONValue?

  package init(_ kind: Kind, _ path: String?, _ value: JSONValue? = nil) {
    self.kind = kind
    self.path = path
    self.value = value
  }

  /// `op`, `path`, `value`, in this order.
  package func json(_ dialect: SCIMDialect) -> JSONValue {
    var object = JSONObject()
    object.append("op", .string(kind.word(dialect)))
    object.append("path", path)
    if let value { object.append("value", value) }
    return .object(object)
  }
}

extension SCIMOperation {
  /// The operations that bring a resource to its values, in the order of the differences. In the standard dialect there is one for
  /// each. In the compliant one those with a filter come first, one each, and all others of a kind are one operation without a path; a
  /// single one keeps its path.
  package static func operations(for differences: [SCIMDifference], form: SCIMForm) -> [SCIMOperation] {
    let single = differences.map { difference in
      SCIMOperation(
        difference.old == nil && form.missing == .add ? .add : .replace, difference.path.description,
        sent(difference.value, at: difference.path, form))
    }
    guard form.dialect == .compliant else { return single }
    let isFiltered = differences.map { $0.path.filter != nil }
    var result = zip(single, isFiltered).filter(\.1).map(\.0)
    for kind in [Kind.replace, .add] {
      let plain = zip(single, isFiltered).filter { !$0.1 && $0.0.kind == kind }.map(\.0)
      if plain.count < 2 {
        result += plain
      } else {
        let members = plain.map { JSONObject.Member(name: $0.path ?? "", value: $0.value ?? .null) }
        result.append(SCIMOperation(kind, nil, .object(JSONObject(members))))
      }
    }
    return result
  }

  /// A value as the dialect writes it: the standard one has `active` as text.
  private static func sent(_ value: JSONValue, at path: SCIMPath, _ form: SCIMForm) -> JSONValue {
    guard path.description == "active", form.dialect == .standard, form.activeAs == .text, let flag = value.bool else {
      return value
    }
    return flag ? "True" : "False"
  }

  /// Sets, changes or clears the manager, by the server's id. Nil clears.
  package static func manager(_ id: String?, isMissing: Bool, form: SCIMForm) -> SCIMOperation {
    let kind: Kind = id != nil && isMissing && form.missing == .add ? .add : .replace
    return SCIMOperation(kind, SCIMNames.manager, .string(id ?? ""))
  }

  /// Puts members into a group, by the server's ids: one operation for all.
  package static func add(members ids: [String], form: SCIMForm) -> [SCIMOperation] {
    ids.isEmpty ? [] : [SCIMOperation(.add, "members", list(ids, form))]
  }

  /// Takes members out of a group: one operation with a list of values, or in the compliant dialect one with a filter for each.
  package static func remove(members ids: [String], form: SCIMForm) -> [SCIMOperation] {
    switch form.dialect {
    case .standard: ids.isEmpty ? [] : [SCIMOperation(.remove, "members", list(ids, form))]
    case .compliant: ids.map { SCIMOperation(.remove, "members[value eq \"\($0)\"]") }
    }
  }

  private static func list(_ ids: [String], _ form: SCIMForm) -> JSONValue {
    .array(ids.map { form.memberRef == .null ? ["$ref": .null, "value": .string($0)] : ["value": .string($0)] })
  }

  /// The body of a change.
  package static func body(_ operations: [SCIMOperation], form: SCIMForm) -> JSONValue {
    let schemas = JSONObject.Member(name: "schemas", value: .strings([SCIMNames.patchOperation]))
    let list = JSONObject.Member(name: "Operations", value: .array(operations.map { $0.json(form.dialect) }))
    return .object(JSONObject(form.bodyOrder == .schemas ? [schemas, list] : [list, schemas]))
  }
}
