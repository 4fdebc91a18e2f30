import Bytes
package import JSON
package import Mail
package import Time

/// A user object in a tenant: a member, a guest, or a personal account.
package struct User: PropertyHolder, Hashable, Codable {
  package typealias ID = Identifier<User>

  /// Whether the user has to prove a second factor, and can.
  package enum MFA: String, Sendable, Codable, CaseIterable {
    /// The sign-in does not ask for a second factor, unless a Conditional Access policy demands it.
    case none
    /// Every sign-in without a second factor asks for one. The user has registered a method.
    case required
    /// Every sign-in asks for a second factor, but the user has no method yet and has to register one first.
    case unregistered
  }

  /// The account behind a guest: the object in the guest's home tenant (`utid` and `uid` of `client_info`).
  package struct Home: Sendable, Hashable, Codable {
    package var tenant: Tenant.ID
    package var user: User.ID

    package init(tenant: Tenant.ID, user: User.ID) {
      self.tenant = tenant
      self.user = user
    }
  }

  /// A device that is registered in the tenant (Microsoft: "What is device identity?").
  package struct Device: Sendable, Hashable, Codable {
    package typealias ID = Identifier<Device>

    /// `deviceid` in tokens.
    package var id: ID
    /// Whether a management service says that the device keeps the organization's rules: Conditional Access asks for it with
    /// `compliantDevice`.
    package var isCompliant: Bool
    /// Whether the device is joined to the organization's domain: Conditional Access asks for it with `domainJoined`.
    package var isJoined: Bool
    /// False: an administrator has disabled the device. Nil counts as true.
    package var isEnabled: Bool?
    /// False: no management service looks after the device. Nil counts as true.
    package var isManaged: Bool?

    package init(id: ID, isCompliant: Bool, isJoined: Bool) {
      self.id = id
      self.isCompliant = isCompliant
      self.isJoined = isJoined
    }

    /// The id of the device of a user with that short name, when the scenario says none. It is the same in every run.
    package static func id(ofUser alias: String) -> ID { ID(SeededDirectory.derived("device", alias)) }
  }

  /// The object id (`oid`) in `tenant`.
  package var id: ID
  /// The tenant whose directory holds this object; for a guest the tenant that invited, not the home tenant.
  package var tenant: Tenant.ID
  /// The short name that people type for the user, such as `alice`. Scenario files and the control API name the user
  /// by it; it is not a sign-in name.
  package var alias: String
  /// The sign-in name. That of a guest has the form `name_home.domain#EXT#@domain`.
  package var userPrincipalName: String
  /// `name` in tokens.
  package var displayName: String
  package var givenName: String?
  package var surname: String?
  /// Nil: tokens of the user have no `email`.
  package var mail: String?
  package var jobTitle: String?
  package var mobilePhone: String?
  package var officeLocation: String?
  package var preferredLanguage: String?
  package var businessPhones: [String] = []
  /// Nil for a guest, who signs in with the password of the home account, and for an account without a password.
  package var password: SecretDigest?
  /// A refresh token of a public client, and a session, that began with an older password no longer counts.
  package var passwordChangedAt: UnixTime
  /// The user has to choose a new password at the next sign-in with the password.
  package var isPasswordExpired = false
  /// When the password ends by itself. Nil: never.
  package var passwordEndsAt: UnixTime?
  /// Refresh tokens and sessions from before this time no longer count (Graph: `signInSessionsValidFromDateTime`).
  package var tokensValidFrom: UnixTime
  /// False: an administrator has disabled the account. Sign-ins and refreshes fail.
  package var isEnabled = true
  /// The directory keeps a deleted user, so that the action `restore` can bring it back. Sign-ins and Graph answer as
  /// if there were no such user.
  package var isDeleted = false

  /// The sign-in name of the user while it is deleted: the id stands before it, so that another user can have the name.
  package var nameWhileDeleted: String {
    let mark = "\(id)".filter { $0 != "-" }
    return userPrincipalName.hasPrefix(mark) ? userPrincipalName : mark + userPrincipalName
  }
  /// A sign-in with the password fails, even with the right one, until an action or the control API unlocks the
  /// account.
  package var isLocked = false
  /// How a sign-in treats the second factor, beside Conditional Access policies.
  package var mfa = MFA.none
  /// Where the codes of a customer's second factor go: e-mail addresses and phone numbers. Nil: as `mfa` says.
  package var factors: [String]?
  /// How the user signs in. Kept as nil for the password, as in stores that are older than the word.
  private var method: SignInMethod?
  package var signsInWith: SignInMethod {
    get { method ?? .password }
    set { method = newValue == .password ? nil : newValue }
  }
  /// Whether the user is outside the tenant's trusted locations. Nil counts as false.
  package var isAwayFromTrustedLocations: Bool?
  /// Whether the service blocks the address from which the user signs in, for its many wrong passwords. Nil counts as false.
  private var isAtBlockedAddress: Bool?
  package var comesFromBlockedAddress: Bool {
    get { isAtBlockedAddress ?? false }
    set { isAtBlockedAddress = newValue ? true : nil }
  }
  /// The account in another tenant that this guest belongs to; nil for members and personal accounts.
  package var home: Home?
  /// Display names of the directory roles that the user holds, such as `Global Administrator`.
  package var directoryRoles: [String] = []
  /// The user's manager, a user of the same tenant; nil for none.
  package var manager: ID?
  package var photo: ProfilePhoto?
  /// The device from which the user signs in. Nil: a device that the tenant does not know.
  package var device: Device?
  /// Claims that all tokens of the user state, whatever the service would say. Null takes a claim away. Nil: none.
  package var statedClaims: JSONObject?
  /// Kept as nil when it is as usual, as in stores that are older than mail.
  private var mailFacts: MailboxFacts?
  /// Kept as nil when there is none, as in stores that are older than plain properties.
  private var plain: PlainProperties?
  package var createdAt: UnixTime

  /// An enabled member without a password. The password counts as set, and tokens as valid, from `createdAt` on.
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

  /// What the mailbox is, and who may use it.
  package struct MailboxFacts: Sendable, Hashable, Codable {
    /// Nil: members have a mailbox, guests have none.
    package var state: MailCheck.Mailbox?
    /// Who may send mail as if this user had sent it.
    package var sendAs: [ID] = []
    /// Who may send mail that says that it is on behalf of this user.
    package var sendOnBehalf: [ID] = []
    /// Who may read and change everything in the mailbox.
    package var fullAccess: [ID] = []
  }

  package var mailbox: MailboxFacts {
    get { mailFacts ?? MailboxFacts() }
    set { mailFacts = newValue == MailboxFacts() ? nil : newValue }
  }

  /// The mailbox as the mail service finds it.
  package var mailboxState: MailCheck.Mailbox {
    mailbox.state ?? (isGuest || properties["externalUserState"] != nil ? .none : .cloud)
  }

  /// Every address of the user, in small letters: the sign-in name, the mail address and the proxy addresses.
  package var mailAddresses: Set<String> {
    let proxies = properties["proxyAddresses"]?.strings ?? []
    return Set(
      ([userPrincipalName, mail].compactMap(\.self)
        + proxies.filter { ASCII.lowercased($0).hasPrefix("smtp:") }.map { String($0.dropFirst(5)) })
        .map { ASCII.lowercased($0) })
  }

  /// The properties that decide nothing, such as the department.
  package var properties: PlainProperties {
    get { plain ?? PlainProperties() }
    set { plain = newValue.isEmpty ? nil : newValue }
  }

  package var isGuest: Bool { home != nil }

  /// Whether the user has to choose a new password, because somebody said so or because the old one has ended.
  package func needsNewPassword(at now: UnixTime) -> Bool {
    isPasswordExpired || passwordEndsAt.map { $0 <= now } == true
  }

  /// The account as clients know it, in `uid` and `utid` of `client_info`: the home object of a guest, else this
  /// object.
  package var homeAccount: Home { home ?? Home(tenant: tenant, user: id) }

  /// Whether the user holds one of `DirectoryRole.consenting`, the roles that may consent for the whole tenant.
  package var isAdministrator: Bool {
    directoryRoles.contains { DirectoryRole.named($0).map(DirectoryRole.consenting.contains) ?? false }
  }

  /// The consent page offers to consent for the whole tenant to this role only.
  package var isGlobalAdministrator: Bool { directoryRoles.contains(DirectoryRole.globalAdministrator.displayName) }
}
