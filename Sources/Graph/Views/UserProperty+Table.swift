import Directory
import JSON
import Time

extension UserProperty {
  /// Every property that can be selected.
  static let all: [UserProperty] =
    [
      .scalar("accountEnabled") { .bool($0.user.isEnabled) },
      .collection("businessPhones") { .strings($0.user.businessPhones) },
      .text("displayName") { $0.user.displayName },
      .text("givenName") { $0.user.givenName },
      .text("id") { $0.id },
      .text("jobTitle") { $0.user.jobTitle },
      .text("lastPasswordChangeDateTime") { $0.user.passwordChangedAt.iso8601 },
      .text("mail") { $0.user.mail },
      .text("mobilePhone") { $0.user.mobilePhone },
      .text("officeLocation") { $0.user.officeLocation },
      .text("preferredLanguage") { $0.user.preferredLanguage },
      .text("refreshTokensValidFromDateTime") { $0.user.tokensValidFrom.iso8601 },
      .text("securityIdentifier") { SecurityIdentifier.text(of: $0.guid) },
      .text("signInSessionsValidFromDateTime") { $0.user.tokensValidFrom.iso8601 },
      .text("surname") { $0.user.surname },
      .text("userPrincipalName") { $0.user.userPrincipalName },
    ]
    + PlainProperty.ofUsers.filter { !$0.hasOwnForm }.map { row in .plain(row, derived[row.name]) }
    + unset("deletedDateTime", "deviceEnrollmentLimit", "identityParentId", "isManagementRestricted")
    + complex("passwordProfile", "signInActivity")
    + empty(
      "assignedLicenses", "assignedPlans", "infoCatalogs", "licenseAssignmentStates", "onPremisesProvisioningErrors",
      "provisionedPlans", "serviceProvisioningErrors")

  /// The values of plain properties that a user has without being given them.
  private static let derived: [String: @Sendable (UserView) -> JSONValue] = [
    "createdDateTime": { .string($0.user.createdAt.iso8601) },
    "creationType": { $0.user.isGuest ? "Invitation" : .null },
    "externalUserState": { $0.user.isGuest ? "Accepted" : .null },
    "externalUserStateChangeDateTime": { $0.user.isGuest ? $0.value(of: "createdDateTime") : .null },
    "identities": { $0.identities },
    "legalAgeGroupClassification": { .optional($0.legalAgeGroup) },
    "mailNickname": { .string($0.mailNickname) },
    // The service shows all fifteen, even of a user who has none (observed).
    "onPremisesExtensionAttributes": { _ in PlainProperty.ofUser("onPremisesExtensionAttributes")?.whole([:]) ?? .null
    },
    "otherMails": { $0.user.isGuest ? .strings([$0.user.mail].compactMap { $0 }) : [] },
    "proxyAddresses": { .strings([$0.user.mail].compactMap { $0.map { "SMTP:" + $0 } }) },
    "userType": { $0.user.isGuest ? "Guest" : "Member" },
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
