import JSON
import Policy
import Worlds

extension PolicyForm {
  /// A policy as the service stores it: each condition has all its lists and nulls, also those that nobody wrote, and a single control is `OR`
  /// (observed).
  static func stored(_ policy: JSONObject, _ resource: ResourceCall) -> JSONObject {
    var policy = policy
    if let conditions = policy["conditions"]?.object { policy["conditions"] = .object(whole(conditions)) }
    if let controls = policy["grantControls"]?.object {
      let id = policy["id"]?.string ?? ""
      policy["grantControls"] = .object(
        grant(
          controls,
          context: "\(resource.call.origin.graph)/\(resource.version.rawValue)/$metadata#identity/conditionalAccess/"
            + "policies('\(id)')/grantControls/authenticationStrength/$entity"))
    }
    if let session = policy["sessionControls"]?.object {
      policy["sessionControls"] = .object(filled(session, sessionMembers))
    }
    return policy
  }

  private static let sessionMembers: [(String, JSONValue)] = [
    ("disableResilienceDefaults", .null), ("applicationEnforcedRestrictions", .null), ("cloudAppSecurity", .null),
    ("persistentBrowser", .null), ("signInFrequency", .null),
  ]

  private static let conditionMembers: [(String, JSONValue)] = [
    ("userRiskLevels", []), ("signInRiskLevels", []), ("clientAppTypes", ["all"]), ("servicePrincipalRiskLevels", []),
    ("insiderRiskLevels", .null), ("platforms", .null), ("locations", .null), ("devices", .null),
    ("clientApplications", .null), ("authenticationFlows", .null), ("applications", [:]), ("users", [:]),
  ]

  private static let applicationMembers: [(String, JSONValue)] = [
    ("includeApplications", []), ("excludeApplications", []), ("includeUserActions", []),
    ("includeAuthenticationContextClassReferences", []), ("applicationFilter", .null),
  ]

  private static let userMembers: [(String, JSONValue)] = [
    ("includeUsers", []), ("excludeUsers", []), ("includeGroups", []), ("excludeGroups", []), ("includeRoles", []),
    ("excludeRoles", []), ("includeGuestsOrExternalUsers", .null), ("excludeGuestsOrExternalUsers", .null),
  ]

  private static func whole(_ conditions: JSONObject) -> JSONObject {
    var whole = filled(conditions, conditionMembers)
    whole["applications"] = .object(filled(whole["applications"]?.object ?? [:], applicationMembers))
    whole["users"] = .object(filled(whole["users"]?.object ?? [:], userMembers))
    return whole
  }

  private static func grant(_ controls: JSONObject, context: String) -> JSONObject {
    let lists = ["builtInControls", "customAuthenticationFactors", "termsOfUse"]
    let hasStrength = controls["authenticationStrength"]?.object != nil
    let count = lists.reduce(hasStrength ? 1 : 0) { $0 + (controls[$1]?.array?.count ?? 0) }
    var whole = filled(
      controls,
      [
        ("operator", "OR"), ("builtInControls", []), ("customAuthenticationFactors", []), ("termsOfUse", []),
        ("authenticationStrength@odata.context", .string(context)), ("authenticationStrength", .null),
      ])
    if count < 2 { whole["operator"] = "OR" }
    return whole
  }

  /// The members in the service's order, each with the value that was written, else the usual one; what is not in the list comes last. Null
  /// in the place of a list counts as an empty one.
  private static func filled(_ written: JSONObject, _ members: [(name: String, usual: JSONValue)]) -> JSONObject {
    let names = members.map(\.name)
    return JSONObject(
      members.map { member in
        let value = written[member.name] ?? member.usual
        return .init(name: member.name, value: value == .null ? member.usual : value)
      } + written.members.filter { !names.contains($0.name) })
  }
}
