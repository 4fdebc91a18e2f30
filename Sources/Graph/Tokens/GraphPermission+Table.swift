import Policy

/// The permissions of every call (Microsoft: the page of the call that each comment names, and "Microsoft Graph permissions reference";
/// read in the published `permissions.json` of 2026).
///
/// Where a page lists `User.Read` for `/users/{id}/…`, it opens the object of the signed-in user alone. Where a page
/// lists `Directory.Read.All`, `Directory.ReadWrite.All` is taken too.
extension GraphPermission {
  // MARK: Users

  /// "Get drive", "Get driveItem", "List children of a driveItem".
  static let readFiles = Self(
    "Files.Read.All Files.ReadWrite.All Sites.Read.All Sites.ReadWrite.All", own: "User.Read Files.Read Files.ReadWrite"
  )

  /// "Create a new folder in a drive", "Upload or replace the contents of a driveItem".
  static let changeFiles = Self("Files.ReadWrite.All Sites.ReadWrite.All", own: "Files.ReadWrite")

  /// "Get a site resource", "Search for sites".
  static let readSites = Self("Sites.Read.All Sites.ReadWrite.All")

  /// "Create a new list", "Create a new item in a list".
  static let changeSites = Self("Sites.Manage.All Sites.ReadWrite.All Sites.FullControl.All")

  /// "Get a user", "List users", "Get open extension".
  static let readUser = Self(
    "User.ReadBasic.All @users @directory @intuneRead @intuneWrite @agents", own: "User.Read User.ReadWrite",
    application: "= User.ReadWrite.CrossCloud")
  /// "Create user".
  static let makeUsers = Self("User.ReadWrite.All Directory.ReadWrite.All @intuneWrite @agents", for: .makeUsers)
  /// "Assign manager", "Delete manager", and the permissions that open every property of a user.
  static let changeUsers = Self("User.ReadWrite.All Directory.ReadWrite.All @intuneWrite @agents", for: .changeUsers)
  /// "Update user". The permissions with a hyphen and `User.EnableDisableAccount.All` each open some properties; see
  /// `UserChange.properties(openedBy:)`.
  static let updateUser = Self(
    "User.ReadWrite.All Directory.ReadWrite.All @intuneWrite @agents User-Mail.ReadWrite.All "
      + "User-PasswordProfile.ReadWrite.All User-Phone.ReadWrite.All User.EnableDisableAccount.All "
      + "User.ManageIdentities.All", own: "User.ReadWrite", application: "= User.ReadWrite.CrossCloud")
  /// "Create open extension", and the change and the deletion of one.
  static let changeExtensions: Self = {
    var row = updateUser
    row.task = .changeUserData
    return row
  }()
  /// "Delete a user". `Directory.ReadWrite.All` is not on that page.
  static let deleteUsers = Self(
    "User.DeleteRestore.All User.ReadWrite.All Directory.AccessAsUser.All @intuneWrite @agents",
    application: "User.DeleteRestore.All User.ReadWrite.All @intuneWrite @agents User.ReadWrite.CrossCloud",
    for: .deleteUsers)
  /// "Get profilePhoto".
  static let readPhoto = Self(
    "User.ReadBasic.All User.Read.All @photos", own: "User.Read User.ReadWrite User.ReadWrite.All",
    application: "= User.ReadWrite.All User.ReadWrite.CrossCloud")
  /// "Update profilePhoto".
  static let changePhoto = Self(
    "User.ReadWrite.All ProfilePhoto.ReadWrite.All", own: "User.ReadWrite", for: .changePhotos)
  /// "List manager", "List directReports". An own manager by `User.Read` alone is chosen; the page of direct reports
  /// lists it.
  static let readManager = Self("@users @directory @agents", own: "User.Read")
  /// "List licenseDetails".
  static let readLicenses = Self("LicenseAssignment.Read.All @users @directory @agents", own: "User.Read")
  /// "user: assignLicense".
  static let assignLicenses = Self(
    "LicenseAssignment.ReadWrite.All User.ReadWrite.All Directory.ReadWrite.All", for: .assignLicenses)
  /// "List subscribedSkus", "Get subscribedSku".
  static let readProducts = Self(
    "LicenseAssignment.Read.All Organization.Read.All Organization.ReadWrite.All @directory")
  /// "user: revokeSignInSessions". Older pages list no application permission.
  static let revokeSessions = Self(
    "User.RevokeSessions.All User.ReadWrite.All Directory.ReadWrite.All @agents", for: .revokeSessions)
  /// "user: invalidateAllRefreshTokens", the older name.
  static let invalidateTokens = Self(
    "User.RevokeSessions.All User.ReadWrite.All Directory.ReadWrite.All", own: "User.ReadWrite", for: .revokeSessions)
  /// "user: changePassword". There is no app role: an app without a user never changes a user's password.
  static let changePassword = Self(
    "User-PasswordProfile.ReadWrite.All Directory.AccessAsUser.All", application: "")
  /// "List ownedObjects".
  static let readOwned = Self("@users @directory @agents", own: "User.Read")

