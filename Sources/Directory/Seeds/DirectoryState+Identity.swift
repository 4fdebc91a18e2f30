extension DirectoryState {
  /// This directory as a world of that identity has it. Nothing in it counts as changed.
  package func owned(by identity: WorldIdentity) -> DirectoryState {
    let domains = Set(tenants.values.filter { $0.kind == .workforce }.flatMap(\.domains))
    var own = DirectoryState()
    for tenant in tenantsInOrder { own.put(identity.own(tenant)) }
    for user in usersInOrder { own.put(identity.own(user, domains: domains)) }
    for group in groupsInOrder { own.put(identity.own(group)) }
    for application in applicationsInOrder { own.put(identity.own(application)) }
    for principal in servicePrincipals.values.sorted(by: { $0.id < $1.id }) { own.put(identity.own(principal)) }
    for grant in grants.values.sorted(by: { $0.id < $1.id }) { own.put(identity.own(grant)) }
    for assignment in roleAssignments.values.sorted(by: { $0.id < $1.id }) { own.put(identity.own(assignment)) }
    for policy in policies.values.sorted(by: { $0.id < $1.id }) { own.put(identity.own(policy)) }
    _ = own.takeChanges()
    return own
  }
}

extension WorldIdentity {
  package func own(_ tenant: Tenant) -> Tenant {
    guard tenant.kind == .workforce else { return tenant }
    var own = tenant
    own.id = self.own(tenant.id)
    own.domains = tenant.domains.map { self.own(domain: $0) }
    own.writtenNames = tenant.domains + ["\(tenant.id)"]
    return own
  }

  package func own(_ user: User, domains: Set<String>) -> User {
    var own = user
    own.id = self.own(user.id)
    own.tenant = self.own(user.tenant)
    own.userPrincipalName = self.own(name: user.userPrincipalName, domains: domains)
    own.mail = user.mail.map { self.own(name: $0, domains: domains) }
    own.home = user.home.map { User.Home(tenant: self.own($0.tenant), user: self.own($0.user)) }
    own.manager = user.manager.map { self.own($0) }
    return own
  }

  func own(_ group: Group) -> Group {
    var own = group
    own.id = self.own(group.id)
    own.tenant = self.own(group.tenant)
    own.members = group.members.map { member in
      switch member {
      case .user(let user): .user(self.own(user))
      case .group(let group): .group(self.own(group))
      }
    }
    return own
  }

  func own(_ application: Application) -> Application {
    var own = application
    own.objectID = self.own(application.objectID)
    own.tenant = application.tenant.map { self.own($0) }
    return own
  }

  func own(_ principal: ServicePrincipal) -> ServicePrincipal {
    var own = principal
    own.id = self.own(principal.id)
    own.tenant = self.own(principal.tenant)
    return own
  }

  func own(_ grant: PermissionGrant) -> PermissionGrant {
    var own = grant
    own.id = self.own(grant.id)
    own.client = self.own(grant.client)
    own.resource = self.own(grant.resource)
    if case .user(let user) = grant.principal { own.principal = .user(self.own(user)) }
    return own
  }

  func own(_ assignment: RoleAssignment) -> RoleAssignment {
    var own = assignment
    own.id = self.own(assignment.id)
    own.resource = self.own(assignment.resource)
    switch assignment.principal {
    case .user(let user): own.principal = .user(self.own(user))
    case .group(let group): own.principal = .group(self.own(group))
    case .client(let client): own.principal = .client(self.own(client))
    }
    return own
  }

  /// The id of a policy follows from its name and stays: claims challenges name it, and rules find it by it.
  package func own(_ policy: AccessPolicy) -> AccessPolicy {
    var own = policy
    own.tenant = self.own(policy.tenant)
    own.users = policy.users?.map { self.own($0) }
    return own
  }
}
