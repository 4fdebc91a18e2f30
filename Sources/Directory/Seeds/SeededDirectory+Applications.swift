package import Bytes
import Time

extension SeededDirectory {
  /// An app that a scenario adds.
  package struct NewApplication: Sendable, Hashable {
    /// What kind of client it is, which decides the platform of its redirect URIs.
    package enum Kind: String, Sendable, CaseIterable {
      case native
      case spa
      case web
      /// Has no user: its permissions are application permissions.
      case daemon

      package var platform: RedirectURIRegistration.Platform {
        switch self {
        case .native: .native
        case .spa: .spa
        case .web, .daemon: .web
        }
      }

      package var keepsSecret: Bool { self == .web || self == .daemon }
    }

    package var alias: String
    package var kind: Kind
    package var displayName: String
    /// Nil: follows from the alias.
    package var clientID: GUID?

    package init(alias: String, kind: Kind, displayName: String, clientID: GUID? = nil) {
      self.alias = alias
      self.kind = kind
      self.displayName = displayName
      self.clientID = clientID
    }
  }

  /// Adds an app of Contoso that accounts of every tenant may use, without consent. A native app and a single-page app
  /// start with `http://localhost` as redirect URI, a web app with that as well.
  package mutating func add(_ new: NewApplication) {
    let id = Application.ID(new.clientID ?? derived("application", new.alias))
    var application = application(id, new.alias, new.displayName, tenant: homeTenant)
    application.audience = new.kind == .daemon ? .singleTenant : .tenantsAndPersonal
    application.allowsPublicClientFlows = new.kind == .native
    var uris = new.kind == .daemon ? [] : ["http://localhost"]
    if new.kind == .native { uris.append("msal\(id)://auth") }
    application.redirectURIs = uris.map { RedirectURIRegistration(uri: $0, platform: new.kind.platform) }
    let scopes = new.kind == .daemon ? [] : ["openid", "profile", "email", "offline_access", "User.Read"]
    application.requiredAccess = [RequiredAccess(resource: WellKnown.graph, scopes: scopes)]
    if new.kind.keepsSecret { give("\(new.alias)-secret", to: &application) }
    add(application)
  }

  /// Registers further redirect URIs for an app, on the platform it has.
  package mutating func addRedirectURIs(_ uris: [String], toApplication alias: String) {
    updateApplication(alias) { application in
      let platform = application.redirectURIs.first?.platform ?? .web
      for uri in uris where !application.redirectURIs.contains(where: { $0.uri.hasSameBytes(as: uri) }) {
        application.redirectURIs.append(RedirectURIRegistration(uri: uri, platform: platform))
      }
    }
  }

  /// Gives an app another secret, and says so in `secrets`.
  package mutating func setSecret(_ secret: String, ofApplication alias: String) {
    guard var application = state.application(named: alias) else { return }
    give(secret, to: &application)
    state.put(application)
  }

  /// Gives an app the secret of that digest, which nobody can tell from then on.
  package mutating func setSecret(_ digest: SecretDigest, ofApplication alias: String) {
    let id = derived("secret", alias)
    let (start, end) = (createdAt, createdAt + .days(365 * 20))
    updateApplication(alias) {
      $0.secrets = [ClientSecret(id: Identifier(id), digest: digest, startsAt: start, expiresAt: end)]
    }
    secrets[alias] = nil
  }

  /// Ends an app's secrets, as if their time had been over when the directory was made.
  package mutating func expireSecrets(ofApplication alias: String) {
    let end = createdAt
    updateApplication(alias) { application in
      for index in application.secrets.indices { application.secrets[index].expiresAt = end }
    }
  }

  /// Takes an app away, with all that was granted to it.
  package mutating func removeApplication(_ alias: String) {
    guard let application = state.application(named: alias) else { return }
    state.remove(application.id)
    secrets[application.alias] = nil
  }

  /// Puts these permissions of Microsoft Graph on the static list of an app, in place of the ones there. What is granted
  /// stays as it is.
  package mutating func setPermissions(_ permissions: [String], areRoles: Bool, ofApplication alias: String) {
    setPermissions(
      RequiredAccess(
        resource: WellKnown.graph, scopes: areRoles ? [] : permissions, roles: areRoles ? permissions : []),
      ofApplication: alias)
  }

  /// Puts these permissions of other APIs on the static list of an app, in place of all that are there.
  package mutating func setOtherPermissions(_ access: [RequiredAccess], ofApplication alias: String) {
    updateApplication(alias) { application in
      application.requiredAccess.removeAll { $0.resource != WellKnown.graph }
      application.requiredAccess += access
    }
  }

  /// The same as `setPermissions(_:areRoles:ofApplication:)` of both kinds at once.
  package mutating func setPermissions(_ access: RequiredAccess, ofApplication alias: String) {
    updateApplication(alias) { application in
      if let index = application.requiredAccess.firstIndex(where: { $0.resource == WellKnown.graph }) {
        application.requiredAccess[index] = access
      } else {
        application.requiredAccess.insert(access, at: 0)
      }
    }
  }

  /// Lets the consent page of these clients cover what an API needs for itself.
  package mutating func addKnownClients(_ clients: [String], toApplication alias: String) {
    let ids = clients.compactMap { state.application(named: $0)?.id }
    updateApplication(alias) { application in
      let known = application.knownClients ?? []
      application.knownClients = known + ids.filter { !known.contains($0) }
    }
  }

  /// Lets an app prove itself with another issuer's tokens; a credential of the same name makes way.
  package mutating func add(_ credential: FederatedCredential, toApplication alias: String) {
    updateApplication(alias) { application in
      application.federatedCredentials.removeAll { $0.id == credential.id }
      application.federatedCredentials.append(credential)
    }
  }

  /// Lets an administrator of each tenant consent to the whole static list of an app, roles included.
  package mutating func grantConsent(toApplication alias: String) {
    guard let application = state.application(named: alias) else { return }
    consent(to: application)
    for access in application.requiredAccess {
      for role in access.roles { assign(role, of: access.resource, toClient: application.id) }
    }
  }

  /// Takes everything away that was granted to an app.
  package mutating func withdrawConsent(toApplication alias: String) {
    guard let application = state.application(named: alias) else { return }
    for principal in state.servicePrincipals.values where principal.application == application.id {
      for grant in state.grants(ofClient: principal.id) { state.remove(grant.id) }
      for assignment in state.roleAssignments.values where assignment.principal == .client(principal.id) {
        state.remove(assignment.id)
      }
    }
  }

  private mutating func updateApplication(_ alias: String, _ change: (inout Application) -> Void) {
    guard let application = state.application(named: alias) else { return }
    state.updateApplication(application.id, change)
  }
}
