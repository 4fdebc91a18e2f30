package import Directory
import JSON
import Mail
import Time

extension User: WordedEntry {
  package typealias New = NewUser

  package static let references = words.compactMap(\.own)

  package static let words: [Word<User>] =
    identity + rows(nameRows) + belonging + rows(profileRows) + relations + rows(plainRows)
    + [.extensionAttributes, .directoryExtensions] + mailWords + secondFactor + rows(signInRows) + signIn

  private static func rows(_ rows: [Property<User>]) -> [Word<User>] { rows.map { .row($0) } }

  private static let identity: [Word<User>] = [
    .shown("alias", .text, "The short name.") { user, _ in user.alias },
    .beginning("id", .guid, "The object id.", new: "follows from the alias") { user, _ in user.id.guid },
    .action(
      "userPrincipalName", .signInName,
      "The sign-in name. Its domain chooses the tenant of a new user who names no `tenant`.",
      new: "the alias in the tenant's default domain, such as `ALIAS@contoso.onmicrosoft.com`",
      difference: { now, base, comparison in
        let name = comparison.now.signInName(now.userPrincipalName)
        return said(.string(name), unless: name == comparison.before.signInName(base.userPrincipalName))
      },
      show: (.word, true, { user, _ in .string(user.userPrincipalName) }),
      own: { user, ownership in
        user.userPrincipalName = ownership.identity.own(name: user.userPrincipalName, domains: ownership.domains)
      },
      { name, _ in
        .object {
          $0.userPrincipalName = name
          $0.mail = name
        }
      }),
  ]

  private static let belonging: [Word<User>] = [
    .beginning(
      "tenant", .tenant,
      "The user's tenant. A guest's tenant is the one that invites the guest. `personal-accounts` makes a personal account: its sign-in name "
        + "may have any domain that no tenant has.", new: "that of the sign-in name, else the first tenant"
    ) { user, _ in user.tenant },
    .beginning(
      "home", .user,
      "Makes the new user a guest: the account in another tenant, or the personal account, that the guest signs in with.",
      new: "none: a member", always: false
    ) { user, _ in user.home?.user },
  ]

  private static let relations: [Word<User>] = [
    .member(
      "manager", \.manager, .optional(.manager), "The user to whom the user reports. That one stands above in the file."
    ),
    .action(
      "photo", .photo, "Whether the user has a photo: `true` gives a small one, a text is a JPEG in Base64.",
      new: "`false`",
      difference: { now, base, comparison in
        let value = now.photo.written
        return said(value, unless: value == base.photo.written)
      },
      show: (WordType.photo.shown, false, { user, _ in user.photo.map { _ in true } }),
      { photo, _ in .object { $0.photo = photo.photo(of: $0) } }),
    .member(
      "roles", \.directoryRoles,
      .list(of: .directoryRole, "a list such as [Global Administrator]", label: "list of directory roles"),
      "The directory roles, in the place of those that the user holds. A `Global Administrator` may consent for everybody."
    ),
  ]

  private static let mailWords: [Word<User>] = [
    .member(
      "mailbox", \.mailbox.state, .optional(.choice),
      "The [mailbox](mail.md#who-may-send): in the `cloud`, `none`, `onPremises`, or `undiscovered`, which is none in other words.",
      new: "`cloud`; a guest has none"),
    .member(
      "sendAs", \.mailbox.sendAs, colleagues,
      "Who may send mail as this user. They stand above in the file.", new: "nobody else"),
    .member(
      "sendOnBehalf", \.mailbox.sendOnBehalf, colleagues,
      "Who may send mail on behalf of this user, which then says so.", new: "nobody"),
    .member(
      "fullAccess", \.mailbox.fullAccess, colleagues, "Who may read and change everything in this user's mailbox.",
      new: "nobody else"),
  ]

  private static let colleagues: WordType<[User.ID]> = .list(
    of: .manager, "a list of users such as [alice]", label: "list of users of the same tenant")