  /// "Create invitation".
  static let invite = Self("User.Invite.All User.ReadWrite.All Directory.ReadWrite.All")

  // MARK: Memberships

  /// "List a user's direct memberships".
  static let readMemberships = Self(
    "@groups @directory", own: "User.Read", application: "= User.Read.All")
  /// "List a user's memberships (direct and transitive)".
  static let readNestedMemberships = Self("@groups @directory User.Read.All", own: "User.Read")
  /// "directoryObject: getMemberGroups", "checkMemberGroups", "getMemberObjects". The last of them lists `User.Read` for
  /// oneself; the others take it too, as clients with the overage claim call them.
  static let checkMemberships = Self(
    "@apps Device.Read.All @directory @groups Group.ReadWrite.All @users @agents", own: "User.Read",
    application: "= Device.ReadWrite.All")

  // MARK: Groups

  /// "List groups", "Get group".
  static let readGroups = Self(
    "@directory Group-NestingSupport.ReadWrite.All Group-PreferredDataLocation.ReadWrite.All "
      + "Group-XTenantIdentitySync.Read.All Group.ManageProtection.All Group.Read.All Group.ReadBasic.All "
      + "Group.ReadWrite.All GroupMember.Read.All")
  /// "List group members", "List group transitive members", "List group owners".
  static let readMembers = Self("@directory @groups Group.ReadWrite.All GroupMember.ReadWrite.All")
  /// "List group memberOf", "List group transitive memberOf".
  static let readGroupMemberships = Self("@directory @groups")
  /// "Add members", "Remove member".
  static let changeMembers = Self(
    "GroupMember.ReadWrite.All Group.ReadWrite.All Directory.ReadWrite.All", for: .changeGroups)
  /// "Create group".
  static let createGroups = Self(
    "Group.ReadWrite.All Directory.ReadWrite.All Group-PreferredDataLocation.ReadWrite.All",
    application: "= Group.Create")
  /// "Update group", "Add owners", "Remove group owner".
  static let changeGroups = Self("Group.ReadWrite.All Directory.ReadWrite.All", for: .changeGroups)
  /// "Delete group". `Directory.ReadWrite.All` is not on that page.
  static let deleteGroups = Self(
    "Group.ReadWrite.All Directory.AccessAsUser.All", application: "Group.ReadWrite.All", for: .deleteGroups)

  // MARK: The organization

  /// "List organizations", "Get organization".
  static let readOrganization = Self(
    "User.Read \(wholeOrganizationNames)", application: wholeOrganizationNames)
  /// Without one of these permissions, Graph shows little more than the name of the organization.
  static let wholeOrganization = Self(wholeOrganizationNames)
  private static let wholeOrganizationNames =
    "User.Read.All Organization.Read.All Organization.ReadWrite.All @directory DeviceManagementConfiguration.Read.All "
    + "DeviceManagementConfiguration.ReadWrite.All DeviceManagementServiceConfig.Read.All "
    + "DeviceManagementServiceConfig.ReadWrite.All"
  /// "List domains", "Get domain".
  static let readDomains = Self("Domain.Read.All Domain.ReadWrite.All @directory")
  /// "Get directoryObject", "Get directory objects from a list of IDs".
  static let readObjects = Self("@directory")
  /// "List directoryRoles", "Get directoryRole", "List members of a directory role".
  static let readRoles = Self("@directory RoleManagement.Read.Directory RoleManagement.ReadWrite.Directory")

