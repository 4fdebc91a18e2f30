import Bytes
import Directory

/// Which properties and relationships OData options may name on one type of object.
struct ObjectType: Sendable {
  /// The name in error messages: `user`.
  let name: String
  /// The declared spelling of a property or a relationship whose name may be in other case (ASCII). Nil when the type
  /// has none of that name.
  let declaredName: @Sendable (String, GraphVersion) -> String?
  /// What `$filter` may do with which property.
  var filterable: [String: FilterOperators] = [:]
  /// Of these the ones that `$filter` may name with `$count=true` and `ConsistencyLevel: eventual` alone.
  var filterableWhenAdvanced: Set<String> = []
  /// Of these the ones that it may not name then.
  var filterableUnlessAdvanced: Set<String> = []
  /// The type of values that `$filter` compares a property with; nil for one that is not checked.
  var literal: @Sendable (String) -> FilterLiteral.Kind? = { _ in nil }
  /// The relationships of which `$filter` may count the objects.
  var countable: [String: FilterOperators] = [:]
  /// The properties that another service keeps, which lists do not show.
  var keptElsewhere: Set<String> = []
  /// The properties that `$orderby` may name.
  var orderable = ["displayName"]
  /// Those that it may name with `$count=true` and `ConsistencyLevel: eventual` alone (Microsoft: "Advanced query capabilities on
  /// Microsoft Entra ID objects", support for sorting).
  var orderableWhenAdvanced: [String] = []
  var searchable = ["displayName"]
  /// The relationships that `$expand` may name.
  var expandable: [String] = []
  /// Of these relationships those that are expanded without a selection within (observed).
  var plainExpansions: [String] = []
  /// Of the filterable ones those that are lists, which `$filter` names by `any` alone.
  var collections: Set<String> = []
  /// The declared spelling of what `$filter` may name beside properties. Nil for anything else.
  var filterablePath: @Sendable (String) -> String? = { _ in nil }
  /// How many objects a page has when the call does not say. Nil: the usual number.
  var pageSize: Int?
  /// Whether a call cannot say how many objects a page has.
  var hasFixedPages = false
  /// Whether every number of objects a page is refused, the small ones with a text of their own.
  var refusesPageSizes = false
  /// Whether `$select` may name what the type has alone, although objects take other names.
  var refusesUnknownSelection = false
  /// Whether `$filter` may name what the type has alone, although objects take other names.
  var refusesUnknownFilter = false
  /// Whether `$filter` takes `contains`, which the directory does not know.
  var takesParts = false
  /// Whether `$filter` takes no `or`.
  var refusesOr = false
  /// The members of a type whose objects are kept as they are shown.
  var plainNames: [String] = []
  /// Whether `$filter`, `$search` and `$orderby` always need `$count=true` and `ConsistencyLevel: eventual`.
  var isAdvancedOnly = false
  /// Whether a service other than the directory answers, whose queries need no switches.
  var isReport = false
  /// The same as `isAdvancedOnly`, unless `$filter` asks for one id.
  var advancedUnlessByID = false

  /// Whether the objects of a list are of several types, which have little in common.
  var isOfSeveralTypes: Bool { name == "directoryObject" }

  /// Whether objects take names that Graph does not know.
  var isOpen: Bool { GraphType.openNames.contains(name) }

  /// Whether Graph has a property or a relationship of that name, although this server does not.
  func isKnown(_ name: String) -> Bool {
    GraphProperties(of: self.name)?.kind(of: name) != nil || GraphType(self.name)?.member(name) != nil
  }

  /// The name in some other error messages: `User`.
  var capitalizedName: String { name.prefix(1).uppercased() + name.dropFirst() }

