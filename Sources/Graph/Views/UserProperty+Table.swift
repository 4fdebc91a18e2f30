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
    + unset("deletedDateTime", "deviceEnrollmentLimit", "identityParentId", "isManagementRestricted")
    + complex("passwordProfile")
    + followingFromState + empty("infoCatalogs", "onPremisesProvisioningErrors", "serviceProvisioningErrors")

  /// What sign-ins and licenses make.
  private static let followingFromState: [UserProperty] = [
    .complex("signInActivity") { $0.signInActivity },
    .collection("assignedPlans") { LicenseView.assignedPlans(of: $0.user) },
    .collection("licenseAssignmentStates") { LicenseView.states(of: $0.user) },
    .collection("provisionedPlans") { LicenseView.provisionedPlans(of: $0.user) },
  ]

  /// What Graph shows of a user without a value, where it is neither what the row says nor null.
  static let withoutValue: [String: @Sendable (UserView) -> JSONValue] = [
    "identities": { $0.identities },
    // The service shows all fifteen, even of a user who has none (observed).
    "onPremisesExtensionAttributes": { _ in User.row("onPremisesExtensionAttributes")?.whole([:]) ?? .null },
  ]

  static let betaOnly = ["infoCatalogs", "refreshTokensValidFromDateTime"]

  /// The properties that `beta` shows of a user when the call selects none.
  static let betaNames = [
    "id", "deletedDateTime", "accountEnabled", "ageGroup", "businessPhones", "city", "createdDateTime", "creationType",
    "companyName", "consentProvidedForMinor", "country", "department", "displayName", "employeeId", "employeeHireDate",
    "employeeLeaveDateTime", "employeeType", "faxNumber", "givenName", "imAddresses", "infoCatalogs",
    "isManagementRestricted", "isResourceAccount", "jobTitle", "mail", "mailNickname", "mobilePhone",
    "onPremisesDistinguishedName", "officeLocation", "onPremisesDomainName", "onPremisesImmutableId",
    "onPremisesLastSyncDateTime", "onPremisesSecurityIdentifier", "onPremisesSamAccountName", "onPremisesSyncEnabled",
    "onPremisesUserPrincipalName", "otherMails", "passwordPolicies", "postalCode", "preferredDataLocation",
    "preferredLanguage", "proxyAddresses", "refreshTokensValidFromDateTime", "showInAddressList",
    "signInSessionsValidFromDateTime", "state", "streetAddress", "surname", "usageLocation", "userPrincipalName",
    "externalUserState", "externalUserStateChangeDateTime", "userType", "employeeOrgData", "passwordProfile",
    "assignedLicenses", "assignedPlans", "identities", "onPremisesProvisioningErrors", "provisionedPlans",
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
