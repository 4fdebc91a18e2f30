import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// A collection whose changes can be asked for.
struct DeltaList: Sendable {
  /// The collection in the path: `users`.
  let name: String
  let type: ObjectType
  let permission: GraphPermission
  /// The relationships whose changes are told with `NAME@delta`. The first is told unless the call selects others.
  let relations: [String]
  /// The objects as they are in the directory of the call.
  let views: @Sendable (ResourceCall) -> [DirectoryObjectView]

  static let all = [
    DeltaList(name: "users", type: .user, permission: .readUser, relations: []) { resource in
      UserCalls.views(resource).map { .user($0) }
    },
    DeltaList(name: "groups", type: .group, permission: .readGroups, relations: ["members", "owners"]) { resource in
      GroupCalls.views(resource).map { .group($0) }
    },
    DeltaList(name: "applications", type: .application, permission: .readApplications, relations: []) { resource in
      ApplicationCalls.registrations(resource).map { .application($0) }
    },
    DeltaList(name: "servicePrincipals", type: .servicePrincipal, permission: .readApplications, relations: []) {
      resource in ApplicationCalls.principals(resource).map { .servicePrincipal($0) }
    },
  ]
}

/// What has changed in a collection since the client last asked (Microsoft: "user: delta", "group: delta", "Use delta query to track changes
/// in Microsoft Graph data"). The server compares the directory of now with that of then.
enum DeltaCalls {
  /// How long a token is good (Microsoft: "Use delta query to track changes in Microsoft Graph data", for directory objects).
  private static let lifetime = Duration.days(7)

  static func answer(_ list: DeltaList) -> GraphRoute.Answer {
    { resource, exchange in
      if list.name == "users" { try Administration.check(.readUsers, owners: [], resource) }
      let query = try DeltaQuery(resource.call.request.query, resource.version, list) { _ in
        list.views(resource).flatMap(\.keptNames)
      }
      let now = DirectoryMoments.Moment(resource.directory, at: resource.call.now)
      let since = try query.token?.since.map { id throws(GraphError) in try moment(id, resource) }
      let until = try query.token?.until.map { id throws(GraphError) in try moment(id, resource) } ?? now
      let changes = query.isFromNowOn ? [] : changes(from: since?.state, to: until.state, query, list, resource)
      return page(of: changes, of: until, query, list, resource, &exchange)
    }
  }

  private static func moment(_ id: GUID, _ resource: ResourceCall) throws(GraphError) -> DirectoryMoments.Moment {
    guard let found = resource.call.world.moments[id] else { throw .deltaTokenExpired }
    let age = resource.call.now - found.at
    guard age <= .days(30) else { throw .deltaTokenTooOld }
    guard age <= lifetime else { throw .deltaTokenExpired }
    return found
  }

  /// One page. Behind the last object comes a page without any, with the address at which the client asks for what comes later: a page
  /// with objects always has a next one (observed).
  private static func page(
    of changes: [(id: GUID, shown: JSONObject)], of moment: DirectoryMoments.Moment, _ query: DeltaQuery,
    _ list: DeltaList, _ resource: ResourceCall, _ exchange: inout Exchange
  ) -> HTTPResponse {
    var rest = changes[...]
    if let after = query.token?.after {
      rest = changes.firstIndex { $0.id == after }.map { changes[($0 + 1)...] } ?? []
    }
    let page = rest.prefix(query.pageSize)
    let world = resource.call.world
    var id = query.token?.until
    if id == nil {
      let new = world.entropy.guid()
      world.moments.keep(moment, as: new)
      id = new
    }
    let address = "\(resource.call.origin.graph)/\(resource.version.rawValue)/\(list.name)/delta?"
    var members = JSONObject()
    if let last = page.last {
      let token = DeltaToken(since: query.token?.since, until: id, after: last.id, options: query.options)
      members.append("@odata.nextLink", "\(address)$skiptoken=\(token.text)")
    } else {
      let token = DeltaToken(since: id, until: nil, after: nil, options: query.options)
      members.append("@odata.deltaLink", "\(address)$deltatoken=\(token.text)")
    }
    members.append("value", .array(page.map { .object($0.shown) }))
    exchange.because("→ 200 \(page.count) of \(changes.count) changes of \(list.name)")
    let selected = query.selected.map { "(\($0.joined(separator: ",")))" } ?? ""
    return resource.odata(members, context: list.name + selected, exchange)
  }

