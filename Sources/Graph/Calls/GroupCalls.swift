import Bytes
import Directory
import HTTPWire
import JSON
import Worlds

/// Shows groups and their members, and adds and removes members (Microsoft: "List groups", "Get group", "List group
/// members", "Add members", "Remove member").
enum GroupCalls {
  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(of: views(resource), .group, context: "groups", &exchange)
  }

  static func count(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.count(of: views(resource), .group, &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let group = try group(resource)
    let query = try ResourceQuery(resource.call.request.query, resource.version, .group)
    exchange.because("→ 200 group \(group.alias)")
    let selected = query.selected.map { "(\($0.joined(separator: ",")))" } ?? ""
    return resource.odata(
      resource.view(of: group).members(query, resource.version), context: "groups\(selected)/$entity", exchange)
  }

  static func members(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try page(of: resource.directory.members(of: group(resource), isNested: false), resource, &exchange)
  }

  static func transitiveMembers(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try page(of: resource.directory.members(of: group(resource), isNested: true), resource, &exchange)
  }

  static func memberCount(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let members = try resource.directory.members(of: group(resource), isNested: false)
    return try resource.count(of: members.compactMap(resource.view), .directoryObject, &exchange)
  }

  /// The members that are users: `members/microsoft.graph.user`.
  static func userMembers(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let users = try group(resource).members.compactMap { member -> UserView? in
      guard case .user(let id) = member else { return nil }
      return resource.directory.users[id].flatMap { $0.isDeleted ? nil : resource.view(of: $0) }
    }
    return try resource.page(of: users, ObjectType.user.asRelation, context: "users", &exchange)
  }

  /// The users who look after the group.
  static func owners(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try page(of: group(resource).owners.map { .user($0) }, resource, &exchange)
  }

  /// The groups that a group is in.
  static func memberOf(isNested: Bool) -> GraphRoute.Answer {
    { resource, exchange in
      let member = Group.Member.group(try group(resource).id)
      let groups = isNested ? resource.directory.nestedGroups(of: member) : resource.directory.groups(of: member)
      return try page(of: groups.map { .group($0.id) }, resource, &exchange)
    }
  }

  // MARK: Changing

  /// The body names the member by an address that ends with the member's id.
  static func addMember(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let group = try group(resource)
    guard let address = try resource.body["@odata.id"]?.string, let id = address.split(separator: "/").last else {
      throw GraphError.invalidInput(because: "@odata.id is missing or no text")
    }
    let member = try member(ofID: String(id), resource)
    guard !group.members.contains(member) else { throw GraphError.alreadyMember }
    try resource.call.world.edit { try $0.update(group.id) { $0.members.append(member) } }
    exchange.because("→ 204 \(id) is in \(group.alias)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func removeMember(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let group = try group(resource)
    let id = resource.keys["member"] ?? ""
    let member = try member(ofID: id, resource)
    guard group.members.contains(member) else { throw GraphError.notFound(id) }
    try resource.call.world.edit { try $0.update(group.id) { $0.members.removeAll { $0 == member } } }
    exchange.because("→ 204 \(id) is no longer in \(group.alias)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  // MARK: Looking up

  private static func views(_ resource: ResourceCall) -> [GroupView] {
    resource.directory.groupsInOrder.filter { $0.tenant == resource.token.tenant.id }.map(resource.view)
  }

  private static func page(of members: [Group.Member], _ resource: ResourceCall, _ exchange: inout Exchange) throws
    -> HTTPResponse
  {
    try resource.page(
      of: members.compactMap(resource.view), .directoryObject, context: "directoryObjects", &exchange)
  }

  /// The group of the path. Graph finds groups by their ids alone.
  static func group(_ resource: ResourceCall) throws(GraphError) -> Group {
    let key = resource.keys["group"] ?? ""
    guard let id = Group.ID(key) else { throw .invalidIdentifier(key) }
    guard let group = resource.directory.groups[id], group.tenant == resource.token.tenant.id else {
      throw .notFound(key)
    }
    return group
  }

  private static func member(ofID id: String, _ resource: ResourceCall) throws(GraphError) -> Group.Member {
    let directory = resource.directory
    let tenant = resource.token.tenant.id
    guard let guid = GUID(id) else { throw .invalidIdentifier(id) }
    if let user = directory.users[User.ID(guid)], user.tenant == tenant, !user.isDeleted { return .user(user.id) }
    if let group = directory.groups[Group.ID(guid)], group.tenant == tenant { return .group(group.id) }
    throw .notFound(id)
  }
}

extension GraphError {
  static func invalidIdentifier(_ text: String) -> Self {
    Self(400, .malformedRequest, "Invalid object identifier '\(text)'.", because: "'\(text)' is no GUID")
  }

  static let alreadyMember = Self(
    400, .malformedRequest,
    "One or more added object references already exist for the following modified properties: 'members'.",
    because: "the object is a member already")
}
