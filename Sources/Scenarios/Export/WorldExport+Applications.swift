import Bytes
import Directory
import JSON
import Time
import YAML

/// `world.apps` and `world.consents`.
extension WorldExport {
  mutating func applications() throws(ScenarioError) -> (JSONObject, consents: [JSONValue]) {
    var section = JSONObject()
    for application in seeds.state.applicationsInOrder where directory.applications[application.id] == nil {
      section.append(application.alias, ["removed": true])
      seeds.removeApplication(application.alias)
    }
    func isNew(_ application: Application) -> Bool { seeds.state.applications[application.id] == nil }
    let new = Self.ordered(directory.applicationsInOrder.filter(isNew)) { application in
      application.alias
    } needs: { application in
      aliases(application.preauthorizedClients.map(\.client) + (application.knownClients ?? []))
    }
    var consents: [JSONValue] = []
    for application in new + directory.applicationsInOrder.filter({ !isNew($0) }) {
      var members = self.members(of: application)
      try apply(members, to: application)
      let (consent, extras) = self.consents(of: application)
      if let consent {
        members.append("consent", consent)
        try apply(["consent": .string(consent)], to: application)
      }
      consents += extras
      section.append(section: application.alias, members)
    }
    return (section, consents)
  }

  private mutating func apply(_ members: JSONObject, to application: Application) throws(ScenarioError) {
    guard !members.isEmpty else { return }
    try read(members) { node, directory throws(ScenarioError) in
      try PatchDecoder.application(application.alias, from: node, file: "export", in: directory)
    }
  }

  private func aliases(_ ids: [Application.ID]) -> [String] { ids.compactMap { directory.applications[$0]?.alias } }

  private func members(of application: Application) -> JSONObject {
    var members = JSONObject()
    var before = seeds
    if seeds.state.applications[application.id] == nil {
      let kind = Self.kind(of: application)
      members.append("type", kind.rawValue)
      before.add(SeededDirectory.NewApplication(alias: application.alias, kind: kind, displayName: application.alias))
      if before.state.application(named: application.alias)?.id != application.id {
        before = seeds
        before.add(
          SeededDirectory.NewApplication(
            alias: application.alias, kind: kind, displayName: application.alias, clientID: application.id.guid))
        members.append("clientId", "\(application.id)")
      }
      if application.displayName != application.alias { members.append("displayName", application.displayName) }
    }
    guard let base = before.state.applications[application.id] else { return members }
    appendRegistration(of: application, unlike: base, before, to: &members)
    appendDoors(of: application, unlike: base, before.state, to: &members)
    return members
  }

  /// A new app belongs to one platform, which its first redirect URI has.
  private static func kind(of application: Application) -> SeededDirectory.NewApplication.Kind {
    guard application.audience != .singleTenant else { return .daemon }
    return switch application.redirectURIs.first?.platform {
    case .native: .native
    case .spa: .spa
    case .web, nil: .web
    }
  }

  /// Redirect URIs, secrets, the static list, claims.
  private func appendRegistration(
    of application: Application, unlike base: Application, _ before: SeededDirectory, to members: inout JSONObject
  ) {
    let uris = application.redirectURIs.map(\.uri).filter { uri in
      !base.redirectURIs.contains { $0.uri.hasSameBytes(as: uri) }
    }
    if !uris.isEmpty { members.append("redirectUris", .strings(uris)) }
    if let secret = application.secrets.first {
      let known = world.template.seeds.secrets[application.alias]
      if let usual = before.secrets[application.alias], secret.digest.matches(usual) {
        // Nothing is to be said.
      } else if let known, secret.digest.matches(known) {
        members.append("secret", known)
      } else {
        members.append("secretDigest", secret.digest.written)
      }
      if secret.expiresAt <= world.now { members.append("secretsExpired", true) }
    }
    let graph = permissions(application.requiredAccess.filter { $0.resource == WellKnown.graph })
    if graph != permissions(base.requiredAccess.filter { $0.resource == WellKnown.graph }) {
      members.append("permissions", .strings(graph))
    }
    let others = permissions(application.requiredAccess.filter { $0.resource != WellKnown.graph })
    if others != permissions(base.requiredAccess.filter { $0.resource != WellKnown.graph }) {
      members.append("apiPermissions", .strings(others))
    }
    if let memberships = application.groupMembershipClaims, memberships != base.groupMembershipClaims {
      members.append("groupMembershipClaims", memberships.rawValue)
    }
    if let claims = application.optionalClaims, claims != base.optionalClaims {
      var kinds = JSONObject()
      if !claims.idToken.isEmpty { kinds.append("idToken", .strings(claims.idToken)) }
      if !claims.accessToken.isEmpty { kinds.append("accessToken", .strings(claims.accessToken)) }
      members.append("optionalClaims", .object(kinds))
    }
    let credentials = application.federatedCredentials.filter { !base.federatedCredentials.contains($0) }
    if !credentials.isEmpty { members.append("federatedCredentials", .array(credentials.map(Self.credential))) }
  }

