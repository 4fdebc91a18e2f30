/// Deleted items, Conditional Access and directory roles.
extension GraphRoute {
  static let administration: [GraphRoute] = deletedItems + policies + claimsPolicies + administrationWithoutLists

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
      GraphRoute("POST", "/directoryObjects/{deleted}/restore", .changeAnyDeleted, DeletedCalls.restore),
      GraphRoute("POST", "/users/{deleted}/microsoft.graph.restore", .changeAnyDeleted, DeletedCalls.restore),
      GraphRoute("POST", "/users/{deleted}/restore", .changeAnyDeleted, DeletedCalls.restore),
      GraphRoute("GET", locations, .readPolicies, LocationCalls.list),
      GraphRoute("POST", locations, .changePolicies, LocationCalls.create),
      GraphRoute("GET", locations + "/{location}", .readPolicies, LocationCalls.read),
      GraphRoute("PATCH", locations + "/{location}", .changePolicies, LocationCalls.update),
      GraphRoute("DELETE", locations + "/{location}", .changePolicies, LocationCalls.delete),
      GraphRoute(
        "GET", "/reports/authenticationMethods/userRegistrationDetails", .readSignIns, MethodCalls.registrations),
      GraphRoute(
        "GET", "/reports/authenticationMethods/userRegistrationDetails/{user}", .readSignIns, MethodCalls.registration),
      GraphRoute("GET", "/auditLogs/signIns", .readSignIns, SignInLogCalls.list),
      GraphRoute("GET", "/auditLogs/signIns/{signIn}", .readSignIns, SignInLogCalls.read),
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
  /// Conditional Access policies, which have an older address too.
  private static let policies = ["/identity/conditionalAccess/policies", "/policies/conditionalAccessPolicies"]
    .flatMap { path in
      [
        GraphRoute("GET", path, .readPolicies, PolicyCalls.list),
        GraphRoute("POST", path, .changePolicies, PolicyCalls.create),
        GraphRoute("GET", path + "/{policy}", .readPolicies, PolicyCalls.read),
        GraphRoute("PATCH", path + "/{policy}", .changePolicies, PolicyCalls.update),
        GraphRoute("DELETE", path + "/{policy}", .changePolicies, PolicyCalls.delete),
      ]
    }
  /// Claims mapping policies, and which service principals have them.
  private static let claimsPolicies: [GraphRoute] = {
    let (path, principal) = ("/policies/claimsMappingPolicies", "/servicePrincipals/{principal}/claimsMappingPolicies")
    return [
      GraphRoute("GET", path, .readClaimsPolicies, ClaimsPolicyCalls.list),
      GraphRoute("POST", path, .changeClaimsPolicies, ClaimsPolicyCalls.create),
      GraphRoute("GET", path + "/{policy}", .readClaimsPolicies, ClaimsPolicyCalls.read),
      GraphRoute("PATCH", path + "/{policy}", .changeClaimsPolicies, ClaimsPolicyCalls.update),
      GraphRoute("DELETE", path + "/{policy}", .changeClaimsPolicies, ClaimsPolicyCalls.delete),
      GraphRoute("GET", path + "/{policy}/appliesTo", .readClaimsPolicies, ClaimsPolicyCalls.appliesTo),
      GraphRoute("GET", principal, .readClaimsPoliciesOfApps, ClaimsPolicyCalls.listOfPrincipal),
      GraphRoute("POST", principal + "/$ref", .assignClaimsPolicies, ClaimsPolicyCalls.assign),
      GraphRoute("DELETE", principal + "/{policy}/$ref", .assignClaimsPolicies, ClaimsPolicyCalls.withdraw),
    ]
  }()
  private static let roles = "/roleManagement/directory"
}
