package import Bytes

/// The directory of one world, as a value: tenants, users, groups, apps, grants, assignments and policies. A request
/// reads one value from beginning to end, so it never sees half a change.
package struct DirectoryState: Sendable {
  package private(set) var tenants: PersistentMap<Tenant.ID, Tenant> = [:]
  package private(set) var users: PersistentMap<User.ID, User> = [:]
  package private(set) var groups: PersistentMap<Group.ID, Group> = [:]
  /// The app registrations, with Microsoft's own behind those that are stored.
  package private(set) var applications = ApplicationMap()
  package private(set) var servicePrincipals: PersistentMap<ServicePrincipal.ID, ServicePrincipal> = [:]
  var grantTable = GrantTable()
  var assignmentTable = AssignmentTable()
  package private(set) var policies: PersistentMap<AccessPolicy.ID, AccessPolicy> = [:]
  /// At most one for each user and app.
  package private(set) var consentRequests: [ConsentRequest.ID: ConsentRequest] = [:]

  /// What was deleted and can be restored, by object id. What is over its time goes with the next deletion.
  package internal(set) var deleted: PersistentMap<DeletedObject.ID, DeletedObject> = [:]

  /// Ids in the order in which the objects came in. Lists show them in this order.
  private(set) var tenantOrder = ChunkedList<Tenant.ID>()
  private var userOrder = ChunkedList<User.ID>()
  private(set) var groupIDs = OrderedIDs<Group.ID>()
  private var applicationIDs = OrderedIDs<Application.ID>()

  private var tenantsByName: PersistentMap<String, Tenant.ID> = [:]
  /// The verified domains alone: another tenant may have one of them as its short name.
  private var tenantsByDomain: PersistentMap<String, Tenant.ID> = [:]
  /// Where a tenant stands in `tenantOrder`.
  private var tenantPlaces: PersistentMap<Tenant.ID, Int> = [:]
  /// The first tenant of an organization.
  private var mainTenantID: Tenant.ID?
  private var usersByName: PersistentMap<String, User.ID> = [:]
  package private(set) var groupsByAlias: PersistentMap<String, Group.ID> = [:]
  private(set) var memberships = MembershipTable()
  private(set) var userNumbers = TakenNumbers()
  private(set) var groupNumbers = TakenNumbers()
  private var guests: PersistentMap<GuestKey, User.ID> = [:]
  private var applicationsByAlias: PersistentMap<String, Application.ID> = [:]
  private(set) var applicationsByObject: PersistentMap<Identifier<ApplicationObject>, Application.ID> = [:]
  private(set) var applicationNumbers = TakenNumbers()
  private var resourcesByURI: PersistentMap<String, Application.ID> = [:]
  private var resourcePatterns = PatternTable()
  private(set) var policyReferences = ReferenceIndex<AccessPolicy.ID>()
  private var principals: PersistentMap<PrincipalKey, ServicePrincipal.ID> = [:]
  private var requests: PersistentMap<RequestKey, ConsentRequest.ID> = [:]
  /// The tenants that have an app, as far as its service principals are stored.
  private var tenantsByApplication: PersistentMap<Application.ID, ChunkedList<Tenant.ID>> = [:]

  /// The addresses by which the client of one request reaches Microsoft Graph here. Each of them names Graph as
  /// `https://graph.microsoft.com` does. Only the copy of the directory that a request reads has any.
  package var graphAddresses: [String] = []

  /// The cloud that the client of one request asks in, when it has APIs of Microsoft under addresses of its own: there those of the public
  /// cloud name nothing. Only the copy of the directory that a request reads has one.
  package var nationalCloud: NationalCloud?

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

  /// The key of consent requests: the user who asks, and the app that the user asks for.
  private struct RequestKey: TrieKey {
    let user: User.ID
    let client: Application.ID

    var trieBits: UInt64 { user.trieBits &* 31 ^ client.trieBits }
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

  /// The tenant that has this verified domain, in small letters. Nil when no tenant has it.
  package func tenant(ofDomain domain: String) -> Tenant? { tenantsByDomain[domain].flatMap { tenants[$0] } }

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
    let found =
      resourcesByURI[name] ?? resourcesByURI[other]
      ?? resourcePatterns.api(fitting: MicrosoftCatalogue.bare(name)) ?? MicrosoftCatalogue.api(uri: name)
    let api = (found ?? (isGraphAddress(name) ? WellKnown.graph : nil)).flatMap { applications[$0] }
    if let nationalCloud, let api, nationalCloud.has(api, elsewhereThan: name), !isGraphAddress(name) { return nil }
    return api
  }

  /// Whether a URI in small letters is one of `graphAddresses`, with or without a slash at the end.
  private func isGraphAddress(_ uri: String) -> Bool {
    !graphAddresses.isEmpty && graphAddresses.contains(uri.hasSuffix("/") ? String(uri.dropLast()) : uri)
  }

  /// The stored app of exactly this App ID URI; ASCII case does not count.
  package func application(ofURI uri: String) -> Application? {
    resourcesByURI[ASCII.lowercased(uri)].flatMap { applications[$0] }
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

  /// The app's service principals, one for each tenant that has the app, in the order of the tenants.
  package func servicePrincipals(of application: Application.ID) -> [ServicePrincipal] {
    if applications[application]?.isFirstParty == true {
      return tenantOrder.compactMap { servicePrincipal(of: application, in: $0) }
    }
    let placed = storedPrincipals(of: application).compactMap { stored in
      tenantPlaces[stored.tenant].map { ($0, stored) }
    }
    return placed.count < 2 ? placed.map(\.1) : placed.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The tenants that have an app from its beginning: of Microsoft's own apps all tenants, of other apps their own tenant,
  /// and that of personal accounts when the app admits these.
  package func tenants(needing application: Application) -> [Tenant.ID] {
    if application.isFirstParty { return tenantOrder.compactMap(\.self) }
    let personal = application.audience.admitsPersonalAccounts ? WellKnown.personalTenant : nil
    let wanted = [application.tenant, personal].compactMap { $0.flatMap { tenants[$0]?.id } }
    return Set(wanted).sorted { tenantPlaces[$0] ?? 0 < tenantPlaces[$1] ?? 0 }
  }

  /// Where a tenant stands in the order of the directory; behind all others when it is not there.
  package func place(of tenant: Tenant.ID) -> Int { tenantPlaces[tenant] ?? .max }

  private func storedPrincipals(of application: Application.ID) -> [ServicePrincipal] {
    tenantsByApplication[application]?.compactMap { tenant in
      principals[PrincipalKey(tenant: tenant, application: application)].flatMap { servicePrincipals[$0] }
    } ?? []
  }

  /// Stores a service principal that is there without being stored, so that a grant or an assignment can name it by its
  /// id.
  package mutating func settle(_ principal: ServicePrincipal) {
    if servicePrincipals[principal.id] == nil { put(principal) }
  }

  /// The tenant that new objects belong to when nobody names another: the first one of an organization, else the first one of any kind.
  package var mainTenant: Tenant? { mainTenantID.flatMap { tenants[$0] } ?? tenantsInOrder.first }

  package var usersInOrder: [User] { userOrder.compactMap { users[$0] } }
  package var applicationsInOrder: [Application] { applicationIDs.compactMap { applications[$0] } }
  /// The ids of the stored apps in the order of the directory.
  package var applicationOrder: [Application.ID] { applicationIDs.all }

  // MARK: Changing

  /// Stores a tenant, new or changed, and lists its names. A name that two tenants have finds the later one.
  package mutating func put(_ tenant: Tenant) {
    if let old = tenants.updateValue(tenant, forKey: tenant.id) {
      for name in old.allNames { tenantsByName[ASCII.lowercased(name)] = nil }
      for domain in old.domains where tenantsByDomain[domain] == tenant.id { tenantsByDomain[domain] = nil }
    } else {
      tenantPlaces[tenant.id] = tenantOrder.count
      tenantOrder.append(tenant.id)
      if mainTenantID == nil, tenant.kind.isOrganization { mainTenantID = tenant.id }
    }
    for name in tenant.allNames { tenantsByName[ASCII.lowercased(name)] = tenant.id }
    for domain in tenant.domains where tenantsByDomain[domain] == nil { tenantsByDomain[domain] = tenant.id }
    changes.append(.tenant(tenant))
  }

  /// Stores a user, new or changed; old names of the user find nobody afterwards.
  package mutating func put(_ user: User) {
    if let old = users.updateValue(user, forKey: user.id) {
      for name in [old.userPrincipalName, old.alias] { usersByName[ASCII.lowercased(name)] = nil }
      if old.alias != user.alias { userNumbers.release(ASCII.lowercased(old.alias)) }
      if let home = old.home { guests[GuestKey(account: home.user, tenant: old.tenant)] = nil }
    } else {
      userOrder.append(user.id)
    }
    for name in [user.alias, user.userPrincipalName] { usersByName[ASCII.lowercased(name)] = user.id }
    userNumbers.take(ASCII.lowercased(user.alias), among: usersByName)
    if let home = user.home { guests[GuestKey(account: home.user, tenant: user.tenant)] = user.id }
    note(.user(user))
  }

  package mutating func put(_ group: Group) {
    let old = groups.updateValue(group, forKey: group.id)
    if let old {
      if old.alias != group.alias { forget(alias: old.alias) }
    } else {
      groupIDs.append(group.id)
    }
    groupsByAlias[ASCII.lowercased(group.alias)] = group.id
    groupNumbers.take(ASCII.lowercased(group.alias), among: groupsByAlias)
    memberships.note(group, from: old)
    note(.group(group))
  }

  private mutating func forget(alias: String) {
    groupsByAlias[ASCII.lowercased(alias)] = nil
    groupNumbers.release(ASCII.lowercased(alias))
  }

  /// Stores an app registration, new or changed. It makes no service principal; `DirectoryEditor` does.
  package mutating func put(_ application: Application) {
    if let old = applications.updateValue(application, forKey: application.id) {
      for uri in old.identifierURIs { resourcesByURI[ASCII.lowercased(uri)] = nil }
      forgetNames(of: old)
    } else {
      applicationIDs.append(application.id)
    }
    applicationsByObject[application.objectID] = application.id
    // The first of two apps with the same alias keeps it.
    for name in application.names.map(ASCII.lowercased) where applicationsByAlias[name] == nil {
      applicationsByAlias[name] = application.id
    }
    applicationNumbers.take(ASCII.lowercased(application.alias), among: applicationsByAlias)
    for uri in application.identifierURIs { resourcesByURI[ASCII.lowercased(uri)] = application.id }
    for pattern in application.identifierPatterns ?? [] {
      resourcePatterns.add(MicrosoftCatalogue.bare(pattern), of: application.id)
    }
    note(.application(application))
  }

  private mutating func forgetNames(of application: Application) {
    for pattern in application.identifierPatterns ?? [] {
      resourcePatterns.remove(MicrosoftCatalogue.bare(pattern), of: application.id)
    }
    applicationsByObject[application.objectID] = nil
    for name in application.names.map(ASCII.lowercased) where applicationsByAlias[name] == application.id {
      applicationsByAlias[name] = nil
      applicationNumbers.release(name)
    }
  }

  /// Stores a service principal; it becomes the one that its tenant has of the app.
  package mutating func put(_ principal: ServicePrincipal) {
    servicePrincipals[principal.id] = principal
    let key = PrincipalKey(tenant: principal.tenant, application: principal.application)
    if principals.updateValue(principal.id, forKey: key) == nil {
      tenantsByApplication.change(principal.application, from: ChunkedList()) { $0.append(principal.tenant) }
    }
    changes.append(.servicePrincipal(principal))
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

  /// Removes a group, also from the groups that it is a member of, and with the assignments that it holds.
  package mutating func remove(_ id: Group.ID) {
    guard let removed = groups.removeValue(forKey: id) else { return }
    forget(alias: removed.alias)
    groupIDs.remove(id)
    changes.append(.groupRemoved(id))
    memberships.remove(removed)
    for parent in memberships.groups(of: .group(id)) {
      updateGroup(parent) { $0.members.removeAll { $0 == .group(id) } }
    }
    remove(assignmentTable.ofRemovable(.group(id)))
  }

  /// Removes an app with its service principals, and with every grant and assignment on either side of them.
  package mutating func remove(_ id: Application.ID) {
    guard let application = applications.removeValue(forKey: id) else { return }
    applicationIDs.remove(id)
    for uri in application.identifierURIs { resourcesByURI[ASCII.lowercased(uri)] = nil }
    forgetNames(of: application)
    changes.append(.applicationRemoved(id))
    let stored = storedPrincipals(of: id).sorted { $0.id < $1.id }
    tenantsByApplication[id] = nil
    for principal in stored { remove(principal) }
    for parent in memberships.groups(of: .client(id)) {
      updateGroup(parent) { $0.members.removeAll { $0 == .client(id) } }
    }
  }

  /// Removes a service principal with every grant and assignment on it. The registration stays.
  package mutating func remove(_ id: ServicePrincipal.ID) {
    if let principal = servicePrincipals[id] { remove(principal) }
  }

  private mutating func remove(_ principal: ServicePrincipal) {
    remove(grantTable.of(principal.id))
    remove(grantTable.on(principal.id))
    remove(assignmentTable.on(principal.id))
    remove(assignmentTable.ofRemovable(.client(principal.id)))
    servicePrincipals[principal.id] = nil
    principals[PrincipalKey(tenant: principal.tenant, application: principal.application)] = nil
    tenantsByApplication[principal.application]?.removeAll { $0 == principal.tenant }
    changes.append(.servicePrincipalRemoved(principal.id))
  }

  /// Stores a policy; it replaces the one of its id.
  package mutating func put(_ policy: AccessPolicy) {
    let old = policies.updateValue(policy, forKey: policy.id)
    policyReferences.note(policy.id, from: old?.references ?? [], to: policy.references)
    changes.append(.policy(policy))
  }

  package mutating func remove(_ id: AccessPolicy.ID) {
    guard let old = policies.removeValue(forKey: id) else { return }
    policyReferences.note(id, from: old.references, to: [])
    changes.append(.policyRemoved(id))
  }

  /// Stores a consent request. It replaces an older one of the same user for the same app.
  package mutating func put(_ request: ConsentRequest) {
    let key = RequestKey(user: request.user, client: request.client)
    if let old = requests.updateValue(request.id, forKey: key), old != request.id {
      consentRequests[old] = nil
      changes.append(.consentRequestRemoved(old))
    }
    consentRequests[request.id] = request
    changes.append(.consentRequest(request))
  }

  /// Notes a change for the store.
  mutating func note(_ change: DirectoryChange) {
    if let last = changes.last, change.replaces(last) { changes.removeLast() }
    changes.append(change)
  }

  /// Returns the changes since the last call, in order, and forgets them.
  package mutating func takeChanges() -> [DirectoryChange] {
    defer { changes = [] }
    return changes
  }
}
