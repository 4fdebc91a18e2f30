import Bytes
import Directory
import JSON

/// Members and owners as bodies name them: by addresses. An address means what it means in a GET: the key is an object id, of a user the
/// sign-in name too, of a service principal `appId='…'`, of a group `uniqueName='…'` (observed).
enum GroupReference {
  /// How many references one body may hold (Microsoft: "Create group", "Add members").
  private static let maximum = 20

  /// The object in the body of `$ref`.
  static func member(in body: JSONObject, _ resource: ResourceCall) throws(GraphError) -> Group.Member {
    try member(at: try address(in: body), resource)
  }

  /// The owner in the body of `$ref`.
  static func owner(in body: JSONObject, _ resource: ResourceCall) throws(GraphError) -> Group.Member {
    try owner(at: try address(in: body), resource)
  }

  private static func address(in body: JSONObject) throws(GraphError) -> String {
    guard let address = body["@odata.id"]?.string else {
      throw .invalidInput(because: "@odata.id is missing or no text")
    }
    guard isAddress(address) else { throw .noAddress(address) }
    return address
  }

  static func members(_ value: JSONValue, _ resource: ResourceCall) throws(GraphError) -> [Group.Member] {
    let name = "members@odata.bind"
    var members: [Group.Member] = []
    for address in try addresses(value, name) { members.append(try member(at: address, resource)) }
    return try distinct(members, name)
  }

  static func owners(_ value: JSONValue, _ resource: ResourceCall) throws(GraphError) -> [Group.Member] {
    let name = "owners@odata.bind"
    var owners: [Group.Member] = []
    for address in try addresses(value, name) { owners.append(try owner(at: address, resource)) }
    return try distinct(owners, name)
  }

  private static func distinct(_ members: [Group.Member], _ name: String) throws(GraphError) -> [Group.Member] {
    guard Set(members).count == members.count else { throw .duplicateValues(name) }
    return members
  }

  /// An id alone is not an address (observed 2023-04).
  private static func isAddress(_ text: String) -> Bool { text.utf8.contains(0x2F) }

  private static let collections: Set = ["directoryobjects", "groups", "serviceprincipals", "users"]

  /// The object at an address, which may be on any host: clients write that of the service.
  private static func member(at address: String, _ resource: ResourceCall) throws(GraphError) -> Group.Member {
    let path = address.prefix { $0 != "?" }
    let segments = GraphPath.segments(of: String(path)).flatMap(GraphPath.split)
    let key = segments.last ?? ""
    guard !collections.contains(ASCII.lowercased(key)) else { throw .targetIsNoEntity(address) }
    guard GUID(key) == nil else { return try member(key, resource) }
    func named(_ name: String) -> ResourceCall {
      ResourceCall(
        resource.call, resource.token, resource.version, keys: [name: key], directory: resource.directory,
        unseen: resource.unseen)
    }
    switch ASCII.lowercased(segments.dropLast().last ?? "") {
    case "users": return .user(try named("user").subject.id)
    case "groups": return .group(try GroupCalls.group(named("group")).id)
    case "serviceprincipals": return .client(try ApplicationCalls.principalView(named("principal")).application.id)
    default: return try member(key, resource)
    }
  }

  private static func owner(at address: String, _ resource: ResourceCall) throws(GraphError) -> Group.Member {
    let owner = try member(at: address, resource)
    if case .group(let id) = owner { throw .notFound("\(id)") }
    return owner
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

  private static func addresses(_ value: JSONValue, _ name: String) throws(GraphError) -> [String] {
    guard let addresses = value.strings, addresses.allSatisfy(isAddress) else { throw .noAddresses(name) }
    guard addresses.count <= maximum else {
      throw .invalidInput(because: "\(name) has \(addresses.count) references, and \(maximum) are possible")
    }
    return addresses
  }
}

extension GraphError {
  /// The text was observed (2026): the address ended before the key.
  static func targetIsNoEntity(_ address: String) -> Self {
    Self(
      400, .malformedRequest, "Invalid target for navigation property update. URI must target an entity.",
      because: "the address '\(address)' has no key of an object")
  }

  /// The code and the text were observed (2023-04).
  static func noAddress(_ text: String) -> Self {
    Self(
      400, .badRequest, "Invalid URL format specified in payload.",
      because: "'\(text)' is not the address of an object, such as https://graph.microsoft.com/v1.0/directoryObjects/ID"
    )
  }

  /// The code and the text were observed (2020-07 and 2022-05).
  static func noAddresses(_ name: String) -> Self {
    let property = name.prefix { $0 != "@" }
    return Self(
      400, .badRequest, "Invalid URL format specified in @odata.bind for \(property)",
      because: "\(name) is not a list of addresses")
  }

  static func duplicateValues(_ name: String) -> Self {
    Self(
      400, .malformedRequest, "Request contains a property with duplicate values.",
      because: "\(name) names one object twice")
  }
}
