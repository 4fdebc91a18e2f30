import Bytes
import Directory

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
  /// Those that it may name with `$count=true` and `ConsistencyLevel: eventual` alone (Microsoft: "Advanced query capabilities on
  /// Microsoft Entra ID objects", support for sorting).
  var orderableWhenAdvanced: [String] = []
  var searchable = ["displayName"]
  /// The relationships that `$expand` may name.
  var expandable: [String] = []
  /// Of the filterable ones those that are lists, which `$filter` names by `any` alone.
  var collections: Set<String> = []
  /// The declared spelling of what `$filter` may name beside properties. Nil for anything else.
  var filterablePath: @Sendable (String) -> String? = { _ in nil }
  /// How many objects a page has when the call does not say. Nil: the usual number.
  var pageSize: Int?
  /// The members of a type whose objects are kept as they are shown.
  var plainNames: [String] = []
  /// Whether `$filter`, `$search` and `$orderby` always need `$count=true` and `ConsistencyLevel: eventual`.
  var isAdvancedOnly = false
  /// The same, unless `$filter` asks for one id.
  var advancedUnlessByID = false

  /// The name in some other error messages: `User`.
  var capitalizedName: String { name.prefix(1).uppercased() + name.dropFirst() }

  static let user = Self(
    User.self, "user", declaredName: { UserProperty.declaredName(of: $0, $1) },
    filterable: [
      "assignedLicenses", "assignedPlans", "id", "provisionedPlans", "securityIdentifier", "userPrincipalName",
    ], orderable: ["userPrincipalName"], searchable: ["userPrincipalName"],
    expandable: [
      "manager", "directReports", "memberOf", "transitiveMemberOf", "ownedObjects", "extensions", "appRoleAssignments",
    ], collections: ["assignedLicenses", "assignedPlans", "provisionedPlans"],
    filterablePath: { UserProperty.filterablePath($0) })

  static let group = Self(
    Group.self, "group", declaredName: { name, _ in GroupView.declaredName(of: name) },
    filterable: [
      "assignedLicenses", "groupTypes", "hasMembersWithLicenseErrors", "id", "mailEnabled", "securityEnabled",
      "securityIdentifier",
    ], expandable: ["members", "transitiveMembers", "owners", "memberOf", "transitiveMemberOf", "appRoleAssignments"],
    collections: ["assignedLicenses", "groupTypes"],
    filterablePath: { PlainProperties.application(ofExtension: $0) == nil ? nil : $0 })

  static let domain = Self(name: "domain", names: DomainView.names)

  static let directoryRole = Self(
    name: "directoryRole", declaredName: { name, _ in RoleView.names.first { ASCII.equalIgnoringCase($0, name) } },
    filterable: ["displayName", "id", "roleTemplateId"])

  static let application = Self(
    Application.self, "application", declaredName: { name, _ in ApplicationView.declaredName(of: name) },
    filterable: ["appId", "createdDateTime", "id", "identifierUris", "publisherDomain", "signInAudience"],
    orderableWhenAdvanced: ["createdDateTime"], expandable: ["owners", "federatedIdentityCredentials"],
    collections: ["identifierUris"])

  static let servicePrincipal = Self(
    ServicePrincipal.self, "servicePrincipal",
    declaredName: { name, _ in ServicePrincipalView.declaredName(of: name) },
    filterable: [
      "accountEnabled", "appDisplayName", "appId", "appOwnerOrganizationId", "appRoleAssignmentRequired", "displayName",
      "homepage", "id", "replyUrls", "servicePrincipalNames", "servicePrincipalType", "signInAudience",
    ], orderable: ["displayName"], orderableWhenAdvanced: ["createdDateTime"], searchable: ["displayName"],
    expandable: ["owners", "appRoleAssignedTo", "appRoleAssignments"],
    collections: ["replyUrls", "servicePrincipalNames"])

  static let organization = Self(name: "organization", names: OrganizationCalls.names)

  static let appRoleAssignment = Self(
    name: "appRoleAssignment",
    declaredName: { name, _ in AppRoleAssignmentView.names.first { ASCII.equalIgnoringCase($0, name) } },
    filterable: ["appRoleId", "principalDisplayName", "principalId", "principalType", "resourceId"],
    orderable: ["principalDisplayName"])

  /// Objects of several types in one list. An option may name any property of these types; an object that lacks the
  /// property is shown without it, and `$filter` takes it for null.
  static let directoryObject = Self(
    name: "directoryObject",
    declaredName: { name, version in
      UserProperty.declaredName(of: name, version) ?? GroupView.declaredName(of: name)
        ?? RoleView.names.first { ASCII.equalIgnoringCase($0, name) } ?? ApplicationView.declaredName(of: name)
        ?? ServicePrincipalView.declaredName(of: name)
    }, filterable: group.filterable.union(user.filterable).union(["appId", "roleTemplateId"]),
    collections: group.collections.union(user.collections), isAdvancedOnly: true)

  /// Owners and members, which a caller may also look for by id without an advanced query (observed of Terraform).
  static let relationFilteredByID: Self = {
    var type = directoryObject
    type.isAdvancedOnly = false
    type.advancedUnlessByID = true
    return type
  }()

  /// The same type in a list that belongs to another object, such as the members of a group.
  var asRelation: Self {
    var type = self
    type.isAdvancedOnly = true
    return type
  }
}

extension ObjectType {
  /// A type with these properties and no relationships.
  init(name: String, names: [String]) {
    self.init(name: name, declaredName: { wanted, _ in names.first { ASCII.equalIgnoringCase($0, wanted) } })
  }

  /// A type whose rows say what options may name. The names are those of properties without a row.
  init<Object: PropertyHolder>(
    _ type: Object.Type, _ name: String, declaredName: @escaping @Sendable (String, GraphVersion) -> String?,
    filterable: [String], orderable: [String] = [], orderableWhenAdvanced: [String] = [], searchable: [String] = [],
    expandable: [String], collections: [String],
    filterablePath: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    func names(_ isMeant: (Property<Object>) -> Bool) -> [String] { Object.rows.filter(isMeant).map(\.name) }
    self.init(
      name: name, declaredName: declaredName, filterable: Set(filterable + names { !$0.filter.isEmpty }),
      orderable: names { $0.traits.contains(.isSortable) } + orderable,
      orderableWhenAdvanced: names { $0.traits.contains(.isSortableWhenAdvanced) } + orderableWhenAdvanced
        + ["deletedDateTime"],
      searchable: names { $0.traits.contains(.isSearchable) } + searchable, expandable: expandable,
      collections: Set(collections + names(\.kind.isCollection)), filterablePath: filterablePath)
  }
}
