import Bytes
package import Directory

/// Whether a client's request needs consent first, and to which permissions (Microsoft: "Application consent
/// experience").
package enum ConsentDecision: Sendable, Hashable {
  /// No consent is missing, so the server shows no consent page.
  case granted
  /// Consent is missing. The consent page lists `permissions`.
  case missing(permissions: [ConsentItem])

  /// One permission of one resource, as a line of the consent page.
  package struct ConsentItem: Sendable, Hashable {
    package var resource: Application.ID
    /// The value in the spelling of the registration; the client's own spelling when the resource does not have the
    /// permission.
    package var value: String
    /// Whether only an administrator may consent. False for a value that the resource does not have.
    package var needsAdmin: Bool
    /// The app that gets the permission when it is not the client: an API that lists the client among its
    /// `knownClients`. Nil for the client.
    package var holder: Application.ID?

    package init(resource: Application.ID, value: String, needsAdmin: Bool) {
      self.resource = resource
      self.value = value
      self.needsAdmin = needsAdmin
    }
  }

  /// Decides for the scopes that the client asks for. With `isForced` (`prompt=consent`) the page lists all of them,
  /// granted or not.
  package static func evaluate(
    _ asked: ResolvedScopes, client: Application, user: User, tenant: Tenant.ID, isForced: Bool,
    in directory: DirectoryState
  ) -> ConsentDecision {
    var items: [ConsentItem] = []
    var needsStaticList = false
    for scopes in asked.resources {
      guard let resource = directory.applications[scopes.resource] else { continue }
      let effective = EffectivePermissions.values(
        client: client, resource: resource, user: user.id, tenant: tenant, in: directory)
      if scopes.isDefault {
        // Any grant satisfies `.default`, even when the static list has changed since.
        let isSatisfied =
          resource.id == client.id
          ? EffectivePermissions.hasAnyGrant(client: client, user: user.id, tenant: tenant, in: directory)
          : !effective.isEmpty
        if isForced || !isSatisfied { needsStaticList = true }
        continue
      }
      for value in scopes.values where isForced || !effective.contains(value) {
        items.append(item(value, of: resource))
      }
      if scopes.values.isEmpty, isForced || !hasOpenIDConsent(effective, client, user, tenant, directory) {
        items += asked.openID.sorted { $0.rawValue < $1.rawValue }.map { item($0.rawValue, of: resource) }
      }
    }
    if needsStaticList {
      let list = staticList(of: client, in: directory)
      items += list.isEmpty ? openIDItems(asked) : list
      items += listsOfAPIs(knowing: client, user: user, tenant: tenant, isForced: isForced, in: directory)
    }
    guard !items.isEmpty else { return .granted }
    if !client.isFirstParty {
      items += missingWords(asked, client: client, user: user, tenant: tenant, isForced: isForced, in: directory)
    }
    return .missing(permissions: withOfflineAccess(unique(items), asked))
  }

  /// The static list of the registration, for all its resources. `.default` and admin consent ask for it.
  package static func staticList(of client: Application, in directory: DirectoryState) -> [ConsentItem] {
    client.requiredAccess.flatMap { access in
      access.scopes.compactMap { value in directory.applications[access.resource].map { item(value, of: $0) } }
    }
  }

  /// The static lists of the APIs on the client's own list, where the API lists the client among its `knownClients`.
  /// One page then covers both (Microsoft: "OAuth 2.0 On-Behalf-Of flow", `.default` and combined consent).
  private static func listsOfAPIs(
    knowing client: Application, user: User, tenant: Tenant.ID, isForced: Bool, in directory: DirectoryState
  ) -> [ConsentItem] {
    let apis = client.requiredAccess.compactMap { directory.applications[$0.resource] }
    return apis.filter { $0.id != client.id && $0.knownClients?.contains(client.id) == true }.flatMap { api in
      staticList(of: api, in: directory).compactMap { item in
        guard let resource = directory.applications[item.resource] else { return nil }
        let held = EffectivePermissions.values(
          client: api, resource: resource, user: user.id, tenant: tenant, in: directory)
        guard isForced || !held.contains(item.value) else { return nil }
        var item = item
        item.holder = api.id
        return item
      }
    }
  }

  /// The first API of Microsoft's that does not preauthorize this app of Microsoft's for the request; nil when there
  /// is none. No user or administrator can consent between two such apps. The Graph command line tools and
  /// Graph Explorer are the exceptions: users consent to them.
  package static func lackingPreauthorization(
    _ asked: ResolvedScopes, client: Application, user: User, tenant: Tenant.ID, in directory: DirectoryState
  ) -> Application? {
    guard client.isFirstParty, client.id != WellKnown.graphCommandLineTools, client.id != WellKnown.graphExplorer
    else { return nil }
    for scopes in asked.resources {
      guard let api = directory.applications[scopes.resource], api.isFirstParty, api.id != client.id else { continue }
      let effective = EffectivePermissions.values(
        client: client, resource: api, user: user.id, tenant: tenant, in: directory)
      let lacks = scopes.isDefault ? effective.isEmpty : scopes.values.contains { !effective.contains($0) }
      if lacks { return api }
    }
    return nil
  }

  /// The OpenID scopes of the request that are not granted yet. They alone do not cause a consent page, unless
  /// nothing else is granted, but every consent page lists them.
  private static func missingWords(
    _ asked: ResolvedScopes, client: Application, user: User, tenant: Tenant.ID, isForced: Bool,
    in directory: DirectoryState
  ) -> [ConsentItem] {
    guard let graph = directory.applications[WellKnown.graph] else { return [] }
    let effective = EffectivePermissions.values(
      client: client, resource: graph, user: user.id, tenant: tenant, in: directory)
    return asked.openID.subtracting([.offlineAccess]).map(\.rawValue).sorted()
      .filter { isForced || !effective.contains($0) }.map { item($0, of: graph) }
  }

  /// The permissions that `.default` means for an app without a static list: those for signing in.
  private static func openIDItems(_ asked: ResolvedScopes) -> [ConsentItem] {
    asked.openID.union([.openid, .profile]).sorted { $0.rawValue < $1.rawValue }.map {
      ConsentItem(resource: WellKnown.graph, value: $0.rawValue, needsAdmin: false)
    }
  }

  private static func hasOpenIDConsent(
    _ effective: [String], _ client: Application, _ user: User, _ tenant: Tenant.ID, _ directory: DirectoryState
  ) -> Bool {
    client.isFirstParty || !effective.isEmpty
      || EffectivePermissions.hasAnyGrant(client: client, user: user.id, tenant: tenant, in: directory)
  }

  private static func item(_ value: String, of resource: Application) -> ConsentItem {
    let permission = resource.permission(named: value)
    return ConsentItem(
      resource: resource.id, value: permission?.value ?? value, needsAdmin: permission?.needsAdmin ?? false)
  }

  private static func unique(_ items: [ConsentItem]) -> [ConsentItem] {
    var seen: Set<ConsentItem> = []
    return items.filter { seen.insert($0).inserted }
  }

  /// Every consent page also lists `offline_access` when the client asked for it.
  private static func withOfflineAccess(_ items: [ConsentItem], _ asked: ResolvedScopes) -> [ConsentItem] {
    let offline = ConsentItem(
      resource: WellKnown.graph, value: OpenIDScope.offlineAccess.rawValue, needsAdmin: false)
    guard asked.openID.contains(.offlineAccess), !items.contains(offline) else { return items }
    return items + [offline]
  }
}
