/// What a token needs for a call: one of some delegated permissions when a user is signed in, else one of some app
/// roles (Microsoft: "Microsoft Graph permissions reference").
struct GraphPermission: Sendable, Hashable {
  /// The delegated permissions for a call about the signed-in user's own object. One of them is enough.
  let own: [String]
  /// The delegated permissions for a call about anything else. One of them is enough.
  let delegated: [String]
  let application: [String]

  private init(own: [String]? = nil, _ delegated: [String], application: [String]? = nil) {
    self.own = own ?? delegated
    self.delegated = delegated
    self.application = application ?? delegated
  }

  func check(_ token: GraphToken, isOwn: Bool) throws(GraphError) {
    let needed = token.user == nil ? application : isOwn ? own : delegated
    let held = token.user == nil ? token.roles : token.scopes
    guard held.contains(where: needed.contains) else { throw .insufficientPrivileges(needed: needed, held: held) }
  }

  // MARK: The table

  private static let directory = ["Directory.Read.All", "Directory.ReadWrite.All"]
  private static let photos = ["ProfilePhoto.Read.All", "ProfilePhoto.ReadWrite.All"]
  private static let allUsers = ["User.Read.All", "User.ReadWrite.All"]

  static let readUser = Self(
    own: ["User.Read", "User.ReadWrite", "User.ReadBasic.All"] + allUsers + directory,
    ["User.ReadBasic.All"] + allUsers + directory)
  static let updateUser = Self(
    own: ["User.ReadWrite", "User.ReadWrite.All", "Directory.ReadWrite.All"],
    ["User.ReadWrite.All", "Directory.ReadWrite.All"])
  static let readPhoto = Self(
    own: ["User.Read", "User.ReadBasic.All", "User.ReadWrite"] + photos + allUsers,
    ["User.ReadBasic.All", "User.Read.All"] + photos, application: allUsers + photos)
  static let changePhoto = Self(
    own: ["User.ReadWrite", "User.ReadWrite.All", "ProfilePhoto.ReadWrite.All"],
    ["User.ReadWrite.All", "ProfilePhoto.ReadWrite.All"])
  static let readMemberships = Self(["User.Read", "GroupMember.Read.All"] + directory, application: directory)
  static let readGroups = Self(
    ["GroupMember.Read.All", "GroupMember.ReadWrite.All", "Group.Read.All", "Group.ReadWrite.All"] + directory)
  static let changeMembers = Self(["GroupMember.ReadWrite.All", "Group.ReadWrite.All", "Directory.ReadWrite.All"])
  static let changeUsers = Self(["User.ReadWrite.All", "Directory.ReadWrite.All"])
  static let readManager = Self(own: ["User.Read"] + allUsers + directory, allUsers + directory)
  static let revokeSessions = Self([
    "User.RevokeSessions.All", "User.ReadWrite.All", "Directory.ReadWrite.All",
  ])
  /// There is no app role: an app without a user never changes a user's password.
  static let changePassword = Self(
    ["User-PasswordProfile.ReadWrite.All", "Directory.AccessAsUser.All"], application: [])
  static let readOrganization = Self(
    ["User.Read"] + wholeOrganization, application: wholeOrganization)
  /// Without one of these permissions, Graph shows little more than the name of the organization.
  static let wholeOrganization =
    ["User.Read.All", "Organization.Read.All", "Organization.ReadWrite.All"] + directory
  static let readDomains = Self(["Domain.Read.All", "Domain.ReadWrite.All"] + directory)
  private static let applications = ["Application.Read.All", "Application.ReadWrite.All"]
  static let readApplications = Self(applications + directory)
  static let readAssignments = Self(["AppRoleAssignment.ReadWrite.All"] + applications + directory)
  static let readGrants = Self([
    "Directory.Read.All", "DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All",
  ])
  static let changeGrants = Self(["DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All"])
}
