import Directory
import HTTPWire
import Worlds

/// A user's manager and the users whom a user manages (Microsoft: "List manager", "List directReports").
enum RelationCalls {
  static func manager(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    guard let manager = resource.manager(of: user) else { throw GraphError.notFound("manager") }
    let query = try ResourceQuery(resource.call.request.query, resource.version, .user)
    exchange.because("→ 200 \(manager.alias), manager of \(user.alias)")
    return resource.odata(
      UserView(user: manager, tenant: resource.token.tenant).typedMembers(selected: query.selected),
      context: "directoryObjects/$entity", exchange)
  }

  static func directReports(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let reports = resource.directory.usersInOrder.filter {
      $0.manager == user.id && $0.tenant == user.tenant && !$0.isDeleted
    }
    return try resource.page(
      of: reports.map { DirectoryObjectView.user(UserView(user: $0, tenant: resource.token.tenant)) },
      .directoryObject, context: "directoryObjects", &exchange)
  }

  /// Always an empty list: users have no licenses here.
  static func licenses(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    exchange.because("→ 200 no licenses of \(user.alias)")
    return resource.list([], context: "users('\(resource.view(of: user).id)')/licenseDetails", exchange)
  }
}