  static let user = Self(
    User.self, "user", declaredName: { UserProperty.declaredName(of: $0, $1) },
    filterable: [
      "assignedPlans": [.equal, .not], "id": .undocumented,
      "onPremisesProvisioningErrors": [.equal, .not, .atLeast, .atMost],
      "provisionedPlans": [.equal, .not, .atLeast, .atMost],
      "securityIdentifier": [.equal, .not, .atLeast, .atMost, .startsWith],
      "userPrincipalName": [.ordered, .startsWith, .endsWith],
    ], orderable: ["userPrincipalName"], searchable: ["userPrincipalName"],
    expandable: [
      "manager", "directReports", "memberOf", "transitiveMemberOf", "ownedObjects", "extensions", "appRoleAssignments",
    ], collections: ["assignedPlans", "onPremisesProvisioningErrors", "provisionedPlans"],
    countable: ["ownedObjects": [.isEmpty, .isOne], "ownedDevices": [.isEmpty, .isOne]],
    filterablePath: { UserProperty.filterablePath($0) })

  static let group: Self = {
    var type = ofGroups
    // Documented, and refused in an advanced query (observed 2024-10).
    type.filterableUnlessAdvanced = ["hasMembersWithLicenseErrors"]
    return type
  }()

  private static let ofGroups = Self(
    Group.self, "group", declaredName: { name, _ in GroupView.declaredName(of: name) },
    filterable: [
      "assignedLicenses": [.equal], "groupTypes": [.equal, .not], "hasMembersWithLicenseErrors": [.equal],
      "id": .undocumented, "mailEnabled": [.equal, .notEqual, .not], "onPremisesProvisioningErrors": [.equal, .not],
      "securityEnabled": .choice, "securityIdentifier": .undocumented,
    ], expandable: ["members", "transitiveMembers", "owners", "memberOf", "transitiveMemberOf", "appRoleAssignments"],
    collections: ["assignedLicenses", "groupTypes", "onPremisesProvisioningErrors"],
    countable: ["owners": [.isEmpty, .isOne]],
    filterablePath: { PlainProperties.application(ofExtension: $0) == nil ? nil : $0 })

  static let domain = Self(name: "domain", names: DomainView.names)

  static let directoryRole = Self(
    name: "directoryRole", declaredName: { name, _ in RoleView.names.first { ASCII.equalIgnoringCase($0, name) } },
    filterable: ["displayName": .undocumented, "id": .undocumented, "roleTemplateId": .undocumented],
    expandable: ["members"], hasFixedPages: true)

  static let application = Self(
    Application.self, "application", declaredName: { name, _ in ApplicationView.declaredName(of: name) },
    filterable: [
      "appId": [.equal], "createdDateTime": [.ordered, .null], "id": .undocumented,
      "publisherDomain": [.equal, .notEqual, .atLeast, .atMost, .startsWith],
    ],
    orderableWhenAdvanced: ["createdDateTime"], expandable: ["owners", "federatedIdentityCredentials"],
    plainExpansions: ["owners"], collections: [],
    countable: ["owners": [.isEmpty, .isOne], "federatedIdentityCredentials": [.isEmpty]])

  static let servicePrincipal: Self = {
    var type = ofServicePrincipals
    type.refusesUnknownSelection = true
    return type
  }()

  private static let ofServicePrincipals = Self(
    ServicePrincipal.self, "servicePrincipal",
    declaredName: { name, _ in ServicePrincipalView.declaredName(of: name) },
    filterable: [
      "accountEnabled": .choice, "appDisplayName": .undocumented,
      "appId": [.equal, .notEqual, .not, .among, .startsWith],
      "appOwnerOrganizationId": [.equal, .notEqual, .not, .atLeast, .atMost],
      "appRoleAssignmentRequired": [.equal, .notEqual, .not], "displayName": .text, "homepage": .undocumented,
      "id": .undocumented, "replyUrls": .undocumented,
      "servicePrincipalNames": [.equal, .not, .atLeast, .atMost, .startsWith], "servicePrincipalType": .undocumented,
      "signInAudience": .undocumented,
    ], filterableWhenAdvanced: ["appRoleAssignmentRequired"], orderable: ["displayName"],
    orderableWhenAdvanced: ["createdDateTime"], searchable: ["displayName"],
    expandable: ["owners", "appRoleAssignedTo", "appRoleAssignments"],
    collections: ["replyUrls", "servicePrincipalNames"], countable: ["owners": [.isEmpty, .isOne]])

