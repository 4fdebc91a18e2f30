import Bytes

/// Which properties and relationships OData options may name on one type of object.
struct ObjectType: Sendable {
  /// As messages spell it: `user`.
  let name: String
  /// How a property or a relationship is really spelled, whatever its ASCII case; nil when there is none of that name.
  let declaredName: @Sendable (String, GraphVersion) -> String?
  var filterable: Set<String> = []
  /// By what lists are ordered.
  var orderable = ["displayName"]
  var searchable = ["displayName"]
  var canExpandManager = false
  /// Whether `$filter`, `$search` and `$orderby` need `$count=true` and `ConsistencyLevel: eventual` in any case.
  var isAdvancedOnly = false

  /// As some messages spell it: `User`.
  var capitalizedName: String { name.prefix(1).uppercased() + name.dropFirst() }

  static let user = Self(
    name: "user", declaredName: { UserProperty.declaredName(of: $0, $1) },
    filterable: [
      "accountEnabled", "displayName", "employeeId", "givenName", "id", "jobTitle", "mail", "mailNickname",
      "onPremisesImmutableId", "surname", "userPrincipalName", "userType",
    ], orderable: ["displayName", "userPrincipalName"],
    searchable: ["displayName", "givenName", "mail", "surname", "userPrincipalName"], canExpandManager: true)

  static let group = Self(
    name: "group", declaredName: { name, _ in GroupView.declaredName(of: name) },
    filterable: ["description", "displayName", "id", "mail", "mailEnabled", "mailNickname", "securityEnabled"],
    searchable: ["description", "displayName", "mail", "mailNickname"])

  static let directoryRole = Self(
    name: "directoryRole", declaredName: { name, _ in RoleView.names.first { ASCII.equalIgnoringCase($0, name) } },
    filterable: ["displayName", "id", "roleTemplateId"])

  /// Whatever a list of objects of several types may hold; what an object does not have is left out of it.
  static let directoryObject = Self(
    name: "directoryObject",
    declaredName: { name, version in
      UserProperty.declaredName(of: name, version) ?? GroupView.declaredName(of: name)
        ?? RoleView.names.first { ASCII.equalIgnoringCase($0, name) }
    }, filterable: ["displayName", "id", "mail"], isAdvancedOnly: true)

  /// The same type in a list that another object leads to.
  var asRelation: Self {
    var type = self
    type.isAdvancedOnly = true
    return type
  }
}
