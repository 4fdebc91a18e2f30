import Directory
import JSON

/// A verified domain as Graph shows it (Microsoft: "domain resource type"; order observed).
struct DomainView: Sendable {
  let name: String
  /// Whether it is the domain that the tenant was made with.
  let isInitial: Bool
  /// Whether new users get it.
  let isDefault: Bool
  /// Whether it stands below no other domain of the tenant.
  let isRoot: Bool

  static func all(of tenant: Tenant) -> [DomainView] {
    tenant.domains.map { name in
      DomainView(
        name: name, isInitial: name == tenant.initialDomain, isDefault: name == tenant.defaultDomain,
        isRoot: !tenant.domains.contains { name.hasSuffix("." + $0) })
    }
  }

  static let names = DomainView(name: "", isInitial: false, isDefault: false, isRoot: false).members.names

  var members: JSONObject {
    [
      "authenticationType": "Managed", "availabilityStatus": nil, "id": .string(name), "isAdminManaged": true,
      "isDefault": .bool(isDefault), "isInitial": .bool(isInitial), "isRoot": .bool(isRoot), "isVerified": true,
      "supportedServices": ["Email", "OfficeCommunicationsOnline"], "passwordValidityPeriodInDays": nil,
      "passwordNotificationWindowInDays": nil, "state": nil,
    ]
  }

  /// The domain within `verifiedDomains` of an organization.
  var verified: JSONValue {
    [
      "capabilities": "Email, OfficeCommunicationsOnline", "isDefault": .bool(isDefault),
      "isInitial": .bool(isInitial), "name": .string(name), "type": "Managed",
    ]
  }
}
