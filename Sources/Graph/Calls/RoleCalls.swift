import Bytes
import Directory
import HTTPWire
import Worlds

/// The directory roles of the caller's tenant and who holds them (Microsoft: "List directoryRoles", "Get directoryRole", "List members
/// of a directory role").
enum RoleCalls {
  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(of: all(resource), .directoryRole, context: "directoryRoles", &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let role = try role(resource)
    let query = try ResourceQuery(resource.call.request.query, resource.version, .directoryRole)
    exchange.because("→ 200 \(role.role.displayName)")
    return resource.odata(
      resource.shown(role, query), context: "directoryRoles\(query.context)/$entity", exchange)
  }

  static func members(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let role = try role(resource).role
    let holders = resource.directory.usersInOrder.filter {
      $0.tenant == resource.token.tenant.id && !$0.isDeleted
        && $0.directoryRoles.contains { DirectoryRole.named($0) == role }
    }
    return try resource.page(
      of: holders.map { DirectoryObjectView.user(resource.view(of: $0)) }, .directoryObject,
      context: "directoryObjects", &exchange)
  }

  /// The roles that a user can be given by name. `User`, which every member has, is for tokens only.
  static func all(_ resource: ResourceCall) -> [RoleView] {
    DirectoryRole.all.filter { $0 != .user }.map { RoleView(role: $0, tenant: resource.token.tenant.id) }
  }

  /// By its object id, or as `directoryRoles(roleTemplateId='…')`.
  static func role(_ resource: ResourceCall) throws(GraphError) -> RoleView {
    let key = resource.keys["role"] ?? ""
    let found = all(resource).first {
      ASCII.equalIgnoringCase("\($0.guid)", key) || ASCII.equalIgnoringCase("roleTemplateId=\($0.role.templateID)", key)
    }
    guard let found else { throw .notFound(key) }
    return found
  }
}
