import Bytes
import Directory
import JSON

/// The properties of an app registration that the body of a call can set (Microsoft: "Create application", "Update application").
///
/// A value is checked and then stands in the registration. What follows from the type of a property follows from its row of
/// `Application.rows`; here stands what has a form or rules of its own.
struct ApplicationChange {
  /// The directory that the app is in, for apps that the body names.
  let directory: DirectoryState
  let tenant: Tenant
  /// Whether the call makes the app.
  let isNew: Bool
  /// Whether members that the server knows nothing of are kept: in `beta` Graph has more than it knows.
  let keepsUnknown: Bool
  /// The registration with the changes so far.
  private(set) var app: Application
  private let old: Application

  private init(
    _ app: Application, in directory: DirectoryState, _ tenant: Tenant, isNew: Bool, keepsUnknown: Bool
  ) {
    self.keepsUnknown = keepsUnknown
    self.directory = directory
    self.tenant = tenant
    self.isNew = isNew
    self.app = app
    old = app
  }

  /// The registration after all members of the body.
  /// - Throws: a `GraphError` for the first member that Graph would refuse. Nothing has changed then.
  static func applying(
    _ body: JSONObject, to app: Application, in directory: DirectoryState, _ tenant: Tenant, isNew: Bool,
    _ version: GraphVersion
  ) throws(GraphError) -> Application {
    var change = ApplicationChange(app, in: directory, tenant, isNew: isNew, keepsUnknown: version == .beta)
    for member in body.members { try change.set(member) }
    try change.check()
    return change.app
  }

  private mutating func set(_ member: JSONObject.Member) throws(GraphError) {
    guard !ODataAnnotation.isNamed(member.name) else { return }
    guard let name = ApplicationView.declaredName(of: member.name) else {
      guard keepsUnknown, GraphPath.isName(member.name) else { throw .unknownMember(member.name) }
      app.properties.graphMembers[member.name] = member.value
      return
    }
    let value = member.value
    switch name {
    case "displayName":
      guard value.string.map({ $0.count <= 256 }) ?? true else { throw .invalidValue(name, of: "Application") }
      try setRow(name, value)
    case "identifierUris": app.identifierURIs = try identifierURIs(value)
    case "optionalClaims": app.optionalClaims = try OptionalClaims?(graph: value)
    case "authenticationBehaviors": try setBehaviors(value, name)
    case "api": try setAPI(value)
    case "appRoles": app.appRoles = try PermissionChange.roles(value, over: app.appRoles)
    case "web": try setWeb(value)
    case "spa": try setPlatform(value, .spa)
    case "publicClient": try setPlatform(value, .native)
    case "requiredResourceAccess": try setRequiredAccess(value)
    case "keyCredentials":
      app.certificates = try CertificateChange.registered(value, over: app.certificates)
    case "passwordCredentials": try keepSecrets(value)
    case "uniqueName":
      try app.properties.checkUniqueName(value, "Application") { name in
        directory.applicationsInOrder.contains { $0.id != app.id && $0.tenant == app.tenant && $0.hasUniqueName(name) }
      }
      try setRow(name, value)
    default: try setRow(name, value)
    }
  }

  /// The rules about several members together.
  private func check() throws(GraphError) {
    if app.audience.admitsPersonalAccounts, app.accessTokenVersion != 2 { throw .invalidTokenVersion }
    if app.hasScopeLikeRole, !old.hasScopeLikeRole {
      throw .duplicatePermissions(app.appRoles == old.appRoles ? "api.oauth2PermissionScopes" : "appRoles")
    }
    // Behind all members: the same body may say of which version the tokens are.
    for uri in app.identifierURIs where !old.identifierURIs.contains(uri) {
      if let problem = IdentifierURICheck.problem(uri, of: app, in: tenant) { throw problem }
    }
  }

  // MARK: Members of one value

  private mutating func setRow(_ name: String, _ value: JSONValue) throws(GraphError) {
    if let row = Application.row(name), row.holder == nil, !row.traits.contains(.isReadOnly) {
      return try set(row, value)
    }
    let view = ApplicationView(application: app, tenant: tenant, directory: directory)
    // Clients send back what they read. Null says nothing.
    guard value == .null || value == view.value(of: name) else { throw .isReadOnly(name) }
  }

