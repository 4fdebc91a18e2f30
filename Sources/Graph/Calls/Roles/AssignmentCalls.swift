import Directory
import HTTPWire
import JSON
import Worlds

/// Shows app role assignments from each end (Microsoft: "List appRoleAssignments", "List appRoleAssignedTo").
enum AssignmentCalls {
  /// Who holds roles of an app.
  static func assignedTo(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let principal = try ApplicationCalls.principal(resource)
    return try page("servicePrincipals('\(principal.id)')/appRoleAssignedTo", resource, &exchange) {
      $0.resource == principal.id
    }
  }

  static func oneAssignedTo(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let principal = try ApplicationCalls.principal(resource)
    return try one("servicePrincipals('\(principal.id)')/appRoleAssignedTo", resource, &exchange) {
      $0.resource == principal.id
    }
  }

  /// The roles that an app holds for itself.
  static func ofPrincipal(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let principal = try ApplicationCalls.principal(resource)
    return try page("servicePrincipals('\(principal.id)')/appRoleAssignments", resource, &exchange) {
      $0.principal == .client(principal.id)
    }
  }

  static func oneOfPrincipal(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let principal = try ApplicationCalls.principal(resource)
    return try one("servicePrincipals('\(principal.id)')/appRoleAssignments", resource, &exchange) {
      $0.principal == .client(principal.id)
    }
  }

  /// The roles of a user, those of groups with the user as a direct member among them.
  static func ofUser(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let groups = Set(resource.directory.groups(of: .user(user.id)).map { RoleAssignment.Principal.group($0.id) })
    return try page("users('\(user.id)')/appRoleAssignments", resource, &exchange) {
      $0.principal == .user(user.id) || groups.contains($0.principal)
    }
  }

  static func ofGroup(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let group = try GroupCalls.group(resource)
    return try page("groups('\(group.id)')/appRoleAssignments", resource, &exchange) {
      $0.principal == .group(group.id)
    }
  }

  static func views(_ resource: ResourceCall, where isMeant: (RoleAssignment) -> Bool)
    -> [AppRoleAssignmentView]
  {
    let directory = resource.directory
    return directory.roleAssignments.values
      .filter { directory.servicePrincipals[$0.resource]?.tenant == resource.token.tenant.id && isMeant($0) }
      .sorted { $0.id < $1.id }.compactMap { AppRoleAssignmentView($0, in: directory) }
  }

  /// The assignments as members of an expanded object.
  static func shown(_ resource: ResourceCall, where isMeant: (RoleAssignment) -> Bool) -> [JSONValue] {
    views(resource, where: isMeant).map { .object($0.members(ResourceQuery(selecting: nil), resource.version)) }
  }

  private static func page(
    _ context: String, _ resource: ResourceCall, _ exchange: inout Exchange, where isMeant: (RoleAssignment) -> Bool
  ) throws -> HTTPResponse {
    try resource.page(of: views(resource, where: isMeant), .appRoleAssignment, context: context, &exchange)
  }

  private static func one(
    _ context: String, _ resource: ResourceCall, _ exchange: inout Exchange, where isMeant: (RoleAssignment) -> Bool
  ) throws -> HTTPResponse {
    let key = resource.keys["assignment"] ?? ""
    guard let view = views(resource, where: isMeant).first(where: { $0.id == key }) else {
      throw GraphError.notFound(key)
    }
    let query = try ResourceQuery(resource.call.request.query, resource.version, .appRoleAssignment)
    exchange.because("→ 200 the role of '\(view.principal.name)'")
    return resource.odata(
      view.members(query, resource.version), context: "\(context)\(query.context)/$entity", exchange)
  }
}
