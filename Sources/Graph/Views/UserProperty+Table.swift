import Directory
import JSON
import Time

extension UserProperty {
  /// Every property that can be selected: those that follow from something else, then those that are words or that users here lack.
  static let all: [UserProperty] =
    [
      .text("createdDateTime") { $0.user.createdAt.iso8601 },
      .text("creationType") { $0.user.isGuest ? "Invitation" : nil },
      .text("externalUserState") { $0.user.isGuest ? "Accepted" : nil },
      .text("externalUserStateChangeDateTime") { $0.user.isGuest ? $0.user.createdAt.iso8601 : nil },
      .text("id") { $0.id },
      .collection("identities") { $0.identities },
      .text("lastPasswordChangeDateTime") { $0.user.passwordChangedAt.iso8601 },
      .text("mailNickname") { $0.mailNickname },
      .collection("otherMails") { $0.user.isGuest ? .strings([$0.user.mail].compactMap { $0 }) : [] },
      .collection("proxyAddresses") { .strings([$0.user.mail].compactMap { $0.map { "SMTP:" + $0 } }) },
      .text("refreshTokensValidFromDateTime") { $0.user.tokensValidFrom.iso8601 },
      .text("securityIdentifier") { SecurityIdentifier.text(of: $0.guid) },
      .text("signInSessionsValidFromDateTime") { $0.user.tokensValidFrom.iso8601 },
      .text("userPrincipalName") { $0.user.userPrincipalName },
      .text("userType") { $0.user.isGuest ? "Guest" : "Member" },
    ]
    + scalars(
      "aboutMe", "accountEnabled", "ageGroup", "birthday", "city", "companyName", "consentProvidedForMinor", "country",
      "deletedDateTime",
      "department", "displayName", "employeeHireDate", "employeeId", "employeeLeaveDateTime", "employeeType",
      "faxNumber",
      "givenName", "hireDate", "isManagementRestricted", "isResourceAccount", "jobTitle", "legalAgeGroupClassification",
      "mail", "mobilePhone", "mySite", "officeLocation",
      "onPremisesDistinguishedName", "onPremisesDomainName", "onPremisesImmutableId", "onPremisesLastSyncDateTime",
      "onPremisesSamAccountName", "onPremisesSecurityIdentifier", "onPremisesSyncEnabled",
      "onPremisesUserPrincipalName", "passwordPolicies", "postalCode", "preferredDataLocation",
      "preferredLanguage", "preferredName", "showInAddressList", "state", "streetAddress", "surname", "usageLocation")
    + complex(
      "authorizationInfo", "customSecurityAttributes", "employeeOrgData", "mailboxSettings",
      "onPremisesExtensionAttributes", "passwordProfile", "print", "signInActivity")
    + collections(
      "assignedLicenses", "assignedPlans", "businessPhones", "imAddresses", "infoCatalogs", "interests",
      "licenseAssignmentStates",
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
