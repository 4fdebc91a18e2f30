import Bytes

/// Which properties and relationships OData options may name on one type of object.
struct ObjectType: Sendable {
  /// The name in error messages: `user`.
  let name: String
  /// The declared spelling of a property or a relationship whose name may be in other case (ASCII). Nil when the type
  /// has none of that name.
  let declaredName: @Sendable (String, GraphVersion) -> String?
  var filterable: Set<String> = []
  /// The properties that `$orderby` may name.
  var orderable = ["displayName"]
  var searchable = ["displayName"]
  var canExpandManager = false
  /// Whether `$filter`, `$search` and `$orderby` always need `$count=true` and `ConsistencyLevel: eventual`.
  var isAdvancedOnly = false

  /// The name in some other error messages: `User`.
  var capitalizedName: String { name.prefix(1).uppercased() + name.dropFirst() }

  static let user = Self(
    name: "user", declaredName: { UserProperty.declaredName(of: $0, $1) },
    filterable: Set(
      [
        "accountEnabled", "displayName", "employeeId", "givenName", "id", "jobTitle", "mail", "mailNickname",
        "onPremisesImmutableId", "surname", "userPrincipalName", "userType",
      ] + filterableWords.filter { UserProperty.named($0)?.isKnown == true }),
    orderable: ["displayName", "userPrincipalName"],
    searchable: ["displayName", "givenName", "mail", "surname", "userPrincipalName"], canExpandManager: true)

  /// Properties that `$filter` may name as soon as users have them (Microsoft: "user resource type", "Supports `$filter`").
  private static let filterableWords = [
    "city", "companyName", "country", "department", "employeeType", "postalCode", "state", "streetAddress",
    "usageLocation",
  ]

  static let group = Self(
    name: "group", declaredName: { name, _ in GroupView.declaredName(of: name) },
    filterable: ["description", "displayName", "id", "mail", "mailEnabled", "mailNickname", "securityEnabled"],
    searchable: ["description", "displayName", "mail", "mailNickname"])

  static let directoryRole = Self(
    name: "directoryRole", declaredName: { name, _ in RoleView.names.first { ASCII.equalIgnoringCase($0, name) } },
    filterable: ["displayName", "id", "roleTemplateId"])

  /// Objects of several types in one list. An option may name any property of these types; an object that lacks the
  /// property is shown without it.
  static let directoryObject = Self(
    name: "directoryObject",
    declaredName: { name, version in
      UserProperty.declaredName(of: name, version) ?? GroupView.declaredName(of: name)
        ?? RoleView.names.first { ASCII.equalIgnoringCase($0, name) }
    }, filterable: ["displayName", "id", "mail"], isAdvancedOnly: true)

  /// The same type in a list that belongs to another object, such as the members of a group.
  var asRelation: Self {
    var type = self
    type.isAdvancedOnly = true
    return type
  }
}
