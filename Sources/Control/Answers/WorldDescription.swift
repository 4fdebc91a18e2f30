import Directory
package import JSON
package import Policy
package import Scenarios
import Time
package import Worlds

/// What a person or a program needs to point an app and its tests at one of the worlds. Passwords and secrets are those
/// of the scenario or of a call, and public on purpose. One that somebody typed does not appear.
package struct WorldDescription: Sendable {
  private let world: World
  private let origin: Origin
  private let worlds: WorldRegistry
  private let addresses: WorldAddresses?

  /// `origin` has the name by which the caller reaches the server. `addresses` nil: that name serves for every world.
  package init(world: World, origin: Origin, worlds: WorldRegistry, addresses: WorldAddresses?) {
    self.world = world
    self.origin = origin
    self.worlds = worlds
    self.addresses = addresses
  }

  /// The base URL with the world's own label.
  private var labelled: String { addresses?.own(world, from: origin) ?? origin.login }
  /// The base URL that all worlds share.
  private var shared: String { addresses?.shared(from: origin) ?? origin.login }
  /// The base URLs that lead to this world when a tenant follows them. The name that every resolver knows comes first. A tenant that
  /// several worlds may have does not tell the world behind that name, so it needs the label.
  var bases: [String] {
    if world.tokenMark != nil || shared == labelled { return [labelled] }
    return [shared, labelled]
  }

  /// The entry in the list of worlds.
  var summary: JSONObject {
    let tenant = world.beginning.tenants.first.map { "/\($0.id)" } ?? ""
    var members: JSONObject = [
      "name": .string(world.name), "scenario": .string(world.scenario.name), "base": .string(labelled),
      "authority": .string((bases.first ?? labelled) + tenant), "authorities": .strings(bases.map { $0 + tenant }),
      "graph": .string((bases.first ?? labelled) + "/v1.0"),
      "control": .string("\(shared)/_mockidp/v1/worlds/\(world.name)"), "ids": .string(world.ids.rawValue),
      "clientIds": .string(world.clientIDs.rawValue),
    ]
    members.append("issuer", world.settings.issuer)
    members.append("idleTimeout", worlds.idleTimeout(of: world)?.shortText)
    members.append("clock", ClockHandlers.json(world.clock))
    return members
  }

  /// The answer about one world: the summary with its tenants, users and apps. The main tenant and the main user have `"main": true`.
  /// The passwords are those of the beginning, so that the directory of a new world need not be built.
  var whole: JSONValue { members(withPassword: \.password) }

  /// The same with the passwords as they are now.
  var wholeNow: JSONValue { members(withPassword: world.password(of:)) }

  /// The same without passwords and secrets, for a file or an output that others may read.
  package var withoutSecrets: JSONValue { members(withPassword: nil) }

  private func members(withPassword password: ((WorldBeginning.Credential) -> String?)?) -> JSONValue {
    var members = summary
    let beginning = world.beginning
    let principals = world.template.principals
    members.append(
      "tenants",
      .array(
        beginning.tenants.map { tenant in
          var members: JSONObject = [
            "alias": .string(tenant.alias), "id": "\(tenant.id)", "domain": .string(tenant.initialDomain),
            "domains": .strings(tenant.domains), "authority": "\(bases.first ?? labelled)/\(tenant.id)",
          ]
          if tenant.alias == principals.tenant?.alias { members.append("main", true) }
          return .object(members)
        }))
    members.append(
      "users",
      .array(
        beginning.credentials.map { user in
          var members: JSONObject = [
            "alias": .string(user.alias), "id": "\(user.id)", "userPrincipalName": .string(user.userPrincipalName),
          ]
          members.append("password", password?(user))
          if user.alias == principals.user?.alias { members.append("main", true) }
          return .object(members)
        }))
    members.append(
      "apps",
      .array(
        beginning.applications.map { application in
          var members: JSONObject = ["alias": .string(application.alias), "clientId": "\(application.id)"]
          if password != nil { members.append("secret", beginning.secrets[application.alias]) }
          members.append("redirectUris", .strings(application.redirectURIs.map(\.uri)))
          return .object(members)
        }))
    return .object(members)
  }
}
