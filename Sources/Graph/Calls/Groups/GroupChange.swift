import Directory
import JSON
import Worlds

/// The properties of a group that the body of a call can set.
enum GroupChange {
  private static let maximumName = 256
  private static let maximumNickname = 64
  /// What a mail nickname cannot hold (Microsoft: "Create group").
  private static let forbidden = Array("@()\\[]\";:<>, ".utf8)

  /// Reads one member of a body into `settings`. `group` is nil for a new group.
  static func read(
    _ member: JSONObject.Member, of group: Group?, into settings: inout GroupSettings, _ resource: ResourceCall
  ) throws(GraphError) {
    let (name, value) = (member.name, member.value)
    guard !name.hasPrefix("@odata.") else { return }
    if let group, group.properties.flag("onPremisesSyncEnabled"), !PlainProperties.looksLikeExtension(name) {
      throw .isMasteredOnPremises(name)
    }
    switch name {
    case "uniqueName":
      try (group?.properties ?? PlainProperties()).checkUniqueName(value, "Group") { name in
        resource.directory.groupsInOrder.contains {
          $0.id != group?.id && $0.tenant == resource.token.tenant.id && $0.hasUniqueName(name)
        }
      }
      settings.properties[name] = value
    case "displayName": settings.properties[name] = .string(try displayName(value))
    case "mailNickname": settings.properties[name] = .string(try nickname(value))
    case "mailEnabled": settings.isMailEnabled = try flag(value, name)
    case "securityEnabled": settings.isSecurityEnabled = try flag(value, name)
    case "groupTypes": try readTypes(value, of: group, into: &settings)
    default:
      guard isWithoutRow(name) else {
        settings.properties[name] = try plain(name, value, of: group, resource)
        break
      }
      guard resource.version == .beta || GroupView.declaredName(of: name) != nil, GraphPath.isName(name) else {
        throw .unknownMember(name)
      }
      var kept = settings.properties[PlainProperties.graph]?.object ?? group?.properties.graphMembers ?? [:]
      kept[name] = value
      settings.properties[PlainProperties.graph] = .object(kept)
    }
  }

  /// Refuses kinds of groups that Exchange makes and Graph does not. The kind of a new group, and whether a group is a
  /// Microsoft 365 one, do not change into them either.
  static func check(_ settings: GroupSettings, of group: Group?) throws(GraphError) {
    guard settings.isMailEnabled != nil || settings.isSecurityEnabled != nil || settings.isUnified != nil else {
      return
    }
    let isUnified = settings.isUnified ?? group?.isUnified ?? false
    let hasMail = settings.isMailEnabled ?? group?.kind.isMailEnabled ?? isUnified
    let givesAccess = settings.isSecurityEnabled ?? group?.isSecurityEnabled ?? !isUnified
    if isUnified {
      guard hasMail else { throw .invalidGroupValue("mailEnabled") }
    } else if hasMail && group == nil {
      throw .newMailEnabledGroup
    } else if hasMail && group?.kind.isMailEnabled != true || !givesAccess && !hasMail {
      throw .mailEnabledGroup
    }
  }

  static func displayName(_ value: JSONValue) throws(GraphError) -> String {
    guard let text = value.string, !text.isEmpty, text.utf8.count <= maximumName * 4, text.count <= maximumName else {
      throw .invalidGroupValue("displayName")
    }
    return text
  }

  /// The mail nickname of a group or a user, which both have the same rules.
  static func nickname(_ value: JSONValue, of type: String = "Group") throws(GraphError) -> String {
    guard let text = value.string, !text.isEmpty, text.utf8.count <= maximumNickname,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) })
    else { throw .invalidValue("mailNickname", of: type) }
    return text
  }

  private static func flag(_ value: JSONValue, _ name: String) throws(GraphError) -> Bool {
    guard let flag = value.bool else { throw .invalidGroupValue(name) }
    return flag
  }

  /// Without `DynamicMembership` a group loses its rule; with it the rule has to stand in the same body or be there.
  private static func readTypes(
    _ value: JSONValue, of group: Group?, into settings: inout GroupSettings
  ) throws(GraphError) {
    guard let types = value == .null ? [] : value.strings,
      types.allSatisfy({ ["Unified", "DynamicMembership"].contains($0) })
    else { throw .invalidGroupValue("groupTypes") }
    settings.isUnified = types.contains("Unified")
    if !types.contains("DynamicMembership"), group?.isDynamic == true { settings.properties["membershipRule"] = .null }
  }

  /// Whether Graph may have the property while the server has no row for it. Of `beta` the server knows less than Graph has. What a client
  /// writes there comes back.
  private static func isWithoutRow(_ name: String) -> Bool {
    !PlainProperties.looksLikeExtension(name) && Group.row(name)?.hasOwnForm != false
      && !["id", "deletedDateTime", "securityIdentifier"].contains(name)
  }

  /// A property that has a row, or a directory extension.
  private static func plain(
    _ name: String, _ value: JSONValue, of group: Group?, _ resource: ResourceCall
  ) throws(GraphError) -> JSONValue {
    if PlainProperties.looksLikeExtension(name) {
      guard let app = PlainProperties.application(ofExtension: name), resource.directory.applications[app] != nil else {
        throw .extensionNotAvailable(name)
      }
      guard value.fitsExtension(isOfUser: false) else { throw .invalidGroupValue(name) }
      return value
    }
    guard let row = Group.row(name) else {
      // Clients send back what they read.
      guard value == .null || group.map({ value == .string("\($0.id)") }) == true else { throw .isReadOnly(name) }
      return .null
    }
    let isSetNow = group == nil && row.traits.contains(.isSetOnCreation)
    guard !row.traits.contains(.isReadOnly) || isSetNow else { throw .isReadOnly(name) }
    if name == "membershipRule", value != .null {
      guard let rule = value.string else { throw .invalidGroupValue(name) }
      if let problem = MembershipRule.problem(of: rule) { throw .invalidRule(problem) }
    }
    return try row.changed(group.flatMap(row.get), to: value, of: "Group") ?? .null
  }
}

extension GraphError {
  /// The text was observed for several properties.
  static func invalidGroupValue(_ name: String) -> Self {
    .invalidValue(name, of: "Group")
  }

  /// The status is the service's, the text is chosen, but for a property of nothing: it was observed (2024-07).
  static func invalidRule(_ problem: MembershipRule.Problem) -> Self {
    let reason = "the membership rule is not one: \(problem.sentence)"
    guard !problem.isOfNoObject else { return Self(400, .invalidObjectType, "No object type", because: reason) }
    var error = invalidGroupValue("membershipRule")
    error.reason = reason
    return error
  }

  /// The text was observed (2025-10).
  static let newMailEnabledGroup = Self(
    400, .malformedRequest, "Cannot Create a mail-enabled security groups and or distribution list.",
    because:
      "Graph makes security groups and Microsoft 365 groups; Exchange makes distribution lists and security groups with mail"
  )

  /// The text was observed.
  static let mailEnabledGroup = Self(
    400, .malformedRequest,
    "The service does not currently support writes of mail-enabled groups. Please ensure that the mail-enablement "
      + "property is unset and the security-enablement property is set.",
    because: "Graph makes security groups and Microsoft 365 groups; Exchange makes distribution lists")
}
