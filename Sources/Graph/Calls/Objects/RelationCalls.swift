import Directory
import HTTPWire
import Worlds

/// A user's manager, the users whom a user manages, and the objects that a user owns (Microsoft: "List manager", "List directReports",
/// "List ownedObjects").
enum RelationCalls {
  static func manager(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    guard let manager = resource.manager(of: user) else { throw GraphError.notFound("manager") }
    let view = DirectoryObjectView.user(UserView(user: manager, tenant: resource.token.tenant))
    let query = try resource.query(of: view, .user)
    exchange.because("→ 200 '\(manager.alias)', manager of '\(user.alias)'")
    return resource.odata(resource.shown(view, query), context: "directoryObjects/$entity", exchange)
  }

  /// Sets the manager, or replaces the one that there is (Microsoft: "Assign manager").
  static func setManager(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    guard case .user(let manager) = try GroupReference.member(in: try resource.body, resource), manager != user.id
    else {
      throw GraphError.invalidInput(because: "the manager is another user of the tenant")
    }
    try resource.call.world.edit { try $0.update(user.id) { $0.manager = manager } }
    exchange.because("→ 204 \(resource.journalName(of: .user(manager))) manages '\(user.alias)'")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func removeManager(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    guard resource.manager(of: user) != nil else { throw GraphError.notFound("manager") }
    try resource.call.world.edit { try $0.update(user.id) { $0.manager = nil } }
    exchange.because("→ 204 '\(user.alias)' has no manager")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func directReports(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(
      of: reports(of: try resource.subject, resource), .directoryObject, context: "directoryObjects", &exchange)
  }

  static func ownedObjects(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(
      of: owned(by: try resource.subject, resource), .directoryObject, context: "directoryObjects", &exchange)
  }

  /// What a service principal owns (Microsoft: "List servicePrincipal ownedObjects").
  static func ownedByPrincipal(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let principal = try ApplicationCalls.principal(resource)
    return try resource.page(
      of: owned(by: .client(principal.application), resource), .directoryObject, context: "directoryObjects", &exchange)
  }

  /// The users who have this one as their manager.
  static func reports(of user: User, _ resource: ResourceCall) -> [DirectoryObjectView] {
    resource.directory.usersInOrder.filter { $0.manager == user.id && $0.tenant == user.tenant && !$0.isDeleted }
      .map { .user(UserView(user: $0, tenant: resource.token.tenant)) }
  }

  /// The groups and app registrations that the user is an owner of, and the service principals of these apps.
  static func owned(by user: User, _ resource: ResourceCall) -> [DirectoryObjectView] {
    owned(by: .user(user.id), resource)
  }

  private static func owned(by owner: Group.Member, _ resource: ResourceCall) -> [DirectoryObjectView] {
    let directory = resource.directory
    let groups = directory.groupsInOrder.filter {
      $0.tenant == resource.token.tenant.id && $0.allOwners.contains(owner)
    }
    let apps = ApplicationCalls.registrations(resource).filter { $0.application.allOwners.contains(owner) }
    let principals = directory.applicationsInOrder.filter { !$0.isFirstParty }.compactMap { application in
      ApplicationCalls.view(of: application, resource).flatMap { view in
        view.principal.owners(orThoseOf: application).contains(owner) ? view : nil
      }
    }
    return groups.map { .group(resource.view(of: $0)) } + apps.map { .application($0).seen(resource) }
      + principals.map { .servicePrincipal($0).seen(resource) }
  }
}
