extension Group {
  /// The properties of groups (Microsoft: "group resource type").
  package static let rows = memberRows + plain

  /// What a group says of itself.
  package static let memberRows: [Property<Group>] = [
    .member(
      "displayName", \.displayName, "The name for people. A new group needs one.", filter: .text,
      [.byDefault, .isSortable, .isSearchable], new: "required"
    ).upTo(256),
    .member(
      "description", \.details, "The purpose of the group.",
      filter: [.equal, .notEqual, .not, .atLeast, .atMost, .startsWith], [.byDefault, .isSearchable]),
  ]

  /// The properties that decide nothing.
  private static let plain: [Property<Group>] = [
    .plain(
      "mail", .address, "The mail address.", filter: .text, [.isReadOnly, .byDefault, .isSearchable],
      new: "short name and initial domain, for a group with mail"),
    .plain(
      "mailNickname", .text, "The mail alias.", filter: .text, [.byDefault, .isSearchable], new: "the short name"
    ).upTo(64),
    .plain(
      "proxyAddresses", .addresses, "The addresses that get the group's mail.",
      filter: [.equal, .not, .atLeast, .atMost, .startsWith, .endsWith, .isEmpty], [.isReadOnly, .byDefault],
      new: "`SMTP:` and the mail address"),
    .plain(
      "visibility", .choice(["Public", "Private", "HiddenMembership"]), "Who sees the group and its members.",
      [.byDefault], new: "`Public` for a Microsoft 365 group"),
    .plain(
      "allowExternalSenders", .flag, "Whether people outside the organization may write to the group.",
      [.isKeptElsewhere]),
    .plain("autoSubscribeNewMembers", .flag, "Whether new members get the group's mail.", [.isKeptElsewhere]),
    .plain("hideFromAddressLists", .flag, "Whether address lists leave the group out.", [.isKeptElsewhere]),
    .plain("hideFromOutlookClients", .flag, "Whether Outlook leaves the group out.", [.isKeptElsewhere]),
    .plain("assignedLabels", .anything, "The sensitivity labels."),
    .plain(
      "writebackConfiguration", .anything, "Whether the group is written to an on-premises directory (`beta`).",
      [.isOfBeta]),
    .plain("uniqueName", .text, "A key that the owner chooses.", filter: .undocumented, [.byDefault]),
    .plain("classification", .text, "The classification, such as `Confidential`.", [.byDefault]),
    .plain(
      "directoryRoles", .texts,
      "The directory roles that its members hold by being members. The group needs `isAssignableToRole`.",
      [.isReadOnly, .isHidden]
    ),
    .plain(
      "isAssignableToRole", .flag, "Whether the group can hold directory roles.", filter: [.equal, .notEqual, .not],
      [.byDefault]),
    .plain(
      "membershipRule", .text, "The rule of a group with dynamic members. The server does not carry it out.",
      filter: [.equal, .notEqual, .not, .atLeast, .atMost, .startsWith], [.byDefault]),
    .plain(
      "membershipRuleProcessingState", .choice(["On", "Paused"]), "Whether the rule is in force.", filter: .choice,
      [.byDefault], new: "`On` with a `membershipRule`"),
    .plain(
      "createdDateTime", .time, "When the group was made.", filter: .undocumented, [.isReadOnly, .byDefault],
      new: "when the group was made"),
    .plain("expirationDateTime", .time, "When the group ends.", filter: .ordered, [.isReadOnly, .byDefault]),
    .plain(
      "renewedDateTime", .time, "When the group was last renewed.", filter: .ordered, [.isReadOnly, .byDefault],
      new: "as `createdDateTime`"),
    .plain("preferredDataLocation", .text, "Where the group's data is kept.", filter: .undocumented, [.byDefault]),
    .plain("preferredLanguage", .text, "The language, such as `en-US`.", filter: .text, [.byDefault]),
    .plain(
      "theme", .choice(["Teal", "Purple", "Green", "Blue", "Pink", "Orange", "Red"]), "The color.",
      filter: .undocumented, [.byDefault]),
    .plain("creationOptions", .texts, "How a client made the group.", [.isReadOnly, .byDefault, .isSetOnCreation]),
    .plain(
      "resourceBehaviorOptions", .texts, "How its resources behave.", [.isReadOnly, .byDefault, .isSetOnCreation]),
    .plain(
      "resourceProvisioningOptions", .texts, "Its resources, such as `Team`.", filter: [.equal, .not, .startsWith],
      [.isReadOnly, .byDefault, .isSetOnCreation]),
    .plain(
      "onPremisesSyncEnabled", .flag, "Whether the group comes from an on-premises directory.",
      filter: [.equal, .notEqual, .not, .among, .null], [.isReadOnly, .byDefault]),
    .plain(
      "onPremisesSamAccountName", .text, "`sAMAccountName` of the on-premises directory.",
      filter: [.equal, .notEqual, .not, .atLeast, .atMost, .among, .startsWith], [.isReadOnly, .byDefault]),
    .plain(
      "onPremisesDomainName", .text, "The on-premises domain, such as `corp.contoso.com`.", filter: .undocumented,
      [.isReadOnly, .byDefault]),
    .plain(
      "onPremisesNetBiosName", .text, "The short name of that domain, such as `CORP`.", filter: .undocumented,
      [.isReadOnly, .byDefault]),
    .plain(
      "onPremisesSecurityIdentifier", .text, "The security identifier on-premises.", filter: [.equal, .null],
      [.isReadOnly, .byDefault]),
    .plain(
      "onPremisesLastSyncDateTime", .time, "When the group last came from there.", filter: .ordered,
      [.isReadOnly, .byDefault]),
    .plain(
      "graph", .graphMembers,
      "Members that a client of Microsoft Graph wrote and that have no word here, as it wrote them. The server shows them and does not act on them."
    ),
  ]
}
