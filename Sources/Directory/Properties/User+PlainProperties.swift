extension User {
  /// The properties that decide nothing.
  static let plainProfile: [Property<User>] = organization + address + identity + directory + profile

  /// What the organization says of people.
  private static let organization: [Property<User>] = [
    .plain(
      "department", .text, "The department.", filter: [.equal, .notEqual, .not, .atLeast, .atMost, .among, .null],
      [.isMapped]
    ).upTo(64),
    .plain("companyName", .text, "The company.", filter: .text, [.isMapped]).upTo(64),
    .plain("employeeId", .text, "The number of the employee.", filter: .text, [.ofAdministrators, .isMapped]).upTo(16),
    .plain(
      "employeeType", .text, "The kind of worker, such as `Employee` or `Contractor`.",
      filter: [.equal, .notEqual, .not, .atLeast, .atMost, .among, .startsWith], [.ofAdministrators]),
    .plain(
      "employeeHireDate", .time, "When the user was hired, or will start to work.", filter: .ordered,
      [.ofAdministrators]),
    .plain("employeeLeaveDateTime", .time, "When the user left, or will leave.", filter: .ordered, [.ofAdministrators]),
    .plain(
      "employeeOrgData", .record(["costCenter", "division"]), "The cost center and the division.", [.ofAdministrators]),
  ]

  /// Where people are.
  private static let address: [Property<User>] = [
    .plain("streetAddress", .text, "The street.", filter: .text, [.isMapped]).upTo(1024),
    .plain("city", .text, "The city.", filter: .text, [.isMapped]).upTo(128),
    .plain("state", .text, "The state or province.", filter: .text, [.isMapped]).upTo(128),
    .plain("postalCode", .text, "The postal code.", filter: .text, [.isMapped]).upTo(40),
    .plain("country", .text, "The country or region, such as `DE`.", filter: .text, [.isMapped]).upTo(128),
    .plain("faxNumber", .text, "The fax number.", filter: .text, [.isMapped]),
    .plain(
      "usageLocation", .text, "The country where services are used, two letters.", filter: .text,
      [.ofAdministrators, .isCloudManaged]),
    .plain(
      "preferredDataLocation", .text, "Where the user's data is kept.", [.ofAdministrators, .isCloudManaged, .isMapped]),
  ]

  /// Who people are in the directory.
  private static let identity: [Property<User>] = [
    .plain(
      "mailNickname", .text, "The mail alias.", filter: .text, [.ofAdministrators, .isMapped],
      new: "the sign-in name up to the `@`", usual: \.usualMailNickname
    ).upTo(64),
    .plain(
      "otherMails", .addresses, "Other mail addresses.",
      filter: [.equal, .not, .atLeast, .atMost, .among, .startsWith, .endsWith, .isEmpty], [.isMapped],
      new: "the mail address of a guest, else none", usual: \.usualOtherMails),
    .plain(
      "proxyAddresses", .addresses, "The addresses that get the user's mail, such as `SMTP:a@contoso.com`.",
      filter: [.equal, .not, .atLeast, .atMost, .startsWith, .endsWith, .isEmpty],
      [.isReadOnly, .isChangedInBeta, .ofAdministrators, .isMapped], new: "`SMTP:` and the mail address",
      usual: \.usualProxyAddresses),
    .plain(
      "imAddresses", .addresses, "The addresses for calls and messages.",
      filter: [.equal, .not, .atLeast, .atMost, .startsWith], [.isReadOnly]),
    .plain(
      "userType", .choice(["Member", "Guest"]), "How the user belongs to the tenant.",
      filter: [.equal, .notEqual, .not, .among, .null], [.ofAdministrators, .isCloudManaged, .isMapped],
      new: "`Guest` for a guest, else `Member`", usual: \.usualUserType),
    .plain(
      "creationType", .text, "How the account was made, such as `LocalAccount`.", filter: .choice,
      [.isReadOnly, .isMapped], new: "`Invitation` for a guest, else none", usual: \.usualCreationType),
    .plain(
      "createdDateTime", .time, "When the account was made.", filter: .ordered,
      [.isReadOnly, .isMapped, .isSortableWhenAdvanced], new: "when the user was made", usual: \.usualCreatedDateTime),
    .plain(
      "externalUserState", .choice(["PendingAcceptance", "Accepted"]), "What became of the invitation.",
      filter: .choice, [.isReadOnly], new: "`Accepted` for a guest, else none", usual: \.usualExternalUserState),
    .plain(
      "externalUserStateChangeDateTime", .time, "When `externalUserState` changed.", filter: .choice, [.isReadOnly],
      new: "as `createdDateTime` for a guest", usual: \.usualExternalUserStateChangeDateTime),
    .plain(
      "identities", .records(["signInType", "issuer", "issuerAssignedId"]),
      "The identities that the user signs in with.", filter: [.equal], [.ofAdministrators, .isCloudManaged],
      new: "the sign-in name"),
    .plain(
      "ageGroup", .choice(["Minor", "NotAdult", "Adult"]), "The age group.", filter: .choice,
      [.ofAdministrators, .isCloudManaged]),
    .plain(
      "consentProvidedForMinor", .choice(["Granted", "Denied", "NotRequired"]),
      "Whether somebody consented for a minor.", filter: .choice, [.ofAdministrators, .isCloudManaged, .isMapped]),
    .plain(
      "legalAgeGroupClassification",
      .choice([
        "Undefined", "MinorWithOutParentalConsent", "MinorWithParentalConsent", "MinorNoParentalConsentRequired",
        "NotAdult", "Adult",
      ]), "The legal age group.", filter: .undocumented, [.isReadOnly],
      new: "what `ageGroup` and `consentProvidedForMinor` say", usual: \.usualLegalAgeGroupClassification),
    .plain(
      "passwordPolicies", .text, "Policies of the password, such as `DisablePasswordExpiration`.",
      filter: [.notEqual, .not, .null], [.ofAdministrators, .isCloudManaged]),
    .plain(
      "showInAddressList", .flag, "Whether address lists show the user.", filter: .undocumented,
      [.ofAdministrators, .isCloudManaged]),
    .plain(
      "assignedLicenses", .licenses,
      "The licenses that the user has: part numbers such as `ENTERPRISEPACK`, or mappings of `skuId` and `disabledPlans`.",
      filter: [.equal, .not, .isEmpty], [.isReadOnly]),
    .plain(
      "signInActivity",
      .times(["lastSignInDateTime", "lastNonInteractiveSignInDateTime", "lastSuccessfulSignInDateTime"]),
      "When the user last signed in, as Graph shows it until a sign-in of the journal is later.", [.isReadOnly],
      new: "what the journal has"),
    .plain(
      "isResourceAccount", .flag, "Whether the account belongs to a room or a device.", filter: .undocumented,
      [.ofAdministrators]),
  ]

  /// What comes from on-premises.
  private static let directory: [Property<User>] = [
    .plain(
      "onPremisesSyncEnabled", .flag,
      "Whether the user comes from an on-premises directory. Graph then refuses changes of most properties.",
      filter: [.equal, .notEqual, .not, .among, .null], [.isReadOnly, .isMapped]),
    .plain(
      "onPremisesImmutableId", .text, "The anchor that ties the user to the one on-premises.", filter: .ordered,
      [.ofAdministrators, .isCloudManaged, .isMapped]),
    .plain(
      "onPremisesSamAccountName", .text, "`sAMAccountName` of the on-premises directory.",
      filter: [.equal, .notEqual, .not, .atLeast, .atMost, .among, .startsWith],
      [.isReadOnly, .isMapped, .isFilteredWhenAdvanced]),
    .plain(
      "onPremisesDomainName", .text, "The on-premises domain, such as `corp.contoso.com`.", filter: .undocumented,
      [.isReadOnly, .isMapped]),
    .plain(
      "onPremisesUserPrincipalName", .address, "The sign-in name on-premises.",
      filter: [.equal, .notEqual, .not, .atLeast, .atMost, .among, .startsWith], [.isReadOnly, .isMapped]),
    .plain(
      "onPremisesDistinguishedName", .text, "The distinguished name on-premises.", filter: .undocumented, [.isReadOnly]),
    .plain(
      "onPremisesSecurityIdentifier", .text, "The security identifier on-premises, such as `S-1-5-21-1-2-3-1104`.",
      filter: [.equal, .null], [.isReadOnly, .isMapped]),
    .plain("onPremisesLastSyncDateTime", .time, "When the user last came from there.", filter: .ordered, [.isReadOnly]),
    .plain(
      "onPremisesExtensionAttributes", .record(PropertyKind.extensionAttributes),
      "The texts `extensionAttribute1` to `extensionAttribute15`. Each of them is a key of its own too.",
      [.ofAdministrators]),
  ]

  /// What people say of themselves, and what Graph alone knows.
  private static let profile: [Property<User>] = [
    .plain("aboutMe", .text, "What the user says of themselves.", [.isCloudManaged, .isKeptElsewhere]),
    .plain("birthday", .time, "The birthday.", [.isCloudManaged, .isKeptElsewhere]),
    .plain("hireDate", .time, "When SharePoint says that the user was hired.", [.isCloudManaged, .isKeptElsewhere]),
    .plain("mySite", .text, "The address of the user's site.", [.isCloudManaged, .isKeptElsewhere]),
    .plain("preferredName", .text, "The name that the user prefers.", [.isCloudManaged, .isKeptElsewhere]),
    .plain("interests", .texts, "Interests.", [.isCloudManaged, .isKeptElsewhere]),
    .plain("pastProjects", .texts, "Projects of the past.", [.isCloudManaged, .isKeptElsewhere]),
    .plain("responsibilities", .texts, "Responsibilities.", [.isCloudManaged, .isKeptElsewhere]),
    .plain("schools", .texts, "Schools.", [.isCloudManaged, .isKeptElsewhere]),
    .plain("skills", .texts, "Skills.", [.isCloudManaged, .isKeptElsewhere]),
    .plain(
      "authorizationInfo", .anything, "The certificates that the user may sign in with, in Graph's form.",
      [.ofAdministrators]),
    .plain("customSecurityAttributes", .anything, "Custom security attributes, in Graph's form.", [.ofAdministrators]),
    .plain(
      "mailboxSettings", .anything, "The settings of the mailbox, in Graph's form.",
      [.isCloudManaged, .isKeptElsewhere]),
    .plain("print", .anything, "The settings of the user's printers, in Graph's form.", [.ofAdministrators]),
    .plain(
      "extensions", .openExtensions,
      "[Open extensions](#own-data-of-users) by their names, such as `{ com.contoso.roaming: { theme: dark } }`.",
      [.isCloudManaged]),
    .plain(
      "graph", .graphMembers,
      "Members that a client of Microsoft Graph wrote and that have no word here, as it wrote them. The server shows them and does not act on them."
    ),
  ]
}
