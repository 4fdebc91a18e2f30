import Bytes
import Directory
import JSON

/// Values that name objects of the directory. A file names them by their short names, and a made world has ids of its own.
extension WordType where Value == User.ID {
  static let user = Self(
    .text(.plain), shown: .word, label: "user", owned: { id, ownership in ownership.identity.own(id) },
    read: { value, place throws(ScenarioError) in try value.existingUser(in: place.directory).id },
    write: { id, names in .string(names.user(id)) })

  /// A user of the same tenant as the object that names it.
  static let colleague = Self(
    .text(.plain), shown: .word, label: "user of the same tenant", owned: user.owned,
    read: { value, place throws(ScenarioError) in
      let user = try value.existingUser(in: place.directory)
      guard user.tenant == place.tenant else {
        throw value.error("'\(user.alias)' is in another tenant than '\(place.alias)'; take a user of the same tenant")
      }
      return user.id
    }, write: user.write)

  /// The user to whom another one reports. Users are read in the order of the file.
  static let manager: Self = {
    var type = colleague
    type.read = { value, place throws(ScenarioError) in
      let name = try value.text("a user's name")
      if place.directory.user(named: name) == nil {
        try value.checkOrder(above: place.alias, in: place.directory)
      }
      return try colleague.read(value, place)
    }
    return type
  }()
}

extension WordType where Value == Group.ID {
  static let group = Self(
    .text(.plain), shown: .word, label: "group", owned: { id, ownership in ownership.identity.own(id) },
    read: { value, place throws(ScenarioError) in try value.existingGroup(in: place.directory).id },
    write: { id, names in .string(names.member(.group(id))) })
}

extension WordType where Value == Group.Member {
  /// A user or a group of the same tenant as the group. Apps come behind groups in a file, so an app says itself which groups its service
  /// principal is in.
  static let member = Self(
    .text(.plain), shown: .word, label: "user or group",
    owned: { member, ownership in
      switch member {
      case .user(let id): .user(ownership.identity.own(id))
      case .group(let id): .group(ownership.identity.own(id))
      case .client(let id): .client(ownership.own(client: id))
      }
    },
    read: { value, place throws(ScenarioError) in
      let directory = place.directory
      let name = try value.text("a list of users and groups")
      let user = directory.user(named: name)
      let group = directory.group(named: name)
      guard let home = user?.tenant ?? group?.tenant, let alias = user?.alias ?? group?.alias else {
        let known = User.aliases(in: directory) + Group.aliases(in: directory)
        let hint =
          Suggestion.nearest(to: name, among: known) == nil ? ". A group has to stand above '\(place.alias)'" : ""
        throw value.error(FileValue.unknown("user or group", name, among: known) + hint)
      }
      guard home == place.tenant else {
        throw value.error("'\(alias)' is in another tenant than the group; take an object of the same tenant")
      }
      return user.map { .user($0.id) } ?? group.map { .group($0.id) } ?? .user(User.ID(.zero))
    }, write: { member, names in .string(names.member(member)) })
}

extension WordType where Value == Group.Member {
  /// A user or a group of any tenant.
  static let mailboxOwner: Self = {
    var type = member
    type.label = "user or group"
    type.read = { value, place throws(ScenarioError) in
      let (directory, name) = (place.directory, try value.text("a list of users and groups"))
      if let user = directory.user(named: name) { return .user(user.id) }
      if let group = directory.group(named: name) { return .group(group.id) }
      let known = User.aliases(in: directory) + Group.aliases(in: directory)
      throw value.error(FileValue.unknown("user or group", name, among: known))
    }
    return type
  }()
}

extension WordType where Value == Application.ID {
  /// An app by its short name or its client id.
  static let application = Self(
    .text(.plain), shown: .word, label: "app",
    read: { value, place throws(ScenarioError) in try value.existingApplication(in: place.directory).id },
    write: { id, names in .string(names.application(id)) })

  /// An API, by its App ID URI too.
  static let resource = Self(
    .text(.plain), shown: .word, label: "API",
    read: { value, place throws(ScenarioError) in try value.existingResource(in: place.directory).id },
    write: { id, names in .string(names.application(id)) })
}

extension WordType where Value == Tenant.ID {
  static let tenant = Self(
    .text(.plain), shown: .word, label: "tenant", owned: { id, ownership in ownership.identity.own(id) },
    read: { value, place throws(ScenarioError) in try value.existingTenant(in: place.directory).id },
    write: { id, names in .string(names.tenant(id)) })
}

extension WordType where Value == String {
  /// A mail address. In a made world its domain is the world's own.
  static let mail = Self(
    .text(.plain), shown: .word, label: "mail address",
    owned: { name, ownership in ownership.identity.own(name: name, domains: ownership.domains) },
    read: { value, _ throws(ScenarioError) in try value.text("a mail address such as carol@contoso.com") },
    write: { name, names in .string(names.signInName(name)) })

  /// A directory role, by its display name in any case.
  static let directoryRole = Self(
    .choiceInAnyCase(DirectoryRole.all.map(\.displayName)), shown: .word, label: "directory role",
    read: { value, _ throws(ScenarioError) in
      let name = try value.text("a list of roles")
      guard let role = DirectoryRole.named(name) else {
        guard Suggestion.nearest(to: name, among: DirectoryRole.all.map(\.displayName)) == nil else {
          throw value.unknown("role", among: DirectoryRole.all.map(\.displayName))
        }
        throw value.error(
          "unknown role '\(name)'; take the name of a built-in role, such as Global Administrator or User Administrator"
        )
      }
      return role.displayName
    }, write: { name, _ in .string(name) })
}

extension FileValue {
  /// Refuses the name of a user that is unknown and near to none: a user may name those that stand above in the file.
  func checkOrder(above entry: String, in directory: DirectoryState) throws(ScenarioError) {
    let name = try text("a user's name")
    guard Suggestion.nearest(to: name, among: User.aliases(in: directory)) == nil else { return }
    throw error("unknown user '\(name)'; users are read from the top, so '\(name)' has to stand above '\(entry)'")
  }
}
