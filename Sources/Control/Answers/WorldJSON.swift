import Directory
import JSON
import Scenarios
import Time

/// A world as JSON: what somebody needs to set an app up. Passwords and secrets never stand in it.
enum WorldJSON {
  static func value(_ world: World) -> JSONValue {
    let directory = world.directory
    return [
      "name": .string(world.name),
      "scenario": .string(world.scenario.name),
      "signIn": .string(world.settings.signIn.rawValue),
      "clock": ClockHandlers.json(world.clock),
      "tenants": .array(directory.tenantsInOrder.map(tenant)),
      "users": .array(directory.usersInOrder.map { user($0, directory) }),
      "apps": .array(directory.applicationsInOrder.map { ApplicationJSON.value($0, directory) }),
      "consentRequests": .array(
        directory.consentRequests.values.sorted { ($0.requestedAt, $0.id) < ($1.requestedAt, $1.id) }
          .map { consentRequest($0, directory) }),
    ]
  }

  /// What a user asked an administrator to approve.
  private static func consentRequest(_ request: ConsentRequest, _ directory: DirectoryState) -> JSONValue {
    [
      "user": .string(directory.users[request.user]?.alias ?? "\(request.user)"),
      "app": .string(directory.applications[request.client]?.alias ?? "\(request.client)"),
      "scopes": .strings(request.scopes), "justification": .string(request.justification),
      "requestedAt": .string(request.requestedAt.iso8601), "status": .string(request.status.rawValue),
    ]
  }

  private static func tenant(_ tenant: Tenant) -> JSONValue {
    [
      "alias": .string(tenant.alias), "id": "\(tenant.id)", "displayName": .string(tenant.displayName),
      "kind": .string(tenant.kind.rawValue), "domains": .strings(tenant.domains),
    ]
  }

  static func user(_ user: User, _ directory: DirectoryState) -> JSONValue {
    var members: JSONObject = [
      "alias": .string(user.alias), "id": "\(user.id)", "userPrincipalName": .string(user.userPrincipalName),
      "displayName": .string(user.displayName),
    ]
    members.append("mail", user.mail)
    members.append("tenant", directory.tenants[user.tenant]?.alias)
    if let home = user.home {
      members.append("home", directory.users[home.user]?.alias ?? "\(home.user)")
    }
    if !user.directoryRoles.isEmpty { members.append("roles", .strings(user.directoryRoles)) }
    members.append("mfa", .string(user.mfa.rawValue))
    members.append("enabled", .bool(user.isEnabled))
    members.append("locked", .bool(user.isLocked))
    members.append("deleted", .bool(user.isDeleted))
    members.append("passwordExpired", .bool(user.isPasswordExpired))
    members.append("passwordChangedAt", .string(user.passwordChangedAt.iso8601))
    members.append("tokensValidFrom", .string(user.tokensValidFrom.iso8601))
    return .object(members)
  }
}