  // MARK: Comparing

  private static func changes(
    from old: DirectoryState?, to new: DirectoryState, _ query: DeltaQuery, _ list: DeltaList, _ resource: ResourceCall
  ) -> [(id: GUID, shown: JSONObject)] {
    let before = old.map { resource.about($0) }
    var known: [GUID: DirectoryObjectView] = [:]
    for view in before.map(list.views) ?? [] { known[view.guid] = view }
    let after = resource.about(new)
    let isMinimal = resource.prefers("return=minimal")
    var changes: [(id: GUID, shown: JSONObject)] = []
    for view in list.views(after) where query.ids?.contains(view.guid) ?? true {
      let was = known.removeValue(forKey: view.guid)
      var shown = bare(view, query, resource)
      let unchanged = was.map { bare($0, query, resource) }
      var links = JSONObject()
      for name in query.relations {
        let linked = difference(
          in: name, was.flatMap { before?.links(name, of: $0) } ?? [], after.links(name, of: view))
        if !linked.isEmpty { links.append("\(name)@delta", .array(linked)) }
      }
      if let unchanged {
        guard shown != unchanged || !links.members.isEmpty else { continue }
        if isMinimal { shown = JSONObject(shown.members.filter { $0.name == "id" || unchanged[$0.name] != $0.value }) }
      }
      // A property without a value is left out, unless it has just lost it.
      let said = shown.members.filter { $0.value != .null || (unchanged?[$0.name] ?? .null) != .null }
      changes.append((view.guid, JSONObject(said + links.members)))
    }
    let gone = known.values.filter { query.ids?.contains($0.guid) ?? true }.sorted { $0.guid < $1.guid }
    return changes + gone.map { ($0.guid, removed($0.guid, in: new)) }
  }

  private static func bare(_ view: DirectoryObjectView, _ query: DeltaQuery, _ resource: ResourceCall) -> JSONObject {
    var members = view.members(query.selection, resource.version)
    members["@odata.type"] = Optional.none
    return members
  }

  /// The objects that came and those that went.
  private static func difference(in name: String, _ old: [Group.Member], _ new: [Group.Member]) -> [JSONValue] {
    let (before, after) = (Set(old), Set(new))
    return new.filter { !before.contains($0) }.map { $0.link(isRemoved: false) }
      + old.filter { !after.contains($0) }.map { $0.link(isRemoved: true) }
  }

  /// What was deleted and can be restored has changed; what is gone for good is deleted.
  private static func removed(_ id: GUID, in state: DirectoryState) -> JSONObject {
    let isRestorable = state.users[User.ID(id)]?.isDeleted == true || state.deleted[DeletedObject.ID(id)] != nil
    return ["id": "\(id)", "@removed": ["reason": isRestorable ? "changed" : "deleted"]]
  }
}

extension ResourceCall {
  /// The members or the owners of a group.
  fileprivate func links(_ name: String, of view: DirectoryObjectView) -> [Group.Member] {
    guard case .group(let view) = view else { return [] }
    let all = name == "owners" ? view.group.allOwners : view.group.members
    return all.filter { self.view(of: $0) != nil }.map { member in
      // A service principal is told by its own id, as the directory of that moment has it.
      guard case .client = member, let found = self.view(of: member) else { return member }
      return .client(Application.ID(found.guid))
    }
  }
}

extension Group.Member {
  /// The item of `members@delta`.
  fileprivate func link(isRemoved: Bool) -> JSONValue {
    let (type, id): (String, GUID) =
      switch self {
      case .user(let id): ("user", id.guid)
      case .group(let id): ("group", id.guid)
      case .client(let id): ("servicePrincipal", id.guid)
      }
    var item: JSONObject = ["@odata.type": "#microsoft.graph.\(type)", "id": "\(id)"]
    if isRemoved { item.append("@removed", ["reason": "deleted"]) }
    return .object(item)
  }
}
