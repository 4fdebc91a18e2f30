package import JSON

/// The bodies with which Entra creates users and groups, member by member in its order (observed).
package enum SCIMBody {
  /// A new user. Members: `schemas`, `externalId`, `userName`, `active`, then the others by name, an extension last.
  package static func user(_ rows: [SCIMValue], form: SCIMForm = SCIMForm()) -> JSONObject {
    var top: [String: JSONValue] = ["meta": ["resourceType": "User"]]
    var parts: [String: [String: JSONValue]] = [:]
    var elements: [String: [SCIMPath.Filter: [String: JSONValue]]] = [:]
    var extensions: [String: [String: JSONValue]] = [:]
    for row in rows {
      let path = row.path
      if let schema = path.schema {
        extensions[schema, default: [:]][path.attribute] = row.value
      } else if let filter = path.filter {
        elements[path.attribute, default: [:]][filter, default: [:]][path.subAttribute ?? "value"] = row.value
      } else if let part = path.subAttribute {
        parts[path.attribute, default: [:]][part] = row.value
      } else {
        top[path.attribute] = row.value
      }
    }
    for (name, values) in parts {
      top[name] = .object(ordered(values, first: name == "name" ? ["formatted", "familyName", "givenName"] : []))
    }
    for (name, list) in elements {
      top[name] = .array(list.sorted { $0.key.value < $1.key.value }.map { element(of: name, $0.key, $0.value) })
    }
    if form.emptyRoles, top["roles"] == nil { top["roles"] = [] }
    top["schemas"] = .strings([SCIMNames.user, SCIMNames.enterpriseUser])
    var body = ordered(top, first: ["schemas", "externalId", "userName", "active"])
    let names = extensions.keys.sorted {
      ($0 != SCIMNames.enterpriseUser ? 1 : 0, $0) < ($1 != SCIMNames.enterpriseUser ? 1 : 0, $1)
    }
    for name in names { body.append(name, .object(ordered(extensions[name] ?? [:], first: []))) }
    return body
  }

  /// A new group, which never has members.
  package static func group(_ rows: [SCIMValue]) -> JSONObject {
    var top: [String: JSONValue] = ["meta": ["resourceType": "Group"]]
    for row in rows where row.path.attribute != "members" { top[row.path.attribute] = row.value }
    top["schemas"] = .strings([SCIMNames.group, SCIMNames.microsoftGroup])
    return ordered(top, first: ["schemas", "externalId", "displayName"])
  }

  private static func element(of attribute: String, _ filter: SCIMPath.Filter, _ values: [String: JSONValue])
    -> JSONValue
  {
    var values = values
    if filter.name == "primary" {
      values["primary"] = .bool(filter.value == "True" || filter.value == "true")
      if attribute == "roles", values["type"] == nil { values["type"] = .string(SCIMNames.roleType) }
    } else {
      values[filter.name] = .string(filter.value)
      // The work address and the work number are a user's first ones; a place is not.
      if values["primary"] == nil { values["primary"] = .bool(filter.value == "work" && attribute != "addresses") }
    }
    return .object(ordered(values, first: ["primary", "type"]))
  }

  private static func ordered(_ values: [String: JSONValue], first: [String]) -> JSONObject {
    let rest = values.keys.filter { !first.contains($0) }.sorted()
    return JSONObject(
      (first + rest).compactMap { name in values[name].map { JSONObject.Member(name: name, value: $0) } })
  }
}
