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
  package var id: ID {
    get { kept.facts.id }
    set { own().facts.id = newValue }
  }
  /// The tenant whose directory holds this object; for a guest the tenant that invited, not the home tenant.
  package var tenant: Tenant.ID {
    get { kept.facts.tenant }
    set { own().facts.tenant = newValue }
  }
  /// The short name that people type for the user, such as `alice`. Scenario files and the control API name the user
  /// by it; it is not a sign-in name.
  package var alias: String {
    get { kept.facts.alias }
    set { own().facts.alias = newValue }
  }
  /// The sign-in name. That of a guest has the form `name_home.domain#EXT#@domain`.
  package var userPrincipalName: String {
    get { kept.facts.userPrincipalName }
    set { own().facts.userPrincipalName = newValue }
  }
  /// `name` in tokens.
  package var displayName: String {
    get { kept.facts.displayName }
    set { own().facts.displayName = newValue }
  }
  package var givenName: String? {
    get { kept.facts.givenName }
    set { own().facts.givenName = newValue }
  }
  package var surname: String? {
    get { kept.facts.surname }
    set { own().facts.surname = newValue }
  }
  /// Nil: tokens of the user have no `email`.
  package var mail: String? {
    get { kept.facts.mail }
    set { own().facts.mail = newValue }
  }
  package var jobTitle: String? {
    get { kept.facts.jobTitle }
    set { own().facts.jobTitle = newValue }
  }
  package var mobilePhone: String? {
    get { kept.facts.mobilePhone }
    set { own().facts.mobilePhone = newValue }
  }
  package var officeLocation: String? {
    get { kept.facts.officeLocation }
    set { own().facts.officeLocation = newValue }
  }
  package var preferredLanguage: String? {
    get { kept.facts.preferredLanguage }
    set { own().facts.preferredLanguage = newValue }
  }
  package var businessPhones: [String] {
    get { kept.facts.businessPhones }
    set { own().facts.businessPhones = newValue }
  }
  /// Nil for a guest, who signs in with the password of the home account, and for an account without a password.
  package var password: SecretDigest? {
    get { kept.facts.password }
    set { own().facts.password = newValue }
  }
  /// A refresh token of a public client, and a session, that began with an older password no longer counts.
  package var passwordChangedAt: UnixTime {
    get { kept.facts.passwordChangedAt }
    set { own().facts.passwordChangedAt = newValue }
  }
  /// The user has to choose a new password at the next sign-in with the password.
  package var isPasswordExpired: Bool {
    get { kept.facts.isPasswordExpired }
    set { own().facts.isPasswordExpired = newValue }
  }
  /// When the password ends by itself. Nil: never.
  package var passwordEndsAt: UnixTime? {
    get { kept.facts.passwordEndsAt }
    set { own().facts.passwordEndsAt = newValue }
  }
  /// Refresh tokens and sessions from before this time no longer count (Graph: `signInSessionsValidFromDateTime`).
  package var tokensValidFrom: UnixTime {
    get { kept.facts.tokensValidFrom }
    set { own().facts.tokensValidFrom = newValue }
  }
  /// False: an administrator has disabled the account. Sign-ins and refreshes fail.
  package var isEnabled: Bool {
    get { kept.facts.isEnabled }
    set { own().facts.isEnabled = newValue }
  }
  /// The directory keeps a deleted user, so that the action `restore` can bring it back. Sign-ins and Graph answer as
  /// if there were no such user.
  package var isDeleted: Bool {
    get { kept.facts.isDeleted }
    set { own().facts.isDeleted = newValue }
  }

  /// The sign-in name of the user while it is deleted: the id stands before it, so that another user can have the name.
  package var nameWhileDeleted: String {
    let mark = "\(id)".filter { $0 != "-" }
    return userPrincipalName.hasPrefix(mark) ? userPrincipalName : mark + userPrincipalName
  }
  /// A sign-in with the password fails, even with the right one, until an action or the control API unlocks the
  /// account.
  package var isLocked: Bool {
    get { kept.facts.isLocked }
    set { own().facts.isLocked = newValue }
  }
  /// How a sign-in treats the second factor, beside Conditional Access policies.
  package var mfa: MFA {
    get { kept.facts.mfa }
    set { own().facts.mfa = newValue }
  }
  /// Where the codes of a customer's second factor go: e-mail addresses and phone numbers. Nil: as `mfa` says.
  package var factors: [String]? {
    get { kept.facts.factors }
    set { own().facts.factors = newValue }
  }
  /// How the user signs in.
  package var signsInWith: SignInMethod {
    get { kept.facts.signInMethod ?? .password }
    set { own().facts.signInMethod = newValue == .password ? nil : newValue }
  }
  /// Whether the user is outside the tenant's trusted locations. Nil counts as false.
  package var isAwayFromTrustedLocations: Bool? {
    get { kept.facts.isAwayFromTrustedLocations }
    set { own().facts.isAwayFromTrustedLocations = newValue }
  }
  package var comesFromBlockedAddress: Bool {
    get { kept.facts.isAtBlockedAddress ?? false }
    set { own().facts.isAtBlockedAddress = newValue ? true : nil }
  }
  /// The account in another tenant that this guest belongs to; nil for members and personal accounts.
  package var home: Home? {
    get { kept.facts.home }
    set { own().facts.home = newValue }
  }
  /// Display names of the directory roles that the user holds, such as `Global Administrator`.
  package var directoryRoles: [String] {
    get { kept.facts.directoryRoles }
    set { own().facts.directoryRoles = newValue }
  }
  /// The user's manager, a user of the same tenant; nil for none.
  package var manager: ID? {
    get { kept.facts.manager }
    set { own().facts.manager = newValue }
  }
  package var photo: ProfilePhoto? {
    get { kept.facts.photo }
    set { own().facts.photo = newValue }
  }
  /// The device from which the user signs in. Nil: a device that the tenant does not know.
  package var device: Device? {
    get { kept.facts.device }
    set { own().facts.device = newValue }
  }
  /// Claims that all tokens of the user state, whatever the service would say. Null takes a claim away. Nil: none.
  package var statedClaims: JSONObject? {
    get { kept.facts.statedClaims }
    set { own().facts.statedClaims = newValue }
  }
  package var createdAt: UnixTime {
    get { kept.facts.createdAt }
    set { own().facts.createdAt = newValue }
  }

  /// An enabled member without a password. The password counts as set, and tokens as valid, from `createdAt` on.
  package init(
    id: ID, tenant: Tenant.ID, alias: String, userPrincipalName: String, displayName: String, createdAt: UnixTime
  ) {
    kept = Kept(
      Facts(
        id: id, tenant: tenant, alias: alias, userPrincipalName: userPrincipalName, displayName: displayName,
        passwordChangedAt: createdAt, tokensValidFrom: createdAt, createdAt: createdAt))
  }

  // MARK: One reference

  /// What is known, in the order in which stores write it. Who reads or changes a member goes through the one of the same name above.
  private struct Facts: Sendable, Hashable, Codable {
    var id: ID
    var tenant: Tenant.ID
    var alias: String
    var userPrincipalName: String
    var displayName: String
    var givenName: String?
    var surname: String?
    var mail: String?
    var jobTitle: String?
    var mobilePhone: String?
    var officeLocation: String?
    var preferredLanguage: String?
    var businessPhones: [String] = []
    var password: SecretDigest?
    var passwordChangedAt: UnixTime
    var isPasswordExpired = false
    var passwordEndsAt: UnixTime?
    var tokensValidFrom: UnixTime
    var isEnabled = true
    var isDeleted = false
    var isLocked = false
    var mfa = MFA.none
    var factors: [String]?
    /// Nil for the password, as in stores that are older than the word.
    var signInMethod: SignInMethod?
    var isAwayFromTrustedLocations: Bool?
    /// Nil counts as false.
    var isAtBlockedAddress: Bool?
    var home: Home?
    var directoryRoles: [String] = []
    var manager: ID?
    var photo: ProfilePhoto?
    var device: Device?
    var statedClaims: JSONObject?
    /// Nil when it is as usual, as in stores that are older than mail.
    var mailFacts: MailboxFacts?
    /// Nil when there is none, as in stores that are older than plain properties.
    var plain: PlainProperties?
    var createdAt: UnixTime
  }

  private final class Kept: @unchecked Sendable {
    /// Changed only while one holder has the reference.
    var facts: Facts

    init(_ facts: Facts) { self.facts = facts }
  }

  /// Dozens of values hold a user, and each copy of one would copy every member. So a copy is one reference, until somebody changes it.
  private var kept: Kept

  private mutating func own() -> Kept {
    if !isKnownUniquelyReferenced(&kept) { kept = Kept(kept.facts) }
    return kept
  }

  package init(from decoder: any Decoder) throws { kept = Kept(try Facts(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try kept.facts.encode(to: encoder) }

  package static func == (left: Self, right: Self) -> Bool {
    left.kept === right.kept || left.kept.facts == right.kept.facts
  }

  package func hash(into hasher: inout Hasher) { kept.facts.hash(into: &hasher) }

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
    get { kept.facts.mailFacts ?? MailboxFacts() }
    set { own().facts.mailFacts = newValue == MailboxFacts() ? nil : newValue }
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
    get { kept.facts.plain ?? PlainProperties() }
    set { own().facts.plain = newValue.isEmpty ? nil : newValue }
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