  private mutating func set(_ row: Property<Application>, _ value: JSONValue) throws(GraphError) {
    let new = try row.changed(row.get(app), to: value, of: "Application")
    row.set(&app, new)
    guard !row.isPlain else { return }
    // The member knows better than the row which texts there are.
    if row.kind == .text, new != nil, row.get(app) == nil { throw .invalidValue(row.name, of: "Application") }
    // Null and false of a flag mean the same, and so do several spellings. Clients compare what comes back.
    app.properties[row.name] = row.get(app) == new ? Optional.none : new
  }

  /// Merges member by member, as `api` and `web` do. The server acts on one member and keeps the others.
  private mutating func setBehaviors(_ value: JSONValue, _ name: String) throws(GraphError) {
    guard value != .null else {
      app.removesUnverifiedEmailClaim = nil
      app.properties.graphMembers[name] = nil
      return
    }
    guard let members = value.object?.members.filter({ !ODataAnnotation.isNamed($0.name) }) else {
      throw .invalidValue(name, of: "Application")
    }
    var kept = app.properties.graphMembers[name]?.object ?? [:]
    for member in members {
      let isOn = try flag(member.value, name)
      if member.name == "removeUnverifiedEmailClaim" {
        app.removesUnverifiedEmailClaim = isOn
      } else {
        kept[member.name] = member.value
      }
    }
    app.properties.graphMembers[name] = kept.members.isEmpty ? nil : .object(kept)
  }

  private func flag(_ value: JSONValue, _ name: String) throws(GraphError) -> Bool? {
    guard value != .null else { return nil }
    guard let flag = value.bool else { throw .invalidValue(name, of: "Application") }
    return flag
  }

  private func identifierURIs(_ value: JSONValue) throws(GraphError) -> [String] {
    guard let uris = value == .null ? [] : value.strings, uris.allSatisfy({ !$0.isEmpty }) else {
      throw .invalidValue("identifierUris", of: "Application")
    }
    guard Set(uris).count == uris.count else { throw .duplicateValues("identifierUris") }
    for uri in uris where !old.identifierURIs.contains(uri) {
      if let other = directory.application(ofURI: uri), other.id != app.id { throw .takenURI(uri) }
    }
    return uris
  }

  /// Secrets that stay in the list stay; the others go. New ones are made by `addPassword` alone.
  private mutating func keepSecrets(_ value: JSONValue) throws(GraphError) {
    guard let items = value == .null ? [] : value.array else {
      throw .invalidValue("passwordCredentials", of: "Application")
    }
    let kept = items.compactMap { $0["keyId"]?.string.flatMap { Identifier<ClientSecret>($0) } }
    let known = Set(app.secrets.map(\.id))
    guard kept.count == items.count, kept.allSatisfy(known.contains) else { throw .newPassword }
    app.secrets.removeAll { $0.isOfServicePrincipal != true && !kept.contains($0.id) }
  }

  // MARK: Platforms

  private mutating func setWeb(_ value: JSONValue) throws(GraphError) {
    try setPlatform(value, .web)
    for member in value.object?.members ?? [] {
      switch member.name {
      case "implicitGrantSettings":
        for row in Application.rows(in: Application.implicitSwitches) {
          if let isOn = member.value[row.name]?.bool { row.set(&app, .bool(isOn)) }
        }
      case "redirectUriSettings": try setNumbers(member.value, isAlone: value["redirectUris"] == nil)
      default: try setHeld(member, in: "web")
      }
    }
  }

  /// Sets a member of `api` or `web` that has a row. Graph passes over what it does not know.
  private mutating func setHeld(_ member: JSONObject.Member, in holder: String) throws(GraphError) {
    guard let row = Application.row(member.name), row.holder == holder else { return }
    try set(row, member.value)
  }

  private mutating func setPlatform(
    _ value: JSONValue, _ platform: RedirectURIRegistration.Platform
  ) throws(GraphError) {
    guard value == .null || value.object != nil else { throw .invalidValue("redirectUris", of: "Application") }
    if let uris = value["redirectUris"] { try setRedirectURIs(uris, platform) }
  }

  private mutating func setRedirectURIs(
    _ value: JSONValue, _ platform: RedirectURIRegistration.Platform
  ) throws(GraphError) {
    guard let uris = value == .null ? [] : value.strings, uris.allSatisfy(Self.isRedirectURI) else {
      throw .invalidValue("redirectUris", of: "Application")
    }
    guard Set(uris).count == uris.count else { throw .duplicateValues("redirectUris") }
    let indexes = Dictionary(app.redirectURIs.map { ($0.uri, $0.index) }) { first, _ in first }
    app.redirectURIs.removeAll { $0.platform == platform }
    app.redirectURIs += uris.map {
      RedirectURIRegistration(uri: $0, platform: platform, index: platform == .web ? indexes[$0] ?? nil : nil)
    }
  }

