/// App registrations, service principals and what they hold.
extension GraphRoute {
  static let applications: [GraphRoute] =
    [
      GraphRoute("GET", "/applicationTemplates", .readApplications, ApplicationTemplateCalls.list),
      GraphRoute("GET", "/applicationTemplates/{template}", .readApplications, ApplicationTemplateCalls.read),
      GraphRoute(
        "POST", "/applicationTemplates/{template}/instantiate", .changeApplications,
        ApplicationTemplateCalls.instantiate),
      GraphRoute("GET", "/applications", .readApplications, ApplicationCalls.list),
      GraphRoute("POST", "/applications", .changeApplications, ApplicationChangeCalls.create),
      GraphRoute("GET", "/applications/$count", .readApplications, ApplicationCalls.count),
      GraphRoute("GET", "/applications/{application}", .readApplications, ApplicationCalls.read),
      GraphRoute("PATCH", "/applications/{application}", .changeApplications, ApplicationChangeCalls.update),
      GraphRoute("DELETE", "/applications/{application}", .changeApplications, ApplicationChangeCalls.delete),
      GraphRoute("GET", "/applications/{application}/owners", .readApplications, ApplicationCalls.owners),
      GraphRoute(
        "GET", "/applications/{application}/federatedIdentityCredentials", .readFederatedCredentials,
        ApplicationCalls.federatedCredentials),
      GraphRoute(
        "POST", "/applications/{application}/federatedIdentityCredentials", .changeApplications,
        FederatedCredentialCalls.create),
      GraphRoute(
        "GET", "/applications/{application}/federatedIdentityCredentials/{credential}", .readFederatedCredentials,
        ApplicationCalls.federatedCredential),
      GraphRoute(
        "PATCH", "/applications/{application}/federatedIdentityCredentials/{credential}", .changeApplications,
        FederatedCredentialCalls.update),
      GraphRoute(
        "DELETE", "/applications/{application}/federatedIdentityCredentials/{credential}", .changeApplications,
        FederatedCredentialCalls.delete),
      GraphRoute(
        "GET", "/applications/{application}/extensionProperties", .readApplications, ExtensionPropertyCalls.list),
      GraphRoute(
        "POST", "/applications/{application}/extensionProperties", .changeApplications, ExtensionPropertyCalls.create),
      GraphRoute(
        "GET", "/applications/{application}/extensionProperties/{extension}", .readApplications,
        ExtensionPropertyCalls.read),
      GraphRoute(
        "DELETE", "/applications/{application}/extensionProperties/{extension}", .changeApplications,
        ExtensionPropertyCalls.delete),
      GraphRoute("GET", "/servicePrincipals", .readApplications, ApplicationCalls.listPrincipals),
      GraphRoute("POST", "/servicePrincipals", .changeApplications, PrincipalChangeCalls.create),
      GraphRoute("GET", "/servicePrincipals/$count", .readApplications, ApplicationCalls.countPrincipals),
      GraphRoute("GET", "/servicePrincipals/{principal}", .readApplications, ApplicationCalls.readPrincipal),
      GraphRoute("PATCH", "/servicePrincipals/{principal}", .changeApplications, PrincipalChangeCalls.update),
      GraphRoute("DELETE", "/servicePrincipals/{principal}", .changeApplications, PrincipalChangeCalls.delete),
      GraphRoute("GET", "/servicePrincipals/{principal}/owners", .readApplications, ApplicationCalls.ownersOfPrincipal),
      GraphRoute(
        "GET", "/servicePrincipals/{principal}/memberOf", .readApplications,
        MembershipCalls.ofHolder(isNested: false)),
      GraphRoute(
        "GET", "/servicePrincipals/{principal}/transitiveMemberOf", .readApplications,
        MembershipCalls.ofHolder(isNested: true)),
      GraphRoute(
        "GET", "/servicePrincipals/{principal}/ownedObjects", .readApplications, RelationCalls.ownedByPrincipal),
      GraphRoute(
        "GET", "/servicePrincipals/{principal}/oauth2PermissionGrants", .readGrants, GrantCalls.listOfClient),
      GraphRoute(
        "GET", "/servicePrincipals/{principal}/appRoleAssignedTo", .readAssignments, AssignmentCalls.assignedTo),
      GraphRoute(
        "GET", "/servicePrincipals/{principal}/appRoleAssignedTo/{assignment}", .readAssignments,
        AssignmentCalls.oneAssignedTo),
      GraphRoute(
        "POST", "/servicePrincipals/{principal}/addTokenSigningCertificate", .changeApplications,
        SAMLCertificateCalls.add),
      GraphRoute(
        "GET", "/servicePrincipals/{principal}/appRoleAssignments", .readAssignments, AssignmentCalls.ofPrincipal),
      GraphRoute(
        "GET", "/servicePrincipals/{principal}/appRoleAssignments/{assignment}", .readAssignments,
        AssignmentCalls.oneOfPrincipal),
      GraphRoute(
        "POST", "/servicePrincipals/{principal}/appRoleAssignedTo", .giveAssignments, AssignmentChangeCalls.give),
      GraphRoute(
        "DELETE", "/servicePrincipals/{principal}/appRoleAssignedTo/{assignment}", .changeAssignments,
        AssignmentChangeCalls.remove),
      GraphRoute(
        "PATCH", "/servicePrincipals/{principal}/appRoleAssignedTo/{assignment}", .changeAssignments,
        AssignmentChangeCalls.update),
    ] + ["/servicePrincipals/{principal}", "/groups/{group}", "/users/{user}", "/me"].flatMap(ofHolder)
    + ["/applications/{application}", "/servicePrincipals/{principal}"].flatMap(ofApp)

  /// The roles of a user, a group or a service principal.
  private static func ofHolder(_ holder: String) -> [GraphRoute] {
    let given: GraphPermission = holder.hasPrefix("/servicePrincipals") ? .giveAssignments : .changeAssignments
    return [
      GraphRoute("POST", holder + "/appRoleAssignments", given, AssignmentChangeCalls.receive),
      GraphRoute(
        "DELETE", holder + "/appRoleAssignments/{assignment}", .changeAssignments, AssignmentChangeCalls.remove),
      GraphRoute(
        "PATCH", holder + "/appRoleAssignments/{assignment}", .changeAssignments, AssignmentChangeCalls.update),
    ]
  }

  /// Owners and credentials, which registrations and service principals both have.
  private static func ofApp(_ app: String) -> [GraphRoute] {
    [
      GraphRoute("POST", app + "/owners/$ref", .changeApplications, OwnerCalls.add),
      GraphRoute("DELETE", app + "/owners/{owner}/$ref", .changeApplications, OwnerCalls.remove),
      GraphRoute("POST", app + "/addPassword", .changeApplications, CredentialCalls.addPassword),
      GraphRoute("POST", app + "/removePassword", .changeApplications, CredentialCalls.removePassword),
      GraphRoute("POST", app + "/addKey", nil, CredentialCalls.addKey),
      GraphRoute("POST", app + "/removeKey", nil, CredentialCalls.removeKey),
    ]
  }
}
