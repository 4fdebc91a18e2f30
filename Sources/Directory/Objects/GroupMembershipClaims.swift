/// Which memberships an app wants in its tokens (manifest: `groupMembershipClaims`; Microsoft: "Configure group claims and
/// app roles in tokens").
package enum GroupMembershipClaims: String, Sendable, Codable, CaseIterable {
  case none = "None"
  /// Security groups, mail-enabled ones among them, nested ones too.
  case securityGroup = "SecurityGroup"
  /// Groups of every kind, nested ones too, and directory roles.
  case all = "All"
  /// Groups that the app was given to and that the user is in directly.
  case applicationGroup = "ApplicationGroup"
  case directoryRole = "DirectoryRole"
}
