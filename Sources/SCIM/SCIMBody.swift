package import JSON

/// The bodies with which Entra creates users and groups, member by member in its order (observed).
package enum SCIMBody {
  /// A new user. Members: `schemas`, `externalId`, `userName`, `active`, then the others by name, an extension last.
  package static func user(_ rows: [SCIMValue], form: SCIMForm = SCIMForm()) -> JSONObject {
    // A first cycle makes one for each user: a dozen names are sooner looked through than hashed.
    var top: JSONObject = ["schemas": userSchemas, "meta": userMeta]
    var parts: [(key: String, members: JSONObject)] = []
    var elements: [(key: Element, members: JSONObject)] = []
    var extensions: [(key: String, members: JSONObject)] = []
    for row in rows {
      let path = row.path
      if let schema = path.schema {
        put(row.value, path.attribute, under: schema, in: &extensions)
      } else if let filter = path.filter {
        put(row.value, path.subAttribute ?? "value", under: Element(path.attribute, filter), in: &elements)
      } else if let part = path.subAttribute {
        put(row.value, part, under: path.attribute, in: &parts)
      } else {
        top[path.attribute] = row.value
      }
    }
    for (name, values) in parts {
      top[name] = .object(ordered(values, first: name == "name" ? ["formatted", "familyName", "givenName"] : []))
    }
    var lists: [(key: String, elements: [JSONValue])] = []
    for (key, values) in elements.sorted(by: { $0.key.filter.value < $1.key.filter.value }) {
      let element = element(of: key.attribute, key.filter, values)
      if let place = lists.firstIndex(where: { $0.key == key.attribute }) {
        lists[place].elements.append(element)
      } else {
        lists.append((key.attribute, [element]))
      }
    }
    for (name, list) in lists { top[name] = .array(list) }
    if form.emptyRoles, top["roles"] == nil { top["roles"] = [] }
    var body = ordered(top, first: ["schemas", "externalId", "userName", "active"])
    extensions.sort {
      ($0.key != SCIMNames.enterpriseUser ? 1 : 0, $0.key) < ($1.key != SCIMNames.enterpriseUser ? 1 : 0, $1.key)
    }
    for (name, values) in extensions { body.append(name, .object(ordered(values, first: []))) }
    return body
  }

  private static let userSchemas = JSONValue.strings([SCIMNames.user, SCIMNames.enterpriseUser])
  private static let userMeta: JSONValue = ["resourceType": "User"]

  /// One element of a list, such as the work address.
  private struct Element: Equatable {
    let attribute: String
    let filter: SCIMPath.Filter

    init(_ attribute: String, _ filter: SCIMPath.Filter) { (self.attribute, self.filter) = (attribute, filter) }
  }

  private static func put<Key: Equatable>(
    _ value: JSONValue, _ name: String, under key: Key, in groups: inout [(key: Key, members: JSONObject)]
  ) {
    if let place = groups.firstIndex(where: { $0.key == key }) {
      groups[place].members[name] = value
    } else {
      groups.append((key, [name: value]))
    }
  }

  /// A new group, which never has members.
  package static func group(_ rows: [SCIMValue]) -> JSONObject {
    var top: JSONObject = [
      "schemas": .strings([SCIMNames.group, SCIMNames.microsoftGroup]), "meta": ["resourceType": "Group"],
    ]
    for row in rows where row.path.attribute != "members" { top[row.path.attribute] = row.value }
    return ordered(top, first: ["schemas", "externalId", "displayName"])
  }

  private static func element(of attribute: String, _ filter: SCIMPath.Filter, _ values: JSONObject) -> JSONValue {
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

  /// Some members first, in their order, and the others by name.
  private static func ordered(_ values: JSONObject, first: [String]) -> JSONObject {
    let ranked = values.members.map { (rank: first.firstIndex(of: $0.name) ?? first.count, member: $0) }
    return JSONObject(ranked.sorted { ($0.rank, $0.member.name) < ($1.rank, $1.member.name) }.map(\.member))
  }
}
