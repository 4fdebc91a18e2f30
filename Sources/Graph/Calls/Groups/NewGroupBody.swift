import Bytes
import Directory
import JSON
import Policy
import Worlds

/// The body of `POST /groups`, checked: the group that it makes, with its first members and owners (Microsoft: "Create
/// group").
struct NewGroupBody {
  let action: AddGroupAction

  /// - Throws: a `GraphError` for a missing or invalid property, and for a nickname that another Microsoft 365 group has.
  init(_ body: JSONObject, _ resource: ResourceCall) throws(GraphError) {
    for name in ["displayName", "mailEnabled", "mailNickname", "securityEnabled"]
    where body[name] == nil || body[name] == .null { throw .valueRequired(name, of: "Group") }
    var settings = GroupSettings()
    var (members, owners): ([Group.Member], [Group.Member]) = ([], [])
    for member in body.members where member.name != "mailNickname" && member.name != "displayName" {
      switch member.name {
      case "members@odata.bind": members = try GroupReference.members(member.value, resource)
      case "owners@odata.bind": owners = try GroupReference.owners(member.value, resource)
      default: try GroupChange.read(member, of: nil, into: &settings, resource)
      }
    }
    try GroupChange.check(settings, of: nil)
    try Self.checkRule(body, settings)
    let hasRule = settings.properties["membershipRule"].map { $0 != .null } ?? false
    if hasRule, !members.isEmpty { throw .ruleDecides(nil) }
    try Self.checkCaller(settings, resource)
    let nickname = try GroupChange.nickname(body["mailNickname"] ?? .null)
    if settings.isUnified == true { try Self.checkIsFree(nickname, resource) }
    try Self.addCaller(to: &owners, isUnified: settings.isUnified == true, resource.token)
    action = AddGroupAction(
      nickname: nickname, displayName: try GroupChange.displayName(body["displayName"] ?? .null),
      tenant: resource.token.tenant.id, settings: settings, members: members, owners: owners)
  }

  private static func checkRule(_ body: JSONObject, _ settings: GroupSettings) throws(GraphError) {
    let isDynamic = body["groupTypes"]?.strings?.contains("DynamicMembership") ?? false
    let hasRule = settings.properties["membershipRule"].map { $0 != .null } ?? false
    guard isDynamic != hasRule else { return }
    if isDynamic { throw .valueRequired("membershipRule", of: "Group") }
    throw .invalidGroupValue("membershipRule")
  }

  /// What the caller needs to make a group of that kind, beside the permission.
  private static func checkCaller(_ settings: GroupSettings, _ resource: ResourceCall) throws(GraphError) {
    guard settings.properties["isAssignableToRole"] == true else {
      let task = settings.isUnified == true ? AdministrativeTask.makeUnifiedGroups : .makeSecurityGroups
      return try Administration.check(task, owners: [], resource)
    }
    try Administration.checkRoleManagement(resource.token)
    try Administration.check(.makeRoleGroups, owners: [], resource)
  }

  private static func checkIsFree(_ nickname: String, _ resource: ResourceCall) throws(GraphError) {
    let isTaken = resource.directory.groupsInOrder.contains {
      $0.isUnified && $0.tenant == resource.token.tenant.id
        && ASCII.equalIgnoringCase($0.properties.text("mailNickname") ?? $0.alias, nickname)
    }
    if isTaken { throw .duplicateNickname }
  }

  /// The user who makes a group owns it. An administrator who makes a security group does not, and nobody else may name
  /// oneself (Microsoft: "group resource type", `owners`).
  private static func addCaller(
    to owners: inout [Group.Member], isUnified: Bool, _ token: GraphToken
  ) throws(GraphError) {
    guard let caller = token.user else { return }
    if owners.contains(.user(caller.id)) {
      guard caller.isGlobalAdministrator else { throw .duplicateValues("owners@odata.bind") }
    } else if isUnified ? owners.isEmpty : !caller.isGlobalAdministrator {
      owners.append(.user(caller.id))
    }
  }
}

extension GraphError {
  static let duplicateNickname = Self(
    400, .malformedRequest, "Another object with the same value for property mailNickname already exists.",
    because: "another Microsoft 365 group has the mail nickname"
  ).about("mailNickname", .objectConflict)
}
