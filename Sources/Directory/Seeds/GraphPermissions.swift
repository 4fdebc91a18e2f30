/// The permissions of Microsoft Graph that the seeds have, in the order of the seeds. Ids, and who may consent, are those of
/// `GraphPermissionTable`; the texts are shown on the consent page.
enum GraphPermissions {
  /// Delegated permissions with their texts.
  private static let texts: [(value: String, displayName: String, details: String)] = [
    (
      "openid", "Sign you in",
      "Lets you sign in to the app with your work or school account and lets the app read your basic profile."
    ),
    ("profile", "View your basic profile", "Lets the app see your name, picture and user name."),
    ("email", "View your email address", "Lets the app read your primary email address."),
    (
      "offline_access", "Maintain access to data you have given it access to",
      "Lets the app see and update the data you gave it access to, even when you are not using the app."
    ),
    (
      "User.Read", "Sign you in and read your profile",
      "Lets you sign in to the app and lets the app read your profile and basic company information."
    ),
    ("User.ReadWrite", "Read and update your profile", "Lets the app read your profile and update it on your behalf."),
    (
      "User.ReadBasic.All", "Read all users' basic profiles",
      "Lets the app read a basic set of profile properties of other users in your organization."
    ),
    (
      "User.Read.All", "Read all users' full profiles",
      "Lets the app read the full set of profile properties of other users in your organization."
    ),
    (
      "User.ReadWrite.All", "Read and write all users' full profiles",
      "Lets the app read and write the full set of profile properties of other users in your organization."
    ),
    ("User.RevokeSessions.All", "Revoke all sign in sessions for a user", "Lets the app sign a user out everywhere."),
    (
      "Directory.Read.All", "Read directory data",
      "Lets the app read data in your organization's directory, such as users, groups and apps."
    ),
    (
      "Directory.ReadWrite.All", "Read and write directory data",
      "Lets the app read and write data in your organization's directory."
    ),
    (
      "Directory.AccessAsUser.All", "Access the directory as you",
      "Lets the app have the same access to your organization's directory as you do."
    ),
    (
      "Group.Read.All", "Read all groups",
      "Lets the app list groups and read their properties, memberships and conversations."
    ),
    ("GroupMember.Read.All", "Read group memberships", "Lets the app list groups and read their memberships."),
    ("Mail.Read", "Read your mail", "Lets the app read email in your mailbox."),
    (
      "Mail.ReadWrite", "Read and write access to your mail",
      "Lets the app read, update, create and delete email in your mailbox."
    ),
    ("Mail.Send", "Send mail as you", "Lets the app send mail as you."),
    ("Calendars.Read", "Read your calendars", "Lets the app read events in your calendars."),
    (
      "Calendars.ReadWrite", "Have full access to your calendars",
      "Lets the app read, update, create and delete events in your calendars."
    ),
    ("Files.Read", "Read your files", "Lets the app read your files."),
    ("Files.Read.All", "Read all files that you have access to", "Lets the app read all files that you can open."),
    ("Contacts.Read", "Read your contacts", "Lets the app read contacts in your mailbox."),
    (
      "Application.Read.All", "Read applications",
      "Lets the app read app registrations and service principals in your organization."
    ),
    (
      "Organization.Read.All", "Read organization information",
      "Lets the app read your organization's profile and related data."
    ),
    (
      "DelegatedPermissionGrant.ReadWrite.All", "Manage all delegated permission grants",
      "Lets the app grant and take away delegated permissions of any app."
    ),
    (
      "ProfilePhoto.Read.All", "Read all profile photos",
      "Lets the app read every photo of users and groups that you can see."
    ),
    (
      "ProfilePhoto.ReadWrite.All", "Read and write all profile photos",
      "Lets the app read and change every photo of users and groups that you can change."
    ),
    (
      "User-PasswordProfile.ReadWrite.All", "Read and write all password profiles",
      "Lets the app change the passwords that you can change, and reset them."
    ),
    (
      "Group.ReadWrite.All", "Read and write all groups",
      "Lets the app make groups and read and change those that you can change."
    ),
    (
      "GroupMember.ReadWrite.All", "Read and write group memberships",
      "Lets the app change who is in the groups that you can change."
    ),
    (
      "Organization.ReadWrite.All", "Read and write organization information",
      "Lets the app read and change your organization's profile and related data."
    ),
  ]

  /// Application permissions.
  private static let names =
    """
    User.Read.All User.ReadWrite.All User.RevokeSessions.All Directory.Read.All Directory.ReadWrite.All \
    Group.Read.All GroupMember.Read.All Mail.Read Mail.Send Application.Read.All Organization.Read.All \
    AppRoleAssignment.ReadWrite.All User.ReadBasic.All User-PasswordProfile.ReadWrite.All ProfilePhoto.Read.All \
    ProfilePhoto.ReadWrite.All Group.ReadWrite.All GroupMember.ReadWrite.All Organization.ReadWrite.All \
    DelegatedPermissionGrant.ReadWrite.All
    """

  static let delegated: [DelegatedPermission] = texts.compactMap { text in
    var permission = GraphPermissionTable.rows(named: text.value).lazy.compactMap(\.permission).first
    permission?.displayName = text.displayName
    permission?.details = text.details
    return permission
  }

  /// Apps hold them for themselves, and only administrators may grant them.
  static let application: [AppRole] = names.split(separator: " ").compactMap { name in
    var role = GraphPermissionTable.rows(named: String(name)).lazy.compactMap(\.role).first
    role?.displayName = String(name)
    return role
  }
}
