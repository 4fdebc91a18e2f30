import Bytes
import Directory
import JSON
import Policy
import Worlds

/// Shows, grants and withdraws the delegated permissions of apps.
enum ConsentHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let selection = try call.selection()
    return answer(call) { grant, directory in
      let client = directory.servicePrincipals[grant.client]?.application
      return (selection.client == nil || client == selection.client)
        && selection.user.map { grant.principal == .user($0) } ?? true
    }
  }

  static func grant(_ call: ControlCall) throws -> ControlAnswer {
    let client = try call.application(call.body.text("client") ?? "")
    let user = try call.body.text("user").map { name throws(Problem) in try call.user(name) }
    let permissions = try call.body.texts("scopes")?.map { scope throws(Problem) in
      let permission = try call.permission(scope)
      guard permission.scope != nil else {
        throw Problem.badValue(
          "scopes", found: "\"\(scope)\"", expected: "a list of delegated permissions; this one only an app may hold")
      }
      return permission
    }
    let directory = call.world.directory
    if let user, directory.servicePrincipal(of: client.id, in: user.tenant) == nil {
      throw Problem.badValue(
        "user", found: "\"\(user.alias)\"",
        expected: "a user of a tenant that has the app \(client.alias); that of \(user.alias), "
          + "\(directory.tenants[user.tenant]?.alias ?? "\(user.tenant)"), does not have it")
    }
    try call.attempt {
      try call.world.perform(GrantConsentAction(permissions, to: .id(client.id), by: user.map { .id($0.id) }))
    }
    return answer(call) { grant, directory in
      directory.servicePrincipals[grant.client]?.application == client.id
    }
  }

  static func withdraw(_ call: ControlCall) throws -> ControlAnswer {
    let selection = try call.selection()
    guard let client = selection.client else {
      throw Problem.missingParameter("client", "the name of the app that shall lose its consents")
    }
    return .removed(
      try call.attempt {
        try call.world.perform(WithdrawConsentAction(from: .id(client), of: selection.user.map { .id($0) }))
      })
  }

  static func remove(_ call: ControlCall) throws -> ControlAnswer {
    let id = PermissionGrant.ID(call["consent"])
    guard let id, call.world.directory.grants[id] != nil else {
      throw Problem.notFound("consent", call["consent"], "GET …/consents lists all.")
    }
    try call.world.edit { try $0.remove(id) }
    return .nothing
  }

  private static func answer(
    _ call: ControlCall, where isWanted: (PermissionGrant, DirectoryState) -> Bool
  ) -> ControlAnswer {
    let directory = call.world.directory
    let grants = directory.grants.values.filter { isWanted($0, directory) }
    // Grants have no order of their own; the order of their ids is the same in every run.
    let values = grants.sorted { $0.id < $1.id }.map { value($0, directory) }
    return .json(["consents": .array(values)])
  }

  private static func value(_ grant: PermissionGrant, _ directory: DirectoryState) -> JSONValue {
    func name(_ id: ServicePrincipal.ID) -> String {
      directory.servicePrincipals[id].flatMap { directory.applications[$0.application]?.alias } ?? "\(id)"
    }
    var members: JSONObject = ["id": "\(grant.id)", "client": .string(name(grant.client))]
    let tenant = directory.servicePrincipals[grant.client].flatMap { directory.tenants[$0.tenant]?.alias }
    members.append("tenant", .string(tenant ?? "?"))
    if case .user(let user) = grant.principal {
      members.append("user", directory.users[user]?.alias ?? "\(user)")
    }
    members.append("resource", .string(name(grant.resource)))
    members.append("scopes", .strings(grant.scopes))
    return .object(members)
  }
}
