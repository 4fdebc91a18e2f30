import Bytes
import Directory
import JSON

/// A user as Graph shows it: which properties, and in which order (orders observed).
struct UserView: DirectoryView {
  let user: User
  let tenant: Tenant
  /// Whether the caller may see only what `User.ReadBasic.All` shows. Every other property is null then.
  var isBasic = false
  /// Whether the caller may only know that the user exists. Everything but the id is null then (Microsoft: "Limited information returned
  /// for inaccessible member objects").
  var isLimited = false

  /// What the journal has of the user's sign-ins. Nil: the call does not ask for it, or the user has none.
  var activity: SignInActivity?

  /// Microsoft: "Microsoft Graph permissions reference", `User.ReadBasic.All`.
  private static let basicNames: Set<String> = [
    "displayName", "givenName", "id", "mail", "surname", "userPrincipalName",
  ]

  /// In the order of the alphabet, with the id at the end (order observed).
  private static let defaultNames =
    (User.rows.filter { $0.traits.contains(.byDefault) }.map(\.name) + ["userPrincipalName"]).sorted() + ["id"]

  private static let defaultProperties = defaultNames.compactMap(UserProperty.named)
  private static let betaProperties = UserProperty.betaNames.compactMap(UserProperty.named)

  private static let personalNames: [String] = {
    let first = ["displayName", "surname", "givenName", "id", "userPrincipalName"]
    return first + defaultNames.filter { !first.contains($0) }
  }()

  /// The text after `$metadata#` in `@odata.context`.
  static func context(_ query: ResourceQuery) -> String {
    query.selected.map { "users(\($0.joined(separator: ",")))/$entity" } ?? "users/$entity"
  }

  var guid: GUID { user.id.guid }

  func value(of property: String) -> JSONValue {
    if let known = UserProperty.named(property) { return known.value(self) }
    let parts = property.split(separator: "/")
    if parts.count == 2, let whole = UserProperty.named(String(parts[0])) {
      return whole.value(self)[String(parts[1])] ?? .null
    }
    return PlainProperties.looksLikeExtension(property) ? user.properties[property] ?? .null : .null
  }

  private func directoryExtension(_ name: String) -> JSONValue? {
    guard !isBasic, PlainProperties.looksLikeExtension(name) else { return nil }
    return user.properties[name]
  }

  /// What a client wrote under a name that the server knows nothing of.
  private func graphMember(_ name: String) -> JSONValue? {
    isBasic || UserProperty.named(name) != nil ? nil : user.properties.graphMembers[name]
  }

  var keptNames: [String] { user.properties.graphMembers.names }

  /// The members of the user's object. A personal account is shown as a whole, whatever the call selected.
  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    if tenant.kind == .personal { return object(Self.personalNames.compactMap(UserProperty.named)) }
    guard let selected = query.selected else {
      guard version == .beta else { return object(Self.defaultProperties) }
      return JSONObject(object(Self.betaProperties).members + (isBasic ? [] : user.properties.graphMembers.members))
    }
    // What `beta` alone has, and what a client wrote there, `v1.0` passes over.
    return object(
      named: version == .beta ? selected : selected.filter { UserProperty.declaredName(of: $0, version) != nil })
  }

  private func object(named selected: [String]) -> JSONObject {
    let properties = selected.compactMap(UserProperty.named)
    var members = object(properties.filter { $0.kind == .scalar } + properties.filter { $0.kind != .scalar })
    // A directory extension without a value is left out and not null (Microsoft: "Add custom data to resources by using extensions").
    for name in selected {
      if let value = directoryExtension(name) ?? graphMember(name) { members.append(name, value) }
    }
    return members
  }

  /// The default members with the id first: for a new user, and in lists of several types (order observed).
  var defaultMembersByID: JSONObject {
    object((["id"] + Self.defaultNames.filter { $0 != "id" }).compactMap(UserProperty.named))
  }

  private func object(_ properties: [UserProperty]) -> JSONObject {
    JSONObject(properties.map { JSONObject.Member(name: $0.name, value: value($0)) })
  }

  private func value(_ property: UserProperty) -> JSONValue {
    isBasic && !Self.basicNames.contains(property.name) || isLimited && property.name != "id"
      ? .null : property.value(self)
  }

  // MARK: Values

  /// What a file says of the user's sign-ins, and what the journal has of later ones. Null for a user who never signed in.
  var signInActivity: JSONValue {
    let stated = user.properties["signInActivity"]?.object
    return (activity ?? SignInActivity()).shown(since: stated) ?? .null
  }

  /// The object id. A personal account has the last sixteen digits of it.
  var id: String {
    tenant.kind == .personal ? Hex.encode(Array(user.id.guid.bytes.suffix(8))) : "\(user.id)"
  }

  var identities: JSONValue {
    [
      [
        "signInType": "userPrincipalName", "issuer": .string(tenant.initialDomain),
        "issuerAssignedId": .string(user.userPrincipalName),
      ]
    ]
  }

  func related(_ name: String, _ resource: ResourceCall) -> Related? {
    switch name {
    case "manager": return .one(resource.manager(of: user).map { .user(UserView(user: $0, tenant: tenant)) })
    case "directReports": return .many(RelationCalls.reports(of: user, resource))
    case "memberOf": return .many(MembershipCalls.memberships(of: user, resource, isNested: false))
    case "transitiveMemberOf": return .many(MembershipCalls.memberships(of: user, resource, isNested: true))
    case "ownedObjects": return .many(RelationCalls.owned(by: user, resource))
    case "extensions": return .values(isBasic ? [] : OpenExtension.all(of: user))
    case "appRoleAssignments":
      return .values(AssignmentCalls.shown(resource) { resource.directory.holds(user.id, $0.principal) })
    default: return nil
    }
  }
}
