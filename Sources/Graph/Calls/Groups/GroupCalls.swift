import Bytes
import Directory
import HTTPWire
import JSON
import Worlds

/// Shows groups and their members (Microsoft: "List groups", "Get group", "List group members", "List group owners").
enum GroupCalls {
  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(of: views(resource), .group, context: "groups", &exchange)
  }

  static func count(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.count(of: views(resource), .group, &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let group = try group(resource)
    let view = resource.view(of: group)
    let query = try resource.query(of: view, .group)
    exchange.because("→ 200 group '\(group.alias)'")
    let selected = query.selected.map { "(\($0.joined(separator: ",")))" } ?? ""
    return resource.odata(
      resource.shown(view, query), context: "groups\(selected)/$entity", exchange)
  }

  static func members(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try page(of: resource.directory.members(of: group(resource), isNested: false), resource, &exchange)
  }

  static func transitiveMembers(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try page(of: resource.directory.members(of: group(resource), isNested: true), resource, &exchange)
  }

  static func memberCount(isNested: Bool) -> GraphRoute.Answer {
    { resource, exchange in
      let members = try resource.directory.members(of: group(resource), isNested: isNested)
      return try resource.count(of: members.compactMap(resource.view), .directoryObject, &exchange)
    }
  }

  /// The members of one type: `members/microsoft.graph.user`.
  static func members(_ type: String, isNested: Bool) -> GraphRoute.Answer {
    { resource, exchange in
      switch type {
      case "user":
        return try resource.page(
          of: cast(resource, isNested) { object -> UserView? in
            guard case .user(let view) = object else { return nil }
            return view
          },
          ObjectType.user.asRelation, context: "users", &exchange)
      case "group":
        return try resource.page(
          of: cast(resource, isNested) { object -> GroupView? in
            guard case .group(let view) = object else { return nil }
            return view
          },
          ObjectType.group.asRelation, context: "groups", &exchange)
      default:
        return try resource.page(
          of: cast(resource, isNested) { object -> ServicePrincipalView? in
            guard case .servicePrincipal(let view) = object else { return nil }
            return view
          },
          ObjectType.servicePrincipal.asRelation, context: "servicePrincipals", &exchange)
      }
    }
  }

  /// The number of members of one type: `members/microsoft.graph.user/$count`.
  static func memberCount(_ type: String, isNested: Bool) -> GraphRoute.Answer {
    { resource, exchange in
      let views = try cast(resource, isNested) { object -> DirectoryObjectView? in object.type == type ? object : nil }
      return try resource.count(of: views, .directoryObject, &exchange)
    }
  }

  private static func cast<View>(
    _ resource: ResourceCall, _ isNested: Bool, _ view: (DirectoryObjectView) -> View?
  ) throws(GraphError) -> [View] {
    resource.directory.members(of: try group(resource), isNested: isNested).compactMap(resource.view).compactMap(view)
  }

  /// The users who look after the group.
  static func owners(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try page(of: group(resource).allOwners, resource, &exchange)
  }

  /// The groups that a group is in.
  static func memberOf(isNested: Bool) -> GraphRoute.Answer {
    { resource, exchange in
      let member = Group.Member.group(try group(resource).id)
      let groups = isNested ? resource.directory.nestedGroups(of: member) : resource.directory.groups(of: member)
      return try page(of: groups.map { .group($0.id) }, resource, &exchange)
    }
  }

  // MARK: Looking up

  static func views(_ resource: ResourceCall) -> [GroupView] {
    resource.directory.groupsInOrder.filter { $0.tenant == resource.token.tenant.id }.map(resource.view)
  }

  private static func page(of members: [Group.Member], _ resource: ResourceCall, _ exchange: inout Exchange) throws
    -> HTTPResponse
  {
    try resource.page(
      of: members.compactMap(resource.view), .relationFilteredByID, context: "directoryObjects", &exchange)
  }

  /// The group of the path: by its id, or as `groups(uniqueName='…')`.
  static func group(_ resource: ResourceCall) throws(GraphError) -> Group {
    let key = resource.keys["group"] ?? ""
    let found: Group?
    if let name = GraphPath.value(of: "uniqueName", in: key) {
      found = resource.directory.groupsInOrder.first { $0.tenant == resource.token.tenant.id && $0.hasUniqueName(name) }
    } else {
      guard let id = Group.ID(key) else { throw .invalidIdentifier(key) }
      found = resource.directory.groups[id]
    }
    guard let group = found, group.tenant == resource.token.tenant.id,
      resource.isReplicated(group.id.guid)
    else {
      throw .notFound(key)
    }
    return group
  }
}

extension GraphError {
  /// Of a text that is longer than an id the directory says so without it (observed 2025-03).
  static func invalidIdentifier(_ text: String) -> Self {
    let isLong = text.utf8.count > 36
    return Self(
      400, .malformedRequest,
      isLong
        ? "Invalid value specified for object reference property 'id'. Please ensure that this value has an appropriate syntax "
          + "and length."
        : "Invalid object identifier '\(text)'.", because: "'\(text)' is not a GUID")
  }
}
