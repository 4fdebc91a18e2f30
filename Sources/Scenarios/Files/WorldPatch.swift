package import Directory
package import Time

/// What a scenario changes in the seeded world. Names are those of the seeds (`alice`, `mobile`) or new ones.
package struct WorldPatch: Sendable, Hashable {
  package struct UserPatch: Sendable, Hashable {
    /// Set for a user whom the seeds do not have.
    package var new: SeededDirectory.NewUser?
    package var displayName: String?
    package var userPrincipalName: String?
    package var password: String?
    /// In the place of a password, where only that is known.
    package var passwordDigest: SecretDigest?
    package var passwordChangedAt: UnixTime?
    package var mfa: User.MFA?
    package var isEnabled: Bool?
    package var isPasswordExpired: Bool?
    package var isLocked: Bool?
    package var isDeleted: Bool?
    /// Whether the user has left the places that the tenant trusts.
    package var isAway: Bool?
    /// Names of directory roles, in place of those held.
    package var directoryRoles: [String]?
    /// The alias of whom the user reports to.
    package var manager: String?
    /// Whether the user has a photo.
    package var hasPhoto: Bool?

    package init() {}
  }

  package struct TenantPatch: Sendable, Hashable {
    package var userConsent: Tenant.UserConsent?
    package var hasAdminConsentWorkflow: Bool?

    package init() {}
  }

  package struct ApplicationPatch: Sendable, Hashable {
    /// Set for an app that the seeds do not have.
    package var new: SeededDirectory.NewApplication?
    /// Beside those the app has.
    package var redirectURIs: [String] = []
    package var secret: String?
    /// In the place of a secret, where only that is known.
    package var secretDigest: SecretDigest?
    package var areSecretsExpired: Bool?
    /// Permissions of Microsoft Graph on the static list, in place of the seeded ones.
    package var permissions: RequiredAccess?
    /// Those of other APIs, in place of all that are there.
    package var otherPermissions: [RequiredAccess]?
    /// The app is taken away.
    package var isRemoved = false
    /// Whether an administrator has consented to the static list.
    package var isConsented: Bool?
    package var isEnabled: Bool?
    package var requiresAssignment: Bool?
    /// Aliases of the apps whose consent page covers this API's own permissions too.
    package var knownClients: [String] = []
    /// Beside those the app has; one of the same name is replaced.
    package var federatedCredentials: [FederatedCredential] = []
    /// Aliases of the apps that need nobody's consent for this API's permissions.
    package var preauthorizedClients: [String] = []
    /// Aliases of users who are given the app.
    package var assignedUsers: [String] = []
    /// The same of groups.
    package var assignedGroups: [String] = []
    package var groupMembershipClaims: GroupMembershipClaims?
    package var optionalClaims: OptionalClaims?

    package init() {}
  }

  /// One user or app with its changes; they are made in the order of the file.
  package struct Named<Patch: Sendable & Hashable>: Sendable, Hashable {
    package var alias: String
    package var patch: Patch

    package init(alias: String, patch: Patch) {
      self.alias = alias
      self.patch = patch
    }
  }

  package var tenants: [Named<TenantPatch>] = []
  package var users: [Named<UserPatch>] = []
  package var groups: [Named<GroupPatch>] = []
  package var applications: [Named<ApplicationPatch>] = []
  /// What is granted beside what the apps say of themselves.
  package var consents: [SeededDirectory.NewConsent] = []
  /// Their ids are those of the seeded world, which are the same in every run.
  package var policies: [AccessPolicy] = []

  package init() {}

  /// Makes the changes. What the patch names is there: the decoder saw to it.
  package func apply(to seeds: inout SeededDirectory) {
    for tenant in tenants { Self.apply(tenant.patch, to: tenant.alias, in: &seeds) }
    for user in users { Self.apply(user.patch, to: user.alias, in: &seeds) }
    for group in groups { Self.apply(group.patch, to: group.alias, in: &seeds) }
    for application in applications { Self.apply(application.patch, to: application.alias, in: &seeds) }
    for consent in consents { seeds.grant(consent) }
    for policy in policies { seeds.add(policy) }
  }

  static func apply(_ patch: TenantPatch, to alias: String, in seeds: inout SeededDirectory) {
    seeds.updateTenant(alias) { tenant in
      if let userConsent = patch.userConsent { tenant.userConsent = userConsent }
      if let hasWorkflow = patch.hasAdminConsentWorkflow { tenant.hasAdminConsentWorkflow = hasWorkflow }
    }
  }

  static func apply(_ patch: UserPatch, to alias: String, in seeds: inout SeededDirectory) {
    if let new = patch.new { seeds.add(new) }
    if let password = patch.password { seeds.setPassword(password, ofUser: alias) }
    if let digest = patch.passwordDigest { seeds.setPassword(digest, ofUser: alias) }
    let manager = patch.manager.flatMap { seeds.state.user(named: $0)?.id }
    seeds.updateUser(alias) { user in
      if let displayName = patch.displayName { user.displayName = displayName }
      if let name = patch.userPrincipalName {
        user.userPrincipalName = name
        user.mail = name
      }
      if let time = patch.passwordChangedAt { user.passwordChangedAt = time }
      if let isAway = patch.isAway { user.isAwayFromTrustedLocations = isAway ? true : nil }
      if let mfa = patch.mfa { user.mfa = mfa }
      if let isEnabled = patch.isEnabled { user.isEnabled = isEnabled }
      if let isExpired = patch.isPasswordExpired { user.isPasswordExpired = isExpired }
      if let isLocked = patch.isLocked { user.isLocked = isLocked }
      if let isDeleted = patch.isDeleted { user.isDeleted = isDeleted }
      if let roles = patch.directoryRoles { user.directoryRoles = roles }
      if let manager { user.manager = manager }
      if let hasPhoto = patch.hasPhoto { user.photo = hasPhoto ? user.photo ?? .sample : nil }
    }
  }

  static func apply(_ patch: ApplicationPatch, to alias: String, in seeds: inout SeededDirectory) {
    if patch.isRemoved { return seeds.removeApplication(alias) }
    if let new = patch.new { seeds.add(new) }
    seeds.addRedirectURIs(patch.redirectURIs, toApplication: alias)
    if let secret = patch.secret { seeds.setSecret(secret, ofApplication: alias) }
    if let digest = patch.secretDigest { seeds.setSecret(digest, ofApplication: alias) }
    if patch.areSecretsExpired == true { seeds.expireSecrets(ofApplication: alias) }
    if let permissions = patch.permissions { seeds.setPermissions(permissions, ofApplication: alias) }
    if let others = patch.otherPermissions { seeds.setOtherPermissions(others, ofApplication: alias) }
    switch patch.isConsented {
    case true?: seeds.grantConsent(toApplication: alias)
    case false?: seeds.withdrawConsent(toApplication: alias)
    case nil: break
    }
    if let isEnabled = patch.isEnabled { seeds.setEnabled(isEnabled, application: alias) }
    if let isRequired = patch.requiresAssignment { seeds.setRequiresAssignment(isRequired, ofApplication: alias) }
    if !patch.knownClients.isEmpty { seeds.addKnownClients(patch.knownClients, toApplication: alias) }
    for credential in patch.federatedCredentials { seeds.add(credential, toApplication: alias) }
    if !patch.preauthorizedClients.isEmpty { seeds.preauthorize(patch.preauthorizedClients, forApplication: alias) }
    for user in patch.assignedUsers { seeds.assign(user: user, toApplication: alias) }
    for group in patch.assignedGroups { seeds.assign(group: group, toApplication: alias) }
    seeds.setClaims(patch.groupMembershipClaims, patch.optionalClaims, ofApplication: alias)
  }
}
