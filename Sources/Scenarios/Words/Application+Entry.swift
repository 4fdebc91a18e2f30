package import Directory
import JSON
import Time
import YAML

extension Application {
  package static let noun = "app"
  package static let example = "{ consent: none }"
  package static let canBeRemoved = true
  package static let beginningWords: Set<String> = ["type", "as", "clientId", "displayName", "tenant"]
  package static let earlyWords = exposedNames

  package var tenantOfNames: Tenant.ID? { tenant }

  /// An app without redirect URIs has no users: the permissions on its list are application permissions.
  package var holdsRoles: Bool { redirectURIs.isEmpty }

  /// The kind of client that a file would say to add the app. An app belongs to the platform of its first redirect URI.
  var type: NewApplication.Kind {
    switch redirectURIs.first?.platform {
    case .native: .native
    case .spa: .spa
    case .web: .web
    case nil: hasCredentials ? .daemon : .api
    }
  }

  package static func named(_ name: String, in directory: DirectoryState) -> Application? {
    directory.application(named: name)
  }

  package static func aliases(in directory: DirectoryState) -> [String] { directory.applicationsInOrder.map(\.alias) }

  /// A file that makes an app of its own goes on doing so when the catalogue has learnt its name or its id: the app stands before the row.
  package static func isReplaced(_ known: Application, by entry: EntryText, in directory: DirectoryState) -> Bool {
    guard !directory.applications.isStored(known.id) || directory.isCataloguesClient(known) else { return false }
    return entry.something("clientId") != nil || !entry.isResource && entry.something("type") != nil
  }

  package static func begin(
    _ entry: EntryText, in directory: DirectoryState
  ) throws(ScenarioError) -> (new: NewApplication, object: Application) {
    if entry.isResource { return try beginResource(entry, in: directory) }
    let old = try entry.something("as").map { value throws(ScenarioError) in try value.replaceable(in: directory) }
    let type = entry.something("type")
    let isIdentity = entry.something("managedIdentity") != nil || entry.something("agentIdentityBlueprintId") != nil
    guard old != nil || type != nil || isIdentity else {
      throw entry.unknown("app", among: aliases(in: directory), "A new app needs a 'type'")
    }
    try entry.checkAlias()
    let kind = try type?.choice(NewApplication.Kind.self)
    if let old, let kind, let type, kind != old.type {
      throw type.error("'\(old.alias)' is of the type '\(old.type.rawValue)'; leave 'type' out")
    }
    if let old, let value = entry.something("tenant") {
      throw value.error("'\(entry.alias)' takes the place of '\(old.alias)', in the same tenant; leave 'tenant' out")
    }
    // An app of a name that the catalogue knows is that client, with the words of the file.
    let id = try entry.freeClientID(in: directory) ?? MicrosoftCatalogue.client(alias: entry.alias)
    if old == nil, entry.something("tenant") == nil, directory.mainTenant?.kind.isOrganization != true {
      throw entry.key.error("there is no tenant for '\(entry.alias)'; add one under 'tenants'")
    }
    var new = NewApplication(
      alias: entry.alias, kind: kind ?? old?.type ?? (isIdentity ? .api : .web),
      displayName: try entry["displayName"]?.text() ?? entry.alias,
      tenant: try entry.something("tenant")?.ownTenant(in: directory).id, id: id)
    new.predecessor = old?.id
    return (new, DirectoryEditor(forNamesOf: directory).made(new))
  }

  /// An app for personal accounts has access tokens of version 2 (Microsoft: "Understand the app manifest",
  /// `requestedAccessTokenVersion`).
  private static func checkVersion(_ entry: EntryText, of app: Application) throws(ScenarioError) {
    let named = try entry.something("audience")?.text()
    let audience = named.flatMap { Audience(rawValue: $0) } ?? app.audience
    guard audience.admitsPersonalAccounts, let value = entry["requestedAccessTokenVersion"],
      value.node.isNull || value.node.text == "1"
    else { return }
    throw value.error("an app for personal accounts has version 2 of access tokens; change the version or 'audience'")
  }

