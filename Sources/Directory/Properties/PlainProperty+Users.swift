extension PlainProperty {
  /// The fifteen texts of `onPremisesExtensionAttributes`.
  package static let extensionAttributes = (1...15).map { "extensionAttribute\($0)" }

  /// The plain properties of users, in the order in which answers and exports show them (Microsoft: "user resource type", "Update user").
  package static let ofUsers = table(
    """
    department | text | f | | The department.
    companyName | text | f | | The company.
    employeeId | text | fa | | The number of the employee.
    employeeType | text | fa | | The kind of worker, such as `Employee` or `Contractor`.
    employeeHireDate | time | fa | | When the user was hired, or will start to work.
    employeeLeaveDateTime | time | fa | | When the user left, or will leave.
    employeeOrgData | record costCenter,division | a | | The cost center and the division.
    streetAddress | text | f | | The street.
    city | text | f | | The city.
    state | text | f | | The state or province.
    postalCode | text | f | | The postal code.
    country | text | f | | The country or region, such as `DE`.
    faxNumber | text | f | | The fax number.
    usageLocation | text | fac | | The country where services are used, two letters.
    preferredDataLocation | text | ac | | Where the user's data is kept.
    mailNickname | text | fa | the sign-in name up to the `@` | The mail alias.
    otherMails | addresses | f | the mail address of a guest, else none | Other mail addresses.
    proxyAddresses | addresses | fr | `SMTP:` and the mail address | The addresses that get the user's mail, such as `SMTP:a@contoso.com`.
    imAddresses | addresses | fr | | The addresses for calls and messages.
    userType | choice Member,Guest | fac | `Guest` for a guest, else `Member` | How the user belongs to the tenant.
    creationType | text | fr | `Invitation` for a guest, else none | How the account was made, such as `LocalAccount`.
    createdDateTime | time | fr | when the user was made | When the account was made.
    externalUserState | choice PendingAcceptance,Accepted | fr | `Accepted` for a guest, else none | What became of the invitation.
    externalUserStateChangeDateTime | time | fr | as `createdDateTime` for a guest | When `externalUserState` changed.
    identities | records signInType,issuer,issuerAssignedId | fac | the sign-in name | The identities that the user signs in with.
    ageGroup | choice Minor,NotAdult,Adult | fac | | The age group.
    consentProvidedForMinor | choice Granted,Denied,NotRequired | fac | | Whether somebody consented for a minor.
    legalAgeGroupClassification | choice Undefined,MinorWithOutParentalConsent,MinorWithParentalConsent,MinorNoParentalConsentRequired,NotAdult,Adult | fr | what `ageGroup` and `consentProvidedForMinor` say | The legal age group.
    passwordPolicies | text | fac | | Policies of the password, such as `DisablePasswordExpiration`.
    showInAddressList | flag | fac | | Whether address lists show the user.
    isResourceAccount | flag | fa | | Whether the account belongs to a room or a device.
    onPremisesSyncEnabled | flag | fr | | Whether the user comes from an on-premises directory. Graph then refuses changes of most properties.
    onPremisesImmutableId | text | fac | | The anchor that ties the user to the one on-premises.
    onPremisesSamAccountName | text | fr | | `sAMAccountName` of the on-premises directory.
    onPremisesDomainName | text | fr | | The on-premises domain, such as `corp.contoso.com`.
    onPremisesUserPrincipalName | address | fr | | The sign-in name on-premises.
    onPremisesDistinguishedName | text | fr | | The distinguished name on-premises.
    onPremisesSecurityIdentifier | text | fr | | The security identifier on-premises, such as `S-1-5-21-1-2-3-1104`.
    onPremisesLastSyncDateTime | time | fr | | When the user last came from there.
    onPremisesExtensionAttributes | record \(extensionAttributes.joined(separator: ",")) | a | | The texts `extensionAttribute1` to `extensionAttribute15`. Each of them is a key of its own too.
    aboutMe | text | c | | What the user says of themselves.
    birthday | time | c | | The birthday.
    hireDate | time | c | | When SharePoint says that the user was hired.
    mySite | text | c | | The address of the user's site.
    preferredName | text | c | | The name that the user prefers.
    interests | texts | c | | Interests.
    pastProjects | texts | c | | Projects of the past.
    responsibilities | texts | c | | Responsibilities.
    schools | texts | c | | Schools.
    skills | texts | c | | Skills.
    authorizationInfo | anything | a | | The certificates that the user may sign in with, in Graph's form.
    customSecurityAttributes | anything | a | | Custom security attributes, in Graph's form.
    mailboxSettings | anything | c | | The settings of the mailbox, in Graph's form.
    print | anything | a | | The settings of the user's printers, in Graph's form.
    extensions | openExtensions | c | | [Open extensions](#own-data-of-users) by their names, such as `{ com.contoso.roaming: { theme: dark } }`.
    graph | graphMembers | | | Members that a client of Microsoft Graph wrote and that have no word here, as it wrote them. The server shows them and does not act on them.
    """)

  /// The plain properties of groups (Microsoft: "group resource type").
  package static let ofGroups = table(
    """
    mail | address | fr | short name and initial domain, for a group with mail | The mail address.
    mailNickname | text | f | the short name | The mail alias.
    proxyAddresses | addresses | fr | `SMTP:` and the mail address | The addresses that get the group's mail.
    visibility | choice Public,Private,HiddenMembership | | `Public` for a Microsoft 365 group | Who sees the group and its members.
    allowExternalSenders | flag | | | Whether people outside the organization may write to the group.
    autoSubscribeNewMembers | flag | | | Whether new members get the group's mail.
    hideFromAddressLists | flag | | | Whether address lists leave the group out.
    hideFromOutlookClients | flag | | | Whether Outlook leaves the group out.
    assignedLabels | anything | | | The sensitivity labels.
    writebackConfiguration | anything | | | Whether the group is written to an on-premises directory (`beta`).
    uniqueName | text | f | | A key that the owner chooses.
    classification | text | | | The classification, such as `Confidential`.
    directoryRoles | texts | r | | The directory roles that its members hold by being members. The group needs `isAssignableToRole`.
    isAssignableToRole | flag | f | | Whether the group can hold directory roles.
    membershipRule | text | | | The rule of a group with dynamic members. The server does not carry it out.
    membershipRuleProcessingState | choice On,Paused | | `On` with a `membershipRule` | Whether the rule is in force.
    createdDateTime | time | fr | when the group was made | When the group was made.
    expirationDateTime | time | r | | When the group ends.
    renewedDateTime | time | r | as `createdDateTime` | When the group was last renewed.
    preferredDataLocation | text | f | | Where the group's data is kept.
    preferredLanguage | text | f | | The language, such as `en-US`.
    theme | choice Teal,Purple,Green,Blue,Pink,Orange,Red | | | The color.
    creationOptions | texts | r | | How a client made the group.
    resourceBehaviorOptions | texts | r | | How its resources behave.
    resourceProvisioningOptions | texts | r | | Its resources, such as `Team`.
    onPremisesSyncEnabled | flag | fr | | Whether the group comes from an on-premises directory.
    onPremisesSamAccountName | text | fr | | `sAMAccountName` of the on-premises directory.
    onPremisesDomainName | text | fr | | The on-premises domain, such as `corp.contoso.com`.
    onPremisesNetBiosName | text | fr | | The short name of that domain, such as `CORP`.
    onPremisesSecurityIdentifier | text | fr | | The security identifier on-premises.
    onPremisesLastSyncDateTime | time | fr | | When the group last came from there.
    graph | graphMembers | | | Members that a client of Microsoft Graph wrote and that have no word here, as it wrote them. The server shows them and does not act on them.
    """)

  /// The plain properties of tenants, in Graph's order (Microsoft: "organization resource type").
  package static let ofTenants = table(
    """
    namedLocations | anything | | | Named locations in Graph's form. The server keeps them and looks at no address.
    allowInvitesFrom | choice none,adminsAndGuestInviters,adminsGuestInvitersAndAllMembers,everyone | | `everyone` | Who may invite guests.
    directoryRoles | texts | | | Directory roles that were activated, beside those that somebody holds.
    allowedToCreateApps | flag | | `true` | Whether users who are not administrators may register apps.
    allowedToCreateSecurityGroups | flag | | `true` | Whether users who are not administrators may make security groups.
    allowedToReadOtherUsers | flag | | `true` | Whether users who are not administrators may read other users.
    enableGroupCreation | flag | | `true` | Whether users who are not administrators may make Microsoft 365 groups.
    businessPhones | texts | | | The numbers of the organization.
    city | text | | | The city.
    country | text | | | The country or region by its name, such as `Germany`.
    defaultUsageLocation | text | | | The country where services are used, two letters.
    marketingNotificationEmails | texts | | | Where news is sent.
    onPremisesLastSyncDateTime | time | | | When the tenant was last brought up to date from an on-premises directory.
    onPremisesSyncEnabled | flag | | | Whether the tenant is kept like an on-premises directory.
    postalCode | text | | | The postal code.
    preferredLanguage | text | | `en` | The language, such as `de`.
    securityComplianceNotificationMails | texts | | | Where news of security is sent.
    securityComplianceNotificationPhones | texts | | | Whom news of security is told on the phone.
    state | text | | | The state or province.
    street | text | | | The street.
    technicalNotificationMails | texts | | | Where news of the service is sent.
    """)

  /// The group's property of that name.
  package static func ofGroup(_ name: String) -> PlainProperty? { ofGroups.first { $0.name == name } }

  /// The user's property of that name.
  package static func ofUser(_ name: String) -> PlainProperty? { ofUsers.first { $0.name == name } }
}