  private static let secondFactor: [Word<User>] = [
    .member(
      "mfa", \.mfa, .choice,
      "Whether every sign-in asks for a second factor. With `unregistered` the user has to register a method first.",
      new: "`none`", show: .always),
    .member(
      "signsInWith", \.signsInWith, .choice,
      "How the user signs in. Tokens say it in `amr`, [SAML](saml.md#how-somebody-signed-in) in more than one place. Only who signs in with a password is asked for one.",
      new: "`password`", unless: .password),
    .member(
      "mfaMethods", \.factors,
      .optional(.list(of: .text, "a list such as [kim@example.com, '+47 99 99 99 99']", label: "list of texts")),
      "Where the codes of a customer's second factor go: e-mail addresses and phone numbers.",
      new: "the sign-in address with `mfa: required`, else none"),
  ]

  private static let signIn: [Word<User>] = [
    .member(
      "locked", \.isLocked, .flag, "Whether the account is locked, so that passwords are refused.", new: "`false`",
      show: .always),
    .member(
      "deleted", \.isDeleted, .flag, "Whether the user is deleted. A deleted user may be restored.", new: "`false`",
      show: .always),
    .action(
      "password", .password, "The password. Over HTTP, sign-ins with the old one no longer count.", new: "`Passw0rd!`",
      difference: { now, base, comparison in
        guard now.hasOtherPassword(than: base) else { return nil }
        return now.writtenPassword(among: comparison.passwords).map { .string($0) }
      },
      { password, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in try editor.setPassword(.text(password), of: id)
        }
      }),
    .action(
      "passwordDigest", .digest,
      "The digest of the password, in the place of `password`, as an [export](worlds.md#export) writes it.",
      new: "",
      difference: { now, base, comparison in
        guard now.hasOtherPassword(than: base), now.writtenPassword(among: comparison.passwords) == nil else {
          return nil
        }
        return now.password.map { .string($0.written) }
      },
      { digest, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in try editor.setPassword(.digest(digest), of: id)
        }
      }),
    .member(
      "passwordExpired", \.isPasswordExpired, .flag, "Whether the pages ask for a new password after the old one.",
      new: "`false`", show: .always),
    .member(
      "passwordEndsAt", \.passwordEndsAt, .optional(.time),
      "When the password ends by itself. In the fourteen days before, tokens say so in `pwd_exp` and `pwd_url`.",
      new: "never"),
    .action(
      "passwordChangedAt", .time, "When the password was last changed. Over HTTP a new password counts as changed now.",
      new: "when the user was made",
      difference: { now, base, comparison in
        guard now.passwordChangedAt != now.createdAt || base.passwordChangedAt != base.createdAt else { return nil }
        let value = WordType.time.write(now.passwordChangedAt, comparison.now)
        return value == WordType.time.write(base.passwordChangedAt, comparison.before) ? Optional.none : value
      },
      show: (.time, true, { user, names in WordType.time.write(user.passwordChangedAt, names) }),
      { time, _ in .object { $0.passwordChangedAt = time } }),
    .member(
      "trustedLocation", \.isAtTrustedLocation, .optional(.flag),
      "Whether the user is at a place that the tenant trusts. Elsewhere every sign-in is blocked. Written down as `true`, tokens say it (`in_corp`), and Windows signs in users from Active Directory (`amr` has `wia`).",
      new: "trusted, and tokens do not say it"),
    .member(
      "addressBlocked", \.comesFromBlockedAddress, .flag,
      "Whether the service blocks the address from which the user signs in, so that passwords are refused. The account itself is not locked.",
      new: "`false`", unless: false),
    .member(
      "device", \.device, .optional(.device),
      "The device from which the user signs in, such as `{ compliant: true, joined: true }`. It meets the policies that ask for one, and "
        + "its id stands in tokens. That of a guest counts where the guest is, not at home.",
      new: "a device that the tenant does not know"),
    .member(
      "claims", \.statedClaims, .optional(.statedClaims),
      "[Claims of every token](claims.md#claims-of-your-own) of the user, as a last resort: whatever the service would say. `null` takes one away.",
      show: .never),
    .shown("tokensValidFrom", .time, "Sign-ins before this time no longer count.") { user, _ in user.tokensValidFrom },
  ]

  // MARK: Entries

  package static let noun = "user"
  package static let example = "{ mfa: required }"
  package static let canBeRemoved = false
  package static let insteadOfRemoval = "users are not removed but deleted; write 'deleted: true'"
  package static let beginningWords: Set<String> = ["displayName", "id", "userPrincipalName", "tenant", "home"]

  package var tenantOfNames: Tenant.ID? { tenant }

  package static func named(_ name: String, in directory: DirectoryState) -> User? { directory.user(named: name) }

  package static func aliases(in directory: DirectoryState) -> [String] { directory.usersInOrder.map(\.alias) }

  package static func begin(
    _ entry: EntryText, in directory: DirectoryState
  ) throws(ScenarioError) -> (new: NewUser, object: User) {
    let home = entry.something("home")
    guard entry.something("displayName") != nil || home != nil else {
      throw entry.unknown("user", among: aliases(in: directory), "A new user needs a 'displayName'")
    }
    try entry.checkAlias()
    let account = try home.map { value throws(ScenarioError) in try value.homeAccount(in: directory) }
    let tenant = try entry.tenantOfNewUser(with: account, in: directory)
    let name = try entry["userPrincipalName"]?.text()
    let id = entry.something("id")
    let guid = try id.map { value throws(ScenarioError) in
      User.ID(try WordType.guid.read(value, WordPlace(directory: directory)))
    }
    if let id, let other = guid.flatMap({ directory.users[$0] }) {
      throw id.error("'\(other.alias)' has that id; choose another one")
    }
    let new = NewUser(
      alias: entry.alias,
      displayName: try entry["displayName"]?.text() ?? account?.displayName ?? entry.alias,
      userPrincipalName: name ?? tenant.signInName(ofNew: entry.alias, guest: account), tenant: tenant.id,
      home: account?.id, id: guid)
    if name == nil, let other = directory.user(named: new.userPrincipalName) {
      throw entry.key.error(
        "'\(other.alias)' has the sign-in name \(new.userPrincipalName) already; give '\(entry.alias)' another 'userPrincipalName'"
      )
    }
    return (new, DirectoryEditor(forNamesOf: directory).made(new))
  }

  package static func check(
    _ entry: EntryText, of user: User, isNew: Bool, in directory: DirectoryState
  ) throws(ScenarioError) {
    try entry.refuseBoth("password", "passwordDigest")
    let words = ["password", "passwordDigest", "passwordExpired"]
    if user.isGuest, let value = words.lazy.compactMap({ entry[$0] }).first {
      throw value.error(
        "'\(user.alias)' signs in with the password of '\(directory.account(of: user).alias)'; set it there")
    }
  }

  package static func add(_ new: NewUser, to editor: inout DirectoryEditor) -> [User.ID] { [editor.add(new)] }

  package static func update(
    _ id: User.ID, in editor: inout DirectoryEditor, _ change: (inout User) -> Void
  ) throws(DirectoryEditor.NoSuchObject) { try editor.update(id, change) }

  /// A user is deleted and may be restored; no entry takes one away.
  package static func remove(
    _ id: User.ID, from editor: inout DirectoryEditor
  ) throws(DirectoryEditor.NoSuchObject) { try editor.update(id) { $0.isDeleted = true } }
}

extension User {
  /// The other way round than it is kept.
  fileprivate var isAtTrustedLocation: Bool? {
    get { isAwayFromTrustedLocations.map { !$0 } }
    set { isAwayFromTrustedLocations = newValue.map { !$0 } }
  }

  /// Two digests of one public password differ by their salts alone.
  fileprivate func hasOtherPassword(than other: User) -> Bool {
    guard let password, password != other.password else { return false }
    return !(password.matches(SeededDirectory.password) && other.password?.matches(SeededDirectory.password) == true)
  }

  /// The password in clear, where the scenario gives it or all seeds have it.
  fileprivate func writtenPassword(among known: [String: String]) -> String? {
    [known[alias], SeededDirectory.password].compactMap(\.self).first { password?.matches($0) == true }
  }
}
