import Bytes

/// The delegated permissions that users and administrators have granted, with what finds a grant without a look at all
/// others. A directory may have thousands for one client.
struct GrantTable: Sendable {
  private(set) var all: PersistentMap<PermissionGrant.ID, PermissionGrant> = [:]
  private var byTerms: PersistentMap<Terms, PermissionGrant.ID> = [:]
  /// Of one client in the order in which they came in.
  private var byClient: PersistentMap<ServicePrincipal.ID, ChunkedList<PermissionGrant.ID>> = [:]
  private var byResource: PersistentMap<ServicePrincipal.ID, PersistentMap<PermissionGrant.ID, Bool>> = [:]
  /// The scopes of long grants that grew by `merge`, so that the next merge need not go through all of them.
  private var scopesOfLongGrants: PersistentMap<PermissionGrant.ID, PersistentMap<String, Bool>> = [:]

  /// A grant with more scopes than these is long.
  private static let fewScopes = 64

  /// The terms of a grant: a client, a resource, and one user or all users. No two grants have the same.
  private struct Terms: TrieKey {
    let client: ServicePrincipal.ID
    let resource: ServicePrincipal.ID
    let principal: PermissionGrant.Principal

    init(_ grant: PermissionGrant) { (client, resource, principal) = (grant.client, grant.resource, grant.principal) }

    var trieBits: UInt64 {
      let bits = client.trieBits &* 31 ^ resource.trieBits
      return if case .user(let user) = principal { bits &* 31 ^ user.trieBits } else { bits }
    }
  }

  /// The grant that is there for the same client, principal and resource.
  func twin(of grant: PermissionGrant) -> PermissionGrant? { byTerms[Terms(grant)].flatMap { all[$0] } }

  /// A client's grants, in the order in which they came in.
  func of(_ client: ServicePrincipal.ID) -> [PermissionGrant] { byClient[client]?.compactMap { all[$0] } ?? [] }

  /// The grants on a resource, in an order that follows from their ids.
  func on(_ resource: ServicePrincipal.ID) -> [PermissionGrant] {
    byResource[resource]?.keys.compactMap { all[$0] } ?? []
  }

  /// Stores a grant in the place of one for the same client, principal and resource, whose id it then takes. Returns it
  /// as it is stored.
  mutating func put(_ grant: PermissionGrant) -> PermissionGrant {
    var grant = grant
    if let twin = byTerms[Terms(grant)] {
      grant.id = twin
    } else {
      if let old = all[grant.id] { remove([old]) }
      byTerms[Terms(grant)] = grant.id
      byClient.change(grant.client, from: ChunkedList()) { $0.append(grant.id) }
      byResource.change(grant.resource, from: [:]) { $0[grant.id] = true }
    }
    all[grant.id] = grant
    if scopesOfLongGrants[grant.id] != nil { scopesOfLongGrants[grant.id] = nil }
    return grant
  }

  /// Adds the grant's scopes to those of the grant for the same client, principal and resource, or stores it. Returns it as it is
  /// stored.
  mutating func merge(_ grant: PermissionGrant) -> PermissionGrant {
    guard let twin = twin(of: grant) else { return put(grant) }
    var merged = grant
    guard twin.scopes.count > Self.fewScopes else {
      let known = SeenWords(twin.scopes)
      merged.scopes = twin.scopes + grant.scopes.filter { !known.contains($0) }
      return put(merged)
    }
    var known = scopesOfLongGrants[twin.id] ?? [:]
    if known.isEmpty { for scope in twin.scopes { known[scope] = true } }
    merged.scopes = twin.scopes + grant.scopes.filter { known[$0] == nil }
    for scope in grant.scopes { known[scope] = true }
    merged = put(merged)
    scopesOfLongGrants[twin.id] = known
    return merged
  }

  /// Removes grants. Each client's list is written anew once, however many of its grants go.
  mutating func remove(_ gone: [PermissionGrant]) {
    for grant in gone {
      all[grant.id] = nil
      scopesOfLongGrants[grant.id] = nil
      byTerms[Terms(grant)] = nil
      byResource[grant.resource]?[grant.id] = nil
    }
    for client in Set(gone.map(\.client)) {
      byClient[client]?.removeAll { all[$0] == nil }
      if byClient[client]?.isEmpty == true { byClient[client] = nil }
    }
  }
}
