/// The permissions of Microsoft Graph that the seeds know (Microsoft: "Microsoft Graph permissions reference"). The
/// ids are the real ones; the texts are shown on the consent page.
enum GraphPermissions {
  struct Row: Sendable {
    let value: String
    let id: String
    var needsAdmin = false
    let displayName: String
    let details: String
  }

  /// Delegated permissions: users may consent to those that do not need an administrator.
  static let delegated: [Row] = [
    Row(
      value: "openid", id: "37f7f235-527c-4136-accd-4a02d197296e",
      displayName: "Sign you in",
      details: "Lets you sign in to the app with your work or school account and lets the app read your basic profile."),
    Row(
      value: "profile", id: "14dad69e-099b-42c9-810b-d002981feec1",
      displayName: "View your basic profile", details: "Lets the app see your name, picture and user name."),
    Row(
      value: "email", id: "64a6cdd6-aab1-4aaf-94b8-3cc8405e90d0",
      displayName: "View your email address", details: "Lets the app read your primary email address."),
    Row(
      value: "offline_access", id: "7427e0e9-2fba-42fe-b0c0-848c9e6a8182",
      displayName: "Maintain access to data you have given it access to",
      details: "Lets the app see and update the data you gave it access to, even when you are not using the app."),
    Row(
      value: "User.Read", id: "e1fe6dd8-ba31-4d61-89e7-88639da4683d",
      displayName: "Sign you in and read your profile",
      details: "Lets you sign in to the app and lets the app read your profile and basic company information."),
    Row(
      value: "User.ReadWrite", id: "b4e74841-8e56-480b-be8b-910348b18b4c",
      displayName: "Read and update your profile",
      details: "Lets the app read your profile and update it on your behalf."),
    Row(
      value: "User.ReadBasic.All", id: "b340eb25-3456-403f-be2f-af7a0d370277",
      displayName: "Read all users' basic profiles",
      details: "Lets the app read a basic set of profile properties of other users in your organization."),
    Row(
      value: "User.Read.All", id: "a154be20-db9c-4678-8ab7-66f6cc099a59", needsAdmin: true,
      displayName: "Read all users' full profiles",
      details: "Lets the app read the full set of profile properties of other users in your organization."),
    Row(
      value: "User.ReadWrite.All", id: "204e0828-b5ca-4ad8-b9f3-f32a958e7cc4", needsAdmin: true,
      displayName: "Read and write all users' full profiles",
      details: "Lets the app read and write the full set of profile properties of other users in your organization."),
    Row(
      value: "User.RevokeSessions.All", id: "fc30e98b-8810-4501-81f5-c20a3196387b", needsAdmin: true,
      displayName: "Revoke all sign in sessions for a user", details: "Lets the app sign a user out everywhere."),
    Row(
      value: "Directory.Read.All", id: "06da0dbc-49e2-44d2-8312-53f166ab848a", needsAdmin: true,
      displayName: "Read directory data",
      details: "Lets the app read data in your organization's directory, such as users, groups and apps."),
    Row(
      value: "Directory.ReadWrite.All", id: "c5366453-9fb0-48a5-a156-24f0c49a4b84", needsAdmin: true,
      displayName: "Read and write directory data",
      details: "Lets the app read and write data in your organization's directory."),
    Row(
      value: "Directory.AccessAsUser.All", id: "0e263e50-5827-48a4-b97c-d940288653c7", needsAdmin: true,
      displayName: "Access the directory as you",
      details: "Lets the app have the same access to your organization's directory as you do."),
    Row(
      value: "Group.Read.All", id: "5f8c59db-677d-491f-a6b8-5f174b11ec1d", needsAdmin: true,
      displayName: "Read all groups",
      details: "Lets the app list groups and read their properties, memberships and conversations."),
    Row(
      value: "GroupMember.Read.All", id: "bc024368-1153-4739-b217-4326f2e966d0", needsAdmin: true,
      displayName: "Read group memberships", details: "Lets the app list groups and read their memberships."),
    Row(
      value: "Mail.Read", id: "570282fd-fa5c-430d-a7fd-fc8dc98a9dca",
      displayName: "Read your mail", details: "Lets the app read email in your mailbox."),
    Row(
      value: "Mail.ReadWrite", id: "024d486e-b451-40bb-833d-3e66d98c5c73",
      displayName: "Read and write access to your mail",
      details: "Lets the app read, update, create and delete email in your mailbox."),
    Row(
      value: "Mail.Send", id: "e383f46e-2787-4529-855e-0e479a3ffac0",
      displayName: "Send mail as you", details: "Lets the app send mail as you."),
    Row(
      value: "Calendars.Read", id: "465a38f9-76ea-45b9-9f34-9e8b0d4b0b42",
      displayName: "Read your calendars", details: "Lets the app read events in your calendars."),
    Row(
      value: "Calendars.ReadWrite", id: "1ec239c2-d7c9-4623-a91a-a9775856bb36",
      displayName: "Have full access to your calendars",
      details: "Lets the app read, update, create and delete events in your calendars."),
    Row(
      value: "Files.Read", id: "10465720-29dd-4523-a11a-6a75c743c9d9",
      displayName: "Read your files", details: "Lets the app read your files."),
    Row(
      value: "Files.Read.All", id: "df85f4d6-205c-4ac5-a5ea-6bf408dba283",
      displayName: "Read all files that you have access to", details: "Lets the app read all files that you can open."),
    Row(
      value: "Contacts.Read", id: "ff74d97f-43af-4b68-9f2a-b77ee6968c5d",
      displayName: "Read your contacts", details: "Lets the app read contacts in your mailbox."),
    Row(
      value: "Application.Read.All", id: "c79f8feb-a9db-4090-85f9-90d820caa0eb", needsAdmin: true,
      displayName: "Read applications",
      details: "Lets the app read app registrations and service principals in your organization."),
    Row(
      value: "Organization.Read.All", id: "4908d5b9-3fb2-4b1e-9336-1888b7937185", needsAdmin: true,
      displayName: "Read organization information",
      details: "Lets the app read your organization's profile and related data."),
    Row(
      value: "DelegatedPermissionGrant.ReadWrite.All", id: "41ce6ca6-6826-4807-84f1-1c82854f7ee5", needsAdmin: true,
      displayName: "Manage all delegated permission grants",
      details: "Lets the app grant and take away delegated permissions of any app."),
    Row(
      value: "ProfilePhoto.Read.All", id: "469cd065-729e-4dee-b1fa-d92e0fab6310", needsAdmin: true,
      displayName: "Read all profile photos",
      details: "Lets the app read every photo of users and groups that you can see."),
    Row(
      value: "ProfilePhoto.ReadWrite.All", id: "f5b24df7-511e-48bb-ae88-643f023b55e1", needsAdmin: true,
      displayName: "Read and write all profile photos",
      details: "Lets the app read and change every photo of users and groups that you can change."),
    Row(
      value: "User-PasswordProfile.ReadWrite.All", id: "56760768-b641-451f-8906-e1b8ab31bca7", needsAdmin: true,
      displayName: "Read and write all password profiles",
      details: "Lets the app change the passwords that you can change, and reset them."),
    Row(
      value: "Group.ReadWrite.All", id: "4e46008b-f24c-477d-8fff-7bb4ec7aafe0", needsAdmin: true,
      displayName: "Read and write all groups",
      details: "Lets the app make groups and read and change those that you can change."),
    Row(
      value: "GroupMember.ReadWrite.All", id: "f81125ac-d3b7-4573-a3b2-7099cc39df9e", needsAdmin: true,
      displayName: "Read and write group memberships",
      details: "Lets the app change who is in the groups that you can change."),
    Row(
      value: "Organization.ReadWrite.All", id: "46ca0847-7e6b-426e-9775-ea810a948356", needsAdmin: true,
      displayName: "Read and write organization information",
      details: "Lets the app read and change your organization's profile and related data."),
  ]

