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

  package mutating func note(resource: Application?) { self.resource = resource?.alias }
}
