import Bytes
import Directory
import JSON
import Time

/// A group as Graph shows it (Microsoft: "group resource type"; order observed).
struct GroupView: DirectoryView {
  let group: Group
  let tenant: Tenant
  /// Whether the caller may only know that the group exists. Everything but its id is null then (Microsoft: "Limited
  /// information returned for inaccessible member objects").
  var isLimited = false

  var guid: GUID { group.id.guid }

  /// In the order of the alphabet, but for the ends.
  static let names =
    ["id", "deletedDateTime"]
    + (["groupTypes", "infoCatalogs", "mailEnabled", "securityEnabled", "securityIdentifier"]
    + Group.rows.filter { $0.traits.contains(.byDefault) }.map(\.name)).sorted()
    + ["onPremisesProvisioningErrors", "serviceProvisioningErrors"]

  /// The properties that Graph shows only if a call selects them.
  private static let selectable: Set<String> = Set([
    "accessType", "assignedLicenses", "hasMembersWithLicenseErrors", "isArchived", "isFavorite",
    "isManagementRestricted", "isSubscribedByMail", "licenseProcessingState", "onPremisesExtensionAttributes",
    "organizationId", "unseenConversationsCount", "unseenCount", "unseenMessagesCount",
    "welcomeMessageEnabled",
  ]).union(Group.rows.filter { !$0.hasOwnForm && $0.traits.isDisjoint(with: [.isHidden, .isOfBeta]) }.map(\.name))
    .subtracting(names)

  private static let emptyCollections: Set<String> = [
    "assignedLabels", "assignedLicenses", "creationOptions", "infoCatalogs", "onPremisesProvisioningErrors",
    "resourceBehaviorOptions", "resourceProvisioningOptions", "serviceProvisioningErrors",
  ]

  private static let listsOfObjects: Set<String> = [
    "assignedLabels", "assignedLicenses", "onPremisesProvisioningErrors", "serviceProvisioningErrors",
  ]

  /// Relationships. A call may select them without effect (observed); each has a path of its own.
  private static let navigation = [
    "acceptedSenders", "appRoleAssignments", "calendar", "calendarView", "conversations", "createdOnBehalfOf", "drive",
    "drives", "events", "extensions", "groupLifecyclePolicies", "memberOf", "members", "membersWithLicenseErrors",
    "onenote", "onPremisesSyncBehavior", "owners", "permissionGrants", "photo", "photos", "planner", "rejectedSenders",
    "settings", "sites", "team", "threads", "transitiveMemberOf", "transitiveMembers",
  ]

  static func declaredName(of name: String) -> String? {
    if PlainProperties.application(ofExtension: name) != nil { return name }
    return (names + navigation + selectable).first { ASCII.equalIgnoringCase($0, name) }
  }

  /// What a client or a scenario wrote into the group and the lists above do not name; directory extensions among it.
  static func written(_ group: Group) -> [JSONObject.Member] {
    (ownMembers(group) + group.properties.graphMembers.members).filter {
      !names.contains($0.name) && !selectable.contains($0.name)
    }
  }

  /// The values of plain properties and directory extensions, but for those that Graph does not have.
  private static func ownMembers(_ group: Group) -> [JSONObject.Member] {
    group.properties.all.filter { member in
      Group.row(member.name).map { !$0.hasOwnForm && !$0.traits.contains(.isHidden) } ?? true
    }
  }

  var keptNames: [String] { Self.written(group).map(\.name) }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    let selected = query.selected?.filter { Self.names.contains($0) || Self.selectable.contains($0) }
    var values = (selected ?? Self.names).map { name in
      JSONObject.Member(name: name, value: isLimited && name != "id" ? .null : value(of: name))
    }
    guard let asked = query.selected else {
      guard version == .beta, !isLimited else { return JSONObject(values) }
      let known = Set(Self.names)
      let others = Self.ownMembers(group).filter { !known.contains($0.name) }
      return JSONObject(values + others + group.properties.graphMembers.members)
    }
    // As of users, a directory extension without a value is left out.
    let written = version == .beta ? Self.written(group) : group.properties.extensions
    values += isLimited ? [] : written.filter { asked.contains($0.name) }
    // As with users, lists of objects come last when they were selected.
    return JSONObject(
      values.filter { !Self.listsOfObjects.contains($0.name) } + values.filter { Self.listsOfObjects.contains($0.name) }
    )
  }

  func value(of property: String) -> JSONValue {
    Group.row(property)?.get(group) ?? group.properties[property] ?? group.properties.graphMembers[property]
      ?? derivedValue(of: property)
  }

  private func derivedValue(of property: String) -> JSONValue {
    switch property {
    case "id": return "\(group.id)"
    case "createdDateTime": return .string(group.createdAt.iso8601)
    case "renewedDateTime": return value(of: "createdDateTime")
    case "groupTypes": return .strings(group.types)
    case "mail": return .optional(tenant.mail(of: group))
    case "mailEnabled": return .bool(group.kind.isMailEnabled)
    case "mailNickname": return .string(group.alias)
    case "membershipRuleProcessingState": return group.isDynamic ? "On" : .null
    case "proxyAddresses": return .strings([value(of: "mail").string].compactMap { $0.map { "SMTP:" + $0 } })
    case "securityEnabled": return .bool(group.isSecurityEnabled)
    case "securityIdentifier": return .string(SecurityIdentifier.text(of: guid))
    case "visibility": return group.isUnified ? "Public" : .null
    default: return Self.emptyCollections.contains(property) ? [] : .null
    }
  }

  func related(_ name: String, _ resource: ResourceCall) -> Related? {
    let directory = resource.directory
    func groups(_ groups: [Group]) -> Related { .many(groups.map { .group(resource.view(of: $0)) }) }
    func members(isNested: Bool) -> Related {
      .many(directory.members(of: group, isNested: isNested).compactMap(resource.view))
    }
    switch name {
    case "members": return members(isNested: false)
    case "transitiveMembers": return members(isNested: true)
    case "owners": return .many(group.allOwners.compactMap(resource.view))
    case "memberOf": return groups(directory.groups(of: .group(group.id)))
    case "transitiveMemberOf": return groups(directory.nestedGroups(of: .group(group.id)))
    case "appRoleAssignments": return .values(AssignmentCalls.shown(resource) { $0.principal == .group(group.id) })
    default: return nil
    }
  }
}
