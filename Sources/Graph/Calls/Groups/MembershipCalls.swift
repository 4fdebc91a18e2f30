import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// The groups that a user is in and the directory roles that a user holds (Microsoft: "List a user's direct
/// memberships", "user: get transitive memberOf", "directoryObject: getMemberObjects").
enum MembershipCalls {
  /// How many groups one check may ask about.
  static let maximumChecked = 20

  static func memberOf(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try list(resource, isNested: false, &exchange)
  }

  static func transitiveMemberOf(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try list(resource, isNested: true, &exchange)
  }

  static func memberOfCount(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.count(of: memberships(resource, isNested: false), .directoryObject, &exchange)
  }

  static func transitiveMemberOfCount(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.count(of: memberships(resource, isNested: true), .directoryObject, &exchange)
  }

  /// The same lists with one type only, as `memberOf/microsoft.graph.group`.
  static func groups(isNested: Bool) -> GraphRoute.Answer {
    { resource, exchange in
      let views = groups(of: try resource.subject, resource, isNested: isNested).map(resource.view)
      return try resource.page(of: views, ObjectType.group.asRelation, context: "groups", &exchange)
    }
  }

  static func groupCount(isNested: Bool) -> GraphRoute.Answer {
    { resource, exchange in
      let views = groups(of: try resource.subject, resource, isNested: isNested).map(resource.view)
      return try resource.count(of: views, .group, &exchange)
    }
  }

  static func roles(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(
      of: roles(of: try resource.subject), ObjectType.directoryRole.asRelation, context: "directoryRoles", &exchange)
  }

  /// The groups that a service principal or any directory object is in and the directory roles that it holds (Microsoft: "List
  /// servicePrincipal memberOf").
  static func ofHolder(isNested: Bool) -> GraphRoute.Answer {
    { resource, exchange in
      let holder = try Holder(resource)
      let groups = holder.groups(resource.directory, isNested: isNested)
      return try resource.page(
        of: groups.map { .group(resource.view(of: $0)) } + holder.roles.map { DirectoryObjectView.role($0) },
        .directoryObject, context: "directoryObjects", &exchange)
    }
  }

  // MARK: Ids alone

  /// All groups of the user, also those that the user is in through another group.
  static func memberGroups(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try memberIDs(resource, withRoles: false, &exchange)
  }

  /// Groups and directory roles. A client calls it when its token has the overage claim in the place of groups.
  static func memberObjects(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try memberIDs(resource, withRoles: true, &exchange)
  }

  /// Those groups of the request's list that the object is in.
  static func checkGroups(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let holder = try Holder(resource)
    guard let asked = try resource.parameters["groupIds"]?.strings, !asked.isEmpty else {
      throw GraphError.invalidInput(because: "groupIds is missing or no list of ids")
    }
    guard asked.count <= maximumChecked else {
      throw GraphError.invalidInput(because: "groupIds has \(asked.count) ids, and \(maximumChecked) are possible")
    }
    let held = Set(holder.groups(resource.directory).map(\.id))
    let found = asked.filter { id in Group.ID(id).map(held.contains) ?? false }
    exchange.because("→ 200 '\(holder.name)' is in \(found.count) of \(asked.count) groups")
    return ids(found, resource, exchange)
  }

  /// Those groups and directory roles of the request's list that the object is in.
  static func checkObjects(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let holder = try Holder(resource)
    guard let asked = try resource.parameters["ids"]?.strings, !asked.isEmpty, asked.count <= maximumChecked else {
      throw GraphError.invalidInput(because: "ids is missing or no list of at most \(maximumChecked) ids")
    }
    let held = Set(holder.groups(resource.directory).map(\.id.guid) + holder.roles.map(\.guid))
    let found = asked.filter { id in GUID(id).map(held.contains) ?? false }
    exchange.because("→ 200 '\(holder.name)' is in \(found.count) of \(asked.count) objects")
    return ids(found, resource, exchange)
  }

  private static func memberIDs(_ resource: ResourceCall, withRoles: Bool, _ exchange: inout Exchange) throws
    -> HTTPResponse
  {
    let holder = try Holder(resource)
    guard let securityOnly = try resource.parameters["securityEnabledOnly"]?.bool else {
      throw GraphError.invalidInput(because: "securityEnabledOnly is missing or neither true nor false")
    }
    var found = holder.groups(resource.directory).filter { !securityOnly || $0.isSecurityEnabled }.map { "\($0.id)" }
    // `securityEnabledOnly` asks for groups that are security-enabled; directory roles are not groups.
    if withRoles, !securityOnly { found += holder.roles.map { "\($0.guid)" } }
    exchange.because("→ 200 \(found.count) memberships of '\(holder.name)'")
    return ids(found, resource, exchange)
  }

  private static func ids(_ ids: [String], _ resource: ResourceCall, _ exchange: Exchange) -> HTTPResponse {
    resource.acted(["value": .strings(ids)], context: "Collection(Edm.String)", exchange)
  }

  // MARK: Looking up

  private static func list(_ resource: ResourceCall, isNested: Bool, _ exchange: inout Exchange) throws
    -> HTTPResponse
  {
    try resource.page(
      of: memberships(resource, isNested: isNested), .directoryObject, context: "directoryObjects", &exchange)
  }

  private static func memberships(_ resource: ResourceCall, isNested: Bool) throws(GraphError) -> [DirectoryObjectView]
  {
    memberships(of: try resource.subject, resource, isNested: isNested)
  }

  /// The groups that the user is in, then the directory roles that the user holds.
  static func memberships(of user: User, _ resource: ResourceCall, isNested: Bool) -> [DirectoryObjectView] {
    groups(of: user, resource, isNested: isNested).map { .group(resource.view(of: $0)) }
      + roles(of: user).map { .role($0) }
  }

  private static func groups(of user: User, _ resource: ResourceCall, isNested: Bool) -> [Group] {
    isNested ? resource.directory.nestedGroups(of: .user(user.id)) : resource.directory.groups(of: .user(user.id))
  }

  static func roles(of principal: ServicePrincipal) -> [RoleView] {
    principal.properties.directoryRoles.map { RoleView(role: $0, tenant: principal.tenant) }
  }

  /// The directory roles that the user holds.
  static func roles(of user: User) -> [RoleView] {
    user.directoryRoles.compactMap(DirectoryRole.named).map { RoleView(role: $0, tenant: user.tenant) }
  }
}
