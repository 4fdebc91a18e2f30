import Directory
import JSON

/// Whether the caller may change apps and service principals, beyond the permission of the route (Microsoft: "Microsoft Graph permissions
/// reference", `Application.ReadWrite.OwnedBy`; "Default user permissions").
///
/// With a user the permission alone is not enough: the user has to hold a role for it or own the object. An app with
/// `Application.ReadWrite.OwnedBy` alone has to own it.
enum Administration {
  /// The directory roles that manage all apps.
  static let roles: Set<DirectoryRole> = [
    .globalAdministrator, .applicationAdministrator, .cloudApplicationAdministrator,
  ]

  static func check(_ application: Application, _ resource: ResourceCall) throws(GraphError) {
    try check(owners: application.allOwners, resource)
  }

  static func check(_ view: ServicePrincipalView, _ resource: ResourceCall) throws(GraphError) {
    let owners = view.principal.owners(orThoseOf: view.application)
    try check(owners: owners + view.application.allOwners, resource)
  }

  /// A user without a role registers apps where the tenant lets users do so.
  static func checkMayRegister(_ resource: ResourceCall) throws(GraphError) {
    guard let user = resource.token.user, !holdsRole(user) else { return }
    guard resource.token.tenant.properties["allowedToCreateApps"] != false else {
      throw .needsRole(of: user, "the tenant lets administrators alone register apps (allowedToCreateApps)")
    }
  }

  /// The owner of a registration adds its service principal. `OwnedBy` is for apps of the own tenant alone.
  static func checkMayAddPrincipal(of application: Application, _ resource: ResourceCall) throws(GraphError) {
    let token = resource.token
    guard application.tenant == token.tenant.id else {
      if token.user == nil, !holdsAll(token) { throw .backingApplicationElsewhere }
      return try checkMayRegister(resource)
    }
    try check(application, resource)
  }

  /// The caller as the owner of what it makes.
  static func creator(_ resource: ResourceCall) -> [Group.Member] {
    [resource.token.user.map { .user($0.id) } ?? .client(resource.token.client.id)]
  }

  private static func check(owners: [Group.Member], _ resource: ResourceCall) throws(GraphError) {
    guard !owners.contains(where: creator(resource).contains) else { return }
    guard let user = resource.token.user else {
      guard holdsAll(resource.token) else {
        throw .insufficientPrivileges(needed: ["Application.ReadWrite.All"], held: resource.token.permissions)
      }
      return
    }
    guard holdsRole(user) else {
      throw .needsRole(of: user, "the user owns it not and holds no role for it")
    }
  }

  private static func holdsAll(_ token: GraphToken) -> Bool { token.permissions.contains("Application.ReadWrite.All") }

  private static func holdsRole(_ user: User) -> Bool {
    user.directoryRoles.contains { DirectoryRole.named($0).map(roles.contains) ?? false }
  }
}

extension GraphError {
  /// The refusal of a user whose app holds the permission.
  static func needsRole(of user: User, _ reason: String) -> Self {
    let roles = Administration.roles.map(\.displayName).sorted().joined(separator: ", ")
    return Self(
      403, .requestDenied, "Insufficient privileges to complete the operation.",
      because: "\(user.alias): \(reason); one of these roles would do: \(roles)")
  }
}
