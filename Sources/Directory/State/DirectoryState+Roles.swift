package import Bytes
import JSON

/// Who holds which directory role. Users hold roles themselves and by groups that can hold roles; apps hold them by their service
/// principals.
extension DirectoryState {
  /// One role of one holder.
  package struct HeldRole: Sendable {
    package let role: DirectoryRole
    package let holder: RoleHolder
  }

  /// The object that a role is assigned to.
  package enum RoleHolder: Sendable, Hashable {
    case user(User.ID)
    case group(Group.ID)
    case principal(ServicePrincipal.ID)

    package var guid: GUID {
      switch self {
      case .user(let id): id.guid
      case .group(let id): id.guid
      case .principal(let id): id.guid
      }
    }
  }

  /// The assignments of a tenant: users first, then groups, then service principals.
  package func heldRoles(in tenant: Tenant.ID) -> [HeldRole] {
    var held: [HeldRole] = []
    for user in usersInOrder where user.tenant == tenant && !user.isDeleted {
      held += user.directoryRoles.compactMap(DirectoryRole.named).filter { $0 != .user }.map {
        HeldRole(role: $0, holder: .user(user.id))
      }
    }
    for group in groupsInOrder where group.tenant == tenant {
      held += group.properties.directoryRoles.map { HeldRole(role: $0, holder: .group(group.id)) }
    }
    for principal in servicePrincipals.values.sorted(by: { $0.id < $1.id }) where principal.tenant == tenant {
      held += principal.properties.directoryRoles.map { HeldRole(role: $0, holder: .principal(principal.id)) }
    }
    return held
  }

  /// The user with the roles of the groups that the user is in, beside the user's own.
  package func withRolesOfGroups(_ user: User) -> User {
    var user = user
    for group in groups(of: .user(user.id)) {
      for role in group.properties.directoryRoles where !user.directoryRoles.contains(role.displayName) {
        user.directoryRoles.append(role.displayName)
      }
    }
    return user
  }
}

extension PlainProperties {
  /// The directory roles of a group or a service principal.
  package var directoryRoles: [DirectoryRole] {
    get { (self["directoryRoles"]?.strings ?? []).compactMap(DirectoryRole.named) }
    set { self["directoryRoles"] = newValue.isEmpty ? nil : .strings(newValue.map(\.displayName)) }
  }
}
