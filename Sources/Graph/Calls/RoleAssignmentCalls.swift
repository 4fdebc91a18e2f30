import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Who holds which directory role (Microsoft: "unifiedRoleAssignment resource type", "unifiedRoleDefinition resource type", "Add directory
/// role member"). An assignment is for the whole tenant.
enum RoleAssignmentCalls {
  static func definitions(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let all = RoleCalls.all(resource).map { definition($0.role) }
    exchange.because("→ 200 \(all.count) roles")
    return resource.list(all, context: "roleManagement/directory/roleDefinitions", exchange)
  }

  static func definition(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let role = try role(resource.keys["definition"] ?? "", resource)
    exchange.because("→ 200 \(role.displayName)")
    return resource.odata(
      definition(role).object ?? [:], context: "roleManagement/directory/roleDefinitions/$entity", exchange)
  }

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard let options = resource.call.query else { throw GraphError.malformedQuery }
    let text = options.fields.first { ASCII.equalIgnoringCase($0.name, "$filter") }?.value
    let names = ["id", "principalId", "directoryScopeId", "roleDefinitionId"]
    let filter = try text.map { text throws(GraphError) in
      try FilterParser.parse(
        text,
        FilterParser.Target(
          type: "unifiedRoleAssignment", version: resource.version,
          declaredName: { name in names.first { ASCII.equalIgnoringCase($0, name) } }, filterable: Set(names),
          collections: [], filterablePath: { _ in nil }))
    }
    let all = held(resource).map { assignment($0.user, $0.role) }
    let found = all.filter { item in filter?.matches { item[$0] ?? .null } ?? true }
    exchange.because("→ 200 \(found.count) assignments")
    return resource.list(
      found.map { .object($0) }, context: "roleManagement/directory/roleAssignments", exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let found = try one(resource)
    exchange.because("→ 200 \(found.role.displayName) of \(found.user.alias)")
    return resource.odata(
      assignment(found.user, found.role), context: "roleManagement/directory/roleAssignments/$entity", exchange)
  }

  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body
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
    let user = try give(role, to: principal, resource, exists: .roleAssigned)
    exchange.because("→ 201 \(user.alias) is \(role.displayName)")
    let made = assignment(user, role)
    return GraphAnswer.created(
      made, context: "roleManagement/directory/roleAssignments/$entity",
      location:
        "\(resource.call.origin.graph)/v1.0/roleManagement/directory/roleAssignments/\(made["id"]?.string ?? "")",
      version: resource.version.rawValue, resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let found = try one(resource)
    try take(found.role, from: found.user, resource)
    exchange.because("→ 204 \(found.user.alias) is no longer \(found.role.displayName)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// `directoryRoles/{id}/members/$ref`.
  static func addMember(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let role = try RoleCalls.role(resource).role
    let user = try give(role, to: try GroupReference.id(in: try resource.body), resource, exists: .roleMemberAlready)
    exchange.because("→ 204 \(user.alias) is \(role.displayName)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func removeMember(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let role = try RoleCalls.role(resource).role
    let key = resource.keys["member"] ?? ""
    guard
      let user = held(resource).first(where: { $0.role == role && ASCII.equalIgnoringCase("\($0.user.id)", key) })?
        .user
    else { throw GraphError.notFound(key) }
    try take(role, from: user, resource)
    exchange.because("→ 204 \(user.alias) is no longer \(role.displayName)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  private static func give(
    _ role: DirectoryRole, to principal: String, _ resource: ResourceCall, exists: GraphError
  ) throws -> User {
    guard case .user(let id) = try GroupReference.member(principal, resource) else {
      throw GraphError.notServed("a directory role of a group or a service principal")
    }
    return try resource.call.world.edit { editor in
      let user = try editor.user(id)
      guard !user.directoryRoles.contains(where: { DirectoryRole.named($0) == role }) else { throw exists }
      try editor.update(id) { $0.directoryRoles.append(role.displayName) }
      return user
    }
  }

  private static func take(_ role: DirectoryRole, from user: User, _ resource: ResourceCall) throws {
    try resource.call.world.edit {
      try $0.update(user.id) { $0.directoryRoles.removeAll { DirectoryRole.named($0) == role } }
    }
  }

  private static func held(_ resource: ResourceCall) -> [(user: User, role: DirectoryRole)] {
    resource.directory.usersInOrder.filter { $0.tenant == resource.token.tenant.id && !$0.isDeleted }
      .flatMap { user in
        user.directoryRoles.compactMap(DirectoryRole.named).filter { $0 != .user }.map { (user, $0) }
      }
  }

  private static func one(_ resource: ResourceCall) throws(GraphError) -> (user: User, role: DirectoryRole) {
    let key = resource.keys["assignment"] ?? ""
    guard let found = held(resource).first(where: { $0.role.assignmentID(of: $0.user.id) == key }) else {
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
      guard GUID(id) == nil else { throw .notServed("the directory role \(id)") }
      throw .invalidIdentifier(id)
    }
    return found.role
  }

  private static func definition(_ role: DirectoryRole) -> JSONValue {
    [
      "id": .string(role.templateID), "description": .string(role.displayName),
      "displayName": .string(role.displayName), "isBuiltIn": true, "isEnabled": true, "resourceScopes": ["/"],
      "templateId": .string(role.templateID), "version": "1", "rolePermissions": [],
    ]
  }

  private static func assignment(_ user: User, _ role: DirectoryRole) -> JSONObject {
    [
      "id": .string(role.assignmentID(of: user.id)), "principalId": "\(user.id)", "directoryScopeId": "/",
      "roleDefinitionId": .string(role.templateID),
    ]
  }
}

extension GraphError {
  static let roleAssigned = Self(
    400, .malformedRequest,
    "A conflicting object with one or more of the specified property values is present in the directory.",
    because: "the user holds the role already")

  static let roleMemberAlready = Self(
    400, .malformedRequest,
    "One or more added object references already exist for the following modified properties: 'members'.",
    because: "the user holds the role already")
}
