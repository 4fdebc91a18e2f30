import Bytes
import Directory
import JSON

/// A user as Graph shows it: which properties, and in which order (orders observed).
struct UserView: Sendable {
  let user: User
  let tenant: Tenant
  /// Whether the caller may see no more than what `User.ReadBasic.All` shows; everything else is null then.
  var isBasic = false

  /// Microsoft: "Microsoft Graph permissions reference", `User.ReadBasic.All`.
  private static let basicNames: Set<String> = [
    "displayName", "givenName", "id", "mail", "surname", "userPrincipalName",
  ]

  private static let defaultNames = [
    "businessPhones", "displayName", "givenName", "jobTitle", "mail", "mobilePhone", "officeLocation",
    "preferredLanguage", "surname", "userPrincipalName", "id",
  ]

  private static let personalNames = [
    "displayName", "surname", "givenName", "id", "userPrincipalName", "businessPhones", "jobTitle", "mail",
    "mobilePhone", "officeLocation", "preferredLanguage",
  ]

  /// What stands after `$metadata#`.
  static func context(_ query: ResourceQuery) -> String {
    query.selected.map { "users(\($0.joined(separator: ",")))/$entity" } ?? "users/$entity"
  }

  /// The members of the user's object. Personal accounts are shown whole whatever was selected.
  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    if tenant.kind == .personal { return object(Self.personalNames.compactMap(UserProperty.named)) }
    guard let selected = query.selected else {
      return object((version == .beta ? UserProperty.betaNames : Self.defaultNames).compactMap(UserProperty.named))
    }
    let properties = selected.compactMap(UserProperty.named)
    return object(properties.filter { $0.kind == .scalar } + properties.filter { $0.kind != .scalar })
  }

  /// The user among objects of several types: the type first, then the id (order observed).
  var typedMembers: JSONObject {
    let names = ["id"] + Self.defaultNames.filter { $0 != "id" }
    var members: JSONObject = ["@odata.type": "#microsoft.graph.user"]
    for member in object(names.compactMap(UserProperty.named)).members { members.append(member.name, member.value) }
    return members
  }

  private func object(_ properties: [UserProperty]) -> JSONObject {
    JSONObject(properties.map { JSONObject.Member(name: $0.name, value: value(of: $0)) })
  }

  private func value(of property: UserProperty) -> JSONValue {
    isBasic && !Self.basicNames.contains(property.name) ? .null : property.value(self)
  }

  // MARK: Values

  /// The object id; a personal account goes by its sixteen last digits.
  var id: String {
    tenant.kind == .personal ? Hex.encode(Array(user.id.guid.bytes.suffix(8))) : "\(user.id)"
  }

  /// What stands before the `@` of the sign-in name.
  var mailNickname: String { String(user.userPrincipalName.prefix { $0 != "@" }) }

  var identities: JSONValue {
    [
      [
        "signInType": "userPrincipalName", "issuer": .string(tenant.initialDomain),
        "issuerAssignedId": .string(user.userPrincipalName),
      ]
    ]
  }

  /// `S-1-12-1-` and the id as four numbers of 32 bits (observed).
  var securityIdentifier: String {
    let bytes = user.id.guid.bytes.map { UInt32($0) }
    // The fields of a GUID before the last two are stored with their low byte first, so they are numbers as written.
    let first = bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]
    let second = bytes[6] << 24 | bytes[7] << 16 | bytes[4] << 8 | bytes[5]
    let rest = [8, 12].map { bytes[$0] | bytes[$0 + 1] << 8 | bytes[$0 + 2] << 16 | bytes[$0 + 3] << 24 }
    return "S-1-12-1-\(first)-\(second)-\(rest[0])-\(rest[1])"
  }
}
