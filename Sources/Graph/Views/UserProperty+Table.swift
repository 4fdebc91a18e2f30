import Directory
import JSON
import Time

extension UserProperty {
  /// Every property that can be selected.
  static let all: [UserProperty] =
    [
      .scalar("accountEnabled") { .bool($0.user.isEnabled) },
      .collection("businessPhones") { .strings($0.user.businessPhones) },
      .text("createdDateTime") { $0.user.createdAt.iso8601 },
      .text("creationType") { $0.user.isGuest ? "Invitation" : nil },
      .text("displayName") { $0.user.displayName },
      .text("externalUserState") { $0.user.isGuest ? "Accepted" : nil },
      .text("externalUserStateChangeDateTime") { $0.user.isGuest ? $0.user.createdAt.iso8601 : nil },
      .text("givenName") { $0.user.givenName },
      .text("id") { $0.id },
      .collection("identities") { $0.identities },
      .text("jobTitle") { $0.user.jobTitle },
      .text("lastPasswordChangeDateTime") { $0.user.passwordChangedAt.iso8601 },
      .text("mail") { $0.user.mail },
      .text("mailNickname") { $0.mailNickname },
      .text("mobilePhone") { $0.user.mobilePhone },
      .text("officeLocation") { $0.user.officeLocation },
      .collection("otherMails") { $0.user.isGuest ? .strings([$0.user.mail].compactMap { $0 }) : [] },
      .text("preferredLanguage") { $0.user.preferredLanguage },
      .collection("proxyAddresses") { .strings([$0.user.mail].compactMap { $0.map { "SMTP:" + $0 } }) },
      .text("refreshTokensValidFromDateTime") { $0.user.tokensValidFrom.iso8601 },
      .text("securityIdentifier") { SecurityIdentifier.text(of: $0.guid) },
      .text("signInSessionsValidFromDateTime") { $0.user.tokensValidFrom.iso8601 },
      .text("surname") { $0.user.surname },
      .text("userPrincipalName") { $0.user.userPrincipalName },
      .text("userType") { $0.user.isGuest ? "Guest" : "Member" },
    ]
    + unset(
      "aboutMe", "ageGroup", "birthday", "city", "companyName", "consentProvidedForMinor", "country", "deletedDateTime",
      "department", "employeeHireDate", "employeeId", "employeeLeaveDateTime", "employeeType", "faxNumber", "hireDate",
      "isManagementRestricted", "isResourceAccount", "legalAgeGroupClassification", "mySite",
      "onPremisesDistinguishedName", "onPremisesDomainName", "onPremisesImmutableId", "onPremisesLastSyncDateTime",
      "onPremisesSamAccountName", "onPremisesSecurityIdentifier", "onPremisesSyncEnabled",
      "onPremisesUserPrincipalName", "passwordPolicies", "postalCode", "preferredDataLocation", "preferredName",
      "showInAddressList", "state", "streetAddress", "usageLocation")
    + complex(
      "authorizationInfo", "customSecurityAttributes", "employeeOrgData", "mailboxSettings",
      "onPremisesExtensionAttributes", "passwordProfile", "print", "signInActivity")
    + empty(
      "assignedLicenses", "assignedPlans", "imAddresses", "infoCatalogs", "interests", "licenseAssignmentStates",
      "onPremisesProvisioningErrors", "pastProjects", "provisionedPlans", "responsibilities", "schools",
      "serviceProvisioningErrors", "skills")

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
    "activities", "agreementAcceptances", "appRoleAssignments", "authentication", "calendar", "calendarGroups",
    "calendars", "calendarView", "chats", "contactFolders", "contacts", "createdObjects", "directReports", "drive",
    "drives", "events", "extensions", "followedSites", "inferenceClassification", "insights", "joinedTeams",
    "licenseDetails", "mailFolders", "managedAppRegistrations", "managedDevices", "manager", "memberOf", "messages",
    "oauth2PermissionGrants", "onenote", "onlineMeetings", "outlook", "ownedDevices", "ownedObjects", "people",
    "permissionGrants", "photo", "photos", "planner", "presence", "registeredDevices", "scopedRoleMemberOf", "settings",
    "sponsors", "teamwork", "todo", "transitiveMemberOf",
  ]
}
