/// Deleted items, Conditional Access and directory roles.
extension GraphRoute {
  static let administration: [GraphRoute] = deletedItems + administrationWithoutLists

  /// The lists of deleted items, each by both names of its type.
  private static var deletedItems: [GraphRoute] {
    var routes: [GraphRoute] = []
    for type in ["application", "servicePrincipal", "group", "user"] {
      for name in ["microsoft.graph." + type, "graph." + type] {
        routes.append(
          GraphRoute("GET", "/directory/deletedItems/" + name, .readDeleted(type), DeletedCalls.list(type)))
      }
    }
    return routes
  }

  private static var administrationWithoutLists: [GraphRoute] {
    [
      GraphRoute("GET", "/directory/deletedItems/{deleted}", .readAnyDeleted, DeletedCalls.read),
      GraphRoute("DELETE", "/directory/deletedItems/{deleted}", .changeAnyDeleted, DeletedCalls.remove),
      GraphRoute("POST", "/directory/deletedItems/{deleted}/restore", .changeAnyDeleted, DeletedCalls.restore),
      GraphRoute("GET", locations, .readPolicies, LocationCalls.list),
      GraphRoute("POST", locations, .changePolicies, LocationCalls.create),
      GraphRoute("GET", locations + "/{location}", .readPolicies, LocationCalls.read),
      GraphRoute("PATCH", locations + "/{location}", .changePolicies, LocationCalls.update),
      GraphRoute("DELETE", locations + "/{location}", .changePolicies, LocationCalls.delete),
      GraphRoute("GET", policies, .readPolicies, PolicyCalls.list),
      GraphRoute("POST", policies, .changePolicies, PolicyCalls.create),
      GraphRoute("GET", policies + "/{policy}", .readPolicies, PolicyCalls.read),
      GraphRoute("PATCH", policies + "/{policy}", .changePolicies, PolicyCalls.update),
      GraphRoute("DELETE", policies + "/{policy}", .changePolicies, PolicyCalls.delete),
      GraphRoute("GET", "/policies/authorizationPolicy", .readAuthorization, AuthorizationPolicyCalls.read),
      GraphRoute("PATCH", "/policies/authorizationPolicy", .changeAuthorization, AuthorizationPolicyCalls.update),
      GraphRoute("GET", roles + "/roleDefinitions", .readRoles, RoleAssignmentCalls.definitions),
      GraphRoute("GET", roles + "/roleDefinitions/{definition}", .readRoles, RoleAssignmentCalls.definition),
      GraphRoute("GET", roles + "/roleAssignments", .readRoles, RoleAssignmentCalls.list),
      GraphRoute("POST", roles + "/roleAssignments", .changeRoles, RoleAssignmentCalls.create),
      GraphRoute("GET", roles + "/roleAssignments/{assignment}", .readRoles, RoleAssignmentCalls.read),
      GraphRoute("DELETE", roles + "/roleAssignments/{assignment}", .changeRoles, RoleAssignmentCalls.delete),
      GraphRoute("POST", "/directoryRoles", .changeRoles, RoleCalls.activate),
      GraphRoute("GET", "/directoryRoleTemplates", .readRoles, RoleCalls.templates),
      GraphRoute("GET", "/directoryRoleTemplates/{template}", .readRoles, RoleCalls.template),
      GraphRoute("POST", "/directoryRoles/{role}/members/$ref", .changeRoles, RoleAssignmentCalls.addMember),
      GraphRoute(
        "DELETE", "/directoryRoles/{role}/members/{member}/$ref", .changeRoles, RoleAssignmentCalls.removeMember),
    ]
  }

  private static let locations = "/identity/conditionalAccess/namedLocations"
  private static let policies = "/identity/conditionalAccess/policies"
  private static let roles = "/roleManagement/directory"
}
