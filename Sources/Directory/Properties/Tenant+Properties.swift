extension Tenant {
  /// The properties of tenants that decide nothing, in Graph's order (Microsoft: "organization resource type").
  package static let rows: [Property<Tenant>] = [
    .plain(
      "namedLocations", .anything, "Named locations in Graph's form. The server keeps them and looks at no address."),
    .plain(
      "claimsMappingPolicies", .anything,
      "Claims mapping policies that were made by Graph, in its form, with the client ids of the `applications` that have them. What they say of "
        + "tokens stands in `claimsMappingPolicy` of the apps."),
    .plain(
      "allowInvitesFrom", .choice(["none", "adminsAndGuestInviters", "adminsGuestInvitersAndAllMembers", "everyone"]),
      "Who may invite guests.", new: "`everyone`"),
    .plain("directoryRoles", .texts, "Directory roles that were activated, beside those that somebody holds."),
    .plain("allowedToCreateApps", .flag, "Whether users who are not administrators may register apps.", new: "`true`"),
    .plain(
      "allowedToCreateSecurityGroups", .flag, "Whether users who are not administrators may make security groups.",
      new: "`true`"),
    .plain(
      "allowedToReadOtherUsers", .flag, "Whether users who are not administrators may read other users.", new: "`true`"),
    .plain(
      "enableGroupCreation", .flag, "Whether users who are not administrators may make Microsoft 365 groups.",
      new: "`true`"),
    .plain(
      "licenses", .products,
      "What the organization has bought: products by their part numbers with the number of licenses, such as `{ ENTERPRISEPACK: 25 }`. Graph "
        + "shows them as `subscribedSkus`, and `assignLicense` gives no others."),
    .plain(
      "premium", .flag,
      "Whether the tenant has Microsoft Entra ID P1 or P2. Without it Graph refuses the sign-ins and who has registered which method.",
      new: "`true`, or with `licenses` whether one of them has it"),
    .plain("businessPhones", .texts, "The numbers of the organization."),
    .plain("city", .text, "The city."),
    .plain("country", .text, "The country or region by its name, such as `Germany`."),
    .plain("defaultUsageLocation", .text, "The country where services are used, two letters."),
    .plain("marketingNotificationEmails", .texts, "Where news is sent."),
    .plain(
      "onPremisesLastSyncDateTime", .time, "When the tenant was last brought up to date from an on-premises directory."),
    .plain("onPremisesSyncEnabled", .flag, "Whether the tenant is kept like an on-premises directory."),
    .plain("postalCode", .text, "The postal code."),
    .plain("preferredLanguage", .text, "The language, such as `de`.", new: "`en`"),
    .plain("securityComplianceNotificationMails", .texts, "Where news of security is sent."),
    .plain("securityComplianceNotificationPhones", .texts, "Whom news of security is told on the phone."),
    .plain("state", .text, "The state or province."),
    .plain("street", .text, "The street."),
    .plain("technicalNotificationMails", .texts, "Where news of the service is sent."),
  ]
}