  /// Gives the web addresses their numbers; alone, the list says the addresses too. The one with the lowest number comes first: it is the
  /// default of SAML.
  private mutating func setNumbers(_ value: JSONValue, isAlone: Bool) throws(GraphError) {
    let items = value.array ?? []
    if isAlone { try setRedirectURIs(.strings(items.compactMap { $0["uri"]?.string }), .web) }
    var indexes: [String: Int] = [:]
    for item in items {
      guard let uri = item["uri"]?.string, let index = item["index"], index != .null else { continue }
      guard let number = index.integer, 0...65_535 ~= number else {
        throw .invalidValue("redirectUriSettings", of: "Application")
      }
      indexes[uri] = Int(number)
    }
    var web = app.redirectURIs.filter { $0.platform == .web }
    for place in web.indices { web[place].index = indexes[web[place].uri] }
    let order = web.indices.sorted { (web[$0].index ?? .max, $0) < (web[$1].index ?? .max, $1) }
    app.redirectURIs.removeAll { $0.platform == .web }
    app.redirectURIs += order.map { web[$0] }
  }

  private static func isRedirectURI(_ uri: String) -> Bool {
    let scheme = uri.prefix { $0 != ":" }
    return scheme.count < uri.count && scheme.utf8.first.map { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A } == true
      && !uri.utf8.contains { $0 <= 0x20 || $0 == 0x23 }
  }

  // MARK: The API

  private mutating func setAPI(_ value: JSONValue) throws(GraphError) {
    guard value == .null || value.object != nil else { throw .invalidValue("api", of: "Application") }
    // The clients that are named below are named with the scopes that the same body gives.
    if let scopes = value["oauth2PermissionScopes"] {
      app.permissions = try PermissionChange.scopes(scopes, over: app.permissions)
    }
    for member in value.object?.members ?? [] {
      switch member.name {
      case "knownClientApplications":
        guard let ids = member.value == .null ? [] : member.value.strings?.map({ Application.ID($0) }),
          !ids.contains(nil)
        else { throw .invalidValue(member.name, of: "Application") }
        app.knownClients = ids.isEmpty ? nil : ids.compactMap(\.self)
      case Application.versionRow.name where ![JSONValue.null, 1, 2].contains(member.value): throw .invalidTokenVersion
      case "preAuthorizedApplications":
        app.preauthorizedClients = try PermissionChange.preauthorized(member.value, in: app, isOfBeta: keepsUnknown)
      default: try setHeld(member, in: "api")
      }
    }
  }

  /// The static list. The registration has permissions by their values; an API or a permission that the directory does not know is kept
  /// as it was sent.
  private mutating func setRequiredAccess(_ value: JSONValue) throws(GraphError) {
    guard let items = value == .null ? [] : value.array else {
      throw .invalidValue("requiredResourceAccess", of: "Application")
    }
    app.requiredAccess = []
    var unknown: [JSONValue] = []
    for item in items {
      guard let id = item["resourceAppId"]?.string, let access = item["resourceAccess"]?.array else {
        throw .invalidValue("requiredResourceAccess", of: "Application")
      }
      let api = Application.ID(id).flatMap { directory.applications[$0] }
      var known = RequiredAccess(resource: api?.id ?? Application.ID(.zero), scopes: [])
      var rest: [JSONValue] = []
      for permission in access {
        guard let id = permission["id"]?.string, let type = permission["type"]?.string else {
          throw .invalidValue("resourceAccess", of: "RequiredResourceAccess")
        }
        if let scope = type == "Scope" ? api?.permission(graphID: id)?.value : nil {
          known.scopes.append(scope)
        } else if let role = type == "Role" ? api?.role(graphID: id)?.value : nil {
          known.roles.append(role)
        } else {
          rest.append(["id": .string(id), "type": .string(type)])
        }
      }
      if !known.scopes.isEmpty || !known.roles.isEmpty { app.requiredAccess.add(known) }
      if !rest.isEmpty { unknown.append(["resourceAppId": .string(id), "resourceAccess": .array(rest)]) }
    }
    app.properties.graphMembers["requiredResourceAccess"] = unknown.isEmpty ? Optional.none : .array(unknown)
  }
}
