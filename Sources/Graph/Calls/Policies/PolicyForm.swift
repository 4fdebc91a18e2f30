import Bytes
import Directory
import JSON
import Time

/// A Conditional Access policy in Graph's form and in the server's.
enum PolicyForm {
  private static let readOnly = ["id", "createdDateTime", "modifiedDateTime", "templateId"]

  /// Refuses a value that a policy cannot have, before anything is changed.
  static func check(_ body: JSONObject, _ resource: ResourceCall) throws(GraphError) {
    func check(_ name: String, _ isValid: (JSONValue) -> Bool) throws(GraphError) {
      guard let value = body[name] else { return }
      guard isValid(value) else { throw .invalidValue(name, of: "ConditionalAccessPolicy") }
    }
    let states = ["enabled", "disabled", "enabledForReportingButNotEnforced"]
    try check("displayName") { $0.string?.isEmpty == false }
    try check("state") { $0.string.map(states.contains) ?? false }
    try check("conditions") { $0.object != nil }
    try check("sessionControls") { $0 == .null || $0.object != nil }
    try check("grantControls") { controls in
      guard controls != .null else { return true }
      guard controls.object != nil else { return false }
      return controls["operator"].map { $0 == "AND" || $0 == "OR" || $0 == .null } ?? true
    }
    try PolicyCheck(body: body, resource: resource).run()
  }

  /// Sets the members of a body; `conditions` and `sessionControls` keep what the body does not name.
  static func merge(_ body: JSONObject, into written: inout JSONObject) {
    for member in body.members where !readOnly.contains(member.name) && !ODataAnnotation.isNamed(member.name) {
      guard ["conditions", "sessionControls"].contains(member.name), let new = member.value.object,
        var old = written[member.name]?.object
      else {
        written[member.name] = member.value
        continue
      }
      old.merge(new.members)
      written[member.name] = .object(old)
    }
  }

  /// The members of the policy as Graph shows them.
  static func shown(_ policy: AccessPolicy, _ resource: ResourceCall) -> JSONObject {
    var members: JSONObject = ["id": "\(policy.id)", "templateId": nil]
    let written = policy.inGraphForm(resource.directory)
    members.append("displayName", policy.name)
    for member in written.members where !["id", "templateId", "displayName"].contains(member.name) {
      members.append(member.name, member.value)
    }
    for name in ["grantControls", "sessionControls"] where members[name] == nil { members.append(name, .null) }
    return stored(members, resource)
  }

  /// The policy that the server carries out. A condition that it cannot look at makes the policy one that never acts.
  static func policy(_ id: AccessPolicy.ID, _ written: JSONObject, _ resource: ResourceCall) -> AccessPolicy {
    var policy = AccessPolicy(id: id, name: written["displayName"]?.string ?? "", tenant: resource.token.tenant.id)
    policy.written = .object(written)
    let conditions = written["conditions"] ?? [:]
    setPeople(conditions["users"], of: &policy)
    setWorkloads(conditions["clientApplications"], of: &policy, resource)
    let apps = conditions["applications"]
    let ways = (conditions["authenticationFlows"]?["transferMethods"]?.string ?? "").split(separator: ",").map {
      ASCII.trimmed(String($0))
    }
    policy.flows = some(AccessPolicy.Flow.allCases.filter { ways.contains($0.graphName) })
    policy.inertBecause = AccessPolicy.strangeCondition(in: conditions)
    let kinds = conditions["clientAppTypes"]?.strings ?? []
    policy.clientKinds =
      kinds.isEmpty || kinds.contains("all") ? nil : kinds.compactMap { AccessPolicy.ClientKind(rawValue: $0) }
    policy.places = places(conditions["locations"], in: resource.token.tenant)
    let included = apps?["includeApplications"]?.strings ?? []
    policy.resources = included.contains("All") ? nil : included.compactMap { Application.ID($0) }
    policy.excludedResources = some(apps?["excludeApplications"]?.strings?.compactMap { Application.ID($0) })
    policy.authenticationContexts = apps?["includeAuthenticationContextClassReferences"]?.strings ?? []
    if !policy.authenticationContexts.isEmpty { policy.resources = nil }
    let grant = written["grantControls"]
    policy.controls = (grant?["builtInControls"]?.strings ?? []).compactMap { AccessPolicy.Control(graphName: $0) }
    // Each strength wants at least a second factor; the server tells methods no further.
    if grant?["authenticationStrength"]?["id"]?.string != nil, !policy.controls.contains(.mfa) {
      policy.controls.append(.mfa)
    }
    policy.controlOperator =
      policy.controls.count > 1 ? grant?["operator"]?.string.flatMap { .init(rawValue: $0) } : nil
    let frequency = written["sessionControls"]?["signInFrequency"]
    if frequency?["isEnabled"] == true {
      let count = Int(max(0, min(frequency?["value"]?.integer ?? 0, 10_000)))
      let isEveryTime = frequency?["frequencyInterval"] == "everyTime"
      policy.signInFrequency =
        isEveryTime ? TimeSpan(.zero) : TimeSpan(frequency?["type"] == "days" ? .days(count) : .hours(count))
    }
    policy.isEnabled =
      written["state"] == "enabled" && isWhole(conditions) && (policy.control != nil || policy.signInFrequency != nil)
    return policy
  }

