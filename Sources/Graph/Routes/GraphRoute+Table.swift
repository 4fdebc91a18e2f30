extension GraphRoute {
  /// Every operation below a version. Of two templates that fit a path the earlier one counts.
  static let table: [GraphRoute] =
    [
      GraphRoute("GET", "/me", .readUser, UserCalls.read),
      GraphRoute("PATCH", "/me", .updateUser, UserCalls.update),
      GraphRoute("GET", "/users", .readUser, UserCalls.list),
      GraphRoute("GET", "/users/$count", .readUser, UserCalls.count),
      GraphRoute("GET", "/users/{user}", .readUser, UserCalls.read),

      GraphRoute("POST", "/$batch", nil, BatchCall.answer),
      GraphRoute("GET", "/organization", .readOrganization, OrganizationCalls.list),
      GraphRoute("GET", "/oauth2PermissionGrants", .readGrants, GrantCalls.list),
      GraphRoute("DELETE", "/oauth2PermissionGrants/{grant}", .changeGrants, GrantCalls.delete),
    ] + ["/me", "/users/{user}"].flatMap(ofUser)

  /// What belongs to one user, the signed-in one or any.
  private static func ofUser(_ user: String) -> [GraphRoute] {
    [
      GraphRoute("POST", user + "/revokeSignInSessions", .revokeSessions, SignInCalls.revokeSessions),
      GraphRoute("POST", user + "/invalidateAllRefreshTokens", .revokeSessions, SignInCalls.revokeSessions),
      GraphRoute("POST", user + "/changePassword", .changePassword, SignInCalls.changePassword),
      GraphRoute("GET", user + "/manager", .readManager, RelationCalls.manager),
      GraphRoute("GET", user + "/directReports", .readManager, RelationCalls.directReports),
      GraphRoute("GET", user + "/memberOf", .readMemberships, RelationCalls.memberOf),
      GraphRoute("GET", user + "/transitiveMemberOf", .readMemberships, RelationCalls.memberOf),
      GraphRoute("POST", user + "/getMemberGroups", .readMemberships, RelationCalls.memberGroups),
      GraphRoute("POST", user + "/getMemberObjects", .readMemberships, RelationCalls.memberObjects),
      GraphRoute("GET", user + "/photo", .readPhoto, RelationCalls.photo),
      GraphRoute("GET", user + "/photo/$value", .readPhoto, RelationCalls.photo),
    ]
  }
}
