/// Objects without words of their own, as a world of that identity has them.
extension WorldIdentity {
  /// The tenant with the ids and domains of this world. The tenant of personal accounts stays as it is.
  package func own(_ tenant: Tenant) -> Tenant {
    guard tenant.kind.isOrganization, ownsDirectory else { return tenant }
    var own = tenant
    own.id = self.own(tenant.id)
    own.domains = tenant.domains.map { self.own(domain: $0) }
    own.chosenDefaultDomain = tenant.chosenDefaultDomain.map { self.own(domain: $0) }
    own.writtenNames = tenant.domains + ["\(tenant.id)"]
    return own
  }

  /// The service principal with the ids of this world.
  package func own(_ principal: ServicePrincipal) -> ServicePrincipal {
    var own = principal
    own.id = self.own(principal.id)
    own.tenant = self.own(principal.tenant)
    own.owners = principal.owners?.map { self.own($0) }
    return own
  }

  /// The permission grant with the ids of this world.
  package func own(_ grant: PermissionGrant) -> PermissionGrant {
    var own = grant
    own.id = self.own(grant.id)
    own.client = self.own(grant.client)
    own.resource = self.own(grant.resource)
    if case .user(let user) = grant.principal { own.principal = .user(self.own(user)) }
    return own
  }

  /// The role assignment with the ids of this world.
  package func own(_ assignment: RoleAssignment) -> RoleAssignment {
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
}
