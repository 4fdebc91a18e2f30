extension GraphRoute {
  /// Functions on collections whose names would else be taken for keys: `/users/delta`.
  static let functions: [GraphRoute] =
    [GraphRoute(notServed: "GET", "/directoryRoles/delta")]
    + refused
    + DeltaList.all.map { GraphRoute("GET", "/\($0.name)/delta", $0.permission, DeltaCalls.answer($0)) }

  /// Lists that Graph has addresses of and never gives (texts observed 2026-07 and 2026-08).
  private static let refused: [GraphRoute] =
    [("organization", "Organization"), ("directoryRoleTemplates", "DirectoryRoleTemplate"), ("contracts", "Contract")]
    .map { GraphRoute("GET", "/\($0)/delta", refused: .noDelta(of: $1)) }
    + ["directoryObjects", "directory/deletedItems"].map { GraphRoute("GET", "/\($0)", refused: .notSearchable) }
    + ["scopedRoleMemberships", "permissionGrants", "certificateBasedAuthConfiguration"].map {
      GraphRoute("GET", "/\($0)", refused: .notDirect)
    }
    + [
      GraphRoute("GET", "/directoryObjects/delta", refused: .deltaNeedsType),
      GraphRoute("GET", "/domainDnsRecords", refused: .onlyThroughParent),
    ]
}

extension GraphError {
  fileprivate static func noDelta(of type: String) -> Self {
    Self(
      400, .unsupportedQuery, "Differential query is not supported for entity type: \(type).",
      because: "Graph tracks no changes of \(type) objects")
  }

  fileprivate static let notSearchable = Self(
    400, .unsupportedQuery,
    "Searches against this resource are not supported. Only specific instances can be queried.",
    because: "Graph lists this collection by the type of its objects alone")

  fileprivate static let notDirect = Self(
    400, .unsupportedQuery, "Direct queries to this resource type are not supported.",
    because: "Graph gives this collection as a part of other objects alone")

  fileprivate static let deltaNeedsType = Self(
    400, .unsupportedQuery,
    "Delta query is not supported for directoryObjects without a valid resource type or id filter.",
    because: "mockidp tracks the changes of users, groups and apps by their own collections")

  fileprivate static let onlyThroughParent = Self(
    400, .unsupportedQuery, "This resource can only be queried through a navigation property on its parent domain.",
    because: "the records of a domain are behind the domain")
}
