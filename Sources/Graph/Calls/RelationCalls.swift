import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Scenarios

/// What a user is related to (Microsoft: "List manager", "List a user's direct memberships", "Get profilePhoto").
enum RelationCalls {
  static func manager(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    guard let manager = user.manager.flatMap({ resource.directory.users[$0] }), !manager.isDeleted,
      manager.tenant == user.tenant
    else { throw GraphError.notFound("manager") }
    exchange.because("→ 200 \(manager.alias), manager of \(user.alias)")
    return resource.odata(
      UserView(user: manager, tenant: resource.token.tenant).typedMembers, context: "directoryObjects/$entity", exchange
    )
  }

  static func directReports(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let reports = resource.directory.usersInOrder.filter {
      $0.manager == user.id && $0.tenant == user.tenant && !$0.isDeleted
    }
    exchange.because("→ 200 \(reports.count) reports of \(user.alias)")
    return resource.list(
      reports.map { .object(UserView(user: $0, tenant: resource.token.tenant).typedMembers) },
      context: "directoryObjects", exchange)
  }

  static func memberOf(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let roles = roles(of: user)
    exchange.because("→ 200 \(roles.count) roles of \(user.alias)")
    let items: [JSONValue] = roles.map { role in
      [
        "@odata.type": "#microsoft.graph.directoryRole", "id": .string(objectID(of: role, in: user.tenant)),
        "deletedDateTime": nil, "description": nil, "displayName": .string(role.displayName),
        "roleTemplateId": .string(role.templateID),
      ]
    }
    return resource.list(items, context: "directoryObjects", exchange)
  }

  /// Groups only, and nobody is in one.
  static func memberGroups(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try memberIDs(resource, &exchange) { _ in [] }
  }

  /// Groups and directory roles: what a client asks for that was told of an overage of groups.
  static func memberObjects(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try memberIDs(resource, &exchange) { user in roles(of: user).map { objectID(of: $0, in: user.tenant) } }
  }

  static func photo(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    _ = try resource.subject
    throw GraphError.noPhoto
  }

  private static func memberIDs(
    _ resource: ResourceCall, _ exchange: inout Exchange, _ ids: (User) -> [String]
  ) throws -> HTTPResponse {
    let user = try resource.subject
    guard let securityOnly = try resource.body["securityEnabledOnly"]?.bool else {
      throw GraphError.invalidInput(because: "securityEnabledOnly is missing or neither true nor false")
    }
    // Roles are no security-enabled groups.
    let found = securityOnly ? [] : ids(user)
    exchange.because("→ 200 \(found.count) memberships of \(user.alias)")
    var response = resource.list(found.map { .string($0) }, context: "Collection(Edm.String)", exchange)
    response.fields.append("Location", resource.call.origin.graph)
    return response
  }

  private static func roles(of user: User) -> [DirectoryRole] { user.directoryRoles.compactMap(DirectoryRole.named) }

  /// The id of a role's object in a tenant, which is not that of its template. It follows from the two.
  private static func objectID(of role: DirectoryRole, in tenant: Tenant.ID) -> String {
    "\(GUID(random: SHA256.hash("\(tenant)/directoryRole/\(role.templateID)").prefix(16)))"
  }
}
