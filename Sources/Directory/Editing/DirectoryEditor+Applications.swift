import Crypto
import Time

extension DirectoryEditor {
  /// The app of that client id.
  /// - Throws: `NoSuchObject` when there is none.
  package func application(_ id: Application.ID) throws(NoSuchObject) -> Application {
    guard let application = state.applications[id] else { throw NoSuchObject(kind: "app", id: id.guid) }
    return application
  }

  /// The registration that `add` stores: an app for accounts of its own tenant, which nothing is granted to yet. A native,
  /// single-page or web app gets `http://localhost` as its redirect URI. An API of Microsoft's has access tokens of version 1, as those
  /// of the catalogue do.
  package func made(_ new: NewApplication) -> Application {
    if let old = new.predecessor.flatMap({ state.applications[$0] }) { return successor(of: old, as: new) }
    var application = Application(
      id: new.id, objectID: Identifier(SeededDirectory.derived("object", "\(new.id)")), alias: new.alias,
      displayName: new.displayName, tenant: new.isMicrosofts ? nil : new.tenant ?? homeTenant, createdAt: now)
    if new.isMicrosofts {
      application.accessTokenVersion = 1
      return application
    }
    application.allowsPublicClientFlows = new.kind == .native
    var uris = new.kind.hasUsers ? ["http://localhost"] : []
    if new.kind == .native { uris.append("msal\(new.id)://auth") }
    application.redirectURIs = uris.map { RedirectURIRegistration(uri: $0, platform: new.kind.platform) }
    let scopes = new.kind.hasUsers ? ["openid", "profile", "email", "offline_access", "User.Read"] : []
    application.requiredAccess = [RequiredAccess(resource: WellKnown.graph, scopes: scopes)]
    if new.kind.keepsSecret { application.secrets = [secret(.text(new.secret), of: application)] }
    return application
  }

  /// Adds the app, its service principals and, for a web app or a daemon, its secret `ALIAS-secret`. An app that takes
  /// the place of another has what that one had. Returns its client id.
  @discardableResult
  package mutating func add(_ new: NewApplication) -> Application.ID {
    if let old = new.predecessor.flatMap({ state.applications[$0] }) { return takePlace(of: old, new) }
    if new.kind.keepsSecret { secrets[new.id] = new.secret }
    add(made(new))
    return new.id
  }

  /// Adds the app and its service principals. Microsoft's own apps get one in every tenant, other apps in their own
  /// tenant, and in the tenant of personal accounts when they admit such accounts.
  package mutating func add(_ application: Application) {
    state.put(application)
    ensurePrincipals(of: application)
  }

  private mutating func ensurePrincipals(of application: Application) {
    for tenant in state.tenants(needing: application) { _ = principal(of: application.id, in: tenant) }
  }

  /// Changes a registration. A new audience also gives the app the service principals that it then needs.
  /// - Throws: `NoSuchObject` when there is none of that id.
  package mutating func update(_ id: Application.ID, _ change: (inout Application) -> Void) throws(NoSuchObject) {
    var application = try application(id)
    let audience = application.audience
    change(&application)
    state.put(application)
    if application.audience != audience { ensurePrincipals(of: application) }
  }

  /// Removes an app with its service principals, grants and assignments, and forgets its secret.
  /// - Throws: `NoSuchObject` also for an app of Microsoft's that the directory does not store, since nobody can remove it.
  package mutating func remove(_ id: Application.ID) throws(NoSuchObject) {
    guard state.applications.isStored(id) else { throw NoSuchObject(kind: "app", id: id.guid) }
    state.remove(id)
    secrets[id] = nil
  }

  /// Enables or disables an app, and its service principals in every tenant.
  package mutating func setEnabled(_ isEnabled: Bool, _ id: Application.ID) throws(NoSuchObject) {
    try update(id) { $0.isEnabled = isEnabled }
    for var principal in state.servicePrincipals(of: id) {
      principal.isEnabled = isEnabled
      state.put(principal)
    }
  }

  /// Sets "Assignment required?" of the app in every tenant that has it.
  package mutating func setRequiresAssignment(_ isRequired: Bool, _ id: Application.ID) throws(NoSuchObject) {
    _ = try application(id)
    for var principal in state.servicePrincipals(of: id) {
      principal.requiresAssignment = isRequired
      state.put(principal)
    }
  }

  /// The app's service principal in that tenant. It is made when the tenant does not have the app yet.
  package mutating func principal(of application: Application.ID, in tenant: Tenant.ID) -> ServicePrincipal {
    state.ensureServicePrincipal(
      of: application, in: tenant, id: SeededDirectory.derived("principal", "\(tenant)/\(application)"))
  }
}
