package import Bytes

/// Changes that are taken back, so that the directory can be read as it was before them.
extension DirectoryChange {
  /// The object id by which Graph shows the object.
  package var objectID: GUID {
    switch self {
    case .tenant(let tenant): tenant.id.guid
    case .user(let user): user.id.guid
    case .group(let group): group.id.guid
    case .groupRemoved(let id): id.guid
    case .application(let application): application.objectID.guid
    case .applicationRemoved(let id): id.guid
    case .servicePrincipal(let principal): principal.id.guid
    case .servicePrincipalRemoved(let id): id.guid
    case .grant(let grant): grant.id.guid
    case .grantRemoved(let id): id.guid
    case .roleAssignment(let assignment): assignment.id.guid
    case .roleAssignmentRemoved(let id): id.guid
    case .policy(let policy): policy.id.guid
    case .policyRemoved(let id): id.guid
    case .consentRequest(let request): request.id.guid
    case .consentRequestRemoved(let id): id.guid
    case .deletedObject(let object): object.id
    case .deletedObjectForgotten(let id): id
    }
  }

  /// The change that makes the object again what it is in `former`. Nil where there is none: a user, a tenant and a consent request that
  /// `former` lacks cannot be removed.
  package func undone(in former: DirectoryState) -> Self? {
    switch self {
    case .tenant(let new): former.tenants[new.id].map(Self.tenant)
    case .user(let new): former.users[new.id].map(Self.user)
    case .group(let new): former.groups[new.id].map(Self.group) ?? .groupRemoved(new.id)
    case .groupRemoved(let id): former.groups[id].map(Self.group)
    case .application(let new): former.applications[new.id].map(Self.application) ?? .applicationRemoved(new.id)
    case .applicationRemoved(let id): former.applications[id].map(Self.application)
    case .servicePrincipal(let new):
      former.servicePrincipals[new.id].map(Self.servicePrincipal) ?? .servicePrincipalRemoved(new.id)
    case .servicePrincipalRemoved(let id): former.servicePrincipals[id].map(Self.servicePrincipal)
    case .grant(let new): former.grants[new.id].map(Self.grant) ?? .grantRemoved(new.id)
    case .grantRemoved(let id): former.grants[id].map(Self.grant)
    case .roleAssignment(let new):
      former.roleAssignments[new.id].map(Self.roleAssignment) ?? .roleAssignmentRemoved(new.id)
    case .roleAssignmentRemoved(let id): former.roleAssignments[id].map(Self.roleAssignment)
    case .policy(let new): former.policies[new.id].map(Self.policy) ?? .policyRemoved(new.id)
    case .policyRemoved(let id): former.policies[id].map(Self.policy)
    case .consentRequest(let new): former.consentRequests[new.id].map(Self.consentRequest)
    case .consentRequestRemoved(let id): former.consentRequests[id].map(Self.consentRequest)
    case .deletedObject(let new):
      former.deleted[DeletedObject.ID(new.id)].map(Self.deletedObject) ?? .deletedObjectForgotten(new.id)
    case .deletedObjectForgotten(let id): former.deleted[DeletedObject.ID(id)].map(Self.deletedObject)
    }
  }
}

extension DirectoryState {
  /// Makes this change.
  package mutating func apply(_ change: DirectoryChange) {
    switch change {
    case .tenant(let tenant): put(tenant)
    case .user(let user): put(user)
    case .group(let group): put(group)
    case .groupRemoved(let id): remove(id)
    case .application(let application): put(application)
    case .applicationRemoved(let id): remove(id)
    case .servicePrincipal(let principal): put(principal)
    case .servicePrincipalRemoved(let id): remove(id)
    case .grant(let grant): put(grant)
    case .grantRemoved(let id): remove(id)
    case .roleAssignment(let assignment): put(assignment)
    case .roleAssignmentRemoved(let id): remove(id)
    case .policy(let policy): put(policy)
    case .policyRemoved(let id): remove(id)
    case .consentRequest(let request): put(request)
    // Another request of the same user for the same app takes its place.
    case .consentRequestRemoved: break
    case .deletedObject(let object): keep(object)
    case .deletedObjectForgotten(let id): forgetDeleted(id)
    }
  }
}