  private static func credential(_ credential: FederatedCredential) -> JSONValue {
    var members = JSONObject()
    if credential.name != credential.subject { members.append("name", credential.name) }
    members.append("issuer", credential.issuer)
    members.append("subject", credential.subject)
    if credential.audience != FederatedCredential.defaultAudience { members.append("audience", credential.audience) }
    if let keys = credential.keySet.flatMap({ try? JSONValue.parse($0) }) { members.append("keys", keys) }
    members.append("keysUrl", credential.keysURL)
    return .object(members)
  }

  /// Who may use it.
  private func appendDoors(
    of application: Application, unlike base: Application, _ before: DirectoryState, to members: inout JSONObject
  ) {
    if application.isEnabled != base.isEnabled { members.append("enabled", .bool(application.isEnabled)) }
    let requires = directory.servicePrincipals(of: application.id).contains(where: \.requiresAssignment)
    if requires != before.servicePrincipals(of: application.id).contains(where: \.requiresAssignment) {
      members.append("assignmentRequired", .bool(requires))
    }
    let (users, groups) = Self.assigned(to: application.id, in: directory)
    let (usersBefore, groupsBefore) = Self.assigned(to: application.id, in: before)
    let newUsers = users.filter { !usersBefore.contains($0) }
    let newGroups = groups.filter { !groupsBefore.contains($0) }
    if !newUsers.isEmpty { members.append("assignedUsers", .strings(newUsers)) }
    if !newGroups.isEmpty { members.append("assignedGroups", .strings(newGroups)) }
    let known = (application.knownClients ?? []).filter { !(base.knownClients ?? []).contains($0) }
    if !known.isEmpty { members.append("knownClients", .strings(aliases(known))) }
    let preauthorized = application.preauthorizedClients.map(\.client).filter { client in
      !base.preauthorizedClients.contains { $0.client == client }
    }
    if !preauthorized.isEmpty { members.append("preauthorizedClients", .strings(aliases(preauthorized))) }
  }

  /// Aliases, in the order of the directory.
  private static func assigned(
    to application: Application.ID, in directory: DirectoryState
  ) -> (users: [String], groups: [String]) {
    let principals = Set(directory.servicePrincipals(of: application).map(\.id))
    let holders = Set(
      directory.roleAssignments.values.filter { principals.contains($0.resource) && $0.role == nil }.map(\.principal))
    return (
      directory.usersInOrder.filter { holders.contains(.user($0.id)) }.map(\.alias),
      directory.groupsInOrder.filter { holders.contains(.group($0.id)) }.map(\.alias)
    )
  }

  /// Permissions as scopes are written.
  func permissions(_ access: [RequiredAccess]) -> [String] {
    access.flatMap { access in (access.scopes + access.roles).map { permission($0, of: access.resource) } }
  }

  func permission(_ value: String, of resource: Application.ID) -> String {
    guard resource != WellKnown.graph else { return value }
    let uris = directory.applications[resource]?.identifierURIs ?? []
    return "\(uris.last { !$0.hasSuffix("/") } ?? "\(resource)")/\(value)"
  }
}