  /// Whether the server can tell for each sign-in that the conditions are met.
  private static func isWhole(_ conditions: JSONValue) -> Bool {
    func isAll(_ value: JSONValue?, _ name: String, _ all: [String]) -> Bool {
      guard let value, value != .null else { return true }
      return (value[name]?.strings ?? []).allSatisfy { all.contains(ASCII.lowercased($0)) }
    }
    let lists = ["signInRiskLevels", "userRiskLevels", "servicePrincipalRiskLevels"]
    return lists.allSatisfy { (conditions[$0]?.array ?? []).isEmpty }
      && isAll(conditions["platforms"], "includePlatforms", ["all"])
      && (conditions["devices"] ?? .null) == .null
  }

  /// The places that the condition means. Nil: every place. The server looks at no address: a user is at a trusted location, or at none that
  /// has a name.
  private static func places(_ locations: JSONValue?, in tenant: Tenant) -> [AccessPolicy.Place]? {
    func isTrusted(_ id: String) -> Bool {
      ["AllTrusted", "00000000-0000-0000-0000-000000000000"].contains(id) || LocationCalls.isTrusted(id, in: tenant)
    }
    let included = locations?["includeLocations"]?.strings ?? []
    let excluded = locations?["excludeLocations"]?.strings ?? []
    guard !excluded.contains("All") else { return [] }
    let isEverywhere = included.isEmpty || included.contains("All")
    let places = AccessPolicy.Place.allCases.filter { place in
      (isEverywhere || place == .trusted && included.contains(where: isTrusted))
        && !(place == .trusted && excluded.contains(where: isTrusted))
    }
    return places == AccessPolicy.Place.allCases ? nil : places
  }

  /// The users whom the conditions mean. Groups and roles count as they are at a sign-in.
  private static func setPeople(_ value: JSONValue?, of policy: inout AccessPolicy) {
    func ids(_ name: String) -> [String] { value?[name]?.strings ?? [] }
    func roles(_ name: String) -> [String]? {
      some(ids(name).compactMap { DirectoryRole.template($0)?.displayName })
    }
    func areGuests(_ name: String) -> Bool? {
      let named = ids(name + "Users").contains(AccessPolicy.guests)
      return named || value?[name + "GuestsOrExternalUsers"]?.object != nil ? true : nil
    }
    policy.users = ids("includeUsers").contains("All") ? nil : ids("includeUsers").compactMap { User.ID($0) }
    // With everybody, groups and roles add nobody.
    if policy.users != nil {
      policy.groups = some(ids("includeGroups").compactMap { Group.ID($0) })
      policy.roles = roles("includeRoles")
      policy.includesGuests = areGuests("include")
    }
    policy.excludedUsers = some(ids("excludeUsers").compactMap { User.ID($0) })
    policy.excludedGroups = some(ids("excludeGroups").compactMap { Group.ID($0) })
    policy.excludedRoles = roles("excludeRoles")
    policy.excludesGuests = areGuests("exclude")
  }

  /// The apps of a policy for workload identities. It can only block.
  private static func setWorkloads(_ value: JSONValue?, of policy: inout AccessPolicy, _ resource: ResourceCall) {
    let included = value?["includeServicePrincipals"]?.strings ?? []
    guard !included.isEmpty, included != ["None"] else { return }
    let excluded = value?["excludeServicePrincipals"]?.strings ?? []
    func clients(_ ids: [String]) -> [Application.ID] {
      ids.compactMap { ServicePrincipal.ID($0) }.compactMap { resource.directory.servicePrincipals[$0]?.application }
    }
    if included.contains("ServicePrincipalsInMyTenant") {
      let left = clients(excluded)
      let own = resource.directory.applicationsInOrder.filter {
        $0.tenant == resource.token.tenant.id && !left.contains($0.id)
      }
      policy.workloads = left.isEmpty ? .all : .some(own.map(\.id))
    } else {
      policy.workloads = .some(clients(included))
    }
  }

  /// The list, unless it is empty.
  private static func some<Item>(_ items: [Item]?) -> [Item]? { items.flatMap { $0.isEmpty ? nil : $0 } }
}
