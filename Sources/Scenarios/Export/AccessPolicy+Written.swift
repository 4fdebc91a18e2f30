package import Directory
package import JSON
import Time

extension AccessPolicy {
  /// The policy in the words of scenario files, with every name a short one.
  package func written(in directory: DirectoryState) -> JSONObject {
    var members: JSONObject = ["name": .string(name)]
    members.append("tenant", .string(directory.tenants[tenant]?.alias ?? "\(tenant)"))
    func apps(_ ids: [Application.ID]) -> JSONValue {
      .strings(ids.map { directory.applications[$0]?.alias ?? "\($0)" })
    }
    if let users { members.append("users", .strings(users.map { directory.users[$0]?.alias ?? "\($0)" })) }
    if let resources { members.append("resources", apps(resources)) }
    if let scopes { members.append("scopes", .strings(scopes)) }
    switch workloads {
    case .all?: members.append("workloads", "all")
    case .some(let clients)?: members.append("workloads", apps(clients))
    case nil: break
    }
    if !authenticationContexts.isEmpty { members.append("authenticationContexts", .strings(authenticationContexts)) }
    members.append("require", control?.rawValue)
    members.append("signInFrequency", signInFrequency.map { $0.seconds == 0 ? "everyTime" : $0.duration.shortText })
    members.append("enabled", .bool(isEnabled))
    return members
  }
}