  /// "Get deleted item (directory object)", "List deletedItems": each type has permissions of its own.
  static let readAnyDeleted = Self("@apps @directory @users Group.Read.All Group.ReadWrite.All", for: .readDeleted)
  static func readDeleted(_ type: String) -> Self {
    switch type {
    case "user": Self("@users @directory", for: .readDeleted)
    case "group": Self("Group.Read.All Group.ReadWrite.All @directory", for: .readDeleted)
    default: Self("@apps @directory", for: .readDeleted)
    }
  }
  static let changeAnyDeleted = Self(
    "Application.ReadWrite.All Directory.AccessAsUser.All Group.ReadWrite.All User.DeleteRestore.All User.ReadWrite.All",
    application: "Application.ReadWrite.All Application.ReadWrite.OwnedBy Group.ReadWrite.All User.DeleteRestore.All "
      + "User.ReadWrite.All")
  /// "Restore deleted item", "Permanently delete an item": each type has permissions of its own here too.
  static func changeDeleted(_ type: String) -> Self {
    switch type {
    case "user":
      Self(
        "User.DeleteRestore.All User.ReadWrite.All Directory.AccessAsUser.All",
        application: "User.DeleteRestore.All User.ReadWrite.All", for: .deleteUsers)
    case "group":
      Self("Group.ReadWrite.All Directory.AccessAsUser.All", application: "Group.ReadWrite.All", for: .restoreGroups)
    default: changeApplications
    }
  }
  /// "List signIns", "Get signIn", "List userRegistrationDetails".
  static let readSignIns = Self("AuditLog.Read.All")
  /// "List methods". A service of its own refuses.
  static let readMethods = Self(
    "UserAuthenticationMethod.Read.All UserAuthenticationMethod.ReadWrite.All",
    own: "UserAuthenticationMethod.Read UserAuthenticationMethod.ReadWrite")
  /// "List policies", "List namedLocations", and the reading of one.
  static let readPolicies = Self(
    "Policy.Read.All Policy.Read.ConditionalAccess Policy.ReadWrite.ConditionalAccess", for: .readPolicies)
  /// "Create conditionalAccessPolicy", "Create namedLocation", and their changes.
  static let changePolicies = Self("Policy.ReadWrite.ConditionalAccess", for: .changePolicies)
  /// "List claimsMappingPolicies", "Get claimsMappingPolicy", "List appliesTo".
  static let readClaimsPolicies = Self("Policy.Read.All Policy.ReadWrite.ApplicationConfiguration")
  /// "List assigned claimsMappingPolicies".
  static let readClaimsPoliciesOfApps = Self(
    "Policy.Read.All Policy.ReadWrite.ApplicationConfiguration @apps @directory")
  /// "Create claimsMappingPolicy" and its changes.
  static let changeClaimsPolicies = Self("Policy.ReadWrite.ApplicationConfiguration", for: .changeApps)
  /// "Assign claimsMappingPolicy", "Remove claimsMappingPolicy". With the first one the app need not be the caller's own.
  static let assignClaimsPolicies = Self(
    "Policy.ReadWrite.ApplicationConfiguration Application.ReadWrite.All",
    application: "Policy.ReadWrite.ApplicationConfiguration Application.ReadWrite.All Application.ReadWrite.OwnedBy")
  /// "Get authorizationPolicy", "Update authorizationPolicy".
  static let readAuthorization = Self("Policy.Read.All Policy.ReadWrite.Authorization")
  static let changeAuthorization = Self("Policy.ReadWrite.Authorization", for: .changeAuthorization)
  /// "Create roleAssignments", "Add directory role member".
  static let changeRoles = Self(
    "RoleManagement.ReadWrite.Directory Directory.AccessAsUser.All", application: "RoleManagement.ReadWrite.Directory",
    for: .changeRoles)

  // MARK: Apps

  /// "List applications", "Get application", "List servicePrincipals", "Get servicePrincipal" and their owners.
  static let readApplications = Self(
    "@apps @directory",
    application: "@apps @directory Application.ReadWrite.OwnedBy")
  /// "Create application", "Update application", "Delete application", their credentials and owners, and the same of service
  /// principals. `Administration` says who else has to agree.
  static let changeApplications = Self(
    "Application.ReadWrite.All Directory.AccessAsUser.All",
    application: "Application.ReadWrite.All Application.ReadWrite.OwnedBy")
  /// "List federatedIdentityCredentials", "Get federatedIdentityCredential".
  static let readFederatedCredentials = readApplications
  /// "List appRoleAssignments granted to a group".
  static let readAssignmentsOfGroups = Self("AppRoleAssignment.ReadWrite.All @directory")
  /// "List appRoleAssignments granted to a user". An app has to be able to read the user, too (observed 2023-02).
  static let readAssignmentsOfUsers = readAssignmentsOfGroups.needing(
    "User.ReadBasic.All @users @directory", beside: "AppRoleAssignment.ReadWrite.All")
  /// "List appRoleAssignments granted to a service principal", "List appRoleAssignments granted for a service
  /// principal". `AppRoleAssignment.ReadWrite.All` is on the pages that make and delete them.
  static let readAssignments = Self(
    "AppRoleAssignment.ReadWrite.All @apps @directory", application: "= Application.ReadWrite.OwnedBy")
  /// "Grant an appRoleAssignment …", "Delete an appRoleAssignment …".
  static let changeAssignments = Self(
    "AppRoleAssignment.ReadWrite.All Directory.AccessAsUser.All", application: "AppRoleAssignment.ReadWrite.All",
    for: .changeAssignments)
  /// "Grant an appRoleAssignment for a service principal", "Grant an appRoleAssignment to a service principal". An app has to be able to read
  /// service principals, too (observed 2021-05; the page says so since).
  static let giveAssignments = changeAssignments.needing(
    "@apps @directory", beside: "AppRoleAssignment.ReadWrite.All")
  /// "List oauth2PermissionGrants" of the tenant, of a user and of a service principal.
  static let readGrants = Self("DelegatedPermissionGrant.ReadWrite.All @directory")
  /// "Create oAuth2PermissionGrant", "Update oAuth2PermissionGrant", "Delete oAuth2PermissionGrant".
  static let changeGrants = Self("DelegatedPermissionGrant.ReadWrite.All Directory.ReadWrite.All", for: .changeGrants)
}
