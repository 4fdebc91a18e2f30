import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// A call that found its route, with the parts of the request, the token and the directory that the route's function
/// needs.
struct ResourceCall: Sendable {
  let call: Call
  let token: GraphToken
  let version: GraphVersion
  /// The path segments in the place of the route's keys: `user` for `{user}`.
  let keys: [String: String]
  /// The directory when the call began, so that the whole answer is about one state.
  let directory: DirectoryState
  /// What was changed through Graph and reads do not see yet.
  let unseen: [LateChanges.Change]

  /// `directory` is that of another moment when the answer is about how things were then.
  init(
    _ call: Call, _ token: GraphToken, _ version: GraphVersion, keys: [String: String],
    directory: DirectoryState? = nil, unseen: [LateChanges.Change] = []
  ) {
    self.call = call
    self.token = token
    self.version = version
    self.keys = keys
    self.directory = directory ?? call.world.directory
    self.unseen = unseen
  }

  /// The same call about the directory of another moment.
  func about(_ directory: DirectoryState) -> ResourceCall {
    ResourceCall(call, token, version, keys: keys, directory: directory, unseen: unseen)
  }

  /// Whether the call is about the signed-in user.
  var isOwn: Bool {
    guard let user = token.user, let key = keys["user"] else { return token.user != nil }
    return Self.names(key, user)
  }

  /// The user whom the path means: the signed-in one, or the user of that object id or sign-in name in the caller's
  /// tenant.
  var subject: User {
    get throws(GraphError) {
      guard let key = keys["user"] else {
        let user = try token.signedInUser
        return directory.users[user.id] ?? user
      }
      // The alias finds no user here: Graph does not know it.
      guard let user = directory.user(named: key), Self.names(key, user), user.tenant == token.tenant.id,
        !user.isDeleted, isReplicated(user.id.guid)
      else { throw .notFound(key) }
      return user
    }
  }

  /// Whether the object can be found yet. Where a scenario says `replication`, a new one takes a while.
  func isReplicated(_ id: GUID) -> Bool { !unseen.contains { $0.isNew && $0.id == id } }

  /// Tells of the changes that are not to be seen yet. Where the path names an object of them, this is the cause of the answer.
  /// `needed` are the objects that the call needs beside those that its path names.
  func explainLateness(of needed: [GUID] = [], _ exchange: inout Exchange) {
    guard !unseen.isEmpty else { return }
    let named = unseen.filter { needed.contains($0.id) || keys.values.contains("\($0.id)") }
    let changes = (named.isEmpty ? unseen : named).map {
      "\($0.id), changed at \($0.moment.iso8601), is not to be seen before \($0.seen.iso8601)"
    }
    let reason =
      "replication: " + changes.prefix(3).joined(separator: "; ")
      + (changes.count > 3 ? "; and \(changes.count - 3) more" : "")
    if named.isEmpty { exchange.because(reason) } else { exchange.explain(reason) }
  }

  private static func names(_ key: String, _ user: User) -> Bool {
    User.ID(key) == user.id || ASCII.equalIgnoringCase(key, user.userPrincipalName)
  }

  /// The user as the caller may see it.
  func view(of user: User) -> UserView {
    var view = UserView(user: user, tenant: token.tenant)
    guard token.user?.id != user.id else { return view }
    view.isBasic = !token.permissions.contains {
      $0 != "User.ReadBasic.All" && GraphPermission.readUser.delegated.contains($0)
    }
    view.isLimited = view.isBasic && !GraphPermission.readUser.isHeld(by: token)
    // Looked up last, as a list has many users and most callers hold a permission.
    if view.isBasic, Administration.isRoleHoldersCall(.readUser, self) {
      (view.isBasic, view.isLimited) = (false, false)
    }
    return view
  }

  /// Whether the caller may read objects of the type that the permission is for.
  func holds(_ permission: GraphPermission) -> Bool {
    permission.isHeld(by: token) || Administration.isRoleHoldersCall(permission, self)
  }

  func manager(of user: User) -> User? {
    guard let manager = user.manager.flatMap({ directory.users[$0] }), !manager.isDeleted,
      manager.tenant == user.tenant
    else { return nil }
    return manager
  }

  func view(of group: Group) -> GroupView {
    GroupView(group: group, tenant: token.tenant, isLimited: !holds(.readGroups))
  }

