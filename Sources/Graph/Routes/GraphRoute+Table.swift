extension GraphRoute {
  /// Every operation below a version. When two templates fit a path, the earlier one answers.
  static let table: [GraphRoute] =
    [
      GraphRoute("GET", "/me", .readUser, UserCalls.read),
      GraphRoute("PATCH", "/me", .updateUser, UserChangeCalls.update),
      GraphRoute("GET", "/users", .readUser, UserCalls.list),
      GraphRoute("POST", "/users", .changeUsers, UserChangeCalls.create),
      GraphRoute("GET", "/users/$count", .readUser, UserCalls.count),
      GraphRoute("GET", "/users/{user}", .readUser, UserCalls.read),
      GraphRoute("PATCH", "/users/{user}", .updateUser, UserChangeCalls.update),
      GraphRoute("DELETE", "/users/{user}", .changeUsers, UserChangeCalls.delete),

      GraphRoute("POST", "/$batch", nil, BatchCall.answer),
      GraphRoute("GET", "/organization", .readOrganization, OrganizationCalls.list),
      GraphRoute("GET", "/organization/{organization}", .readOrganization, OrganizationCalls.read),
      GraphRoute("GET", "/domains", .readDomains, DomainCalls.list),
      GraphRoute("GET", "/domains/{domain}", .readDomains, DomainCalls.read),
      GraphRoute("GET", "/oauth2PermissionGrants", .readGrants, GrantCalls.list),
      GraphRoute("POST", "/oauth2PermissionGrants", .changeGrants, GrantCalls.create),
      GraphRoute("GET", "/oauth2PermissionGrants/{grant}", .readGrants, GrantCalls.read),
      GraphRoute("PATCH", "/oauth2PermissionGrants/{grant}", .changeGrants, GrantCalls.update),
      GraphRoute("DELETE", "/oauth2PermissionGrants/{grant}", .changeGrants, GrantCalls.delete),

      GraphRoute("GET", "/groups", .readGroups, GroupCalls.list),
      GraphRoute("GET", "/groups/$count", .readGroups, GroupCalls.count),
      GraphRoute("GET", "/groups/{group}", .readGroups, GroupCalls.read),
      GraphRoute("GET", "/groups/{group}/members", .readGroups, GroupCalls.members),
      GraphRoute("GET", "/groups/{group}/members/$count", .readGroups, GroupCalls.memberCount),
      GraphRoute("POST", "/groups/{group}/members/$ref", .changeMembers, GroupCalls.addMember),
      GraphRoute("DELETE", "/groups/{group}/members/{member}/$ref", .changeMembers, GroupCalls.removeMember),
      GraphRoute("GET", "/groups/{group}/transitiveMembers", .readGroups, GroupCalls.transitiveMembers),
      GraphRoute("GET", "/groups/{group}/owners", .readGroups, GroupCalls.owners),
      GraphRoute("GET", "/groups/{group}/memberOf", .readGroups, GroupCalls.memberOf(isNested: false)),
      GraphRoute("GET", "/groups/{group}/transitiveMemberOf", .readGroups, GroupCalls.memberOf(isNested: true)),
    ]
    + casts("user").map { GraphRoute("GET", "/groups/{group}/members/" + $0, .readGroups, GroupCalls.userMembers) }
    + applications
    + ["/me", "/users/{user}"].flatMap { ofUser($0) + membershipsOfUser($0) }

  /// App registrations, service principals and what they hold.
  private static let applications: [GraphRoute] = [
    GraphRoute("GET", "/applications", .readApplications, ApplicationCalls.list),
    GraphRoute("GET", "/applications/$count", .readApplications, ApplicationCalls.count),
    GraphRoute("GET", "/applications/{application}", .readApplications, ApplicationCalls.read),
    GraphRoute("GET", "/applications/{application}/owners", .readApplications, ApplicationCalls.owners),
    GraphRoute(
      "GET", "/applications/{application}/federatedIdentityCredentials", .readApplications,
      ApplicationCalls.federatedCredentials),
    GraphRoute(
      "GET", "/applications/{application}/federatedIdentityCredentials/{credential}", .readApplications,
      ApplicationCalls.federatedCredential),
    GraphRoute("GET", "/servicePrincipals", .readApplications, ApplicationCalls.listPrincipals),
    GraphRoute("GET", "/servicePrincipals/$count", .readApplications, ApplicationCalls.countPrincipals),
    GraphRoute("GET", "/servicePrincipals/{principal}", .readApplications, ApplicationCalls.readPrincipal),
    GraphRoute("GET", "/servicePrincipals/{principal}/owners", .readApplications, ApplicationCalls.ownersOfPrincipal),
    GraphRoute(
      "GET", "/servicePrincipals/{principal}/oauth2PermissionGrants", .readGrants, GrantCalls.listOfClient),
    GraphRoute(
      "GET", "/servicePrincipals/{principal}/appRoleAssignedTo", .readAssignments, AssignmentCalls.assignedTo),
    GraphRoute(
      "GET", "/servicePrincipals/{principal}/appRoleAssignedTo/{assignment}", .readAssignments,
      AssignmentCalls.oneAssignedTo),
    GraphRoute(
      "GET", "/servicePrincipals/{principal}/appRoleAssignments", .readAssignments, AssignmentCalls.ofPrincipal),
    GraphRoute(
      "GET", "/servicePrincipals/{principal}/appRoleAssignments/{assignment}", .readAssignments,
      AssignmentCalls.oneOfPrincipal),
    GraphRoute("GET", "/groups/{group}/appRoleAssignments", .readAssignments, AssignmentCalls.ofGroup),
  ]

  /// The operations on one user: the signed-in one (`me`) or any (`users/{user}`).
  private static func ofUser(_ user: String) -> [GraphRoute] {
    [
      GraphRoute("POST", user + "/revokeSignInSessions", .revokeSessions, SignInCalls.revokeSessions),
      GraphRoute("POST", user + "/invalidateAllRefreshTokens", .revokeSessions, SignInCalls.revokeSessions),
      GraphRoute("POST", user + "/changePassword", .changePassword, SignInCalls.changePassword),
      GraphRoute("GET", user + "/manager", .readManager, RelationCalls.manager),
      GraphRoute("GET", user + "/directReports", .readManager, RelationCalls.directReports),
      GraphRoute("GET", user + "/licenseDetails", .readUser, RelationCalls.licenses),
      GraphRoute("GET", user + "/extensions", .readUser, OpenExtensionCalls.list),
      GraphRoute("POST", user + "/extensions", .updateUser, OpenExtensionCalls.create),
      GraphRoute("GET", user + "/extensions/{extension}", .readUser, OpenExtensionCalls.read),
      GraphRoute("PATCH", user + "/extensions/{extension}", .updateUser, OpenExtensionCalls.update),
      GraphRoute("DELETE", user + "/extensions/{extension}", .updateUser, OpenExtensionCalls.delete),
      GraphRoute("GET", user + "/oauth2PermissionGrants", .readGrants, GrantCalls.listOfUser),
      GraphRoute("GET", user + "/appRoleAssignments", .readAssignments, AssignmentCalls.ofUser),
      GraphRoute("GET", user + "/photo", .readPhoto, PhotoCalls.metadata),
      GraphRoute("GET", user + "/photo/$value", .readPhoto, PhotoCalls.bytes),
      GraphRoute("PUT", user + "/photo/$value", .changePhoto, PhotoCalls.replace),
      GraphRoute("GET", user + "/photos", .readPhoto, PhotoCalls.list),
      GraphRoute("GET", user + "/photos/{size}", .readPhoto, PhotoCalls.metadata),
      GraphRoute("GET", user + "/photos/{size}/$value", .readPhoto, PhotoCalls.bytes),
    ]
  }

  private static func membershipsOfUser(_ user: String) -> [GraphRoute] {
    let direct = user + "/memberOf"
    let nested = user + "/transitiveMemberOf"
    let groups = casts("group").flatMap { cast in
      [
        GraphRoute("GET", "\(direct)/\(cast)", .readMemberships, MembershipCalls.groups(isNested: false)),
        GraphRoute("GET", "\(nested)/\(cast)", .readMemberships, MembershipCalls.groups(isNested: true)),
      ]
    }
    let roles = casts("directoryRole").flatMap { cast in
      [direct, nested].map { GraphRoute("GET", "\($0)/\(cast)", .readMemberships, MembershipCalls.roles) }
    }
    return groups + roles + [
      GraphRoute("GET", direct, .readMemberships, MembershipCalls.memberOf),
      GraphRoute("GET", direct + "/$count", .readMemberships, MembershipCalls.memberOfCount),
      GraphRoute("GET", nested, .readMemberships, MembershipCalls.transitiveMemberOf),
      GraphRoute("GET", nested + "/$count", .readMemberships, MembershipCalls.transitiveMemberOfCount),
      GraphRoute("POST", user + "/getMemberGroups", .readMemberships, MembershipCalls.memberGroups),
      GraphRoute("POST", user + "/getMemberObjects", .readMemberships, MembershipCalls.memberObjects),
      GraphRoute("POST", user + "/checkMemberGroups", .readMemberships, MembershipCalls.checkGroups),
    ]
  }

  /// The two spellings of a type in a path. Microsoft's own clients write the short one.
  private static func casts(_ type: String) -> [String] { ["microsoft.graph." + type, "graph." + type] }

  /// The table by path: the routes of each template, one per method, in the order of the table.
  static let paths: [(template: [String], routes: [GraphRoute])] = {
    var paths: [(template: [String], routes: [GraphRoute])] = []
    for route in table {
      if let index = paths.firstIndex(where: { $0.template == route.template }) {
        paths[index].routes.append(route)
      } else {
        paths.append((route.template, [route]))
      }
    }
    return paths
  }()
}