  /// Application permissions: apps hold them for themselves, and only administrators may grant them.
  static let application: [(value: String, id: String)] = [
    ("User.Read.All", "df021288-bdef-4463-88db-98f22de89214"),
    ("User.ReadWrite.All", "741f803b-c850-494e-b5df-cde7c675a1ca"),
    ("User.RevokeSessions.All", "77f3a031-c388-4f99-b373-dc68676a979e"),
    ("Directory.Read.All", "7ab1d382-f21e-4acd-a863-ba3e13f7da61"),
    ("Directory.ReadWrite.All", "19dbc75e-c2e2-444c-a770-ec69d8559fc7"),
    ("Group.Read.All", "5b567255-7703-4780-807c-7be8301ae99b"),
    ("GroupMember.Read.All", "98830695-27a2-44f7-8c18-0c3ebc9698f6"),
    ("Mail.Read", "810c84a8-4a9e-49e6-bf7d-12d183f40d01"),
    ("Mail.Send", "b633e1c5-b582-4048-a93e-9f11b44c7e96"),
    ("Application.Read.All", "9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30"),
    ("Organization.Read.All", "498476ce-e0fe-48b0-b801-37ba7e2685c6"),
    ("AppRoleAssignment.ReadWrite.All", "06b708a9-e830-4db3-a914-8e69da51d44f"),
    ("User.ReadBasic.All", "97235f07-e226-4f63-ace3-39588e11d3a1"),
    ("User-PasswordProfile.ReadWrite.All", "cc117bb9-00cf-4eb8-b580-ea2a878fe8f7"),
    ("ProfilePhoto.Read.All", "e24d31aa-e1ab-4c80-85fe-23018690335d"),
    ("ProfilePhoto.ReadWrite.All", "27baa7f6-5dfb-4ba8-b1d3-1e812c143013"),
    ("Group.ReadWrite.All", "62a82d76-70ea-41e2-9197-370581804d09"),
    ("GroupMember.ReadWrite.All", "dbaae8cf-10b5-4b86-a4a1-f871c94c6695"),
    ("Organization.ReadWrite.All", "292d869f-3427-49a8-9dab-8c70152b74e9"),
    ("DelegatedPermissionGrant.ReadWrite.All", "8e8e4742-1d95-4f68-9d56-6ee75648c72a"),
  ]
}
