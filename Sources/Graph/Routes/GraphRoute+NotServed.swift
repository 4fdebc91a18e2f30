extension GraphRoute {
  /// Functions on collections whose names would else be taken for keys: `/users/delta`.
  static let functions: [GraphRoute] =
    ["directoryRoles", "directoryObjects"].map {
      GraphRoute(notServed: "GET", "/\($0)/delta")
    }
    + DeltaList.all.map { GraphRoute("GET", "/\($0.name)/delta", $0.permission, DeltaCalls.answer($0)) }
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
    PUT /applications/{application}
    PUT /applications/{application}/federatedIdentityCredentials/{credential}
    PUT /servicePrincipals/{principal}
    PATCH /servicePrincipals/{principal}/appRoleAssignedTo/{assignment}
    PATCH /servicePrincipals/{principal}/appRoleAssignments/{assignment}
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
    PATCH /directoryRoles/{role}
    DELETE /directoryObjects/{object}
    PATCH /directoryObjects/{object}
    PATCH /sites/root
    """.split(separator: "\n").map { row in
      let words = row.split(separator: " ").map(String.init)
      return GraphRoute(notServed: words.first ?? "", words.last ?? "")
    }
}
