import Bytes
import Directory

extension WorldPatch.ApplicationPatch {
  private enum Consent: String, CaseIterable {
    case granted
    case none
  }

  /// One entry of a file, which may also take away what there is.
  static func entry(
    _ key: FileValue, _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch.Named<Self> {
    if let removal = try removal(key, value, in: directory) { return removal }
    return try named(key, value, in: directory)
  }

  /// An entry that takes an app away; nil for every other.
  private static func removal(
    _ key: FileValue, _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch.Named<Self>? {
    guard try value.isRemoval() else { return nil }
    var patch = Self()
    patch.isRemoved = true
    return WorldPatch.Named(alias: try key.application(in: directory), patch: patch)
  }

  /// One entry of `apps`: a seeded app by alias, or a new one, which is told from a slip of the pen by its `type`.
  static func named(
    _ key: FileValue, _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch.Named<Self> {
    var fields = try FileMapping(value, "a mapping such as { consent: none }")
    var patch = Self()
    let type = fields.take("type")
    let kind = try type?.choice(SeededDirectory.NewApplication.Kind.self)
    let clientID = fields.take("clientId")
    let displayName = fields.take("displayName")
    if let uris = fields.take("redirectUris") { patch.redirectURIs = try uris.redirectURIs() }
    let secret = fields.take("secret")
    patch.secret = try secret?.text()
    let digest = fields.take("secretDigest")
    patch.secretDigest = try digest?.secretDigest()
    if let digest, secret != nil {
      throw digest.error("'secret' and 'secretDigest' are two ways to say it; leave one out")
    }
    let secretsExpired = fields.take("secretsExpired")
    patch.areSecretsExpired = try secretsExpired?.bool()
    let permissions = fields.take("permissions")
    let otherPermissions = fields.take("apiPermissions")
    let consent = try fields.take("consent")?.choice(Consent.self)
    patch.isConsented = consent.map { $0 == .granted }
    patch.isEnabled = try fields.take("enabled")?.bool()
    patch.requiresAssignment = try fields.take("assignmentRequired")?.bool()
    for item in fields.take("knownClients")?.oneOrMany() ?? [] {
      patch.knownClients.append(try item.application(in: directory))
    }
    for item in try fields.take("federatedCredentials")?.list("a list of mappings with 'issuer' and 'subject'") ?? [] {
      patch.federatedCredentials.append(try FederatedCredential(item, ofApplication: value.key))
    }
    for item in fields.take("preauthorizedClients")?.oneOrMany() ?? [] {
      patch.preauthorizedClients.append(try item.application(in: directory))
    }
    for item in try fields.take("assignedUsers")?.list("a list such as [alice]") ?? [] {
      patch.assignedUsers.append(try item.user(in: directory))
    }
    for item in try fields.take("assignedGroups")?.list("a list such as [engineers]") ?? [] {
      patch.assignedGroups.append(try item.group(in: directory))
    }
    patch.groupMembershipClaims = try fields.take("groupMembershipClaims")?.choice(GroupMembershipClaims.self)
    patch.optionalClaims = try fields.take("optionalClaims")?.optionalClaims()
    try fields.finish()

    let seeded = directory.application(named: value.key)
    if let seeded {
      let new = [type, clientID, displayName].compactMap { $0 }.first
      if let new {
        throw new.error("'\(seeded.alias)' is there already and keeps its '\(new.key)'; add an app of another name")
      }
      if let secret = secret ?? digest ?? secretsExpired, seeded.secrets.isEmpty {
        throw secret.error("'\(seeded.alias)' is a public client, which has no secret; leave it out")
      }
    } else {
      guard let kind else {
        throw key.error(
          FileValue.unknown("app", value.key, among: directory.applicationsInOrder.map(\.alias))
            + ". A new app needs a 'type'")
      }
      try WorldPatch.checkAlias(key)
      if let secret = secret ?? digest ?? secretsExpired, !kind.keepsSecret {
        throw secret.error("a \(kind.rawValue) app is a public client, which has no secret; leave it out")
      }
      patch.new = SeededDirectory.NewApplication(
        alias: value.key, kind: kind, displayName: try displayName?.text() ?? value.key,
        clientID: try clientID?.clientID(unusedIn: directory))
    }
    let holdsRoles = seeded?.redirectURIs.isEmpty ?? (kind == .daemon)
    patch.permissions = try permissions?.graphPermissions(areRoles: holdsRoles, in: directory)
    patch.otherPermissions = try otherPermissions?.otherPermissions(areRoles: holdsRoles, in: directory)
    return WorldPatch.Named(alias: seeded?.alias ?? value.key, patch: patch)
  }
}

extension FileValue {
  fileprivate func clientID(unusedIn directory: DirectoryState) throws(ScenarioError) -> GUID {
    guard let id = GUID(try text("a GUID")) else { throw mismatch("a GUID") }
    if let other = directory.applications[Application.ID(id)] {
      throw error("'\(other.alias)' has that client id; change '\(other.alias)' or choose another id")
    }
    return id
  }

  fileprivate func redirectURIs() throws(ScenarioError) -> [String] {
    var uris: [String] = []
    for item in try list("a list such as [msauth.com.example.app://auth]") {
      let uri = try item.text("a list of URIs")
      let scheme = uri.prefix { $0 != ":" }
      guard scheme.count < uri.count, scheme.utf8.first.map(ASCII.isLetter) ?? false,
        !uri.utf8.contains(where: { $0 <= 0x20 || $0 == 0x23 })
      else { throw item.error("'\(uri)' is no redirect URI; write it with its scheme and without '#'") }
      uris.append(uri)
    }
    return uris
  }

  /// Permissions of Microsoft Graph in Graph's spelling. What an app cannot have for its users it holds itself, and the other
  /// way round for one without users.
  fileprivate func graphPermissions(
    areRoles: Bool, in directory: DirectoryState
  ) throws(ScenarioError) -> RequiredAccess {
    let graph = directory.applications[WellKnown.graph]
    let scopes = graph?.permissions.map(\.value) ?? []
    let roles = graph?.appRoles.map(\.value) ?? []
    var access = RequiredAccess(resource: WellKnown.graph, scopes: [])
    for item in try list("a list such as [User.Read, Mail.Read]") {
      let word = try item.text("a list of permissions")
      func find(_ known: [String]) -> String? { known.first { ASCII.equalIgnoringCase($0, word) } }
      let scope = areRoles && find(roles) != nil ? nil : find(scopes)
      if let scope {
        if !access.scopes.contains(scope) { access.scopes.append(scope) }
      } else if let role = find(roles) {
        if !access.roles.contains(role) { access.roles.append(role) }
      } else {
        throw item.error(
          Self.unknown(
            areRoles ? "application permission" : "permission", word, among: areRoles ? roles : scopes))
      }
    }
    return access
  }

  /// Permissions of other APIs, behind their App ID URIs.
  fileprivate func otherPermissions(
    areRoles: Bool, in directory: DirectoryState
  ) throws(ScenarioError) -> [RequiredAccess] {
    var access: [RequiredAccess] = []
    for item in try list("a list such as [api://contoso/Orders.Read]") {
      let word = try item.text("a list of permissions")
      let found = try item.permission(isRole: areRoles, in: directory)
      guard found.resource != WellKnown.graph else {
        throw item.error("'\(word)' is a permission of Microsoft Graph; it goes under 'permissions'")
      }
      access.add(found)
    }
    return access
  }
}
