import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// What was deleted in the caller's tenant and can be restored (Microsoft: "deletedItems", "Restore deleted items", "Permanently delete
/// an item").
enum DeletedCalls {
  /// The items of one type: `directory/deletedItems/microsoft.graph.application`.
  static func list(_ type: String) -> GraphRoute.Answer {
    { resource, exchange in
      let views = all(resource).map { DeletedView(item: $0, resource: resource) }.filter { $0.type == type }
      return try resource.page(of: views.map(\.ofOneType), .deletedItem, context: "\(type)s", &exchange)
    }
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = DeletedView(item: try item(resource), resource: resource)
    try check(.readDeleted(view.type), resource)
    exchange.because("→ 200 the deleted \(view.type) \(view.guid)")
    return resource.odata(
      view.members(ResourceQuery(selecting: nil), resource.version), context: "directoryObjects/$entity", exchange)
  }

  static func restore(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let item = try item(resource)
    try checkCaller(item, resource)
    let view = DeletedView(item: item, resource: resource)
    try resource.call.world.edit { editor in
      switch item {
      case .object(let object):
        try check(object, in: editor.state)
        try editor.restore(object)
      case .user(let user): try SetDeletedAction(user: .id(user.id), isDeleted: false).change(user, with: &editor)
      }
    }
    exchange.because("→ 200 the \(view.type) \(view.guid) is back")
    return resource.acted(
      view.restored.members(ResourceQuery(selecting: nil), resource.version), context: "directoryObjects/$entity",
      exchange)
  }

  static func remove(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let item = try item(resource)
    try checkCaller(item, resource)
    try resource.call.world.edit { editor in
      switch item {
      case .object(let object): editor.state.forgetDeleted(object.id)
      // The directory keeps the user for rules that restore it. No list shows it again.
      case .user(let user): try editor.update(user.id) { $0.properties[forGood] = true }
      }
    }
    exchange.because("→ 204 the object is gone for good")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// The type of the object decides which permission the token needs. The route knows only that of any type.
  private static func check(_ permission: GraphPermission, _ resource: ResourceCall) throws(GraphError) {
    guard !Administration.isRoleHoldersCall(permission, resource) else { return }
    try permission.check(resource.token, isOwn: false)
  }

  /// Whoever may delete an object may restore it, and its owner. The permission is that of the object's kind.
  private static func checkCaller(_ item: Item, _ resource: ResourceCall) throws(GraphError) {
    try check(.changeDeleted(DeletedView(item: item, resource: resource).type), resource)
    switch item {
    case .user(let user):
      try Administration.check(.deleteUsers, owners: [], resource)
      try Administration.checkSensitive(user, resource)
    case .object(let object):
      switch object.content {
      case .group(let group): try Administration.check(.restoreGroups, owners: group.allOwners, resource)
      case .application(let application): try Administration.check(application, resource)
      case .principal(let principal):
        try Administration.check(
          ServicePrincipalView(
            principal: principal, application: DeletedView.application(of: principal, resource)), resource)
      }
    }
  }

  /// A deleted thing: users stay in the directory and are marked there.
  enum Item: Sendable {
    case object(DeletedObject)
    case user(User)
  }

  private static let forGood = "deletedForGood"

  private static func all(_ resource: ResourceCall) -> [Item] {
    let tenant = resource.token.tenant.id
    let users = resource.directory.usersInOrder.filter {
      $0.isDeleted && $0.tenant == tenant && !$0.properties.flag(forGood)
    }
    return resource.directory.deleted(in: tenant, at: resource.call.now).map { .object($0) } + users.map { .user($0) }
  }

  private static func item(_ resource: ResourceCall) throws(GraphError) -> Item {
    let key = resource.keys["deleted"] ?? ""
    guard let id = GUID(key) else { throw .invalidIdentifier(key) }
    let found = all(resource).first { DeletedView(item: $0, resource: resource).guid == id }
    guard let found else { throw .notFound(key) }
    return found
  }

  /// Refuses what another object has taken the place of meanwhile.
  private static func check(_ object: DeletedObject, in state: DirectoryState) throws(GraphError) {
    switch object.content {
    case .application(let application):
      for uri in application.identifierURIs where state.application(ofURI: uri) != nil { throw .takenURI(uri) }
    case .principal(let principal):
      guard state.applications[principal.application] != nil else {
        throw .noBackingApplication("\(principal.application)")
      }
      guard state.servicePrincipal(of: principal.application, in: principal.tenant) == nil else {
        throw .principalExists("\(principal.application)")
      }
    case .group: return
    }
  }
}

/// A deleted object: as it was, with the time of its deletion.
struct DeletedView: DirectoryView {
  let item: DeletedCalls.Item
  let resource: ResourceCall
  /// Whether the list is of one type, so that no object says its type (observed).
  var isOfOneType = false
  /// Whether the object is shown as it is when it is back.
  var isRestored = false

  var ofOneType: DeletedView { DeletedView(item: item, resource: resource, isOfOneType: true) }

  var restored: DeletedView { DeletedView(item: item, resource: resource, isRestored: true) }

  private var view: DirectoryObjectView {
    switch item {
    case .user(let user): .user(resource.view(of: user))
    case .object(let object):
      switch object.content {
      case .application(let application): .application(ApplicationCalls.registration(application, resource))
      case .group(let group): .group(resource.view(of: group))
      case .principal(let principal):
        .servicePrincipal(
          ServicePrincipalView(principal: principal, application: Self.application(of: principal, resource)))
      }
    }
  }

  /// The app of a deleted service principal, which may be deleted too.
  static func application(of principal: ServicePrincipal, _ resource: ResourceCall) -> Application {
    if let application = resource.directory.applications[principal.application] { return application }
    for object in resource.directory.deleted.values {
      if case .application(let application) = object.content, application.id == principal.application {
        return application
      }
    }
    return Application(
      id: principal.application, objectID: Identifier(.zero), alias: "", displayName: "", tenant: principal.tenant,
      createdAt: resource.call.now)
  }

  var type: String { view.type }

  var guid: GUID { view.guid }

  var keptNames: [String] { view.keptNames }

  func value(of property: String) -> JSONValue {
    switch (property, item) {
    case ("deletedDateTime", _) where isRestored: .null
    case ("deletedDateTime", .object(let object)): .string(object.deletedAt.iso8601)
    case ("deletedDateTime", .user(let user)): user.properties["deletedDateTime"] ?? .null
    // The name is free for another user at once (observed).
    case ("userPrincipalName", .user(let user)) where !isRestored: .string(user.nameWhileDeleted)
    default: view.value(of: property)
    }
  }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    var members = view.members(query, version)
    if isOfOneType {
      if case .user(let user) = view { members = user.members(query, version) }
      members["@odata.type"] = nil
    }
    for name in ["deletedDateTime", "userPrincipalName"] where members[name] != nil {
      members[name] = value(of: name)
    }
    return members
  }
}
