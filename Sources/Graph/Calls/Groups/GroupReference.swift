import Bytes
import Directory
import JSON

/// Members and owners as bodies name them: by addresses that end with an object id.
enum GroupReference {
  /// How many references one body may hold (Microsoft: "Create group", "Add members").
  private static let maximum = 20

  /// The id in the body of `$ref`.
  static func id(in body: JSONObject) throws(GraphError) -> String {
    guard let address = body["@odata.id"]?.string else {
      throw .invalidInput(because: "@odata.id is missing or no text")
    }
    return id(of: address)
  }

  static func members(_ value: JSONValue, _ resource: ResourceCall) throws(GraphError) -> [Group.Member] {
    var members: [Group.Member] = []
    for id in try ids(value, "members@odata.bind") { members.append(try member(id, resource)) }
    return members
  }

  static func owners(_ value: JSONValue, _ resource: ResourceCall) throws(GraphError) -> [Group.Member] {
    var owners: [Group.Member] = []
    for id in try ids(value, "owners@odata.bind") { owners.append(try owner(id, resource)) }
    return owners
  }

  /// The user, the group or the service principal of that id in the caller's tenant.
  static func member(_ id: String, _ resource: ResourceCall) throws(GraphError) -> Group.Member {
    let directory = resource.directory
    let tenant = resource.token.tenant.id
    guard let guid = GUID(id) else { throw .invalidIdentifier(id) }
    if let user = directory.users[User.ID(guid)], user.tenant == tenant, !user.isDeleted { return .user(user.id) }
    if let group = directory.groups[Group.ID(guid)], group.tenant == tenant { return .group(group.id) }
    if let view = ApplicationCalls.principal(ServicePrincipal.ID(guid), resource) {
      return .client(view.application.id)
    }
    throw .notFound(id)
  }

  /// The user or the service principal of that id in the caller's tenant. A group owns nothing.
  static func owner(_ id: String, _ resource: ResourceCall) throws(GraphError) -> Group.Member {
    let owner = try member(id, resource)
    if case .group = owner { throw .notFound(id) }
    return owner
  }

  private static func ids(_ value: JSONValue, _ name: String) throws(GraphError) -> [String] {
    guard let addresses = value.strings else { throw .invalidInput(because: "\(name) is not a list of addresses") }
    guard addresses.count <= maximum else {
      throw .invalidInput(because: "\(name) has \(addresses.count) references, and \(maximum) are possible")
    }
    let ids = addresses.map(id(of:))
    guard Set(ids.map { ASCII.lowercased($0) }).count == ids.count else { throw .duplicateValues(name) }
    return ids
  }

  /// What follows the last slash, or the key in `users('key')`.
  private static func id(of address: String) -> String {
    let last = address.split(separator: "/").last.map(String.init) ?? ""
    return GraphPath.split(last).last ?? ""
  }
}

extension GraphError {
  static func duplicateValues(_ name: String) -> Self {
    Self(
      400, .malformedRequest, "Request contains a property with duplicate values.",
      because: "\(name) names one object twice")
  }
}
