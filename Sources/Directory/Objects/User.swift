package import Time

/// A user object in a tenant: a member, a guest, or a personal account.
package struct User: Sendable, Hashable, Codable {
  package typealias ID = Identifier<User>

  /// What multi-factor authentication has to do with this user.
  package enum MFA: String, Sendable, Codable, CaseIterable {
    /// Never asked for, unless a policy asks.
    case none
    /// Demanded at every sign-in that has no proof yet; the user has a method.
    case required
    /// Demanded, and the user has no method yet: must enrol first.
    case unregistered
  }

  /// Where a guest's account lives.
  package struct Home: Sendable, Hashable, Codable {
    package var tenant: Tenant.ID
    package var user: User.ID

    package init(tenant: Tenant.ID, user: User.ID) {
      self.tenant = tenant
      self.user = user
    }
  }

  /// The object id (`oid`) in `tenant`.
  package var id: ID
  package var tenant: Tenant.ID
  /// What a person types for the user: `alice`.
  package var alias: String
  package var userPrincipalName: String
  package var displayName: String
  package var givenName: String?
  package var surname: String?
  package var mail: String?
  package var jobTitle: String?
  package var mobilePhone: String?
  package var officeLocation: String?
  package var preferredLanguage: String?
  package var businessPhones: [String] = []
  /// Nil for a guest, whose password is in the home tenant, and for accounts without one.
  package var password: SecretDigest?
  package var passwordChangedAt: UnixTime
  package var isPasswordExpired = false
  /// Sign-ins before this time no longer count (Graph: `signInSessionsValidFromDateTime`).
  package var tokensValidFrom: UnixTime
  package var isEnabled = true
  package var isDeleted = false
  package var isLocked = false
  package var mfa = MFA.none
  /// Whether the user has left the places that the tenant trusts; nil, as false, in it.
  package var isAwayFromTrustedLocations: Bool?
  package var home: Home?
  /// Names of directory roles held, such as `Global Administrator`.
  package var directoryRoles: [String] = []
  /// Whom the user reports to, an object of the same tenant.
  package var manager: ID?
  package var photo: ProfilePhoto?
  package var createdAt: UnixTime

  package init(
    id: ID, tenant: Tenant.ID, alias: String, userPrincipalName: String, displayName: String, createdAt: UnixTime
  ) {
    self.id = id
    self.tenant = tenant
    self.alias = alias
    self.userPrincipalName = userPrincipalName
    self.displayName = displayName
    self.createdAt = createdAt
    passwordChangedAt = createdAt
    tokensValidFrom = createdAt
  }

  package var isGuest: Bool { home != nil }

  /// The account as clients know it, `uid` and `utid` of `client_info`: the home object of a guest, else this one.
  package var homeAccount: Home { home ?? Home(tenant: tenant, user: id) }

  /// Holds a role that may consent for everybody.
  package var isAdministrator: Bool {
    directoryRoles.contains { DirectoryRole.named($0).map(DirectoryRole.consenting.contains) ?? false }
  }

  package var isGlobalAdministrator: Bool { directoryRoles.contains(DirectoryRole.globalAdministrator.displayName) }
}
