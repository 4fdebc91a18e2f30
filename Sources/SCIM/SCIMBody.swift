package import JSON

/// The bodies with which Entra creates users and groups, member by member in its order (observed).
package enum SCIMBody {
  /// A new user. Members: `schemas`, `externalId`, `userName`, `active`, then the others by name, an extension last.
  package static func user(_ rows: [SCIMValue], form: SCIMForm = SCIMForm()) -> JSONObject {
    var values = constants
    if form.emptyRoles, !rows.contains(where: { $0.path.schema == nil && $0.path.attribute == "roles" }) {
      values += noRoles
    }
    // A first cycle makes a body for each user: one order of all values is less work than one of each part.
    values = (values + rows).sorted { $0.path.place < $1.path.place }
    var body = JSONObject()
    body.reserve(values.count)
    var index = 0
    while index < values.count {
      let path = values[index].path
      var end = index + 1
      while end < values.count, isBeside(values[end].path, path) { end += 1 }
      let name = path.schema ?? path.attribute
      if path.schema != nil {
        body.put(name, .object(members(values[index..<end]) { $0.attribute }))
      } else if path.filter != nil {
        body.put(name, .array(elements(values[index..<end])))
      } else if path.subAttribute != nil {
        body.put(name, .object(members(values[index..<end]) { $0.subAttribute ?? "" }))
      } else {
        // Of two rows of one place the last one holds.
        body.put(name, values[end - 1].value)
      }
      index = end
    }
    return body
  }

  private static let constants =
    constant("schemas", .strings([SCIMNames.user, SCIMNames.enterpriseUser]))
    + constant("meta", ["resourceType": "User"])
  private static let noRoles = constant("roles", [])

  private static func constant(_ name: String, _ value: JSONValue) -> [SCIMValue] {
    SCIMPath(name).map { [SCIMValue($0, value)] } ?? []
  }

  /// Whether the values of both paths are parts of one member, or of one list.
  private static func isBeside(_ one: SCIMPath, _ other: SCIMPath) -> Bool {
    guard one.schema == other.schema else { return false }
    if one.schema != nil { return true }
    guard one.attribute == other.attribute, (one.filter == nil) == (other.filter == nil) else { return false }
    return one.filter != nil || (one.subAttribute == nil) == (other.subAttribute == nil)
  }

  private static func members(_ values: ArraySlice<SCIMValue>, _ name: (SCIMPath) -> String) -> JSONObject {
    var members = JSONObject()
    members.reserve(values.count)
    for value in values { members.put(name(value.path), value.value) }
    return members
  }

  /// The elements of one list: values with the same filter are one.
  private static func elements(_ values: ArraySlice<SCIMValue>) -> [JSONValue] {
    var elements: [JSONValue] = []
    var rest = values
    while let path = rest.first?.path, let filter = path.filter {
      let own = rest.prefix { $0.path.filter == filter }
      elements.append(element(of: path.attribute, filter, members(own) { $0.subAttribute ?? "value" }.members))
      rest = rest.dropFirst(own.count)
    }
    return elements
  }

  /// A new group, which never has members.
  package static func group(_ rows: [SCIMValue]) -> JSONObject {
    var top: JSONObject = [
      "schemas": .strings([SCIMNames.group, SCIMNames.microsoftGroup]), "meta": ["resourceType": "Group"],
    ]
    for row in rows where row.path.attribute != "members" { top[row.path.attribute] = row.value }
    return ordered(top, first: ["schemas", "externalId", "displayName"])
  }

  /// `values` are in the order of their names.
  private static func element(
    of attribute: String, _ filter: SCIMPath.Filter, _ values: [JSONObject.Member]
  ) -> JSONValue {
    var (isPrimary, type, others) = (JSONValue?.none, JSONValue?.none, [JSONObject.Member]())
    others.reserveCapacity(values.count + 2)
    for member in values {
      switch member.name {
      case "primary": isPrimary = member.value
      case "type": type = member.value
      default: others.append(member)
      }
    }
    switch filter.name {
    case "primary":
      isPrimary = .bool(filter.value == "True" || filter.value == "true")
      if attribute == "roles", type == nil { type = .string(SCIMNames.roleType) }
    case "type": type = .string(filter.value)
    default:
      others.removeAll { $0.name == filter.name }
      others.append(.init(name: filter.name, value: .string(filter.value)))
      others.sort { $0.name < $1.name }
    }
    if let type { others.insert(.init(name: "type", value: type), at: 0) }
    // The work address and the work number are a user's first ones; a place is not.
    let first = isPrimary ?? .bool(filter.value == "work" && attribute != "addresses")
    others.insert(.init(name: "primary", value: first), at: 0)
    return .object(JSONObject(others))
  }

  /// Some members first, in their order, and the others by name.
  private static func ordered(_ values: JSONObject, first: [String]) -> JSONObject {
    var members = first.compactMap { name in values[name].map { JSONObject.Member(name: name, value: $0) } }
    let others = values.members.filter { !first.contains($0.name) }
    members += others.count > 1 ? others.sorted { $0.name < $1.name } : others
    return JSONObject(members)
  }
}

extension JSONObject {
  /// Sets a member of a body whose members come in their order: one of that name can only be the last.
  fileprivate mutating func put(_ name: String, _ value: JSONValue) {
    if members.last?.name == name { self[name] = value } else { append(name, value) }
  }
}
