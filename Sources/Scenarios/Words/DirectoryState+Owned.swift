import Bytes
package import Directory

extension DirectoryState {
  /// This directory as a world of that identity has it: with ids and domains of its own. Nothing in it counts as changed.
  package func owned(by identity: WorldIdentity) -> DirectoryState {
    let ownership = Ownership(identity, in: self)
    var own = DirectoryState()
    for tenant in tenantsInOrder { own.put(identity.own(tenant)) }
    for user in usersInOrder { own.put(ownership.own(user)) }
    for group in groupsInOrder { own.put(ownership.own(group)) }
    for application in applicationsInOrder { own.put(ownership.own(application)) }
    for principal in servicePrincipals.values.inOrder(by: { $0.id < $1.id }) { own.put(identity.own(principal)) }
    for grant in grants.values.inOrder(by: { $0.id < $1.id }) { own.put(identity.own(grant)) }
    for assignment in roleAssignments.values.inOrder(by: { $0.id < $1.id }) { own.put(identity.own(assignment)) }
    for policy in policies.values.inOrder(by: { $0.id < $1.id }) { own.put(ownership.own(policy)) }
    _ = own.takeChanges()
    return own
  }
}

/// Objects as a world of its own has them. Words that are references carry what becomes of them; ids are the objects' own.
extension Ownership {
  init(_ identity: WorldIdentity, in directory: DirectoryState) {
    self.init(
      identity: identity,
      domains: Set(directory.tenants.values.filter { $0.kind == .workforce }.flatMap(\.domains)))
  }

  func own(_ user: User) -> User {
    var own = references(of: user)
    own.id = identity.own(user.id)
    own.tenant = identity.own(user.tenant)
    own.home = user.home.map { User.Home(tenant: identity.own($0.tenant), user: identity.own($0.user)) }
    return own
  }

  func own(_ group: Group) -> Group {
    var own = references(of: group)
    own.id = identity.own(group.id)
    own.tenant = identity.own(group.tenant)
    return own
  }

  /// The client id stays: apps have it in their settings.
  func own(_ application: Application) -> Application {
    var own = references(of: application)
    own.objectID = identity.own(application.objectID)
    own.tenant = application.tenant.map { identity.own($0) }
    return own
  }

  /// The id of a policy follows from its name and stays: claims challenges name it, and rules find it by it.
  func own(_ policy: AccessPolicy) -> AccessPolicy { references(of: policy) }

  private func references<Subject: Worded>(of subject: Subject) -> Subject {
    var own = subject
    for rewrite in Subject.references { rewrite(&own, self) }
    return own
  }
}