  /// The alias of a user, a group or an app in quotes, for the journal; the id of an object that is gone.
  func journalName(of member: Group.Member) -> String {
    switch member {
    case .user(let id): directory.users[id].map { "'\($0.alias)'" } ?? "\(id)"
    case .group(let id): directory.groups[id].map { "'\($0.alias)'" } ?? "\(id)"
    case .client(let id): directory.applications[id].map { "'\($0.alias)'" } ?? "\(id)"
    }
  }

  /// The object of that id, as the caller may see it. Nil when the object is gone.
  func view(of member: Group.Member) -> DirectoryObjectView? {
    switch member {
    case .user(let id): directory.users[id].flatMap { $0.isDeleted ? nil : .user(view(of: $0)) }
    case .group(let id): directory.groups[id].map { .group(view(of: $0)) }
    case .client(let id):
      directory.applications[id].flatMap { ApplicationCalls.view(of: $0, self) }
        .map { DirectoryObjectView.servicePrincipal($0).seen(self) }
    }
  }

  /// The body, which must be a JSON object with the content type `application/json`.
  var body: JSONObject {
    get throws(GraphError) {
      let content = try content
      guard !content.isEmpty else {
        throw call.request.path.hasSuffix("/$ref") ? .emptyReference : .emptyPayload
      }
      guard call.request.hasBody(of: "application/json"), case .object(let body)? = try? JSONValue.parse(content)
      else { throw .unreadableBody }
      return body
    }
  }

  /// The body of a call on an object of the type, with the names of its members as Graph declares them.
  func body(of type: String) throws(GraphError) -> JSONObject { DeclaredNames.object(try body, of: type) }

  /// The body of an action, with the names of its parameters as Graph declares them.
  var parameters: JSONObject {
    get throws(GraphError) { DeclaredNames.parameters(try body) }
  }

  /// The bytes of the body, unpacked if the client sent them in gzip, as the Graph SDK for Go does with every body.
  var content: [UInt8] {
    get throws(GraphError) { try RequestContent.bytes(of: call.request) }
  }

  /// The value of an alternate key of the path, when the call makes the object unless it is there (`Prefer: create-if-missing`;
  /// Microsoft: "Upsert application", "Upsert group", "Upsert federatedIdentityCredential"). Nil for every other call.
  func keyToMake(_ key: String, _ name: String) -> String? {
    prefers("create-if-missing") ? GraphPath.value(of: name, in: keys[key] ?? "") : nil
  }

  /// Whether the client asks for this in `Prefer` (RFC 7240, section 2). `preference` is in small letters.
  func prefers(_ preference: String) -> Bool {
    call.request.fields["Prefer"].map { ASCII.lowercased($0).firstPlace(of: preference) != nil } ?? false
  }

  var isAdvanced: Bool {
    call.request.fields["ConsistencyLevel"].map { ASCII.equalIgnoringCase($0, "eventual") } ?? false
  }

  // MARK: Answers

  /// How many objects of one relationship `$expand` shows at most (Microsoft: "Use query parameters to customize
  /// Microsoft Graph queries").
  private static let maximumExpanded = 20

  /// The members of an object and of the objects that the call expands.
  func shown(_ view: some DirectoryView, _ query: ResourceQuery) -> JSONObject {
    var members = view.members(query, version)
    for expansion in query.expansions {
      let inner = ResourceQuery(selecting: expansion.selected)
      switch view.related(expansion.name, self) {
      case .one(let object?): members.append(expansion.name, .object(object.members(inner, version)))
      case .many(let objects):
        let shown = objects.prefix(Self.maximumExpanded).map { JSONValue.object($0.members(inner, version)) }
        members.append(expansion.name, .array(shown))
      case .value(let value): members.append(expansion.name, value)
      case .values(let values): members.append(expansion.name, .array(values))
      // A user without a manager has no member `manager`.
      case .one(nil), nil: break
      }
    }
    return members
  }

  func odata(_ members: JSONObject, context: String, _ exchange: Exchange) -> HTTPResponse {
    GraphAnswer.odata(members, context: context, version: version.rawValue, call, exchange)
  }

  /// What an action answers: `Location` is Graph's bare address (observed of eight actions).
  func acted(_ members: JSONObject, context: String, _ exchange: Exchange) -> HTTPResponse {
    var response = odata(members, context: context, exchange)
    response.fields.append("Location", call.origin.graph)
    return response
  }

  func list(_ items: [JSONValue], context: String, _ exchange: Exchange) -> HTTPResponse {
    odata(["value": .array(items)], context: context, exchange)
  }
}
