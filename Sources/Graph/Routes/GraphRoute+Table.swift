extension GraphRoute {
  /// Every operation below a version. When two templates fit a path, the earlier one answers.
  static let table: [GraphRoute] = [
    functions, synchronization, byIDs, usersAndTenant, membersOfRoles, objects, groups, applications, administration,
    ofUsers,
    ["/groups/{group}", "/servicePrincipals/{principal}", "/directoryObjects/{object}"].flatMap(checks),
  ].flatMap { $0 }

  private static let byIDs: [GraphRoute] = ["directoryObjects", "groups", "users"].map {
    GraphRoute("POST", "/\($0)/getByIds", .readObjects, ObjectCalls.byIDs)
  }

  /// The signed-in user, users, their tenant, what they granted, and directory roles.
  private static let usersAndTenant: [GraphRoute] = [
    GraphRoute("GET", "/me", .readUser, UserCalls.read),
    GraphRoute("PATCH", "/me", .updateUser, UserChangeCalls.update),
    GraphRoute("GET", "/users", .readUser, UserCalls.list),
    GraphRoute("POST", "/users", .makeUsers, UserChangeCalls.create),
    GraphRoute("GET", "/users/$count", .readUser, UserCalls.count),
    GraphRoute("GET", "/users/{user}", .readUser, UserCalls.read),
    GraphRoute("PATCH", "/users/{user}", .updateUser, UserChangeCalls.update),
    GraphRoute("DELETE", "/users/{user}", .deleteUsers, UserChangeCalls.delete),

    GraphRoute("POST", "/invitations", .invite, InvitationCalls.create),
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

    GraphRoute("GET", "/directoryRoles", .readRoles, RoleCalls.list),
    GraphRoute("GET", "/directoryRoles/{role}", .readRoles, RoleCalls.read),
    GraphRoute("GET", "/directoryRoles/{role}/members", .readRoles, RoleCalls.members),
  ]

  /// The members of a directory role of one type.
  private static let membersOfRoles: [GraphRoute] = ["user", "group", "servicePrincipal"].flatMap { type in
    casts(type).map { cast in
      GraphRoute("GET", "/directoryRoles/{role}/members/\(cast)", .readRoles, RoleCalls.members(type))
    }
  }

  /// Directory objects of any type, assignments of app roles by their id, products, and sites.
  private static let objects: [GraphRoute] = [
    GraphRoute("GET", "/directoryObjects/{object}", .readObjects, ObjectCalls.read),
    GraphRoute(
      "GET", "/directoryObjects/{object}/memberOf", .readObjects, MembershipCalls.ofHolder(isNested: false)),
    GraphRoute(
      "GET", "/directoryObjects/{object}/transitiveMemberOf", .readObjects, MembershipCalls.ofHolder(isNested: true)),
    GraphRoute("PATCH", "/appRoleAssignments/{assignment}", nil, AssignmentChangeCalls.direct),
    GraphRoute("GET", "/appRoleAssignments/{assignment}", nil, AssignmentChangeCalls.direct),
    GraphRoute("GET", "/subscribedSkus", .readProducts, LicenseCalls.products),
    GraphRoute("GET", "/subscribedSkus/{product}", .readProducts, LicenseCalls.product),
    GraphRoute("GET", "/sites/root", .readSites, ElsewhereCalls.sites),
  ]

  /// The operations on the signed-in user and on any other.
  private static let ofUsers: [GraphRoute] = ["/me", "/users/{user}"].flatMap { user in
    [
      ofUser(user), mail(user), methodsOfUser(user), membershipsOfUser(user),
      EmptyList.ofUsers.flatMap { $0.routes(user) },
    ]
    .flatMap { $0 }
  }

  /// Groups, their members and their owners.
  private static let groups: [GraphRoute] =
    [
      GraphRoute("GET", "/groups", .readGroups, GroupCalls.list),
      GraphRoute("POST", "/groups", .createGroups, GroupChangeCalls.create),
      GraphRoute("GET", "/groups/$count", .readGroups, GroupCalls.count),
      GraphRoute("GET", "/groups/{group}", .readGroups, GroupCalls.read),
      GraphRoute("PATCH", "/groups/{group}", .changeGroups, GroupChangeCalls.update),
      GraphRoute("DELETE", "/groups/{group}", .deleteGroups, GroupChangeCalls.delete),
      GraphRoute("GET", "/groups/{group}/members", .readMembers, GroupCalls.members),
      GraphRoute("GET", "/groups/{group}/members/$count", .readMembers, GroupCalls.memberCount(isNested: false)),
      GraphRoute("POST", "/groups/{group}/members/$ref", .changeMembers, GroupChangeCalls.addMember),
      GraphRoute("DELETE", "/groups/{group}/members/{member}/$ref", .changeMembers, GroupChangeCalls.removeMember),
      GraphRoute("GET", "/groups/{group}/transitiveMembers", .readMembers, GroupCalls.transitiveMembers),
      GraphRoute(
        "GET", "/groups/{group}/transitiveMembers/$count", .readMembers, GroupCalls.memberCount(isNested: true)),
      GraphRoute("GET", "/groups/{group}/owners", .readMembers, GroupCalls.owners),
      GraphRoute("POST", "/groups/{group}/owners/$ref", .changeGroups, GroupChangeCalls.addOwner),
      GraphRoute("DELETE", "/groups/{group}/owners/{owner}/$ref", .changeGroups, GroupChangeCalls.removeOwner),
      GraphRoute("GET", "/groups/{group}/memberOf", .readGroupMemberships, GroupCalls.memberOf(isNested: false)),
      GraphRoute(
        "GET", "/groups/{group}/transitiveMemberOf", .readGroupMemberships, GroupCalls.memberOf(isNested: true)),
      GraphRoute("GET", "/groups/{group}/appRoleAssignments", .readAssignmentsOfGroups, AssignmentCalls.ofGroup),
    ]
    + [("members", false), ("transitiveMembers", true)].flatMap(membersByType)

  /// The members of one type, with their number.
  private static func membersByType(_ link: String, isNested: Bool) -> [GraphRoute] {
    ["user", "group", "servicePrincipal"].flatMap { type in
      casts(type).flatMap { cast in
        [
          GraphRoute(
            "GET", "/groups/{group}/\(link)/\(cast)", .readMembers, GroupCalls.members(type, isNested: isNested)),
          GraphRoute(
            "GET", "/groups/{group}/\(link)/\(cast)/$count", .readMembers,
            GroupCalls.memberCount(type, isNested: isNested)),
        ]
      }
    }
  }

  /// The operations on one user: the signed-in one (`me`) or any (`users/{user}`).
  private static func ofUser(_ user: String) -> [GraphRoute] {
    [
      GraphRoute("POST", user + "/revokeSignInSessions", .revokeSessions, SignInCalls.revokeSessions),
      GraphRoute("POST", user + "/invalidateAllRefreshTokens", .invalidateTokens, SignInCalls.invalidateTokens),
      GraphRoute("POST", user + "/changePassword", .changePassword, SignInCalls.changePassword),
      GraphRoute("GET", user + "/manager", .readManager, RelationCalls.manager),
      GraphRoute("PUT", user + "/manager/$ref", .changeUsers, RelationCalls.setManager),
      GraphRoute("DELETE", user + "/manager/$ref", .changeUsers, RelationCalls.removeManager),
      GraphRoute("GET", user + "/directReports", .readManager, RelationCalls.directReports),
      GraphRoute("GET", user + "/licenseDetails", .readLicenses, LicenseCalls.ofUser),
      GraphRoute("GET", user + "/licenseDetails/{license}", .readLicenses, LicenseCalls.read),
      GraphRoute("POST", user + "/assignLicense", .assignLicenses, LicenseCalls.assign),
      GraphRoute("GET", user + "/extensions", .readUser, OpenExtensionCalls.list),
      GraphRoute("POST", user + "/extensions", .changeExtensions, OpenExtensionCalls.create),
      GraphRoute("GET", user + "/extensions/{extension}", .readUser, OpenExtensionCalls.read),
      GraphRoute("PATCH", user + "/extensions/{extension}", .changeExtensions, OpenExtensionCalls.update),
      GraphRoute("DELETE", user + "/extensions/{extension}", .changeExtensions, OpenExtensionCalls.delete),
      GraphRoute("GET", user + "/oauth2PermissionGrants", .readGrants, GrantCalls.listOfUser),
      GraphRoute("GET", user + "/appRoleAssignments", .readAssignmentsOfUsers, AssignmentCalls.ofUser),
      GraphRoute("GET", user + "/photo", .readPhoto, PhotoCalls.metadata),
      GraphRoute("GET", user + "/photo/$value", .readPhoto, PhotoCalls.bytes),
      GraphRoute("PUT", user + "/photo/$value", .changePhoto, PhotoCalls.replace),
      GraphRoute("GET", user + "/photos", .readPhoto, PhotoCalls.list),
      GraphRoute("GET", user + "/photos/{size}", .readPhoto, PhotoCalls.metadata),
      GraphRoute("GET", user + "/photos/{size}/$value", .readPhoto, PhotoCalls.bytes),
      GraphRoute("GET", user + "/ownedObjects", .readOwned, RelationCalls.ownedObjects),
      GraphRoute("GET", user + "/drive", .readFiles, ElsewhereCalls.drive),
      GraphRoute("GET", user + "/presence", presence, ElsewhereCalls.presence),
      GraphRoute("GET", user + "/authentication", refused: .unsupportedSegmentType),
      GraphRoute("GET", user + "/authentication/methods", .readMethods, MethodCalls.all),
    ]
  }

  private static func methodsOfUser(_ user: String) -> [GraphRoute] {
    MethodCalls.kinds.map {
      GraphRoute("GET", "\(user)/authentication/\($0.path)", .readMethods, MethodCalls.ofOneKind($0.path, $0.type))
    }
  }

  /// "Get presence".
  private static let presence = GraphPermission(
    "Presence.Read.All", own: "Presence.Read", application: "= Presence.ReadWrite.All")
  /// Questions about memberships that every directory object takes.
  private static func checks(_ object: String) -> [GraphRoute] {
    [
      GraphRoute("POST", object + "/getMemberGroups", .checkMemberships, MembershipCalls.memberGroups),
      GraphRoute("POST", object + "/getMemberObjects", .checkMemberships, MembershipCalls.memberObjects),
      GraphRoute("POST", object + "/checkMemberGroups", .checkMemberships, MembershipCalls.checkGroups),
      GraphRoute("POST", object + "/checkMemberObjects", .checkMemberships, MembershipCalls.checkObjects),
    ]
  }

  private static func membershipsOfUser(_ user: String) -> [GraphRoute] {
    let direct = user + "/memberOf"
    let nested = user + "/transitiveMemberOf"
    let groups = casts("group").flatMap { cast in
      [
        GraphRoute("GET", "\(direct)/\(cast)", .readMemberships, MembershipCalls.groups(isNested: false)),
        GraphRoute("GET", "\(nested)/\(cast)", .readNestedMemberships, MembershipCalls.groups(isNested: true)),
        GraphRoute("GET", "\(direct)/\(cast)/$count", .readMemberships, MembershipCalls.groupCount(isNested: false)),
        GraphRoute(
          "GET", "\(nested)/\(cast)/$count", .readNestedMemberships, MembershipCalls.groupCount(isNested: true)),
      ]
    }
    let roles = casts("directoryRole").flatMap { cast in
      [
        GraphRoute("GET", "\(direct)/\(cast)", .readMemberships, MembershipCalls.roles),
        GraphRoute("GET", "\(nested)/\(cast)", .readNestedMemberships, MembershipCalls.roles),
      ]
    }
    return groups + roles + checks(user) + [
      GraphRoute("GET", direct, .readMemberships, MembershipCalls.memberOf),
      GraphRoute("GET", direct + "/$count", .readMemberships, MembershipCalls.memberOfCount),
      GraphRoute("GET", nested, .readNestedMemberships, MembershipCalls.transitiveMemberOf),
      GraphRoute("GET", nested + "/$count", .readNestedMemberships, MembershipCalls.transitiveMemberOfCount),
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
