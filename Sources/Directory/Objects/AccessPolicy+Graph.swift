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

extension AccessPolicy.Flow {
  /// Graph's word for the way (Microsoft: "conditionalAccessAuthenticationFlows resource type").
  package var graphName: String {
    switch self {
    case .deviceCode: "deviceCodeFlow"
    case .transfer: "authenticationTransfer"
    }
  }
}

extension AccessPolicy {
  /// The policy in Graph's form (Microsoft: "conditionalAccessPolicy resource type"): as a client of Graph wrote it, else made of what a
  /// file says. Service principals are looked up in `directory`. Without `id` and `displayName`.
  package func inGraphForm(_ directory: DirectoryState) -> JSONObject {
    if let written = written?.object { return written }
    var conditions: JSONObject = [
      "clientAppTypes": .strings(clientKinds?.map(\.rawValue) ?? ["all"]),
      "applications": [
        "includeApplications": .strings(
          authenticationContexts.isEmpty ? resources?.map { "\($0)" } ?? ["All"] : []),
        "excludeApplications": .strings(excludedResources?.map { "\($0)" } ?? []), "includeUserActions": [],
        "includeAuthenticationContextClassReferences": .strings(authenticationContexts),
      ],
      "users": [
        "includeUsers": .strings(includedUsers),
        "excludeUsers": .strings((excludedUsers ?? []).map { "\($0)" } + (excludesGuests == true ? [Self.guests] : [])),
        "includeGroups": .strings((groups ?? []).map { "\($0)" }),
        "excludeGroups": .strings((excludedGroups ?? []).map { "\($0)" }),
        "includeRoles": .strings(Self.templates(roles)), "excludeRoles": .strings(Self.templates(excludedRoles)),
      ],
    ]
    if let flows {
      conditions.append(
        "authenticationFlows", ["transferMethods": .string(flows.map(\.graphName).joined(separator: ","))])
    }
    switch places {
    case [.trusted]: conditions.append("locations", ["includeLocations": ["AllTrusted"], "excludeLocations": []])
    case [.elsewhere]:
      conditions.append("locations", ["includeLocations": ["All"], "excludeLocations": ["AllTrusted"]])
    default: break
    }
    if let workloads {
      conditions.append(
        "clientApplications",
        ["includeServicePrincipals": .strings(principals(of: workloads, directory)), "excludeServicePrincipals": []])
    }
    var grant: JSONValue = nil
    if control != nil {
      grant = [
        "operator": .string((controlOperator ?? .any).rawValue),
        "builtInControls": .strings(controls.map(\.graphName)), "customAuthenticationFactors": [],
        "termsOfUse": [],
      ]
    }
    return [
      "createdDateTime": nil, "modifiedDateTime": nil, "state": .string(isEnabled ? "enabled" : "disabled"),
      "conditions": .object(conditions), "grantControls": grant, "sessionControls": sessionControls,
    ]
  }

  /// Graph's word for guests among users.
  package static let guests = "GuestsOrExternalUsers"

  private var includedUsers: [String] {
    guard workloads == nil else { return ["None"] }
    let named = (users ?? []).map { "\($0)" } + (includesGuests == true ? [Self.guests] : [])
    return named.isEmpty && users == nil && groups == nil && roles == nil ? ["All"] : named
  }

  private static func templates(_ roles: [String]?) -> [String] {
    (roles ?? []).compactMap { DirectoryRole.named($0)?.templateID }
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
