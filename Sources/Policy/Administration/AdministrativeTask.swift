package import Directory
import JSON

/// Something in a directory that takes more of a signed-in user than the app's delegated permission: a directory role, or to own the
/// object (Microsoft: "Microsoft Entra built-in roles", "Default user permissions", and the pages of Graph's calls, which name the
/// least privileged roles). A `Global Administrator` may do everything.
package struct AdministrativeTask: Sendable, Hashable {
  /// What the user wants to do, as the journal says it: `make users`.
  package let name: String
  /// The roles that do it for the whole tenant, beside `Global Administrator`.
  package let roles: [DirectoryRole]
  /// Whether an owner of the object does it without a role.
  package let isOpenToOwners: Bool
  /// The switch of the tenant that opens it to every member. Without a value of the switch it is open. Nil: it is open to no ordinary user.
  package let memberSwitch: String?
  /// Whether users do it to themselves without a role.
  package let isOpenToOneself: Bool
  /// How many roles the row names, for the test that each of them exists.
  package let namedRoles: Int

  init(_ name: String, _ roles: String, owners: Bool = false, oneself: Bool = false, members: String? = nil) {
    self.name = name
    self.roles = Self.roles(roles)
    namedRoles = roles.split(separator: ",").count
    isOpenToOwners = owners
    isOpenToOneself = oneself
    memberSwitch = members
  }

  /// The roles of a list of names between commas.
  static func roles(_ names: String) -> [DirectoryRole] {
    names.split(separator: ",").compactMap { DirectoryRole.named(String($0.drop { $0 == " " })) }
  }

  /// Why the user may not do it, for the journal. Nil: the user may. `owns` says whether the user owns the object.
  package func objection(to user: User, in tenant: Tenant, owns: Bool = false) -> String? {
    if Self.holds(user, oneOf: roles) || isOpenToOwners && owns { return nil }
    var reason = "'\(user.alias)' may not \(name)"
    if isOpenToOwners { reason += " without owning the object" }
    if let memberSwitch {
      guard user.isOrdinaryGuest || tenant.properties[memberSwitch] == false else { return nil }
      reason += user.isOrdinaryGuest ? ": a guest" : ": the tenant says \(memberSwitch) is false"
    }
    return reason + "; one of these directory roles would do: \(Self.list(roles))"
  }

  /// Whether the user holds one of the roles, or is a `Global Administrator`.
  package static func holds(_ user: User, oneOf roles: [DirectoryRole]) -> Bool {
    user.directoryRoles.contains { name in
      guard let role = DirectoryRole.named(name) else { return false }
      return role == .globalAdministrator || roles.contains(role)
    }
  }

  /// The names for the journal, `Global Administrator` among them.
  static func list(_ roles: [DirectoryRole]) -> String {
    (roles + [.globalAdministrator]).map(\.displayName).sorted().joined(separator: ", ")
  }
}

extension User {
  /// A guest by `userType`, which an administrator can set apart from where the account is at home.
  package var isOrdinaryGuest: Bool {
    properties.text("userType").map { $0 == "Guest" } ?? isGuest
  }
}

extension AdministrativeTask {
  // MARK: Users

  package static let makeUsers = Self("make users", "User Administrator, Directory Writers")
  package static let changeUsers = Self(
    "change other users", "User Administrator, Directory Writers, Intune Administrator")
  package static let changeUserData = Self(
    "change the data of other users", "User Administrator, Directory Writers", oneself: true)
  package static let deleteUsers = Self("delete users", "User Administrator")
  package static let resetPasswords = Self(
    "reset the passwords of others",
    "User Administrator, Helpdesk Administrator, Password Administrator, Authentication Administrator, "
      + "Privileged Authentication Administrator")
  package static let assignLicenses = Self(
    "assign licenses", "License Administrator, User Administrator, Directory Writers")
  package static let revokeSessions = Self(
    "end the sign-ins of others",
    "User Administrator, Helpdesk Administrator, Authentication Administrator, Privileged Authentication Administrator",
    oneself: true)
  package static let changePhotos = Self(
    "change the photos of others", "User Administrator, Directory Writers, People Administrator", oneself: true)
  /// A member reads the others unless the tenant forbids it; a guest does not list them.
  package static let readUsers = Self(
    "read other users", reading, members: "allowedToReadOtherUsers")

  // MARK: Groups

  package static let makeSecurityGroups = Self(
    "make security groups", groupRoles, members: "allowedToCreateSecurityGroups")
  package static let makeUnifiedGroups = Self("make Microsoft 365 groups", groupRoles, members: "enableGroupCreation")
  package static let changeGroups = Self("change the group", groupRoles, owners: true)
  package static let deleteGroups = Self("delete the group", groupRoles, owners: true)
  /// A group that can hold directory roles (Microsoft: "Use Microsoft Entra groups to manage role assignments").
  package static let changeRoleGroups = Self(
    "change a group that can hold directory roles", "Privileged Role Administrator", owners: true)
  package static let makeRoleGroups = Self(
    "make groups that can hold directory roles", "Privileged Role Administrator")
  private static let groupRoles =
    "Groups Administrator, User Administrator, Directory Writers, Exchange Administrator, Intune Administrator, "
    + "SharePoint Administrator, Teams Administrator, Identity Governance Administrator"

  // MARK: Apps

  package static let registerApps = Self(
    "register apps", "Application Administrator, Cloud Application Administrator, Application Developer",
    members: "allowedToCreateApps")
  package static let changeApps = Self(
    "change the app", "Application Administrator, Cloud Application Administrator", owners: true)
  package static let changeGrants = Self(
    "grant delegated permissions",
    "Application Administrator, Cloud Application Administrator, Directory Writers, Privileged Role Administrator, "
      + "User Administrator")
  package static let changeAssignments = Self(
    "assign app roles",
    "Application Administrator, Cloud Application Administrator, Directory Writers, Directory Synchronization Accounts, "
      + "Hybrid Identity Administrator, Identity Governance Administrator, Privileged Role Administrator, User Administrator",
    owners: true)
  /// The app roles of Microsoft Graph are for apps, and application administrators may not give them.
  package static let assignGraphRoles = Self("give an app a role of Microsoft Graph", "Privileged Role Administrator")

  // MARK: The tenant

  package static let changeRoles = Self("give directory roles", "Privileged Role Administrator")
  package static let readPolicies = Self(
    "read Conditional Access",
    "Conditional Access Administrator, Security Administrator, Security Reader, Global Reader")
  package static let changePolicies = Self(
    "change Conditional Access", "Conditional Access Administrator, Security Administrator")
  package static let changeAuthorization = Self(
    "change what ordinary users may do", "Privileged Role Administrator")
  package static let inviteGuests = Self(
    "invite guests", "Guest Inviter, User Administrator, Directory Writers, Teams Administrator, Exchange Administrator"
  )
  package static let readDeleted = Self(
    "see deleted objects",
    "Application Administrator, Cloud Application Administrator, Groups Administrator, User Administrator, Global Reader, "
      + "Directory Readers, Directory Writers")
  package static let restoreGroups = Self(
    "restore or remove deleted groups", "Groups Administrator, User Administrator", owners: true)

  private static let reading =
    "Application Administrator, Cloud Application Administrator, Directory Readers, Directory Writers, Global Reader, "
    + "Groups Administrator, Guest Inviter, Helpdesk Administrator, License Administrator, Password Administrator, "
    + "Authentication Administrator, Privileged Authentication Administrator, Privileged Role Administrator, "
    + "Reports Reader, Security Administrator, Security Reader, User Administrator"
}
