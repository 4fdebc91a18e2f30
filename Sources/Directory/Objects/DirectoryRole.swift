import Bytes

/// A built-in directory role: its name in the portal, and the template id that `wids` carries (Microsoft: "Microsoft Entra
/// built-in roles").
package struct DirectoryRole: Sendable, Hashable {
  /// The name in the portal and in scenario files.
  package let displayName: String
  /// A GUID that is the same in every tenant.
  package let templateID: String

  package static let globalAdministrator = Self(
    displayName: "Global Administrator", templateID: "62e90394-69f5-4237-9190-012177145e10")
  package static let privilegedRoleAdministrator = Self(
    displayName: "Privileged Role Administrator", templateID: "e8611ab8-c189-46e8-94e1-60213ab1f814")
  package static let cloudApplicationAdministrator = Self(
    displayName: "Cloud Application Administrator", templateID: "158c047a-c907-4556-b7ef-446551a6b5f7")
  package static let applicationAdministrator = Self(
    displayName: "Application Administrator", templateID: "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3")
  /// Every member of a tenant holds this role without an assignment. `wids` of a Graph token lists it (observed).
  package static let user = Self(displayName: "User", templateID: "b79fbf4d-3ef9-4689-8143-76b194e85509")

  /// A guest holds this role in the place of `user` (observed). Both are for tokens only: in Graph's authorization
  /// policy the default roles of members and guests have other template ids (`a0b1b346…`, `10dae51f…`).
  package static let guest = Self(displayName: "Guest", templateID: "13bd1c72-6f4a-4dcf-985f-18d3b80f208a")

  /// The roles whose holders may consent for the whole tenant.
  package static let consenting: Set<DirectoryRole> = [
    globalAdministrator, privilegedRoleAdministrator, cloudApplicationAdministrator, applicationAdministrator,
  ]

  /// The roles that an administrator may give to somebody, in the order of their names behind those of `consenting`.
  package static let assignable: [DirectoryRole] =
    [globalAdministrator, privilegedRoleAdministrator, cloudApplicationAdministrator, applicationAdministrator]
    + DirectoryRoleTable.text.split(separator: "\n").compactMap { line in
      let name = line.prefix { $0 != "=" }
      let role = Self(
        displayName: ASCII.trimmed(name), templateID: ASCII.trimmed(line.dropFirst(name.count + 1)))
      return consenting.contains(role) ? nil : role
    }

  /// The roles of `assignable`, and `user`. `guest` is not among them.
  package static let all = assignable + [user]

  /// The role of that display name among `all`; ASCII case does not count. Nil when there is none.
  package static func named(_ name: String) -> DirectoryRole? {
    byName[name] ?? byName.first { ASCII.equalIgnoringCase($0.key, name) }?.value
  }

  /// The role of that template id among `assignable`; ASCII case does not count.
  package static func template(_ id: String) -> DirectoryRole? {
    assignable.first { ASCII.equalIgnoringCase($0.templateID, id) }
  }

  private static let byName = Dictionary(all.map { ($0.displayName, $0) }) { first, _ in first }
}
