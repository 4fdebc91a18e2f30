package import Bytes

/// The directory of one world, as a value: tenants, users, groups, apps, grants, assignments and policies. A request
/// reads one value from beginning to end, so it never sees half a change.
package struct DirectoryState: Sendable {
  package private(set) var tenants: [Tenant.ID: Tenant] = [:]
  package private(set) var users: PersistentMap<User.ID, User> = [:]
  package private(set) var groups: PersistentMap<Group.ID, Group> = [:]
  /// The app registrations, with Microsoft's own behind those that are stored.
  package private(set) var applications = ApplicationMap()
  package private(set) var servicePrincipals: PersistentMap<ServicePrincipal.ID, ServicePrincipal> = [:]
  /// Delegated permissions that users and administrators have granted.
  package private(set) var grants: PersistentMap<PermissionGrant.ID, PermissionGrant> = [:]
  package private(set) var roleAssignments: PersistentMap<RoleAssignment.ID, RoleAssignment> = [:]
  package private(set) var policies: PersistentMap<AccessPolicy.ID, AccessPolicy> = [:]
  /// At most one for each user and app.
  package private(set) var consentRequests: [ConsentRequest.ID: ConsentRequest] = [:]

  /// Ids in the order in which the objects came in. Lists show them in this order.
  package private(set) var tenantOrder: [Tenant.ID] = []
  private var userOrder = ChunkedList<User.ID>()
  package private(set) var groupOrder: [Group.ID] = []
  package private(set) var applicationOrder: [Application.ID] = []

  private var tenantsByName: [String: Tenant.ID] = [:]
  private var usersByName: PersistentMap<String, User.ID> = [:]
  package private(set) var groupsByAlias: PersistentMap<String, Group.ID> = [:]
  private var guests: PersistentMap<GuestKey, User.ID> = [:]
  private var applicationsByAlias: [String: Application.ID] = [:]
  private var resourcesByURI: [String: Application.ID] = [:]
  private var principals: PersistentMap<PrincipalKey, ServicePrincipal.ID> = [:]
  private var grantsByClient: PersistentMap<ServicePrincipal.ID, [PermissionGrant.ID]> = [:]
  private var assignmentsByHolder: PersistentMap<HolderKey, [RoleAssignment.ID]> = [:]
  private var groupAssignments: PersistentMap<ServicePrincipal.ID, [RoleAssignment.ID]> = [:]

  /// The addresses by which the client of one request reaches Microsoft Graph here. Each of them names Graph as
  /// `https://graph.microsoft.com` does. Only the copy of the directory that a request reads has any.
  package var graphAddresses: [String] = []

  /// The changes since the last `takeChanges()`. The world, which owns this value, writes them to the store.
  private var changes: [DirectoryChange] = []

  private struct PrincipalKey: TrieKey {
    let tenant: Tenant.ID
    let application: Application.ID

    var trieBits: UInt64 { tenant.trieBits &* 31 ^ application.trieBits }
  }

  /// The key of a guest object: the home account, and the tenant that invited it.
  private struct GuestKey: TrieKey {
    let account: User.ID
    let tenant: Tenant.ID

    var trieBits: UInt64 { tenant.trieBits &* 31 ^ account.trieBits }
  }

  /// The key of assignments: who holds them, and on which service principal.
  private struct HolderKey: TrieKey {
    let holder: RoleAssignment.Principal
    let resource: ServicePrincipal.ID

    var trieBits: UInt64 {
      let guid =
        switch holder {
        case .user(let id): id.guid
        case .group(let id): id.guid
        case .client(let id): id.guid
        }
      return guid.mixedBits &* 31 ^ resource.trieBits
    }
  }

  package init() {}

  // MARK: Looking up

  /// The tenant of that id, domain or alias, or nil; ASCII case does not count.
  package func tenant(named name: String) -> Tenant? {
    if let id = Tenant.ID(name), let tenant = tenants[id] { return tenant }
    return tenantsByName[ASCII.lowercased(name)].flatMap { tenants[$0] }
  }

  /// The user of that sign-in name, alias or object id; ASCII case does not count. Nil when there is none.
  package func user(named name: String) -> User? {
    if let id = User.ID(name), let user = users[id] { return user }
    return (usersByName[ASCII.lowercased(name)] ?? writtenUser(name)).flatMap { users[$0] }
  }

  /// The account that may sign in with this name: its own sign-in name, or the sign-in name that the seeds have for
  /// it in a world with domains of its own. Nil for an alias and for the name of a guest.
  package func account(signingInAs name: String) -> User? {
    guard let user = user(named: name), user.home == nil else { return nil }
    return ASCII.equalIgnoringCase(user.userPrincipalName, name) || writtenUser(name) == user.id ? user : nil
  }

  /// The user whose sign-in name in the seeds is `name`. Only a world with domains of its own has such names.
  private func writtenUser(_ name: String) -> User.ID? {
    let name = ASCII.lowercased(name)
    guard let at = name.lastIndex(of: "@") else { return nil }
    let domain = String(name[name.index(after: at)...])
    guard let tenant = tenant(named: domain), let index = tenant.writtenNames?.firstIndex(of: domain),
      tenant.domains.indices.contains(index)
    else { return nil }
    return usersByName[ASCII.lowercased("\(name[..<at])@\(tenant.domains[index])")]
  }

  /// The object of an account in a tenant: the account itself at home, its guest object elsewhere. Nil when the
  /// tenant has not invited the account.
  package func user(forAccount account: User, in tenant: Tenant.ID) -> User? {
    if account.tenant == tenant { return account }
    let home = account.homeAccount
    let guest = guests[GuestKey(account: home.user, tenant: tenant)].flatMap { users[$0] }
    return guest?.home == home ? guest : nil
  }

  /// The account behind a user object: the home object of a guest if it is known, else the object itself.
  package func account(of user: User) -> User { user.home.flatMap { users[$0.user] } ?? user }

  /// The app of that client id or alias; the case of an alias does not count. Nil when there is none.
  package func application(named name: String) -> Application? {
    if let id = Application.ID(name) { return applications[id] }
    return applicationsByAlias[ASCII.lowercased(name)].map { applications[$0] }
      ?? MicrosoftCatalogue.application(alias: name).flatMap { applications[$0.id] }
  }

  /// The API of that App ID URI or client id. One slash more or less at the end of a URI does not count. Nil for none.
  package func resource(named identifier: String) -> Application? {
    if let id = Application.ID(identifier) { return applications[id] }
    let name = ASCII.lowercased(identifier)
    let other = name.hasSuffix("/") ? String(name.dropLast()) : name + "/"
    let found = resourcesByURI[name] ?? resourcesByURI[other] ?? MicrosoftCatalogue.api(uri: name)
    return (found ?? (isGraphAddress(name) ? WellKnown.graph : nil)).flatMap { applications[$0] }
  }

  /// Whether a URI in small letters is one of `graphAddresses`, with or without a slash at the end.
  private func isGraphAddress(_ uri: String) -> Bool {
    !graphAddresses.isEmpty && graphAddresses.contains(uri.hasSuffix("/") ? String(uri.dropLast()) : uri)
  }

  /// The app's service principal in that tenant; nil when the tenant does not have the app.
  ///
  /// Every tenant has Microsoft's own apps. Where the principal of one is not stored, this is the one that `settle` stores.
  package func servicePrincipal(of application: Application.ID, in tenant: Tenant.ID) -> ServicePrincipal? {
    if let id = principals[PrincipalKey(tenant: tenant, application: application)] { return servicePrincipals[id] }
    guard tenants[tenant] != nil, applications[application]?.isFirstParty == true else { return nil }
    return ServicePrincipal(
      id: ServicePrincipal.ID(MicrosoftCatalogue.principal(of: application, in: tenant)), tenant: tenant,
      application: application)
  }

  /// Stores a service principal that is there without being stored, so that a grant or an assignment can name it by its
  /// id.
  package mutating func settle(_ principal: ServicePrincipal) {
    if servicePrincipals[principal.id] == nil { put(principal) }
  }

  /// A client's grants of delegated permissions: those for the whole tenant and those of single users.
  package func grants(ofClient client: ServicePrincipal.ID) -> [PermissionGrant] {
    (grantsByClient[client] ?? []).compactMap { grants[$0] }
  }

  /// Whether the user holds an assignment on that service principal, with a role or the default one. A direct
  /// membership in a group that holds one counts, a nested one does not (Microsoft: "Manage users and groups
  /// assignment to an application").
  package func hasAssignment(_ user: User.ID, on resource: ServicePrincipal.ID) -> Bool {
    !assignments(of: user, on: resource).isEmpty
  }

  /// The assignments on that service principal that this principal holds itself, without those of its groups.
  package func assignments(of principal: RoleAssignment.Principal, on resource: ServicePrincipal.ID) -> [RoleAssignment]
  {
    (assignmentsByHolder[HolderKey(holder: principal, resource: resource)] ?? []).compactMap { roleAssignments[$0] }
  }

  /// The assignments on that service principal that the user holds, alone or as a direct member of a group.
  package func assignments(of user: User.ID, on resource: ServicePrincipal.ID) -> [RoleAssignment] {
    assignments(of: .user(user), on: resource)
      + assignmentsOfGroups(on: resource).filter { holds(user, $0.principal) }
  }

  /// The assignments on that service principal that groups hold.
  package func assignmentsOfGroups(on resource: ServicePrincipal.ID) -> [RoleAssignment] {
    (groupAssignments[resource] ?? []).compactMap { roleAssignments[$0] }
  }

  /// Whether the principal is the user, or a group with the user as a direct member.
  package func holds(_ user: User.ID, _ principal: RoleAssignment.Principal) -> Bool {
    switch principal {
    case .user(let holder): holder == user
    case .group(let group): groups[group]?.members.contains(.user(user)) ?? false
    case .client: false
    }
  }

  /// The tenant that new objects belong to when nobody names another: the first one of an organization, else the first one of any kind.
  package var mainTenant: Tenant? { tenantsInOrder.first { $0.kind == .workforce } ?? tenantsInOrder.first }

  package var usersInOrder: [User] { userOrder.compactMap { users[$0] } }
  package var tenantsInOrder: [Tenant] { tenantOrder.compactMap { tenants[$0] } }
  package var applicationsInOrder: [Application] { applicationOrder.compactMap { applications[$0] } }

  // MARK: Changing

  /// Stores a tenant, new or changed, and lists its names. A name that two tenants have finds the later one.
  package mutating func put(_ tenant: Tenant) {
    if let old = tenants.updateValue(tenant, forKey: tenant.id) {
      for name in old.allNames { tenantsByName[ASCII.lowercased(name)] = nil }
    } else {
      tenantOrder.append(tenant.id)
    }
    for name in tenant.allNames { tenantsByName[ASCII.lowercased(name)] = tenant.id }
    changes.append(.tenant(tenant))
  }

  /// Stores a user, new or changed; old names of the user find nobody afterwards.
  package mutating func put(_ user: User) {
    if let old = users.updateValue(user, forKey: user.id) {
      for name in [old.userPrincipalName, old.alias] { usersByName[ASCII.lowercased(name)] = nil }
      if let home = old.home { guests[GuestKey(account: home.user, tenant: old.tenant)] = nil }
    } else {
      userOrder.append(user.id)
    }
    for name in [user.alias, user.userPrincipalName] { usersByName[ASCII.lowercased(name)] = user.id }
    if let home = user.home { guests[GuestKey(account: home.user, tenant: user.tenant)] = user.id }
    changes.append(.user(user))
  }

  package mutating func put(_ group: Group) {
    if let old = groups.updateValue(group, forKey: group.id) {
      if old.alias != group.alias { groupsByAlias[ASCII.lowercased(old.alias)] = nil }
    } else {
      groupOrder.append(group.id)
    }
    groupsByAlias[ASCII.lowercased(group.alias)] = group.id
    changes.append(.group(group))
  }

  /// Stores an app registration, new or changed. It makes no service principal; `DirectoryEditor` does.
  package mutating func put(_ application: Application) {
    if let old = applications.updateValue(application, forKey: application.id) {
      for uri in old.identifierURIs { resourcesByURI[ASCII.lowercased(uri)] = nil }
      forgetNames(of: old)
    } else {
      applicationOrder.append(application.id)
    }
    // The first of two apps with the same alias keeps it.
    for name in application.names.map(ASCII.lowercased) where applicationsByAlias[name] == nil {
      applicationsByAlias[name] = application.id
    }
    for uri in application.identifierURIs { resourcesByURI[ASCII.lowercased(uri)] = application.id }
    changes.append(.application(application))
  }

  private mutating func forgetNames(of application: Application) {
    for name in application.names.map(ASCII.lowercased) where applicationsByAlias[name] == application.id {
      applicationsByAlias[name] = nil
    }
  }

  /// Stores a service principal; it becomes the one that its tenant has of the app.
  package mutating func put(_ principal: ServicePrincipal) {
    servicePrincipals[principal.id] = principal
    principals[PrincipalKey(tenant: principal.tenant, application: principal.application)] = principal.id
    changes.append(.servicePrincipal(principal))
  }

  /// Stores a grant. It replaces a grant for the same client, principal and resource, whose id it then takes.
  package mutating func put(_ grant: PermissionGrant) {
    var grant = grant
    if let twin = twin(of: grant) {
      grant.id = twin.id
    } else {
      grantsByClient[grant.client] = (grantsByClient[grant.client] ?? []) + [grant.id]
    }
    grants[grant.id] = grant
    changes.append(.grant(grant))
  }

  /// Adds the grant's scopes to the grant for the same client, principal and resource, or stores it.
  package mutating func merge(_ grant: PermissionGrant) {
    var merged = grant
    if let twin = twin(of: grant) {
      let known = SeenWords(twin.scopes)
      merged.scopes = twin.scopes + grant.scopes.filter { !known.contains($0) }
    }
    put(merged)
  }

  /// The app's service principal in that tenant, made with `id` when there is none: consent brings an app in.
  package mutating func ensureServicePrincipal(of application: Application.ID, in tenant: Tenant.ID, id: GUID)
    -> ServicePrincipal
  {
    if let known = servicePrincipal(of: application, in: tenant) {
      settle(known)
      return known
    }
    let principal = ServicePrincipal(id: ServicePrincipal.ID(id), tenant: tenant, application: application)
    put(principal)
    return principal
  }

  /// Withdraws a grant; nothing happens when there is none of that id.
  package mutating func remove(_ id: PermissionGrant.ID) {
    guard let grant = grants.removeValue(forKey: id) else { return }
    grantsByClient[grant.client] = grantsByClient[grant.client]?.filter { $0 != id }
    changes.append(.grantRemoved(id))
  }

  /// Removes a group, also from the groups that it is a member of, and with the assignments that it holds.
  package mutating func remove(_ id: Group.ID) {
    guard let removed = groups.removeValue(forKey: id) else { return }
    groupsByAlias[ASCII.lowercased(removed.alias)] = nil
    groupOrder.removeAll { $0 == id }
    changes.append(.groupRemoved(id))
    for var group in groups.values where group.members.contains(.group(id)) {
      group.members.removeAll { $0 == .group(id) }
      put(group)
    }
    for assignment in roleAssignments.values where assignment.principal == .group(id) { remove(assignment.id) }
  }

  /// Removes an app with its service principals, and with every grant and assignment on either side of them.
  package mutating func remove(_ id: Application.ID) {
    guard let application = applications.removeValue(forKey: id) else { return }
    applicationOrder.removeAll { $0 == id }
    for uri in application.identifierURIs { resourcesByURI[ASCII.lowercased(uri)] = nil }
    forgetNames(of: application)
    changes.append(.applicationRemoved(id))
    for principal in servicePrincipals.values.filter({ $0.application == id }).inOrder(by: { $0.id < $1.id }) {
      remove(principal)
    }
  }

  private mutating func remove(_ principal: ServicePrincipal) {
    for grant in grants.values.filter({ $0.client == principal.id || $0.resource == principal.id }) {
      remove(grant.id)
    }
    for assignment in roleAssignments.values
    where assignment.resource == principal.id || assignment.principal == .client(principal.id) {
      remove(assignment.id)
    }
    servicePrincipals[principal.id] = nil
    principals[PrincipalKey(tenant: principal.tenant, application: principal.application)] = nil
    changes.append(.servicePrincipalRemoved(principal.id))
  }

  /// Stores a policy; it replaces the one of its id.
  package mutating func put(_ policy: AccessPolicy) {
    policies[policy.id] = policy
    changes.append(.policy(policy))
  }

  package mutating func remove(_ id: AccessPolicy.ID) {
    guard policies.removeValue(forKey: id) != nil else { return }
    changes.append(.policyRemoved(id))
  }

  /// Stores a consent request. It replaces an older one of the same user for the same app.
  package mutating func put(_ request: ConsentRequest) {
    for old in consentRequests.values
    where old.id != request.id && old.user == request.user && old.client == request.client {
      consentRequests[old.id] = nil
      changes.append(.consentRequestRemoved(old.id))
    }
    consentRequests[request.id] = request
    changes.append(.consentRequest(request))
  }

  /// Stores an assignment; it replaces the one of its id. A second one for the same holder and role is not refused.
  package mutating func put(_ assignment: RoleAssignment) {
    if let old = roleAssignments.updateValue(assignment, forKey: assignment.id) { unlist(old) }
    let key = HolderKey(holder: assignment.principal, resource: assignment.resource)
    assignmentsByHolder[key] = (assignmentsByHolder[key] ?? []) + [assignment.id]
    if case .group = assignment.principal {
      groupAssignments[assignment.resource] = (groupAssignments[assignment.resource] ?? []) + [assignment.id]
    }
    changes.append(.roleAssignment(assignment))
  }

  private mutating func unlist(_ assignment: RoleAssignment) {
    let key = HolderKey(holder: assignment.principal, resource: assignment.resource)
    assignmentsByHolder[key] = Self.without(assignment.id, assignmentsByHolder[key])
    groupAssignments[assignment.resource] = Self.without(assignment.id, groupAssignments[assignment.resource])
  }

  private static func without(_ id: RoleAssignment.ID, _ ids: [RoleAssignment.ID]?) -> [RoleAssignment.ID]? {
    let rest = ids?.filter { $0 != id } ?? []
    return rest.isEmpty ? nil : rest
  }

  package mutating func remove(_ id: RoleAssignment.ID) {
    guard let old = roleAssignments.removeValue(forKey: id) else { return }
    unlist(old)
    changes.append(.roleAssignmentRemoved(id))
  }

  /// Returns the changes since the last call, in order, and forgets them.
  package mutating func takeChanges() -> [DirectoryChange] {
    defer { changes = [] }
    return changes
  }
}