  package static func check(
    _ entry: EntryText, of app: Application, isNew: Bool, in directory: DirectoryState
  ) throws(ScenarioError) {
    try checkURIs(entry, of: app)
    try entry.refuseBoth("secret", "secretDigest")
    try entry.refuseBoth("secret", "passwordCredentials")
    try entry.refuseBoth("permissions", "requiredResourceAccess")
    try entry.refuseBoth("apiPermissions", "requiredResourceAccess")
    try checkVersion(entry, of: app)
    let words = ["secret", "secretDigest", "secretsExpired"]
    guard app.secrets.isEmpty, !app.redirectURIs.isEmpty, app.redirectURIs(on: .web).isEmpty,
      entry["web"] == nil, entry["passwordCredentials"] == nil,
      let value = words.lazy.compactMap({ entry[$0] }).first
    else { return }
    let subject = isNew ? "a \(app.type.rawValue) app" : "'\(app.alias)'"
    throw value.error("\(subject) is a public client, which has no secret; leave it out")
  }

  package static func add(_ new: NewApplication, to editor: inout DirectoryEditor) -> [Application.ID] {
    [editor.add(new)]
  }

  package static func update(
    _ id: Application.ID, in editor: inout DirectoryEditor, _ change: (inout Application) -> Void
  ) throws(DirectoryEditor.NoSuchObject) { try editor.update(id, change) }

  package static func remove(
    _ id: Application.ID, from editor: inout DirectoryEditor
  ) throws(DirectoryEditor.NoSuchObject) { try editor.remove(id) }
}

extension FileValue {
  /// An organization's tenant: personal accounts have no registrations of their own here.
  fileprivate func ownTenant(in directory: DirectoryState) throws(ScenarioError) -> Tenant {
    let tenant = try existingTenant(in: directory)
    guard tenant.kind.isOrganization else {
      throw error("'\(tenant.alias)' has no app registrations; name the tenant of an organization")
    }
    return tenant
  }

  /// An app of a tenant, whose place another one may take.
  fileprivate func replaceable(in directory: DirectoryState) throws(ScenarioError) -> Application {
    let app = try existingApplication(in: directory)
    guard !app.isFirstParty else { throw error("'\(app.alias)' is an app of Microsoft's own; take one of a tenant's") }
    return app
  }
}

extension Application {
  /// The static list for Microsoft Graph.
  var graphAccess: [RequiredAccess] {
    get { requiredAccess.filter { $0.resource == WellKnown.graph } }
    set {
      let place = requiredAccess.firstIndex { $0.resource == WellKnown.graph } ?? 0
      requiredAccess.removeAll { $0.resource == WellKnown.graph }
      requiredAccess.insert(contentsOf: newValue, at: place)
    }
  }

  /// The static list for all other APIs.
  var otherAccess: [RequiredAccess] {
    get { requiredAccess.filter { $0.resource != WellKnown.graph } }
    set {
      requiredAccess.removeAll { $0.resource != WellKnown.graph }
      requiredAccess += newValue
    }
  }

  func hasExpiredSecrets(at now: UnixTime) -> Bool { secrets.contains { $0.expiresAt <= now } }
}

extension DirectoryState {
  /// The tenants that have an app, or that will have one which is added: its own, and that of personal accounts when it admits these.
  func tenants(having app: Application) -> Set<Tenant.ID> {
    guard applications[app.id] == nil else { return Set(servicePrincipals(of: app.id).map(\.tenant)) }
    return Set(tenants(needing: app))
  }

  func requiresAssignment(_ app: Application.ID) -> Bool {
    servicePrincipals(of: app).contains(where: \.requiresAssignment)
  }

  /// The short names of the users and groups that hold the default assignment of an app, in the order of the directory.
  func assigned(to app: Application.ID) -> (users: [String], groups: [String]) {
    let assignments = servicePrincipals(of: app).flatMap { self.assignments(on: $0.id) }
    let holders = Set(assignments.lazy.filter { $0.role == nil }.map(\.principal))
    guard !holders.isEmpty else { return ([], []) }
    return (
      usersInOrder.filter { holders.contains(.user($0.id)) }.map(\.alias),
      groupsInOrder.filter { holders.contains(.group($0.id)) }.map(\.alias)
    )
  }
}
