import Bytes
import Directory
import JSON
import Time

/// The properties of a user that the body of a call can set.
enum UserChange {
  /// Whether only an administrator may change the property.
  static func isOfAdministrators(_ name: String) -> Bool {
    ofTheirOwn.contains(name) || User.row(name)?.traits.contains(.ofAdministrators) == true
  }

  /// The properties that a permission opens which is for these alone (Microsoft: "Update user").
  static func properties(openedBy permissions: [String]) -> Set<String> {
    var names: Set<String> = []
    for permission in permissions { names.formUnion(narrow[permission] ?? []) }
    return names
  }

  private static let narrow: [String: [String]] = [
    "User-Mail.ReadWrite.All": ["otherMails"], "User-PasswordProfile.ReadWrite.All": ["passwordProfile"],
    "User-Phone.ReadWrite.All": ["businessPhones", "mobilePhone"],
    "User.EnableDisableAccount.All": ["accountEnabled"], "User.ManageIdentities.All": ["identities"],
  ]

  /// Sets properties in their order. `directory` has the apps that directory extensions belong to.
  static func set(
    _ members: [JSONObject.Member], of user: inout User, in directory: DirectoryState, _ version: GraphVersion
  ) throws(GraphError) {
    var extensions: [JSONObject.Member] = []
    for member in members { try set(member, of: &user, in: directory, version, &extensions) }
    user.properties.merge(extensions)
  }

  /// Sets a property; a directory extension is added to `extensions`, so that the caller sets all of them at once.
  static func set(
    _ member: JSONObject.Member, of user: inout User, in directory: DirectoryState, _ version: GraphVersion,
    _ extensions: inout [JSONObject.Member]
  ) throws(GraphError) {
    let name = member.name
    if user.properties.flag("onPremisesSyncEnabled"),
      User.row(name)?.traits.contains(.isCloudManaged) != true, !PlainProperties.looksLikeExtension(name)
    {
      throw .isMasteredOnPremises(name)
    }
    if let row = User.row(name), !row.hasOwnForm {
      guard !row.traits.contains(.isReadOnly) || version == .beta && row.traits.contains(.isChangedInBeta) else {
        return try checkIsSame(member, of: user)
      }
      if name == "mailNickname", member.value != .null { _ = try GroupChange.nickname(member.value, of: "User") }
      if name == "mail", let mail = member.value.string { try checkIsFree("smtp:" + mail, for: user, in: directory) }
      if name == "proxyAddresses" {
        for address in member.value.strings ?? [] { try checkIsFree(address, for: user, in: directory) }
      }
      row.set(&user, try row.changed(row.get(user), to: member.value, of: "User"))
    } else if PlainProperties.looksLikeExtension(name) {
      guard let app = PlainProperties.application(ofExtension: name), directory.applications[app] != nil else {
        throw .extensionNotAvailable(name)
      }
      guard member.value.fitsExtension(isOfUser: true) else { throw .invalidValue(name, of: "User") }
      extensions.append(member)
    } else if ofTheirOwn.contains(name) {
      throw .invalidValue(name, of: "User")
    } else if UserProperty.named(name) != nil {
      try checkIsSame(member, of: user)
    } else if version == .beta, GraphPath.isName(name) {
      // Of `beta` the server knows less than Graph has. What a client writes there comes back.
      user.properties.graphMembers[name] = member.value
    } else {
      throw .unknownMember(name)
    }
  }

  /// Clients send back what they read. Null says nothing.
  private static func checkIsSame(_ member: JSONObject.Member, of user: User) throws(GraphError) {
    let isSame = member.name == "id" && member.value.string.flatMap { User.ID($0) } == user.id
    let view = UserView(
      user: user, tenant: Tenant(id: user.tenant, alias: "", displayName: "", domains: [], createdAt: user.createdAt))
    guard member.value == .null || isSame || member.value == UserProperty.named(member.name)?.value(view) else {
      // How a user came about is not for the caller to say, and Graph has words of its own for it (microsoftgraph/msgraph-sdk-javascript 1523).
      if member.name == "creationType" { throw .invalidValue(member.name, of: "User") }
      throw .isReadOnly(UserProperty.named(member.name)?.name ?? member.name)
    }
  }

  /// Refuses a proxy address, such as `smtp:a@contoso.com`, that another user of the tenant has.
  private static func checkIsFree(
    _ address: String, for user: User, in directory: DirectoryState
  ) throws(GraphError) {
    let address = ASCII.lowercased(address)
    let other = directory.usersInOrder.first { other in
      guard other.tenant == user.tenant, other.id != user.id, !other.isDeleted else { return false }
      let addresses = User.row("proxyAddresses")?.value(of: other)?.strings ?? []
      return addresses.contains { ASCII.lowercased($0) == address }
    }
    if let other { throw .proxyAddressTaken(by: other) }
  }

