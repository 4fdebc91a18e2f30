import Bytes
package import Directory
package import JSON

/// The attributes of users that mappings and scoping filters may name, in the words of the provisioning service.
package enum SourceAttribute {
  /// The words that are not Graph's, each with Graph's.
  private static let synonyms: [(word: String, property: String)] = [
    ("physicalDeliveryOfficeName", "officeLocation"), ("telephoneNumber", "businessPhones"),
    ("mobile", "mobilePhone"), ("facsimileTelephoneNumber", "faxNumber"),
  ]

  /// What the service works out.
  private static let made = [
    "userPrincipalName", "originalUserPrincipalName", "objectId", "accountEnabled", "IsSoftDeleted", "manager",
    "appRoleAssignments",
  ]

  private static let rows = Dictionary(User.rows.map { ($0.name, $0) }) { first, _ in first }
  private static let properties = Dictionary(synonyms.map { ($0.word, $0.property) }) { first, _ in first }

  /// Every name, for messages.
  package static let names =
    made + synonyms.map(\.word) + User.rows.map(\.name).filter { $0 != "accountEnabled" }
    + PropertyKind.extensionAttributes

  /// The attributes of groups.
  package static let ofGroups = ["displayName", "objectId", "mailNickname", "description", "mail", "members"]

  /// The value of an attribute of a group; nil for none. Members are not one.
  package static func value(_ name: String, of group: Group, mail: String?) -> JSONValue? {
    switch name {
    case "displayName": said(group.displayName)
    case "objectId": .string("\(group.id)")
    case "mailNickname": said(group.properties.text("mailNickname") ?? group.alias)
    case "description": said(group.details)
    case "mail": said(mail)
    default: Optional.none
    }
  }

  package static func isKnown(_ name: String) -> Bool {
    known.contains(name) || PlainProperties.application(ofExtension: name) != nil
  }

  private static let known = Set(names)

  /// What the service knows of a user beside the object.
  package struct Facts: Sendable {
    /// Unassigned, filtered out, deleted or disabled.
    package var isSoftDeleted: Bool
    /// The roles that the user holds on the app, each with `id`, `value` and `displayName`.
    package var roles: [JSONValue]

    package init(isSoftDeleted: Bool, roles: [JSONValue] = []) {
      self.isSoftDeleted = isSoftDeleted
      self.roles = roles
    }
  }

  /// The value of an attribute; nil for none, and for an empty text.
  package static func value(_ name: String, of user: User, _ facts: Facts) -> JSONValue? {
    switch name {
    case "userPrincipalName": .string(homeName(of: user))
    case "originalUserPrincipalName": .string(user.userPrincipalName)
    case "displayName": said(user.displayName)
    case "objectId": .string("\(user.id)")
    case "accountEnabled": .bool(user.isEnabled)
    case "IsSoftDeleted": .string(facts.isSoftDeleted ? "True" : "False")
    case "manager": user.manager.map { .string("\($0)") }
    case "appRoleAssignments": facts.roles.isEmpty ? Optional.none : .array(facts.roles)
    default: stored(properties[name] ?? name, of: user)
    }
  }

  private static func stored(_ name: String, of user: User) -> JSONValue? {
    switch name {
    // One number, where Graph has a list.
    case "businessPhones": return said(user.businessPhones.first)
    case "mailNickname":
      return said(user.properties.text(name) ?? String(user.userPrincipalName.prefix { $0 != "@" }))
    default: break
    }
    let value =
      rows[name]?.value(of: user) ?? user.properties[name]
      ?? (name.hasPrefix("extensionAttribute") ? user.properties["onPremisesExtensionAttributes"]?[name] : nil)
    return switch value {
    case .string(""), .null: Optional.none
    case let value: value
    }
  }

  private static func said(_ text: String?) -> JSONValue? {
    guard let text, !text.isEmpty else { return Optional.none }
    return .string(text)
  }

  /// The sign-in name. That of a guest is the address at home: `gina_fabrikam.com#EXT#@contoso.com` is `gina@fabrikam.com`.
  private static func homeName(of user: User) -> String {
    let name = user.userPrincipalName
    guard let mark = name.firstPlace(of: WorldIdentity.guestMark) else { return name }
    let local = name[..<mark.lowerBound]
    guard let underscore = local.lastIndex(of: "_") else { return name }
    return "\(local[..<underscore])@\(local[local.index(after: underscore)...])"
  }
}
