import Bytes
package import JSON

/// The conditions of a policy in Graph's form (Microsoft: "conditionalAccessConditionSet resource type").
extension AccessPolicy {
  /// The members of conditions that the server knows, and those of their parts.
  private static let known: [String: Set<String>] = [
    "users": [
      "includeUsers", "excludeUsers", "includeGroups", "excludeGroups", "includeRoles", "excludeRoles",
      "includeGuestsOrExternalUsers", "excludeGuestsOrExternalUsers",
    ],
    "applications": [
      "includeApplications", "excludeApplications", "includeUserActions", "includeAuthenticationContextClassReferences",
    ],
    "clientApplications": ["includeServicePrincipals", "excludeServicePrincipals"],
    "authenticationFlows": ["transferMethods"], "signInRiskLevels": [], "userRiskLevels": [],
    "servicePrincipalRiskLevels": [],
    "locations": ["includeLocations", "excludeLocations"], "platforms": ["includePlatforms", "excludePlatforms"],
    "devices": ["deviceFilter", "includeDevices", "excludeDevices"], "clientAppTypes": [],
  ]

  /// The first condition that the server does not understand, and that says something. Nil for none.
  package static func strangeCondition(in conditions: JSONValue) -> String? {
    func isAnnotation(_ name: String) -> Bool { name.firstPlace(of: "@odata.") != nil }
    func saysNothing(_ value: JSONValue) -> Bool {
      value == .null || value.array?.isEmpty == true || value.object?.members.isEmpty == true
    }
    for member in conditions.object?.members ?? []
    where !saysNothing(member.value) && !isAnnotation(member.name) {
      guard let parts = known[member.name] else { return "conditions/\(member.name)" }
      for part in member.value.object?.members ?? []
      where !saysNothing(part.value) && !isAnnotation(part.name) {
        if !parts.contains(part.name) { return "conditions/\(member.name)/\(part.name)" }
      }
    }
    let ways = (conditions["authenticationFlows"]?["transferMethods"]?.string ?? "").split(separator: ",").map {
      ASCII.trimmed(String($0))
    }
    let flows = Flow.allCases.map(\.graphName) + ["none"]
    return ways.first { !flows.contains($0) }.map { "conditions/authenticationFlows/transferMethods: \($0)" }
  }
}
