import Bytes
import Directory
import JSON
import Time

/// A Conditional Access policy in Graph's form and in the server's.
enum PolicyForm {
  private static let readOnly = ["id", "createdDateTime", "modifiedDateTime", "templateId"]

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
    return members
  }

  /// The policy that the server carries out. A condition that it cannot look at makes the policy one that never acts.
  static func policy(_ id: AccessPolicy.ID, _ written: JSONObject, _ resource: ResourceCall) -> AccessPolicy {
    var policy = AccessPolicy(id: id, name: written["displayName"]?.string ?? "", tenant: resource.token.tenant.id)
    policy.written = .object(written)
    let conditions = written["conditions"] ?? [:]
    policy.users = users(conditions["users"], resource)
    let apps = conditions["applications"]
    let included = apps?["includeApplications"]?.strings ?? []
    policy.resources = included.contains("All") ? nil : included.compactMap { Application.ID($0) }
    policy.authenticationContexts = apps?["includeAuthenticationContextClassReferences"]?.strings ?? []
    if !policy.authenticationContexts.isEmpty { policy.resources = nil }
    let grant = written["grantControls"]
    let wanted = grant?["builtInControls"]?.strings ?? []
    policy.control =
      wanted.contains("mfa") ? .mfa : wanted.lazy.compactMap { AccessPolicy.Control(graphName: $0) }.first
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
      && isAll(conditions["locations"], "includeLocations", ["all"])
      && (conditions["locations"]?["excludeLocations"]?.array ?? []).isEmpty
      && isAll(conditions["platforms"], "includePlatforms", ["all"])
      && (conditions["devices"] ?? .null) == .null
      && (conditions["clientAppTypes"]?.strings ?? []).allSatisfy { ["all", "browser"].contains($0) }
  }

  /// The users whom the conditions mean, as the groups and roles are now. Nil: every user.
  private static func users(_ value: JSONValue?, _ resource: ResourceCall) -> [User.ID]? {
    let directory = resource.directory
    func ids(_ name: String) -> [String] { value?[name]?.strings ?? [] }
    func found(_ word: String) -> Set<User.ID> {
      var users = Set(ids("\(word)Users").compactMap { User.ID($0) })
      for id in ids("\(word)Groups").compactMap({ Group.ID($0) }) {
        guard let group = directory.groups[id] else { continue }
        for case .user(let user) in directory.members(of: group, isNested: true) { users.insert(user) }
      }
      let roles = DirectoryRole.all.filter { ids("\(word)Roles").contains($0.templateID) }.map(\.displayName)
      if !roles.isEmpty {
        for user in directory.usersInOrder where user.directoryRoles.contains(where: roles.contains) {
          users.insert(user.id)
        }
      }
      return users
    }
    let excluded = found("exclude")
    if ids("includeUsers").contains("All") {
      guard !excluded.isEmpty else { return nil }
      return directory.usersInOrder.filter { $0.tenant == resource.token.tenant.id && !excluded.contains($0.id) }
        .map(\.id)
    }
    let included = found("include")
    return directory.usersInOrder.map(\.id).filter { included.contains($0) && !excluded.contains($0) }
  }
}
