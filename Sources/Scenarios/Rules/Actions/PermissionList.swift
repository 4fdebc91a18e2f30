import Directory
import YAML

/// Permissions of APIs as a file names them: Graph's by their names, others behind their App ID URI.
struct PermissionList: Sendable, Hashable {
  struct Item: Sendable, Hashable {
    let resource: Application.ID
    let value: String
  }

  /// Which names are known.
  enum Kind: Sendable {
    /// Held for a signed-in user.
    case delegated
    /// Those, and roles that apps hold for themselves.
    case any
  }

  private(set) var items: [Item] = []

  init(_ value: FileValue, _ kind: Kind, in directory: DirectoryState) throws(ScenarioError) {
    for item in value.oneOrMany() { items.append(try Self.item(item, kind, in: directory)) }
    guard !items.isEmpty else {
      throw value.error("'\(value.key)' is empty; give a list such as [User.Read, Mail.Read]")
    }
  }

  var summary: String { items.map(\.value).joined(separator: " ") }

  /// By resource; for an app without users, as roles.
  func access(areRoles: Bool) -> [RequiredAccess] {
    var access: [RequiredAccess] = []
    for item in items {
      let index = access.firstIndex { $0.resource == item.resource } ?? access.count
      if index == access.count { access.append(RequiredAccess(resource: item.resource, scopes: [])) }
      if areRoles { access[index].roles.append(item.value) } else { access[index].scopes.append(item.value) }
    }
    return access
  }

  private static func item(
    _ value: FileValue, _ kind: Kind, in directory: DirectoryState
  ) throws(ScenarioError) -> Item {
    let scope = try value.text("a list such as [User.Read, Mail.Read]")
    var name = scope
    var resource = directory.applications[WellKnown.graph]
    if let slash = scope.lastIndex(of: "/") {
      name = String(scope[scope.index(after: slash)...])
      resource = directory.resource(named: String(scope[..<slash]))
    }
    guard let resource else { throw value.error("'\(scope)' names no API; write it as api://contoso/Orders.Read") }
    if let permission = resource.permission(named: name) { return Item(resource: resource.id, value: permission.value) }
    let roles = kind == .any ? resource.appRoles.filter(\.admitsApplications).map(\.value) : []
    if roles.contains(name) { return Item(resource: resource.id, value: name) }
    throw value.error(FileValue.unknown("permission", name, among: resource.permissions.map(\.value) + roles))
  }
}
