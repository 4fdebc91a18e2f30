extension DirectoryState {
  /// The changes among these that leave an object other than it is here. The caller made them on a copy.
  package func differing(_ changes: [DirectoryChange]) -> Bool { changes.contains { !holds($0) } }

  /// Whether the directory is already as it would be after that change.
  private func holds(_ change: DirectoryChange) -> Bool {
    switch change {
    case .tenant(let tenant): tenants[tenant.id] == tenant
    case .user(let user): users[user.id] == user
    case .group(let group): groups[group.id] == group
    case .groupRemoved(let id): groups[id] == nil
    case .application(let application): applications[application.id] == application
    case .applicationRemoved(let id): applications[id] == nil
    case .servicePrincipal(let principal): servicePrincipals[principal.id] == principal
    case .servicePrincipalRemoved(let id): servicePrincipals[id] == nil
    case .grant(let grant): grants[grant.id] == grant
    case .grantRemoved(let id): grants[id] == nil
    case .roleAssignment(let assignment): roleAssignments[assignment.id] == assignment
    case .roleAssignmentRemoved(let id): roleAssignments[id] == nil
    case .policy(let policy): policies[policy.id] == policy
    case .policyRemoved(let id): policies[id] == nil
    case .consentRequest(let request): consentRequests[request.id] == request
    case .consentRequestRemoved(let id): consentRequests[id] == nil
    case .deletedObject(let object): deleted[DeletedObject.ID(object.id)] == object
    case .deletedObjectForgotten(let id): deleted[DeletedObject.ID(id)] == nil
    }
  }
}
