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
}
