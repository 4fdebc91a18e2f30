import Bytes
package import JSON
import Time

extension AccessPolicy.Control {
  /// Graph's word for the control (Microsoft: "conditionalAccessGrantControls resource type").
  package var graphName: String {
    switch self {
    case .mfa: "mfa"
    case .block: "block"
    case .compliantDevice: "compliantDevice"
    case .domainJoined: "domainJoinedDevice"
    case .approvedApp: "approvedApplication"
    case .appProtection: "compliantApplication"
    }
  }

  /// The control of Graph's word; nil for a word that the server does not act on.
  package init?(graphName: String) {
    guard let control = Self.allCases.first(where: { $0.graphName == graphName }) else { return nil }
    self = control
  }
}

extension AccessPolicy {
  /// The policy in Graph's form (Microsoft: "conditionalAccessPolicy resource type"): as a client of Graph wrote it, else made of what a
  /// file says. Service principals are looked up in `directory`. Without `id` and `displayName`.
  package func inGraphForm(_ directory: DirectoryState) -> JSONObject {
    if let written = written?.object { return written }
    var conditions: JSONObject = [
      "clientAppTypes": ["all"],
      "applications": [
        "includeApplications": .strings(
          authenticationContexts.isEmpty ? resources?.map { "\($0)" } ?? ["All"] : []),
        "excludeApplications": [], "includeUserActions": [],
        "includeAuthenticationContextClassReferences": .strings(authenticationContexts),
      ],
      "users": [
        "includeUsers": .strings(workloads == nil ? users?.map { "\($0)" } ?? ["All"] : ["None"]), "excludeUsers": [],
        "includeGroups": [], "excludeGroups": [], "includeRoles": [], "excludeRoles": [],
      ],
    ]
    if let workloads {
      conditions.append(
        "clientApplications",
        ["includeServicePrincipals": .strings(principals(of: workloads, directory)), "excludeServicePrincipals": []])
    }
    var grant: JSONValue = nil
    if let control {
      grant = [
        "operator": "OR", "builtInControls": [.string(control.graphName)], "customAuthenticationFactors": [],
        "termsOfUse": [],
      ]
    }
    return [
      "createdDateTime": nil, "modifiedDateTime": nil, "state": .string(isEnabled ? "enabled" : "disabled"),
      "conditions": .object(conditions), "grantControls": grant, "sessionControls": sessionControls,
    ]
  }

  private func principals(of workloads: Workloads, _ directory: DirectoryState) -> [String] {
    guard case .some(let clients) = workloads else { return ["ServicePrincipalsInMyTenant"] }
    return clients.compactMap { directory.servicePrincipal(of: $0, in: tenant).map { "\($0.id)" } }
  }

  /// Graph knows whole hours and days. A shorter time becomes one hour.
  private var sessionControls: JSONValue {
    guard let age = signInFrequency else { return nil }
    let hours = max(1, age.seconds / 3_600)
    let isInDays = hours % 24 == 0
    var frequency: JSONObject = [
      "isEnabled": true, "authenticationType": "primaryAndSecondaryAuthentication",
      "frequencyInterval": age.seconds == 0 ? "everyTime" : "timeBased",
    ]
    if age.seconds > 0 {
      frequency.append("type", .string(isInDays ? "days" : "hours"))
      frequency.append("value", .integer(isInDays ? hours / 24 : hours))
    }
    return ["signInFrequency": .object(frequency)]
  }
}
