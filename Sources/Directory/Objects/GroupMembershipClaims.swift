/// The memberships that an app wants in its tokens (manifest: `groupMembershipClaims`; Microsoft: "Configure group
/// claims and app roles in tokens"). The raw values are those of the manifest.
package enum GroupMembershipClaims: String, Sendable, Codable, CaseIterable {
  /// Tokens state no memberships.
  case none = "None"
  /// Security groups, mail-enabled ones too, with nested memberships.
  case securityGroup = "SecurityGroup"
  /// Groups of every kind, with nested memberships, and directory roles.
  case all = "All"
  /// Groups that hold an assignment on the app and have the user as a direct member.
  case applicationGroup = "ApplicationGroup"
  /// Directory roles only, in `wids`.
  case directoryRole = "DirectoryRole"
}
