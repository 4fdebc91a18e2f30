import Bytes
import Crypto
import Directory
import Policy
import Worlds

/// The changes of the directory that follow from an accepted consent page.
extension SignInJourney {
  /// Stores the accepted permissions as grants, one for each API, and merges them with the grants that are there.
  /// `everyone` makes them grants for all users of the tenant.
  mutating func consent(to items: [ConsentDecision.ConsentItem], user: User, tenant: Tenant, everyone: Bool) throws {
    let entropy = world.entropy
    let client = request.client.id
    try change { directory in
      for (holder, items) in Dictionary(grouping: items, by: { $0.holder ?? client }).sorted(by: { $0.key < $1.key }) {
        let principal = directory.ensureServicePrincipal(of: holder, in: tenant.id, id: entropy.guid())
        for (resource, values) in Dictionary(grouping: items, by: \.resource).sorted(by: { $0.key < $1.key }) {
          let api = directory.ensureServicePrincipal(of: resource, in: tenant.id, id: entropy.guid())
          directory.merge(
            PermissionGrant(
              id: PermissionGrant.ID(entropy.guid()), client: principal.id,
              principal: everyone ? .everyone : .user(user.id), resource: api.id, scopes: values.map(\.value)))
        }
      }
    }
  }

  /// Marks the users' requests for approval of this app as completed, since an administrator has consented for all
  /// users.
  mutating func completeConsentRequests(in tenant: Tenant) throws {
    let client = request.client.id
    try change { directory in
      for var known in directory.consentRequests.values where known.client == client && known.tenant == tenant.id {
        known.status = .completed
        directory.put(known)
      }
    }
  }
}