  static let organization = Self(name: "organization", names: OrganizationCalls.names)

  static let appRoleAssignment = Self(
    name: "appRoleAssignment",
    declaredName: { name, _ in AppRoleAssignmentView.names.first { ASCII.equalIgnoringCase($0, name) } },
    filterable: .all("appRoleId", "principalDisplayName", "principalId", "principalType", "resourceId"),
    orderable: ["principalDisplayName"])

  /// Objects of several types in one list. An option may name any property of these types; an object that lacks the
  /// property is shown without it, and `$filter` takes it for null.
  static let directoryObject = Self(
    name: "directoryObject",
    declaredName: { name, version in
      UserProperty.declaredName(of: name, version) ?? GroupView.declaredName(of: name)
        ?? RoleView.names.first { ASCII.equalIgnoringCase($0, name) } ?? ApplicationView.declaredName(of: name)
        ?? ServicePrincipalView.declaredName(of: name)
    },
    filterable: group.filterable.merging(user.filterable) { $0.union($1) }
      .merging(.all("appId", "roleTemplateId")) { first, _ in first },
    filterableWhenAdvanced: user.filterableWhenAdvanced, literal: { user.literal($0) ?? group.literal($0) },
    collections: group.collections.union(user.collections), isAdvancedOnly: true)

  /// Deleted objects.
  static let deletedItem: Self = {
    var type = directoryObject
    type.orderableWhenAdvanced = ["deletedDateTime", "userPrincipalName"]
    return type
  }()

  /// Owners and members, which a caller may also look for by id without an advanced query (observed of Terraform).
  static let relationFilteredByID: Self = {
    var type = directoryObject
    type.isAdvancedOnly = false
    type.advancedUnlessByID = true
    return type
  }()

  /// The same type in a list whose pages have a size of their own.
  var withFixedPages: Self {
    var type = self
    type.hasFixedPages = true
    return type
  }

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
    filterable: [String: FilterOperators], filterableWhenAdvanced: Set<String> = [], orderable: [String] = [],
    orderableWhenAdvanced: [String] = [], searchable: [String] = [], expandable: [String],
    plainExpansions: [String] = [], collections: [String], countable: [String: FilterOperators] = [:],
    filterablePath: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    func names(_ isMeant: (Property<Object>) -> Bool) -> [String] { Object.rows.filter(isMeant).map(\.name) }
    let ofRows = Object.rows.filter { !$0.filter.isEmpty }.map { ($0.name, $0.filter) }
    let kinds = Dictionary(Object.rows.map { ($0.name, $0.kind) }) { first, _ in first }
    self.init(
      name: name, declaredName: declaredName, filterable: filterable.merging(ofRows) { first, _ in first },
      filterableWhenAdvanced: filterableWhenAdvanced.union(names { $0.traits.contains(.isFilteredWhenAdvanced) }),
      literal: { kinds[$0].flatMap { FilterLiteral.Kind($0) } ?? FilterLiteral.Kind(ofName: $0) },
      countable: countable, keptElsewhere: Set(names { $0.traits.contains(.isKeptElsewhere) }),
      orderable: names { $0.traits.contains(.isSortable) } + orderable,
      orderableWhenAdvanced: names { $0.traits.contains(.isSortableWhenAdvanced) } + orderableWhenAdvanced
        + ["deletedDateTime"],
      searchable: names { $0.traits.contains(.isSearchable) } + searchable, expandable: expandable,
      plainExpansions: plainExpansions, collections: Set(collections + names(\.kind.isCollection)),
      filterablePath: filterablePath)
  }
}

extension [String: FilterOperators] {
  /// Properties of which nothing is documented: `$filter` takes them with every operator.
  static func all(_ names: String...) -> Self {
    Dictionary(names.map { ($0, .undocumented) }) { first, _ in first }
  }
}
