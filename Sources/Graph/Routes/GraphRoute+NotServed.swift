extension GraphRoute {
  /// Functions on collections whose names would else be taken for keys: `/users/delta`.
  static let functions: [GraphRoute] =
    ["users", "groups", "applications", "servicePrincipals", "directoryRoles", "directoryObjects"].map {
      GraphRoute(notServed: "GET", "/\($0)/delta")
    }
    + ["directoryObjects", "groups", "users"].flatMap { collection in
      ["validateProperties", "getAvailableExtensionProperties", "getUserOwnedObjects"].map {
        GraphRoute(notServed: "POST", "/\(collection)/\($0)")
      }
    }

  /// The operations that Graph has on paths that are served with other methods. A path that is not served at all needs no
  /// row: `GraphSegments` knows its names.
  static let notServed: [GraphRoute] = """
    PUT /me/drive
    GET /groups/{group}/members/$ref
    GET /groups/{group}/members/{member}
    GET /groups/{group}/owners/$ref
    GET /groups/{group}/owners/{owner}
    POST /applications
    PATCH /applications/{application}
    PUT /applications/{application}
    DELETE /applications/{application}
    POST /applications/{application}/federatedIdentityCredentials
    PATCH /applications/{application}/federatedIdentityCredentials/{credential}
    PUT /applications/{application}/federatedIdentityCredentials/{credential}
    DELETE /applications/{application}/federatedIdentityCredentials/{credential}
    POST /servicePrincipals
    PATCH /servicePrincipals/{principal}
    PUT /servicePrincipals/{principal}
    DELETE /servicePrincipals/{principal}
    POST /servicePrincipals/{principal}/appRoleAssignedTo
    PATCH /servicePrincipals/{principal}/appRoleAssignedTo/{assignment}
    DELETE /servicePrincipals/{principal}/appRoleAssignedTo/{assignment}
    POST /servicePrincipals/{principal}/appRoleAssignments
    PATCH /servicePrincipals/{principal}/appRoleAssignments/{assignment}
    DELETE /servicePrincipals/{principal}/appRoleAssignments/{assignment}
    POST /groups/{group}/appRoleAssignments
    POST /users/{user}/appRoleAssignments
    POST /me/appRoleAssignments
    PUT /groups/{group}
    PUT /users/{user}
    PATCH /users/{user}/photo
    PUT /users/{user}/photo
    DELETE /users/{user}/photo
    DELETE /users/{user}/photo/$value
    PATCH /me/photo
    PUT /me/photo
    DELETE /me/photo
    DELETE /me/photo/$value
    DELETE /me
    PATCH /organization/{organization}
    POST /organization
    POST /domains
    PATCH /domains/{domain}
    DELETE /domains/{domain}
    POST /directoryRoles
    PATCH /directoryRoles/{role}
    DELETE /directoryObjects/{object}
    PATCH /directoryObjects/{object}
    PATCH /sites/root
    """.split(separator: "\n").map { row in
      let words = row.split(separator: " ").map(String.init)
      return GraphRoute(notServed: words.first ?? "", words.last ?? "")
    }
}
