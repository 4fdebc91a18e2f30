package import Bytes

/// One object that was stored in a directory or removed from it. The store writes one row for each.
package enum DirectoryChange: Sendable {
  case tenant(Tenant)
  case user(User)
  case group(Group)
  case groupRemoved(Group.ID)
  case application(Application)
  case applicationRemoved(Application.ID)
  case servicePrincipal(ServicePrincipal)
  case servicePrincipalRemoved(ServicePrincipal.ID)
  case grant(PermissionGrant)
  case grantRemoved(PermissionGrant.ID)
  case roleAssignment(RoleAssignment)
  case roleAssignmentRemoved(RoleAssignment.ID)
  case policy(AccessPolicy)
  case policyRemoved(AccessPolicy.ID)
  case consentRequest(ConsentRequest)
  case consentRequestRemoved(ConsentRequest.ID)
  case deletedObject(DeletedObject)
  case deletedObjectForgotten(GUID)

  /// Whether the store needs only this one of two changes in a row: an object may grow permission by permission, and each change holds all
  /// of it.
  func replaces(_ former: Self) -> Bool {
    switch (self, former) {
    case (.user(let new), .user(let old)): new.id == old.id
    case (.group(let new), .group(let old)): new.id == old.id
    case (.application(let new), .application(let old)): new.id == old.id
    case (.grant(let new), .grant(let old)): new.id == old.id
    default: false
    }
  }
}
