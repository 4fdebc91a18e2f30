import Directory
import JSON
import Policy
import Scenarios
import Time
import Worlds

/// What a person or a program needs to point an app and its tests at one of the worlds. Passwords and secrets are those
/// of the scenario, and public on purpose. One that was changed since does not appear.
struct WorldDescription {
  let world: World
  let origin: Origin
  let worlds: WorldRegistry
  let addresses: WorldAddresses?

  /// The entry in the list of worlds.
  var summary: JSONObject {
    let base = addresses?.own(world, from: origin) ?? origin.login
    let shared = addresses?.shared(from: origin) ?? origin.login
    let tenants = world.beginning.tenants
    var members: JSONObject = [
      "name": .string(world.name), "scenario": .string(world.scenario.name), "base": .string(base),
      "authority": .string(base + (tenants.first.map { "/\($0.id)" } ?? "")), "graph": .string(base + "/v1.0"),
      "control": .string("\(shared)/_mockidp/v1/worlds/\(world.name)"), "ids": .string(world.ids.rawValue),
    ]
    members.append("idleTimeout", worlds.idleTimeout(of: world)?.shortText)
    members.append("clock", ClockHandlers.json(world.clock))
    return members
  }

  var whole: JSONValue {
    var members = summary
    // By the name that all worlds share, a tenant that several worlds have is not enough.
    let shared =
      (world.tokenMark == nil ? addresses?.shared(from: origin) : addresses?.own(world, from: origin)) ?? origin.login
    let beginning = world.beginning
    members.append(
      "tenants",
      .array(
        beginning.tenants.map { tenant in
          [
            "alias": .string(tenant.alias), "id": "\(tenant.id)", "domain": .string(tenant.initialDomain),
            "domains": .strings(tenant.domains), "authority": "\(shared)/\(tenant.id)",
          ]
        }))
    members.append(
      "users",
      .array(
        beginning.credentials.map { user in
          var members: JSONObject = [
            "alias": .string(user.alias), "id": "\(user.id)", "userPrincipalName": .string(user.userPrincipalName),
          ]
          members.append("password", user.password)
          return .object(members)
        }))
    members.append(
      "apps",
      .array(
        beginning.applications.map { application in
          var members: JSONObject = ["alias": .string(application.alias), "clientId": "\(application.id)"]
          members.append("secret", beginning.secrets[application.alias])
          members.append("redirectUris", .strings(application.redirectURIs.map(\.uri)))
          return .object(members)
        }))
    return .object(members)
  }
}
