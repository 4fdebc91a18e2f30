import Bytes
import Directory
import JSON
import Time
import YAML

/// Whether an administrator has consented to the static list of an app.
enum StaticListConsent: String, CaseIterable, Sendable {
  case granted
  case none
}

extension WordType where Value == StaticListConsent {
  static var consent: Self {
    var type = choice
    type.absent = StaticListConsent.none
    return type
  }
}

extension WordType where Value == [String] {
  /// Redirect URIs with their scheme and without a fragment.
  static let redirectURIs = list(
    of: .text(
      pattern: "^[A-Za-z][^:\\s#]*:([^0-9\\s#][^\\s#]*)?$", label: "URI",
      "a redirect URI with its scheme and without '#'",
      read: { value, _ throws(ScenarioError) in
        let uri = try value.text("a list of URIs")
        let scheme = uri.prefix { $0 != ":" }
        if let first = uri.utf8.dropFirst(scheme.utf8.count + 1).first, ASCII.isDigit(first) {
          throw value.error("'\(uri)' is not a redirect URI; write it with its scheme: http://\(uri)")
        }
        guard scheme.count < uri.count, scheme.utf8.first.map(ASCII.isLetter) ?? false,
          !uri.utf8.contains(where: { $0 <= 0x20 || $0 == 0x23 })
        else { throw value.error("'\(uri)' is not a redirect URI; write it with its scheme and without '#'") }
        return uri
      }), "a list such as [msauth.com.example.app://auth]", label: "list of URIs")
}

extension WordType where Value == [RedirectURIRegistration] {
  /// Redirect URIs with their platforms, as answers show them.
  static let registrations = shownAlone(
    .list(
      .object([
        .required("uri", .word, "The URI."),
        .required("platform", .words(RedirectURIRegistration.Platform.self), "The platform that it is registered for."),
      ]))
  ) { registrations in
    .array(registrations.map { ["uri": .string($0.uri), "platform": .string($0.platform.rawValue)] })
  }
}

extension WordType where Value == [ClientSecret] {
  /// What may be shown of client secrets.
  static let shownSecrets = shownAlone(
    .list(
      .object([
        .required("id", .guid, "The secret's id."),
        .required("hint", .text(.free), "Its first letters."),
        .required("startsAt", .time, "The time from which it counts."),
        .required("expiresAt", .time, "The time at which it ends."),
      ]))
  ) { secrets in
    .array(
      secrets.map {
        [
          "id": "\($0.id)", "hint": .string($0.hint), "startsAt": .string($0.startsAt.iso8601),
          "expiresAt": .string($0.expiresAt.iso8601),
        ]
      })
  }
}

extension WordType {
  /// A type that answers show and that no file says.
  fileprivate static func shownAlone(_ shape: Shape, _ write: @escaping @Sendable (Value) -> JSONValue) -> Self {
    Self(
      shape, label: "", read: { value, _ throws(ScenarioError) in throw value.error("it cannot be written") },
      write: { value, _ in write(value) })
  }
}

extension WordType where Value == [Application.ID] {
  static let clients = oneOrMany(of: .application, label: "list of apps")
}

extension WordType where Value == User.ID {
  /// A user whose tenant has the app.
  static let assigned = WordType<User.ID>(
    .text(.plain), label: "user",
    read: { value, place throws(ScenarioError) in
      let user = try value.existingUser(in: place.directory)
      try value.checkAssignment(of: user.alias, in: user.tenant, place)
      return user.id
    }, write: WordType<User.ID>.user.write)
}

extension WordType where Value == Group.ID {
  /// A group whose tenant has the app.
  static let assigned = WordType<Group.ID>(
    .text(.plain), label: "group",
    read: { value, place throws(ScenarioError) in
      let group = try value.existingGroup(in: place.directory)
      try value.checkAssignment(of: group.alias, in: group.tenant, place)
      return group.id
    }, write: WordType<Group.ID>.group.write)
}

extension WordType where Value == [User.ID] {
  static let assignedUsers = list(of: .assigned, "a list such as [alice]", label: "list of users")
  static let owners = list(of: .colleague, "a list such as [alice]", label: "list of users of the app's tenant")
}

extension WordType where Value == [Group.ID] {
  static let assignedGroups = list(of: .assigned, "a list such as [engineers]", label: "list of groups")
}

extension WordType where Value == RequiredAccess {
  /// Permissions of Microsoft Graph in Graph's spelling. An app with users has scopes; a role that is not a scope is taken as a role. For an
  /// app without users it is the other way round.
  static let graphPermissions = Self(
    .list(.text(.plain)), shown: .list(.word), label: "list of permissions",
    absent: RequiredAccess(resource: WellKnown.graph, scopes: []),
    read: { value, place throws(ScenarioError) in try value.graphPermissions(place) },
    write: { access, names in .strings(names.permissions([access])) })
}

extension WordType where Value == [RequiredAccess] {
  /// Permissions of other APIs, behind their App ID URIs.
  static let apiPermissions = Self(
    .list(.text(.plain)), shown: .list(.word), label: "list of permissions", absent: [],
    read: { value, place throws(ScenarioError) in
      var access = AccessList()
      for item in try value.list("a list such as [api://contoso/Orders.Read]") {
        let word = try item.text("a list of permissions")
        let found = try item.permission(isRole: place.holdsRoles, in: place.directory)
        guard found.resource != WellKnown.graph else {
          throw item.error("'\(word)' is a permission of Microsoft Graph; it goes under 'permissions'")
        }
        access.add(found)
      }
      return access.all
    }, write: { access, names in .strings(names.permissions(access)) })
}

extension WordType where Value == [FederatedCredential] {
  static let federatedCredentials = Self(
    .list(FederatedCredential.shape), label: "list of mappings", absent: [],
    read: { value, place throws(ScenarioError) in
      var credentials: [FederatedCredential] = []
      for item in try value.list("a list of mappings with 'issuer' and 'subject'") {
        credentials.append(try FederatedCredential(item, ofApplication: place.alias))
      }
      return credentials
    }, write: { credentials, _ in .array(credentials.map(\.written)) })
}

extension FileValue {
  fileprivate func checkAssignment(of alias: String, in tenant: Tenant.ID, _ place: WordPlace) throws(ScenarioError) {
    guard !place.tenantsWithApp.contains(tenant) else { return }
    throw error(
      "the tenant of '\(alias)' does not have the app '\(place.alias)'; let an administrator of it consent first")
  }

  fileprivate func graphPermissions(_ place: WordPlace) throws(ScenarioError) -> RequiredAccess {
    let graph = place.directory.applications[WellKnown.graph]
    var access = RequiredAccess(resource: WellKnown.graph, scopes: [])
    for item in try list("a list such as [User.Read, Mail.Read]") {
      let word = try item.text("a list of permissions")
      if word.firstPlace(of: "://") != nil, !word.hasPrefix("https://graph.microsoft.") {
        throw item.error(
          "'\(word)' is a permission of another API than Microsoft Graph; it goes under 'apiPermissions'")
      }
      let role = graph?.role(named: word)?.value
      let scope = place.holdsRoles && role != nil ? nil : graph?.permission(named: word)?.value
      if let scope {
        if !access.scopes.contains(scope) { access.scopes.append(scope) }
      } else if let role {
        if !access.roles.contains(role) { access.roles.append(role) }
      } else {
        throw item.error(
          Self.unknown(
            place.holdsRoles ? "application permission" : "permission", word,
            among: (place.holdsRoles ? graph?.appRoles.map(\.value) : graph?.permissions.map(\.value)) ?? []))
      }
    }
    return access
  }
}
