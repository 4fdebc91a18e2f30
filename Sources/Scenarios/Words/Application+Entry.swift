package import Directory
import JSON
import Time

extension Application {
  package static let noun = "app"
  package static let example = "{ consent: none }"
  package static let canBeRemoved = true
  package static let beginningWords: Set<String> = ["type", "clientId", "displayName", "tenant"]

  package var tenantOfNames: Tenant.ID? { tenant }

  /// An app without redirect URIs has no users: the permissions on its list are application permissions.
  package var holdsRoles: Bool { redirectURIs.isEmpty }

  /// The kind of client that a file would say to add the app. An app belongs to the platform of its first redirect URI.
  var type: NewApplication.Kind {
    switch redirectURIs.first?.platform {
    case .native: .native
    case .spa: .spa
    case .web: .web
    case nil: .daemon
    }
  }

  package static func named(_ name: String, in directory: DirectoryState) -> Application? {
    directory.application(named: name)
  }

  package static func aliases(in directory: DirectoryState) -> [String] { directory.applicationsInOrder.map(\.alias) }

  package static func begin(
    _ entry: EntryText, in directory: DirectoryState
  ) throws(ScenarioError) -> (new: NewApplication, object: Application) {
    guard let type = entry.something("type") else {
      throw entry.unknown("app", among: aliases(in: directory), "A new app needs a 'type'")
    }
    try entry.checkAlias()
    let place = WordPlace(directory: directory)
    let id = try entry.something("clientId").map { value throws(ScenarioError) in
      let id = Application.ID(try WordType.guid.read(value, place))
      if let other = directory.applications[id] {
        throw value.error("'\(other.alias)' has that client id; change '\(other.alias)' or choose another id")
      }
      return id
    }
    let new = NewApplication(
      alias: entry.alias, kind: try type.choice(NewApplication.Kind.self),
      displayName: try entry.something("displayName")?.text() ?? entry.alias,
      tenant: try entry.something("tenant")?.ownTenant(in: directory).id, id: id)
    return (new, DirectoryEditor(directory, at: UnixTime(seconds: 0)).made(new))
  }

  package static func check(
    _ entry: EntryText, of app: Application, isNew: Bool, in directory: DirectoryState
  ) throws(ScenarioError) {
    try entry.refuseBoth("secret", "secretDigest")
    let words = ["secret", "secretDigest", "secretsExpired"]
    guard app.secrets.isEmpty, let value = words.lazy.compactMap({ entry[$0] }).first else { return }
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
    guard tenant.kind == .workforce else {
      throw error("'\(tenant.alias)' has no app registrations; name the tenant of an organization")
    }
    return tenant
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

  /// The secret as a file says it, in clear where that is known: what differs from the one that the reader has so far.
  func writtenSecret(unlike base: Application, _ comparison: Comparison) -> (text: JSONValue?, digest: JSONValue?) {
    guard let secret = secrets.first, secret.digest != base.secrets.first?.digest else { return (nil, nil) }
    if let usual = comparison.secretsBefore[alias], secret.digest.matches(usual) { return (nil, nil) }
    if let known = comparison.secrets[alias], secret.digest.matches(known) { return (.string(known), nil) }
    return (nil, .string(secret.digest.written))
  }
}

extension DirectoryState {
  /// The tenants that have an app, or that will have one which is added: its own, and that of personal accounts when it admits these.
  func tenants(having app: Application) -> Set<Tenant.ID> {
    guard applications[app.id] == nil else { return Set(servicePrincipals(of: app.id).map(\.tenant)) }
    let personal = app.audience.admitsPersonalAccounts ? tenants.values.filter { $0.kind == .personal }.map(\.id) : []
    return Set(personal + [app.tenant].compactMap(\.self))
  }

  func requiresAssignment(_ app: Application.ID) -> Bool {
    servicePrincipals(of: app).contains(where: \.requiresAssignment)
  }

  /// The short names of the users and groups that hold the default assignment of an app, in the order of the directory.
  func assigned(to app: Application.ID) -> (users: [String], groups: [String]) {
    let principals = Set(servicePrincipals(of: app).map(\.id))
    let holders = Set(
      roleAssignments.values.filter { principals.contains($0.resource) && $0.role == nil }.map(\.principal))
    guard !holders.isEmpty else { return ([], []) }
    return (
      usersInOrder.filter { holders.contains(.user($0.id)) }.map(\.alias),
      groupsInOrder.filter { holders.contains(.group($0.id)) }.map(\.alias)
    )
  }
}
