import Bytes

/// A built-in directory role: the name people use and the template id that `wids` carries (Microsoft: "Microsoft Entra
/// built-in roles").
package struct DirectoryRole: Sendable, Hashable {
  package let displayName: String
  package let templateID: String

  package static let globalAdministrator = Self(
    displayName: "Global Administrator", templateID: "62e90394-69f5-4237-9190-012177145e10")
  package static let privilegedRoleAdministrator = Self(
    displayName: "Privileged Role Administrator", templateID: "e8611ab8-c189-46e8-94e1-60213ab1f814")
  package static let cloudApplicationAdministrator = Self(
    displayName: "Cloud Application Administrator", templateID: "158c047a-c907-4556-b7ef-446551a6b5f7")
  package static let applicationAdministrator = Self(
    displayName: "Application Administrator", templateID: "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3")
  /// What every user of a tenant holds without being given it; `wids` of a Graph token lists it (observed).
  package static let user = Self(displayName: "User", templateID: "b79fbf4d-3ef9-4689-8143-76b194e85509")

  /// The roles that may consent on behalf of the organization.
  package static let consenting: Set<DirectoryRole> = [
    globalAdministrator, privilegedRoleAdministrator, cloudApplicationAdministrator, applicationAdministrator,
  ]

  package static let all = [
    globalAdministrator, privilegedRoleAdministrator, cloudApplicationAdministrator, applicationAdministrator, user,
  ]

  /// The role a person means by its name, whatever the case.
  package static func named(_ name: String) -> DirectoryRole? {
    all.first { ASCII.equalIgnoringCase($0.displayName, name) }
  }
}
