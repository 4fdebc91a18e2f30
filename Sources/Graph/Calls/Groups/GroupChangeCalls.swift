import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Makes, changes and removes groups, and their members and owners (Microsoft: "Create group", "Update group", "Delete group", "Add
/// members", "Remove member", "Add owners", "Remove group owner").
enum GroupChangeCalls {
  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try create(try resource.body(of: "group"), resource, &exchange)
  }

  private static func create(
    _ body: JSONObject, _ resource: ResourceCall, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    let new = try NewGroupBody(body, resource)
    let id = try resource.call.world.perform(new.action)
    guard let group = resource.call.world.directory.groups[id] else { throw GraphError.notFound("\(id)") }
    exchange.because("→ 201 group '\(group.alias)'")
    // The caller made it, so nothing of it is hidden from the caller.
    let view = GroupView(group: group, tenant: resource.token.tenant)
    return GraphAnswer.created(
      view.members(ResourceQuery(selecting: nil), resource.version), context: "groups/$entity",
      location:
        "\(resource.call.origin.graph)/v2/\(group.tenant)/directoryObjects/\(id)/Microsoft.DirectoryServices.Group",
      version: resource.version.rawValue, resource.call, exchange)
  }

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    var body = try resource.body(of: "group")
    if let name = resource.keyToMake("group", "uniqueName"), (try? GroupCalls.group(resource)) == nil {
      body["uniqueName"] = .string(name)
      return try create(body, resource, &exchange)
    }
    let group = try changeable(resource)
    var action = ChangeGroupAction(.id(group.id))
    for member in body.members {
      switch member.name {
      case "members@odata.bind": action.newMembers = try GroupReference.members(member.value, resource)
      case "owners@odata.bind": action.newOwners = try GroupReference.owners(member.value, resource)
      case "isAssignableToRole": throw GraphError.isReadOnly(member.name)
      default: try GroupChange.read(member, of: group, into: &action.settings, resource)
      }
    }
    if group.isDynamic, !action.newMembers.isEmpty { throw GraphError.ruleDecides(group) }
    if let known = action.newMembers.first(where: group.members.contains) { throw GraphError.alreadyLinked(known) }
    try GroupChange.check(action.settings, of: group)
    try resource.call.world.perform(action)
    exchange.because("→ 204 '\(group.alias)': \(body.names.joined(separator: ", "))")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let group = try GroupCalls.group(resource)
    try resource.call.world.perform(RemoveGroupAction(.id(group.id)))
    exchange.because("→ 204 group '\(group.alias)' is removed")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  // MARK: Members and owners

  /// The body names the member by an address.
  static func addMember(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let group = try changeable(resource)
    let member = try GroupReference.member(in: try resource.body, resource)
    guard !group.isDynamic else { throw GraphError.ruleDecides(group) }
    guard !group.members.contains(member) else { throw GraphError.alreadyLinked(member) }
    return try change(group, "\(resource.journalName(of: member)) is in '\(group.alias)'", resource, &exchange) {
      $0.newMembers = [member]
    }
  }

  static func removeMember(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let group = try changeable(resource)
    let id = resource.keys["member"] ?? ""
    let member = try GroupReference.member(id, resource)
    guard !group.isDynamic else { throw GraphError.ruleDecides(group) }
    guard group.members.contains(member) else { throw GraphError.notFound("\(group.id)") }
    return try change(group, "\(id) is no longer in '\(group.alias)'", resource, &exchange) {
      $0.formerMembers = [member]
    }
  }

  static func addOwner(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let group = try changeable(resource)
    let owner = try GroupReference.owner(in: try resource.body, resource)
    guard !group.allOwners.contains(owner) else { throw GraphError.alreadyOwner }
    return try change(group, "\(resource.journalName(of: owner)) owns '\(group.alias)'", resource, &exchange) {
      $0.newOwners = [owner]
    }
  }

  /// The last owner stays (Microsoft: "Remove group owner").
  static func removeOwner(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let group = try changeable(resource)
    let id = resource.keys["owner"] ?? ""
    let owner = try GroupReference.owner(id, resource)
    guard group.allOwners.contains(owner) else { throw GraphError.notFound("\(group.id)") }
    guard group.allOwners.count > 1 else { throw GraphError.lastOwner }
    return try change(group, "\(id) no longer owns '\(group.alias)'", resource, &exchange) { $0.formerOwners = [owner] }
  }

  /// The group of the path. Graph reads what Exchange makes, and does not change it (Microsoft: "Working with groups in Microsoft Graph").
  private static func changeable(_ resource: ResourceCall) throws(GraphError) -> Group {
    let group = try GroupCalls.group(resource)
    guard group.isUnified || !group.kind.isMailEnabled else { throw .isOfExchange }
    return group
  }

  private static func change(
    _ group: Group, _ outcome: String, _ resource: ResourceCall, _ exchange: inout Exchange,
    _ describe: (inout ChangeGroupAction) -> Void
  ) throws -> HTTPResponse {
    var action = ChangeGroupAction(.id(group.id))
    describe(&action)
    try resource.call.world.perform(action)
    exchange.because("→ 204 \(outcome)")
    return GraphAnswer.noContent(resource.call, exchange)
  }
}

extension GraphError {
  static func alreadyLinked(_ member: Group.Member) -> Self {
    Self(
      400, .malformedRequest,
      "One or more added object references already exist for the following modified properties: 'members'.",
      because: "the object is a member already")
  }

  /// The error for a member of a dynamic group that a call adds or takes away (reported).
  static func ruleDecides(_ group: Group?) -> Self {
    Self(
      403, .requestDenied, "Insufficient privileges to complete the operation.",
      because: "the rule of \(group.map { "the group '\($0.alias)'" } ?? "a dynamic group") decides who its members are"
    )
  }

  /// The text was observed (2024 to 2026-08).
  static let isOfExchange = Self(
    400, .malformedRequest, "Cannot Update a mail-enabled security groups and or distribution list.",
    because: "Exchange keeps distribution lists and mail-enabled security groups; Graph reads them alone")

  static let alreadyOwner = Self(
    400, .malformedRequest,
    "One or more added object references already exist for the following modified properties: 'owners'.",
    because: "the user is an owner already")

  static let lastOwner = Self(
    400, .malformedRequest, "The group must have at least one owner, hence this owner cannot be removed.",
    because: "the group has no other owner")
}
