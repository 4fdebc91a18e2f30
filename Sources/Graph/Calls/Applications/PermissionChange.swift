import Bytes
import Directory
import JSON

/// The scopes, roles and preauthorized clients of an app as bodies have them.
enum PermissionChange {
  /// The new list of scopes, in the place of `old`.
  static func scopes(_ value: JSONValue, over old: [DelegatedPermission]) throws(GraphError) -> [DelegatedPermission] {
    var scopes: [DelegatedPermission] = []
    for item in try items(value, "oauth2PermissionScopes") {
      var scope = DelegatedPermission(
        id: Identifier(try id(item, "PermissionScope")), value: try exposedValue(item, "PermissionScope"),
        needsAdmin: item["type"]?.string != "User", displayName: item["adminConsentDisplayName"]?.string ?? "",
        details: item["adminConsentDescription"]?.string ?? "")
      scope.userDisplayName = item["userConsentDisplayName"]?.string
      scope.userDetails = item["userConsentDescription"]?.string
      scope.isEnabled = item["isEnabled"]?.bool ?? true
      scopes.append(scope)
    }
    try check(
      scopes.map { ($0.id.guid, $0.value) }, over: old.filter(\.isEnabled).map { ($0.id.guid, $0.value) },
      "oauth2PermissionScopes", isIgnoringCase: true)
    return scopes
  }

  /// The new list of roles, in the place of `old`.
  static func roles(_ value: JSONValue, over old: [AppRole]) throws(GraphError) -> [AppRole] {
    var roles: [AppRole] = []
    for item in try items(value, "appRoles") {
      let types = item["allowedMemberTypes"]?.strings ?? []
      guard types.allSatisfy({ $0 == "User" || $0 == "Application" }) else {
        throw .invalidValue("allowedMemberTypes", of: "AppRole")
      }
      guard !types.isEmpty else { throw .roleForNobody(item["id"]?.string.flatMap { GUID($0) } ?? .zero) }
      var role = AppRole(
        id: Identifier(try id(item, "AppRole")), value: try exposedValue(item, "AppRole"),
        displayName: item["displayName"]?.string ?? "", admitsUsers: types.contains("User"),
        admitsApplications: types.contains("Application"))
      role.details = item["description"]?.string
      role.isEnabled = item["isEnabled"]?.bool ?? true
      roles.append(role)
    }
    try check(
      roles.map { ($0.id.guid, $0.value) }, over: old.filter(\.isEnabled).map { ($0.id.guid, $0.value) }, "appRoles")
    return roles
  }

  /// The clients that need no consent for scopes of the app. `beta` has another name for the ids of the scopes as well.
  static func preauthorized(
    _ value: JSONValue, in app: Application, isOfBeta: Bool
  ) throws(GraphError) -> [Preauthorization] {
    var clients: [Preauthorization] = []
    let known = ["appId", "delegatedPermissionIds"] + (isOfBeta ? ["permissionIds"] : [])
    for item in try items(value, "preAuthorizedApplications") {
      for member in item.object?.members ?? [] where !ODataAnnotation.isNamed(member.name) {
        guard known.contains(member.name) else { throw .unexpectedContents(member.name) }
      }
      guard let client = item["appId"]?.string.flatMap({ Application.ID($0) }) else {
        throw .invalidValue("preAuthorizedApplications", of: "Application")
      }
      let ids = item["delegatedPermissionIds"]?.strings ?? item["permissionIds"]?.strings ?? []
      var scopes: [String] = []
      for id in ids {
        guard let scope = app.permissions.first(where: { ASCII.equalIgnoringCase("\($0.id)", id) }) else {
          throw .unknownPreauthorizedPermission(id)
        }
        scopes.append(scope.value)
      }
      clients.append(Preauthorization(client: client, scopes: scopes))
    }
    guard Set(clients.map(\.client)).count == clients.count else {
      throw .duplicateValues("preAuthorizedApplications")
    }
    return clients
  }

  private static func items(_ value: JSONValue, _ name: String) throws(GraphError) -> [JSONValue] {
    guard let items = value == .null ? [] : value.array, items.allSatisfy({ $0.object != nil }) else {
      throw .otherSchema(name)
    }
    return items
  }

  /// Up to 120 signs of a scope in OAuth 2.0 (Microsoft: "appRole resource type", "permissionScope resource type"). Null and nothing are one.
  private static func exposedValue(_ item: JSONValue, _ type: String) throws(GraphError) -> String {
    let value = item["value"] ?? .null
    guard value != .null else { return "" }
    guard let text = value.string, text.utf8.count <= 120,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
    else { throw .invalidValue("value", of: type) }
    return text
  }

  private static func id(_ item: JSONValue, _ type: String) throws(GraphError) -> GUID {
    guard let text = item["id"]?.string else { throw .valueRequired("id", of: type) }
    guard let id = GUID(text), id != .zero else { throw .invalidValue("id", of: type) }
    return id
  }

  /// Refuses two items with one id or one value, and a list that lacks an enabled permission or gives it another value: the owner has to
  /// disable it first (observed).
  private static func check(
    _ new: [(id: GUID, value: String)], over enabled: [(id: GUID, value: String)], _ name: String,
    isIgnoringCase: Bool = false
  ) throws(GraphError) {
    // Of scopes letter case does not count: a token could not tell them apart for a client that looks at none.
    let values = new.map { isIgnoringCase ? ASCII.lowercased($0.value) : $0.value }.filter { !$0.isEmpty }
    guard Set(new.map(\.id)).count == new.count, Set(values).count == values.count else {
      throw .duplicatePermissions(name)
    }
    let known = Dictionary(new.map { ($0.id, $0.value) }) { first, _ in first }
    guard enabled.allSatisfy({ known[$0.id] == $0.value }) else { throw .permissionIsEnabled }
  }
}

extension Application {
  /// Whether a scope and a role have one value and are not one permission: then both have one id, too (observed 2023-01).
  var hasScopeLikeRole: Bool {
    appRoles.contains { role in
      !role.value.isEmpty && permissions.contains { $0.value == role.value && $0.id.guid != role.id.guid }
    }
  }

  /// The scope of the id that a body has.
  func permission(graphID id: String) -> DelegatedPermission? { GUID(id).flatMap { permission(id: $0) } }

  /// The role of the id that a body has.
  func role(graphID id: String) -> AppRole? { GUID(id).flatMap { role(id: $0) } }
}

extension OptionalClaims? {
  /// Reads `{ idToken: [{ name: groups }] }`. Null takes the claims away.
  init(graph value: JSONValue) throws(GraphError) {
    guard value != .null else {
      self = nil
      return
    }
    guard value.object != nil else { throw .invalidValue("optionalClaims", of: "Application") }
    func list(_ name: String) throws(GraphError) -> [OptionalClaim] {
      var claims: [OptionalClaim] = []
      for item in value[name]?.array ?? [] {
        guard let name = item["name"]?.string else { throw .valueRequired("name", of: "OptionalClaim") }
        var claim = OptionalClaim(name, additionalProperties: item["additionalProperties"]?.strings ?? [])
        claim.source = item["source"]?.string
        claim.isEssential = item["essential"]?.bool ?? false
        claims.append(claim)
      }
      return claims
    }
    let saml = try list("saml2Token")
    self = OptionalClaims(
      idToken: try list("idToken"), accessToken: try list("accessToken"), saml2Token: saml.isEmpty ? nil : saml)
  }
}
