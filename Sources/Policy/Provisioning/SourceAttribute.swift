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

  /// Whether a scoping filter may name it: it is not a list, a reference, a date, or `userType` (Microsoft: "Scoping users or groups").
  package static func fitsFilters(_ name: String) -> Bool {
    guard !["manager", "appRoleAssignments", "userType"].contains(name) else { return false }
    return switch User.rows.first(where: { $0.name == name })?.kind {
    case nil, .text, .address, .webAddress, .flag, .number, .choice: true
    default: false
    }
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

  /// Gives the value of one attribute of a user; nil for none, and for an empty text.
  package typealias Reader = @Sendable (User, Facts) -> JSONValue?

  /// The reader of an attribute. A mapping has it found once, and asks it for every user.
  package static func reader(_ name: String) -> Reader {
    readers[name] ?? { user, _ in given(user.properties[name]) }
  }

  /// The value of an attribute; nil for none, and for an empty text.
  package static func value(_ name: String, of user: User, _ facts: Facts) -> JSONValue? { reader(name)(user, facts) }

  private static let readers: [String: Reader] = {
    var readers: [String: Reader] = [:]
    for row in User.rows {
      let (get, usual) = (row.get, row.usual)
      readers[row.name] = { user, _ in given(get(user) ?? usual(user)) }
    }
    readers["mailNickname"] = { user, _ in
      if let name = user.properties.text("mailNickname") { return said(name) }
      let name = user.userPrincipalName
      return said(name.utf8.firstIndex(of: 0x40).map { String(name[..<$0]) } ?? name)
    }
    // One number, where Graph has a list.
    readers["businessPhones"] = { user, _ in said(user.businessPhones.first) }
    for name in PropertyKind.extensionAttributes {
      readers[name] = { user, _ in given(user.properties["onPremisesExtensionAttributes"]?[name]) }
    }
    for (word, property) in synonyms { readers[word] = readers[property] }
    readers["userPrincipalName"] = { user, _ in .string(homeName(of: user)) }
    readers["originalUserPrincipalName"] = { user, _ in .string(user.userPrincipalName) }
    readers["objectId"] = { user, _ in .string("\(user.id)") }
    readers["accountEnabled"] = { user, _ in .bool(user.isEnabled) }
    readers["IsSoftDeleted"] = { _, facts in .string(facts.isSoftDeleted ? "True" : "False") }
    readers["manager"] = { user, _ in user.manager.map { .string("\($0)") } }
    readers["appRoleAssignments"] = { _, facts in facts.roles.isEmpty ? Optional.none : .array(facts.roles) }
    return readers
  }()

  private static func given(_ value: JSONValue?) -> JSONValue? {
    switch value {
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
