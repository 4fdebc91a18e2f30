import Bytes
import Directory

extension FileValue {
  /// A permission, written as scopes are: a permission of Graph by its name, any other behind the App ID URI of its API. An API may
  /// have a scope and an app role of one name; `isRole` tells which one the caller means. When the API has only the other kind, the
  /// caller gets that one, or an error if `only` is set.
  func permission(
    isRole: Bool, in directory: DirectoryState, only: Bool = false
  ) throws(ScenarioError) -> RequiredAccess {
    let text = try text("a permission such as User.Read")
    var name = text
    var resource = directory.applications[WellKnown.graph]
    if let slash = text.lastIndex(of: "/") {
      name = String(text[text.index(after: slash)...])
      resource = directory.resource(named: String(text[..<slash]))
    }
    guard let resource else { throw error("'\(text)' names no API; write it as api://contoso/Orders.Read") }
    let scopes = resource.permissions.map(\.value)
    let roles = resource.appRoles.filter(\.admitsApplications).map(\.value)
    let scope = scopes.first { ASCII.equalIgnoringCase($0, name) }
    let role = roles.first { ASCII.equalIgnoringCase($0, name) }
    if let role, isRole || (scope == nil && !only) {
      return RequiredAccess(resource: resource.id, scopes: [], roles: [role])
    }
    if let scope, !isRole || !only { return RequiredAccess(resource: resource.id, scopes: [scope]) }
    throw error(
      Self.unknown(isRole ? "application permission" : "permission", name, among: isRole ? roles : scopes))
  }
}
