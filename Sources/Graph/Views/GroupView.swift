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

  static let names = [
    "id", "deletedDateTime", "classification", "createdDateTime", "creationOptions", "description", "displayName",
    "expirationDateTime", "groupTypes", "isAssignableToRole", "mail", "mailEnabled", "mailNickname", "membershipRule",
    "membershipRuleProcessingState", "onPremisesDomainName", "onPremisesLastSyncDateTime", "onPremisesNetBiosName",
    "onPremisesSamAccountName", "onPremisesSecurityIdentifier", "onPremisesSyncEnabled", "preferredDataLocation",
    "preferredLanguage", "proxyAddresses", "renewedDateTime", "resourceBehaviorOptions", "resourceProvisioningOptions",
    "securityEnabled", "securityIdentifier", "theme", "visibility", "onPremisesProvisioningErrors",
  ]

  private static let emptyCollections: Set<String> = [
    "creationOptions", "resourceBehaviorOptions", "resourceProvisioningOptions",
    "onPremisesProvisioningErrors",
  ]

  /// Relationships. A call may select them without effect (observed); each has a path of its own.
  private static let navigation = [
    "appRoleAssignments", "calendar", "conversations", "createdOnBehalfOf", "drive", "drives", "events", "extensions",
    "groupLifecyclePolicies", "memberOf", "members", "membersWithLicenseErrors", "onenote", "owners",
    "permissionGrants", "photo", "photos", "planner", "rejectedSenders", "settings", "sites", "team", "threads",
    "transitiveMemberOf", "transitiveMembers",
  ]

  static func declaredName(of name: String) -> String? {
    if PlainProperties.application(ofExtension: name) != nil { return name }
    return (names + navigation).first { ASCII.equalIgnoringCase($0, name) }
  }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    let selected = query.selected?.filter(Self.names.contains)
    var values = (selected ?? Self.names).map { JSONObject.Member(name: $0, value: value(of: $0)) }
    guard let asked = query.selected else { return JSONObject(values) }
    // As of users, a directory extension without a value is left out.
    values += isLimited ? [] : group.properties.extensions.filter { asked.contains($0.name) }
    // As with users, collections come last when they were selected.
    return JSONObject(values.filter { $0.value.array == nil } + values.filter { $0.value.array != nil })
  }

  func value(of property: String) -> JSONValue {
    guard !isLimited || property == "id" else { return nil }
    return group.properties[property] ?? derivedValue(of: property)
  }

  private func derivedValue(of property: String) -> JSONValue {
    switch property {
    case "id": return "\(group.id)"
    case "createdDateTime": return .string(group.createdAt.iso8601)
    case "renewedDateTime": return value(of: "createdDateTime")
    case "description": return .optional(group.details)
    case "displayName": return .string(group.displayName)
    case "groupTypes": return .strings(group.types)
    case "mail": return .optional(group.kind.isMailEnabled ? "\(group.alias)@\(tenant.initialDomain)" : nil)
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
}
