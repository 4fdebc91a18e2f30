import Directory
import HTTPWire
import Worlds

/// Reads one user, lists users and counts them (Microsoft: "Get a user", "List users").
enum UserCalls {
  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let query = try ResourceQuery(resource.call.request.query, resource.version, .user)
    exchange.because("→ 200 \(user.alias)" + (query.selected.map { ", \($0.joined(separator: ","))" } ?? ""))
    return resource.odata(
      resource.shown(resource.view(of: user), query), context: UserView.context(query), exchange)
  }

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(of: views(resource), .user, context: "users", &exchange)
  }

  static func count(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.count(of: views(resource), .user, &exchange)
  }

  private static func views(_ resource: ResourceCall) -> [UserView] {
    resource.directory.usersInOrder.filter { $0.tenant == resource.token.tenant.id && !$0.isDeleted }
      .map(resource.view)
  }
}
