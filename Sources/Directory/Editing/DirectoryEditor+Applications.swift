import Crypto
import Time

extension DirectoryEditor {
  /// How long the secrets of seeds and scenarios are valid.
  private static let secretLifetime = Duration.days(365 * 20)

  /// The app of that client id.
  /// - Throws: `NoSuchObject` when there is none.
  package func application(_ id: Application.ID) throws(NoSuchObject) -> Application {
    guard let application = state.applications[id] else { throw NoSuchObject(kind: "app", id: id.guid) }
    return application
  }

  /// The registration that `add` stores: an app which nothing is granted to yet. Accounts of
  /// every tenant and personal accounts may sign in to it; a daemon is for its own tenant only. A native, single-page
  /// or web app gets `http://localhost` as its redirect URI.
  package func made(_ new: NewApplication) -> Application {
    var application = Application(
      id: new.id, objectID: Identifier(SeededDirectory.derived("object", "\(new.id)")), alias: new.alias,
      displayName: new.displayName, tenant: new.tenant ?? homeTenant, createdAt: now)
    application.audience = new.kind == .daemon ? .singleTenant : .tenantsAndPersonal
    application.allowsPublicClientFlows = new.kind == .native
    var uris = new.kind == .daemon ? [] : ["http://localhost"]
    if new.kind == .native { uris.append("msal\(new.id)://auth") }
    application.redirectURIs = uris.map { RedirectURIRegistration(uri: $0, platform: new.kind.platform) }
    let scopes = new.kind == .daemon ? [] : ["openid", "profile", "email", "offline_access", "User.Read"]
    application.requiredAccess = [RequiredAccess(resource: WellKnown.graph, scopes: scopes)]
    if new.kind.keepsSecret { application.secrets = [secret(.text(new.secret), of: application)] }
    return application
  }

  /// Adds the app, its service principals and, for a web app or a daemon, its secret `ALIAS-secret`. Returns its
  /// client id.
  @discardableResult
  package mutating func add(_ new: NewApplication) -> Application.ID {
    if new.kind.keepsSecret { secrets[new.id] = new.secret }
    add(made(new))
    return new.id
  }

  /// Adds the app and its service principals. Microsoft's own apps get one in every tenant, other apps in their own
  /// tenant, and in the tenant of personal accounts when they admit such accounts.
  mutating func add(_ application: Application) {
    state.put(application)
    ensurePrincipals(of: application)
  }

  private mutating func ensurePrincipals(of application: Application) {
    for tenant in state.tenantsInOrder
    where application.isFirstParty || application.tenant == tenant.id
      || (application.audience.admitsPersonalAccounts && tenant.kind == .personal)
    {
      _ = principal(of: application.id, in: tenant.id)
    }
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

  /// Replaces all secrets of an app by one that is valid from now.
  package mutating func setSecret(_ secret: Secret, of id: Application.ID) throws(NoSuchObject) {
    var application = try application(id)
    give(secret, to: &application)
    state.put(application)
  }

  mutating func give(_ secret: Secret, to application: inout Application) {
    application.secrets = [self.secret(secret, of: application)]
    if case .text(let text) = secret { secrets[application.id] = text } else { secrets[application.id] = nil }
  }

  /// A secret of the app, valid from now for `secretLifetime`. Its id follows from the app's alias.
  private func secret(_ secret: Secret, of application: Application) -> ClientSecret {
    let id = Identifier<ClientSecret>(SeededDirectory.derived("secret", application.alias))
    let end = now + Self.secretLifetime
    switch secret {
    case .text(let text):
      return ClientSecret(id: id, secret: text, salt: salt("secret", application.alias), startsAt: now, expiresAt: end)
    case .digest(let digest): return ClientSecret(id: id, digest: digest, startsAt: now, expiresAt: end)
    }
  }

  /// Ends all secrets of the app now. The end of a secret that has already expired stays as it is.
  package mutating func expireSecrets(of id: Application.ID) throws(NoSuchObject) {
    let now = now
    try update(id) { application in
      for index in application.secrets.indices {
        application.secrets[index].expiresAt = min(application.secrets[index].expiresAt, now)
      }
    }
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

  /// Gives the app to a user or a group, with the default assignment that carries no role. A second call changes
  /// nothing.
  /// - Throws: `NoSuchObject` when there is no such user or group, or when its tenant does not have the app.
  package mutating func assign(_ holder: Group.Member, to id: Application.ID) throws(NoSuchObject) {
    let (tenant, guid, principal): (Tenant.ID, String, RoleAssignment.Principal) =
      switch holder {
      case .user(let user): (try self.user(user).tenant, "\(user)", .user(user))
      case .group(let group): (try self.group(group).tenant, "\(group)", .group(group))
      }
    guard let app = state.servicePrincipal(of: id, in: tenant) else {
      throw NoSuchObject(kind: "service principal of app", id: id.guid)
    }
    guard !state.assignments(of: principal, on: app.id).contains(where: { $0.role == nil }) else { return }
    state.settle(app)
    state.put(
      RoleAssignment(
        id: newID("assignment", "\(guid)/\(app.id)"), principal: principal, resource: app.id, role: nil))
  }

  /// Removes the default assignments of the holders that the caller means, in every tenant. Assignments with a role
  /// stay.
  package mutating func unassign(
    _ id: Application.ID, where isMeant: (RoleAssignment.Principal) -> Bool
  ) throws(NoSuchObject) {
    _ = try application(id)
    let principals = Set(state.servicePrincipals(of: id).map(\.id))
    for assignment in state.roleAssignments.values
    where principals.contains(assignment.resource) && assignment.role == nil && isMeant(assignment.principal) {
      state.remove(assignment.id)
    }
  }
}
