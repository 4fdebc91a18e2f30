import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Who holds which directory role (Microsoft: "unifiedRoleAssignment resource type", "unifiedRoleDefinition resource type", "Add directory
/// role member"). An assignment is for the whole tenant.
enum RoleAssignmentCalls {
  private static let context = "roleManagement/directory/roleAssignments"

  static func definitions(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(
      of: RoleCalls.all(resource).compactMap { definition($0.role).object }, .roleDefinition,
      context: "roleManagement/directory/roleDefinitions", &exchange)
  }

  static func definition(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let role = try role(resource.keys["definition"] ?? "", resource)
    exchange.because("→ 200 \(role.displayName)")
    return try resource.plain(
      definition(role).object ?? [:], .roleDefinition, context: "roleManagement/directory/roleDefinitions", exchange)
  }

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(
      of: held(resource).map { RoleAssignmentView(holder: $0.holder.guid, role: $0.role) }, RoleAssignmentView.type,
      context: context, &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let found = try one(resource)
    exchange.because("→ 200 \(found.role.displayName) of \(found.holder.guid)")
    let view = RoleAssignmentView(holder: found.holder.guid, role: found.role)
    let query = try resource.query(of: view, RoleAssignmentView.type)
    return resource.odata(resource.shown(view, query), context: "\(context)\(query.context)/$entity", exchange)
  }

  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "unifiedRoleAssignment")
    guard let principal = body["principalId"]?.string else {
      throw GraphError.valueRequired("principalId", of: "UnifiedRoleAssignment")
    }
    guard let id = body["roleDefinitionId"]?.string else {
      throw GraphError.valueRequired("roleDefinitionId", of: "UnifiedRoleAssignment")
    }
    guard body["directoryScopeId"] == nil || body["directoryScopeId"] == "/" else {
      throw GraphError.notServed("a role assignment for a part of the tenant")
    }
    let role = try role(id, resource)
    let member = try GroupReference.member(principal, resource)
    let holder = try give(role, to: member, resource, exists: .roleAssigned)
    exchange.because("→ 201 \(principal) is \(role.displayName)")
    let made = assignment(holder, role)
    return GraphAnswer.created(
      made, context: context + "/$entity",
      location: "\(resource.call.origin.graph)/v1.0/\(context)/\(made["id"]?.string ?? "")",
      version: resource.version.rawValue, resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let found = try one(resource)
    try take(found.role, from: found.holder, resource)
    exchange.because("→ 204 \(found.holder.guid) is no longer \(found.role.displayName)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// `directoryRoles/{id}/members/$ref`.
  static func addMember(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let role = try RoleCalls.role(resource).role
    let member = try GroupReference.member(in: try resource.body, resource)
    _ = try give(role, to: member, resource, exists: .roleMemberAlready)
    exchange.because("→ 204 \(resource.journalName(of: member)) is \(role.displayName)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func removeMember(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let role = try RoleCalls.role(resource).role
    let key = resource.keys["member"] ?? ""
    guard
      let holder = held(resource).first(where: { $0.role == role && ASCII.equalIgnoringCase("\($0.holder.guid)", key) }
      )?
      .holder
    else { throw GraphError.notFound(resource.keys["role"] ?? "") }
    try take(role, from: holder, resource)
    exchange.because("→ 204 \(key) is no longer \(role.displayName)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  private static func give(
    _ role: DirectoryRole, to member: Group.Member, _ resource: ResourceCall, exists: GraphError
  ) throws -> DirectoryState.RoleHolder {
    let tenant = resource.token.tenant.id
    return try resource.call.world.edit { editor in
      let holder = try holder(member, in: tenant, &editor)
      guard !editor.state.heldRoles(in: tenant).contains(where: { $0.role == role && $0.holder == holder }) else {
        throw exists
      }
      switch holder {
      case .user(let id): try editor.update(id) { $0.directoryRoles.append(role.displayName) }
      case .group(let id): try editor.update(id) { $0.properties.directoryRoles.append(role) }
      case .principal(let id):
        var principal = try editor.servicePrincipal(id)
        principal.properties.directoryRoles.append(role)
        editor.state.put(principal)
      }
      return holder
    }
  }

  private static func holder(
    _ member: Group.Member, in tenant: Tenant.ID, _ editor: inout DirectoryEditor
  ) throws -> DirectoryState.RoleHolder {
    switch member {
    case .user(let id): return .user(id)
    case .group(let id):
      guard try editor.group(id).properties.flag("isAssignableToRole") else { throw GraphError.groupHoldsNoRoles }
      return .group(id)
    case .client(let app):
      guard let principal = editor.state.servicePrincipal(of: app, in: tenant) else {
        throw GraphError.notFound("\(app)")
      }
      editor.state.settle(principal)
      return .principal(principal.id)
    }
  }

  private static func take(
    _ role: DirectoryRole, from holder: DirectoryState.RoleHolder, _ resource: ResourceCall
  ) throws {
    try resource.call.world.edit { editor in
      switch holder {
      case .user(let id):
        try editor.update(id) { $0.directoryRoles.removeAll { DirectoryRole.named($0) == role } }
      case .group(let id): try editor.update(id) { $0.properties.directoryRoles.removeAll { $0 == role } }
      case .principal(let id):
        var principal = try editor.servicePrincipal(id)
        principal.properties.directoryRoles.removeAll { $0 == role }
        editor.state.put(principal)
      }
    }
  }

  private static func held(_ resource: ResourceCall) -> [DirectoryState.HeldRole] {
    resource.directory.heldRoles(in: resource.token.tenant.id)
  }

  private static func one(_ resource: ResourceCall) throws(GraphError) -> DirectoryState.HeldRole {
    let key = resource.keys["assignment"] ?? ""
    guard let found = held(resource).first(where: { $0.role.assignmentID(of: $0.holder.guid) == key }) else {
      throw .notFound(key)
    }
    return found
  }

  /// By template id or by the object id that the tenant has of the role.
  private static func role(_ id: String, _ resource: ResourceCall) throws(GraphError) -> DirectoryRole {
    let found = RoleCalls.all(resource).first {
      ASCII.equalIgnoringCase($0.role.templateID, id) || ASCII.equalIgnoringCase("\($0.guid)", id)
    }
    guard let found else {
      guard GUID(id) == nil else { throw .notFound(id) }
      throw .invalidIdentifier(id)
    }
    return found.role
  }

  static func definition(_ role: DirectoryRole) -> JSONValue {
    [
      "id": .string(role.templateID), "description": .string(role.details),
      "displayName": .string(role.displayName), "isBuiltIn": true, "isEnabled": true, "resourceScopes": ["/"],
      "templateId": .string(role.templateID), "version": "1",
      "rolePermissions": [["allowedResourceActions": [], "condition": nil]],
    ]
  }

  private static func assignment(_ holder: DirectoryState.RoleHolder, _ role: DirectoryRole) -> JSONObject {
    RoleAssignmentView(holder: holder.guid, role: role).members(ResourceQuery(selecting: nil), .v1)
  }
}

extension GraphError {
  static let groupHoldsNoRoles = Self(
    400, .malformedRequest, "The group cannot be assigned to a role: isAssignableToRole is false.",
    because: "only a group that was made with isAssignableToRole holds directory roles")

  static let roleAssigned = conflict(because: "the user holds the role already")

  /// The text was observed (2026-08).
  static let roleIsActive = conflict(because: "the role is active in the tenant already")

  private static func conflict(because reason: String) -> Self {
    Self(
      400, .malformedRequest,
      "A conflicting object with one or more of the specified property values is present in the directory.",
      because: reason)
  }

  static let roleMemberAlready = Self(
    400, .malformedRequest,
    "One or more added object references already exist for the following modified properties: 'members'.",
    because: "the user holds the role already")
}
