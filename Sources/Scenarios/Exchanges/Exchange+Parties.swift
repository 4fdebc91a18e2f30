package import Directory

extension Exchange {
  package mutating func note(tenant: Tenant?) {
    self.tenant = tenant.map { Party(alias: $0.alias, id: $0.id.guid) }
  }

  package mutating func note(client: Application?) {
    self.client = client.map { Party(alias: $0.alias, id: $0.id.guid) }
  }

  package mutating func note(user: User?) {
    if let user { self.user = Party(alias: user.alias, id: user.id.guid) }
  }

  /// Notes whose user that is, where the request did not say a tenant.
  mutating func noteTenantOfUser(in world: World) {
    guard tenant == nil, let user else { return }
    let directory = world.directory
    let found = directory.users[User.ID(user.id)].flatMap { directory.tenants[$0.tenant] }
    userTenant = found.map { Party(alias: $0.alias, id: $0.id.guid) }
  }

  package mutating func note(resource: Application?) { self.resource = resource?.alias }
}
