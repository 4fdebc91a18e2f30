import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Reads one user, lists users and counts them (Microsoft: "Get a user", "List users").
enum UserCalls {
  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try SignInActivity.checkKey(resource)
    let user = try resource.subject
    try checkMayRead(user, resource)
    let view = try SignInActivity.added(to: [resource.view(of: user)], resource).first ?? resource.view(of: user)
    let query = try resource.query(of: view, .user)
    exchange.because("→ 200 '\(user.alias)'" + (query.selected.map { ", \($0.joined(separator: ","))" } ?? ""))
    return resource.odata(
      resource.shown(view, query), context: UserView.context(query), exchange)
  }

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try Administration.check(.readUsers, owners: [], resource)
    return try resource.page(
      of: SignInActivity.added(to: views(resource), resource), .user, context: "users", &exchange)
  }

  static func count(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try Administration.check(.readUsers, owners: [], resource)
    return try resource.count(of: SignInActivity.added(to: views(resource), resource), .user, &exchange)
  }

  /// A guest reads the users whom it can name. The tenant can keep its users from reading each other.
  private static func checkMayRead(_ user: User, _ resource: ResourceCall) throws(GraphError) {
    guard let caller = resource.token.user, caller.id != user.id,
      resource.token.tenant.properties[AdministrativeTask.readUsers.memberSwitch ?? ""] == false
    else { return }
    try Administration.check(.readUsers, owners: [], resource)
  }

  static func views(_ resource: ResourceCall) -> [UserView] {
    resource.directory.usersInOrder.filter { $0.tenant == resource.token.tenant.id && !$0.isDeleted }
      .map(resource.view)
  }
}
