import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// The directory roles of the caller's tenant and who holds them (Microsoft: "List directoryRoles", "Get directoryRole", "List members
/// of a directory role").
enum RoleCalls {
  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(of: activated(resource), .directoryRole, context: "directoryRoles", &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let role = try role(resource)
    let query = try ResourceQuery(resource.call.request.query, resource.version, .directoryRole)
    exchange.because("→ 200 \(role.role.displayName)")
    return resource.odata(
      resource.shown(role, query), context: "directoryRoles\(query.context)/$entity", exchange)
  }

  /// The users, groups and service principals that hold the role.
  static func members(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let role = try role(resource).role
    return try resource.page(
      of: holders(of: role, resource), ObjectType.relationFilteredByID.withFixedPages, context: "directoryObjects",
      &exchange)
  }

  /// The holders of one type: `members/microsoft.graph.user`.
  static func members(_ type: String) -> GraphRoute.Answer {
    { resource, exchange in
      let views = holders(of: try role(resource).role, resource)
      switch type {
      case "user":
        return try resource.page(
          of: views.compactMap { if case .user(let view) = $0 { view } else { nil } },
          ObjectType.user.asRelation.withFixedPages, context: "users", &exchange)
      case "group":
        return try resource.page(
          of: views.compactMap { if case .group(let view) = $0 { view } else { nil } },
          ObjectType.group.asRelation.withFixedPages, context: "groups", &exchange)
      default:
        return try resource.page(
          of: views.compactMap { if case .servicePrincipal(let view) = $0 { view } else { nil } },
          ObjectType.servicePrincipal.asRelation.withFixedPages, context: "servicePrincipals", &exchange)
      }
    }
  }

  static func holders(of role: DirectoryRole, _ resource: ResourceCall) -> [DirectoryObjectView] {
    resource.directory.heldRoles(in: resource.token.tenant.id).filter { $0.role == role }
      .compactMap { resource.member($0.holder).flatMap(resource.view) }
  }

  /// Makes a role an object of the tenant (Microsoft: "Activate directoryRole").
  static func activate(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "directoryRole")
    guard let id = body["roleTemplateId"]?.string else {
      throw GraphError.valueRequired("roleTemplateId", of: "DirectoryRole")
    }
    guard let role = DirectoryRole.template(id) else { throw GraphError.notFound(id) }
    guard !activated(resource).contains(where: { $0.role == role }) else { throw GraphError.roleIsActive }
    try resource.call.world.edit { editor in
      try editor.update(resource.token.tenant.id) { $0.properties.directoryRoles.append(role) }
    }
    exchange.because("→ 201 \(role.displayName) is activated")
    let view = RoleView(role: role, tenant: resource.token.tenant.id)
    return GraphAnswer.created(
      view.members(ResourceQuery(selecting: nil), resource.version), context: "directoryRoles/$entity",
      location: "\(resource.call.origin.graph)/\(resource.version.rawValue)/directoryRoles/\(view.guid)",
      version: resource.version.rawValue, resource.call, exchange)
  }

  /// The built-in roles as every tenant has them (Microsoft: "List directoryRoleTemplates").
  static func templates(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.checkPageSize()
    exchange.because("→ 200 \(DirectoryRole.assignable.count) templates")
    return resource.list(
      DirectoryRole.assignable.map { .object(template($0)) }, context: "directoryRoleTemplates", exchange)
  }

  static func template(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let key = resource.keys["template"] ?? ""
    guard let role = DirectoryRole.template(key) else { throw GraphError.notFound(key) }
    exchange.because("→ 200 \(role.displayName)")
    return resource.odata(template(role), context: "directoryRoleTemplates/$entity", exchange)
  }

  private static func template(_ role: DirectoryRole) -> JSONObject {
    [
      "id": .string(role.templateID), "deletedDateTime": nil, "description": .string(role.details),
      "displayName": .string(role.displayName),
    ]
  }

  /// Every role that somebody can be given. `User`, which every member has, is for tokens only.
  static func all(_ resource: ResourceCall) -> [RoleView] {
    DirectoryRole.assignable.map { RoleView(role: $0, tenant: resource.token.tenant.id) }
  }

  /// The roles that are objects of the tenant: those that may consent for everybody, those that somebody holds, and those that were
  /// activated.
  static func activated(_ resource: ResourceCall) -> [RoleView] {
    let held = Set(resource.directory.heldRoles(in: resource.token.tenant.id).map(\.role))
    // Of the call's directory: the token has the tenant as it was before the call began to decide.
    let made = resource.directory.tenants[resource.token.tenant.id]?.properties.directoryRoles ?? []
    return all(resource).filter {
      DirectoryRole.consenting.contains($0.role) || held.contains($0.role) || made.contains($0.role)
    }
  }

  /// By its object id, or as `directoryRoles(roleTemplateId='…')`.
  static func role(_ resource: ResourceCall) throws(GraphError) -> RoleView {
    let key = resource.keys["role"] ?? ""
    let found = activated(resource).first {
      ASCII.equalIgnoringCase("\($0.guid)", key) || ASCII.equalIgnoringCase("roleTemplateId=\($0.role.templateID)", key)
    }
    guard let found else { throw .notFound(key) }
    return found
  }
}

extension ResourceCall {
  /// The holder as a member of a group would be named.
  func member(_ holder: DirectoryState.RoleHolder) -> Group.Member? {
    switch holder {
    case .user(let id): .user(id)
    case .group(let id): .group(id)
    case .principal(let id): directory.servicePrincipals[id].map { .client($0.application) }
    }
  }
}
