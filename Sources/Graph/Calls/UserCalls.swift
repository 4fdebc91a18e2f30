import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Scenarios

/// Users, one and many (Microsoft: "Get a user", "List users", "Update user").
enum UserCalls {
  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let query = try ResourceQuery(resource.call.request.query, resource.version)
    exchange.because("→ 200 \(user.alias)" + (query.selected.map { ", \($0.joined(separator: ","))" } ?? ""))
    return resource.odata(
      resource.view(of: user).members(query, resource.version), context: UserView.context(query), exchange)
  }

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let query = try UserListQuery(resource.call.request.query, resource.version, isAdvanced: resource.isAdvanced)
    let matching = query.matching(views(resource))
    var start = 0
    if let after = query.after {
      guard let index = matching.firstIndex(where: { $0.user.id == after }) else { throw GraphError.invalidSkipToken }
      start = index + 1
    }
    let page = matching.dropFirst(start).prefix(query.pageSize)
    var members = JSONObject()
    if query.wantsCount { members.append("@odata.count", .integer(Int64(matching.count))) }
    if let last = page.last, page.endIndex < matching.endIndex {
      members.append(
        "@odata.nextLink",
        "\(resource.call.origin.graph)/\(resource.version.rawValue)/users?\(query.nextPage(after: last.user.id))")
    }
    members.append("value", .array(page.map { .object($0.members(query.selection, resource.version)) }))
    exchange.because("→ 200 \(page.count) of \(matching.count) users")
    let selected = query.selection.selected
    return resource.odata(
      members, context: selected.map { "users(\($0.joined(separator: ",")))" } ?? "users", exchange)
  }

  static func count(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard resource.isAdvanced else { throw GraphError.countNeedsHeader }
    let query = try UserListQuery(resource.call.request.query, resource.version, isAdvanced: true)
    let count = query.matching(views(resource)).count
    exchange.because("→ 200 \(count) users")
    return GraphAnswer.count(count, resource.call, exchange)
  }

  private static func views(_ resource: ResourceCall) -> [UserView] {
    resource.directory.usersInOrder.filter { $0.tenant == resource.token.tenant.id && !$0.isDeleted }
      .map(resource.view)
  }

  // MARK: Changing

  /// What a user may change of the own object, each a text or null except the name.
  private static let changeable: [String: any WritableKeyPath<User, String?> & Sendable] = [
    "givenName": \.givenName, "jobTitle": \.jobTitle, "mobilePhone": \.mobilePhone,
    "officeLocation": \.officeLocation, "preferredLanguage": \.preferredLanguage, "surname": \.surname,
  ]

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    var user = try resource.subject
    let id = user.id
    let members = try resource.body.members
    for member in members { try set(member, of: &user) }
    _ = try resource.call.world.change { directory in
      directory.updateUser(id) { user in for member in members { try? set(member, of: &user) } }
    }
    exchange.because("→ 204 \(user.alias): \(members.map(\.name).joined(separator: ", "))")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  private static func set(_ member: JSONObject.Member, of user: inout User) throws(GraphError) {
    if member.name == "displayName", let name = member.value.string, !name.isEmpty {
      user.displayName = name
    } else if let property = changeable[member.name], member.value == .null || member.value.string != nil {
      user[keyPath: property] = member.value.string
    } else {
      throw .invalidProperty(member.name)
    }
  }
}
