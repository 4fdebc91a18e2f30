import Directory
import JSON
import Time

extension UserProperty {
  /// Every property that can be selected.
  static let all: [UserProperty] =
    User.rows.filter { !$0.hasOwnForm && $0.name != "signInActivity" }.map { .row($0) }
    + [
      .text("id") { $0.id },
      .text("lastPasswordChangeDateTime") { $0.user.passwordChangedAt.iso8601 },
      .text("refreshTokensValidFromDateTime") { $0.user.tokensValidFrom.iso8601 },
      .text("securityIdentifier") { SecurityIdentifier.text(of: $0.guid) },
      .text("signInSessionsValidFromDateTime") { $0.user.tokensValidFrom.iso8601 },
      .text("userPrincipalName") { $0.user.userPrincipalName },
    ]
    + unset(
      "agentIdentityBlueprintId", "deletedDateTime", "deviceEnrollmentLimit", "externalUserConvertedOn",
      "identityParentId", "isManagementRestricted", "onPremisesObjectIdentifier")
    + complex("passwordProfile")
    + followingFromState + ofBetaAlone
    + empty("deviceKeys", "infoCatalogs", "onPremisesProvisioningErrors", "serviceProvisioningErrors")

  /// What sign-ins and licenses make.
  private static let followingFromState: [UserProperty] = [
    .complex("signInActivity") { $0.signInActivity },
    .collection("assignedPlans") { LicenseView.assignedPlans(of: $0.user) },
    .collection("licenseAssignmentStates") { LicenseView.states(of: $0.user) },
    .collection("provisionedPlans") { LicenseView.provisionedPlans(of: $0.user) },
  ]

  /// What users here never have, as `beta` shows it (the forms observed 2026-04).
  private static let ofBetaAlone: [UserProperty] = [
    .scalar("isLicenseReconciliationNeeded") { _ in false },
    .complex("cloudRealtimeCommunicationInfo") { _ in ["isSipEnabled": false] },
    .complex("onPremisesSipInfo") { _ in
      ["isSipEnabled": false, "sipDeploymentLocation": nil, "sipPrimaryAddress": nil]
    },
  ]

  /// What Graph shows of a user without a value, where it is neither what the row says nor null.
  static let withoutValue: [String: @Sendable (UserView) -> JSONValue] = [
    "authorizationInfo": { _ in ["certificateUserIds": []] }, "identities": { $0.identities },
    // The service shows all fifteen, even of a user who has none (observed).
    "onPremisesExtensionAttributes": { _ in User.row("onPremisesExtensionAttributes")?.whole([:]) ?? .null },
  ]

  static let betaOnly = [
    "agentIdentityBlueprintId", "cloudRealtimeCommunicationInfo", "deviceKeys", "externalUserConvertedOn",
    "infoCatalogs",
    "isLicenseReconciliationNeeded", "onPremisesObjectIdentifier", "onPremisesSipInfo",
    "refreshTokensValidFromDateTime",
  ]

  /// The properties that `beta` shows of a user when the call selects none (the names observed 2026-04).
  static let betaNames = [
    "id", "deletedDateTime", "accountEnabled", "ageGroup", "agentIdentityBlueprintId", "businessPhones", "city",
    "createdDateTime", "creationType", "companyName", "consentProvidedForMinor", "country", "department", "displayName",
    "employeeId", "employeeHireDate", "employeeLeaveDateTime", "employeeType", "faxNumber", "givenName",
    "identityParentId", "imAddresses", "infoCatalogs", "isLicenseReconciliationNeeded", "isManagementRestricted",
    "isResourceAccount", "jobTitle", "legalAgeGroupClassification", "mail", "mailNickname", "mobilePhone",
    "onPremisesDistinguishedName", "onPremisesObjectIdentifier", "officeLocation", "onPremisesDomainName",
    "onPremisesImmutableId", "onPremisesLastSyncDateTime", "onPremisesSecurityIdentifier", "onPremisesSamAccountName",
    "onPremisesSyncEnabled", "onPremisesUserPrincipalName", "otherMails", "passwordPolicies", "postalCode",
    "preferredDataLocation", "preferredLanguage", "proxyAddresses", "refreshTokensValidFromDateTime",
    "securityIdentifier", "showInAddressList", "signInSessionsValidFromDateTime", "state", "streetAddress", "surname",
    "usageLocation", "userPrincipalName", "externalUserConvertedOn", "externalUserState",
    "externalUserStateChangeDateTime", "userType", "employeeOrgData", "passwordProfile", "assignedLicenses",
    "assignedPlans", "authorizationInfo", "cloudRealtimeCommunicationInfo", "deviceKeys", "identities",
    "onPremisesExtensionAttributes", "onPremisesProvisioningErrors", "onPremisesSipInfo", "provisionedPlans",
    "serviceProvisioningErrors",
  ]

  /// Relationships. A call may select them without effect (observed for groups: the context names them, the body lacks them). Each
  /// has a path of its own.
  static let navigation = [
    "activities", "adhocCalls", "agreementAcceptances", "appRoleAssignments", "authentication", "calendar",
    "calendarGroups", "calendarView", "calendars", "chats", "cloudClipboard", "cloudPCs", "contactFolders", "contacts",
    "createdObjects", "dataSecurityAndGovernance", "deviceManagementTroubleshootingEvents", "directReports", "drive",
    "drives", "employeeExperience", "events", "extensions", "followedSites", "inferenceClassification", "insights",
    "joinedTeams", "licenseDetails", "mailFolders", "managedAppRegistrations", "managedDevices", "manager", "memberOf",
    "messages", "oauth2PermissionGrants", "onPremisesSyncBehavior", "onenote", "onlineMeetings", "outlook",
    "ownedDevices", "ownedObjects", "people", "permissionGrants", "photo", "photos", "planner", "presence",
    "registeredDevices", "scopedRoleMemberOf", "settings", "solutions", "sponsorOf", "sponsors", "teamwork", "todo",
    "transitiveMemberOf",
  ]
}
