package import Directory

/// How the tokens of one app state groups: by id, or as the additional properties of the optional claim `groups` say
/// (Microsoft: "Configure and customize optional claims", group optional claims).
package struct GroupClaimForm: Sendable, Hashable {
  /// The additional properties of the claim. `emit_as_roles` puts the groups into `roles`, `cloud_displayname` states the
  /// names of groups that are managed in the cloud. The others state names of groups that come from Active Directory.
  package static let properties = [
    "sam_account_name", "dns_domain_and_sam_account_name", "netbios_domain_and_sam_account_name",
    "netbios_name_and_sam_account_name", "cloud_displayname", "emit_as_roles",
  ]

  /// Whether the groups stand in `roles`. App roles are then not stated.
  package let isRoles: Bool
  private let showsCloudNames: Bool

  /// Nil for an app that does not list the claim: object ids in `groups`.
  package init(_ claim: OptionalClaim?) {
    let properties = claim?.additionalProperties ?? []
    isRoles = properties.contains("emit_as_roles")
    showsCloudNames = properties.contains("cloud_displayname")
  }

  /// The group as the claim states it.
  func text(_ group: Group) -> String {
    showsCloudNames ? group.displayName : "\(group.id)"
  }
}
