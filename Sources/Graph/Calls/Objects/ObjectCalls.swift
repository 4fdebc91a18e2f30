import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Finds directory objects of any type by their ids (Microsoft: "Get directoryObject", "Get directory objects from a list of IDs").
enum ObjectCalls {
  /// How many ids one call may ask for.
  private static let maximum = 1_000

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let key = resource.keys["object"] ?? ""
    guard let id = GUID(key) else { throw GraphError.invalidIdentifier(key) }
    guard let object = objects([id], resource).first else { throw GraphError.notFound(key) }
    let query = try resource.query(of: object, .directoryObject)
    exchange.because("→ 200 a \(object.type)")
    return resource.odata(
      resource.shown(object, query), context: "directoryObjects\(query.context)/$entity", exchange)
  }

  /// The objects in the order of the request. Graph leaves out ids that no object has, and objects of other types than
  /// those in `types`.
  static func byIDs(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.parameters
    guard let ids = body["ids"]?.strings, !ids.isEmpty else {
      throw GraphError.invalidInput(because: "ids is missing or no list of ids")
    }
    guard ids.count <= maximum else {
      throw GraphError.invalidInput(because: "ids has \(ids.count) ids, and \(maximum) are possible")
    }
    let wanted = try types(body["types"])
    var guids: [GUID] = []
    for id in ids {
      guard let guid = GUID(id) else { throw GraphError.invalidIdentifier(id) }
      guids.append(guid)
    }
    let found = objects(guids, resource).filter { wanted?.contains(ASCII.lowercased($0.type)) ?? true }
    exchange.because("→ 200 \(found.count) of \(ids.count) objects")
    let query = ResourceQuery(selecting: nil)
    return resource.acted(
      ["value": .array(found.map { .object($0.members(query, resource.version)) })], context: "directoryObjects",
      exchange)
  }

  /// The names of the types in small letters. Nil: objects of every type.
  private static func types(_ value: JSONValue?) throws(GraphError) -> Set<String>? {
    guard let value, value != .null else { return nil }
    guard let names = value.strings else { throw .invalidInput(because: "types is not a list of names") }
    let types = Set(names.map { ASCII.lowercased($0) })
    return types.isEmpty || types.contains("directoryobject") ? nil : types
  }

  /// The objects of these ids in the caller's tenant, each once, in the order of the ids.
  static func objects(_ ids: [GUID], _ resource: ResourceCall) -> [DirectoryObjectView] {
    var seen: Set<GUID> = []
    let ids = ids.filter { seen.insert($0).inserted }
    let people = ids.map { person($0, resource) }
    // Apps and roles have no table by object id, so they are looked through once for all ids.
    var others: [GUID: DirectoryObjectView] = [:]
    if people.contains(where: { $0 == nil }) {
      let apps = ApplicationCalls.registrations(resource).map { DirectoryObjectView.application($0) }
      let principals = ApplicationCalls.principals(resource).map { DirectoryObjectView.servicePrincipal($0) }
      let roles = RoleCalls.all(resource).map { DirectoryObjectView.role($0) }
      for object in apps + principals + roles { others[object.guid] = object }
    }
    return zip(ids, people).compactMap { $1 ?? others[$0] }
  }

  private static func person(_ id: GUID, _ resource: ResourceCall) -> DirectoryObjectView? {
    let (directory, tenant) = (resource.directory, resource.token.tenant.id)
    if let user = directory.users[User.ID(id)], user.tenant == tenant, !user.isDeleted {
      return .user(resource.view(of: user))
    }
    guard let group = directory.groups[Group.ID(id)], group.tenant == tenant else { return nil }
    return .group(resource.view(of: group))
  }
}