  /// What the calls themselves set. They are not rows, for more hangs on them than a value.
  private static let ofTheirOwn = ["passwordProfile", "userPrincipalName"]
}

extension Property {
  /// The value after a call has set it to `new`; nil when the call takes it away. An object keeps the members that the call does not
  /// name.
  /// - Throws: a `GraphError` that names the property and `type`, as Graph does for a value that cannot be.
  func changed(_ old: JSONValue?, to new: JSONValue, of type: String) throws(GraphError) -> JSONValue? {
    if traits.contains(.isRequired), new == .null || new == "" { throw .invalidValue(name, of: type) }
    if new == .null { return Optional.none }
    try checkShape(of: new)
    switch kind {
    case .text, .address: if let text = new.string, takes(text) { return new }
    case .webAddress:
      if new == "" { return Optional.none }
      if let url = new.string, url.hasPrefix("https://") || url.hasPrefix("http://") { return new }
    case .flag: if new.bool != nil { return new }
    case .number(let range): if let number = new.integer, range.contains(number) { return new }
    case .time: if let time = new.string.flatMap({ UnixTime(iso8601: $0) }) { return .string(time.iso8601) }
    case .texts, .addresses: if let texts = new.strings, texts.allSatisfy(takes) { return new }
    case .choice(let words): if let word = new.string, words.contains(word) { return new }
    case .record(let names):
      guard let members = new.object?.members.filter({ !$0.name.hasPrefix("@odata.") }) else { break }
      var object = old?.object ?? [:]
      for member in members {
        guard names.contains(member.name), member.value == .null || member.value.string.map(takes) == true else {
          throw .invalidValue(name, of: type)
        }
        object[member.name] = member.value == .null ? Optional.none : member.value
      }
      return object.members.isEmpty ? Optional.none : .object(object)
    case .records(let names):
      guard let items = new.array,
        items.allSatisfy({ item in names.allSatisfy { item[$0]?.string.map(takes) == true } })
      else { break }
      return .array(
        items.map { item in .object(JSONObject(names.map { .init(name: $0, value: item[$0] ?? .null) })) })
    case .anything: return new
    case .times, .products, .licenses, .openExtensions, .graphMembers: break
    }
    throw .invalidValue(name, of: type)
  }

  /// The front refuses a list or an object where one value belongs, and the other way round, before the directory looks.
  private func checkShape(of value: JSONValue) throws(GraphError) {
    switch kind {
    case .text, .address, .webAddress, .flag, .number, .time, .choice:
      if value.object != nil || value.array != nil { throw .valueExpected(name, isList: value.array != nil) }
    case .texts, .addresses, .records: if value.array == nil { throw .otherSchema(name) }
    case .record: if value.object == nil { throw .otherSchema(name) }
    case .times, .products, .licenses, .openExtensions, .graphMembers, .anything: break
    }
  }

  /// Whether Graph takes the text, or a text of the list or the object.
  private func takes(_ text: String) -> Bool {
    (!text.isEmpty || takesEmptyText) && longest.map { text.count <= $0 } ?? true
  }
}

extension JSONValue {
  /// Whether a directory extension may have the value: a text, a number, true or false, or a list of these (Microsoft: "extensionProperty
  /// resource type", `dataType`). `isOfUser`: of a user Graph takes no empty text.
  func fitsExtension(isOfUser: Bool) -> Bool {
    switch self {
    case .null, .bool, .integer, .double: true
    case .string(let text): !isOfUser || !text.isEmpty
    case .array(let items): items.allSatisfy { $0 != .null && $0.array == nil && $0.fitsExtension(isOfUser: isOfUser) }
    case .object: false
    }
  }
}

extension GraphError {
  /// The text and the codes of the details were observed.
  static func proxyAddressTaken(by user: User) -> Self {
    Self(
      400, .malformedRequest, "Another object with the same value for property proxyAddresses already exists.",
      because: "'\(user.alias)' has the address"
    ).about("proxyAddresses", .objectConflict).about("User_\(user.id)", .conflictingObjects)
  }

  /// The text was observed for several properties, such as `mail` of a group and `refreshTokensValidFromDateTime`.
  static func isReadOnly(_ name: String) -> Self {
    Self(
      400, .malformedRequest, "Property '\(name)' is read-only and cannot be set.",
      because: "no call can change \(name)")
  }

  /// The text was observed.
  static func isMasteredOnPremises(_ name: String) -> Self {
    Self(
      400, .malformedRequest,
      "Unable to update the specified properties for on-premises mastered Directory Sync objects or objects currently "
        + "undergoing migration.",
      because: "the object comes from an on-premises directory (onPremisesSyncEnabled), where \(name) is kept")
  }

  /// The text was observed.
  static func extensionNotAvailable(_ name: String) -> Self {
    Self(
      400, .malformedRequest, "The following extension properties are not available: \(name).",
      because: "'\(name)' is not \(PlainProperties.extensionForm) with the client id of an app of the directory")
  }
}
