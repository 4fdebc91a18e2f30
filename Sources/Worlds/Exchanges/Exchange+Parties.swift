package import Directory

extension Exchange {
  /// Notes the tenant that the request names; nil for `common` and the like.
  package mutating func note(tenant: Tenant?) {
    self.tenant = tenant.map { Party(alias: $0.alias, id: $0.id.guid) }
  }

  /// Notes the app that sent the request; nil removes an earlier note.
  package mutating func note(client: Application?) {
    self.client = client.map { Party(alias: $0.alias, id: $0.id.guid, standsFor: $0.standsFor) }
  }

  /// Notes the user; nil leaves an earlier note.
  package mutating func note(user: User?) {
    if let user { self.user = Party(alias: user.alias, id: user.id.guid) }
  }

  /// Notes the group that provisioning writes.
  package mutating func note(group: Group) { self.group = Party(alias: group.alias, id: group.id.guid) }

  /// Notes the user's tenant in `userTenant`, when the request named no tenant.
  mutating func noteTenantOfUser(in world: World) {
    guard tenant == nil, let user else { return }
    let directory = world.directory
    let found = directory.users[User.ID(user.id)].flatMap { directory.tenants[$0.tenant] }
    userTenant = found.map { Party(alias: $0.alias, id: $0.id.guid) }
  }

  /// Notes the alias of the API that the token is for; nil removes an earlier note.
  package mutating func note(resource: Application?) {
    self.resource = resource?.alias
    resourceStandsFor = resource?.standsFor
  }
}
