import Directory

/// How the tokens of one app state groups: by id, or as the additional properties of the optional claim `groups` say (Microsoft: "Configure
/// and customize optional claims", group optional claims; "Configure group claims for applications").
struct GroupClaimForm: Sendable, Hashable {
  /// Whether the groups stand in `roles`. App roles are then not stated.
  let isRoles: Bool
  /// How groups from Active Directory are stated. Nil: the form does not speak of them.
  private let onPremisesForm: OptionalClaim.GroupNameForm?
  /// Whether groups that are managed in the cloud are stated by display name.
  private let showsCloudNames: Bool

  /// Nil for an app that does not list the claim: object ids in `groups`. Display names need not be unique, so the service states them only
  /// for an app that asks for no groups but those which it was given to.
  init(_ claim: OptionalClaim?, setting: GroupMembershipClaims) {
    let properties = claim?.additionalProperties ?? []
    isRoles = properties.contains(OptionalClaim.emitAsRoles)
    // The first one counts when there are several.
    onPremisesForm = properties.lazy.compactMap(OptionalClaim.GroupNameForm.init).first
    showsCloudNames = setting == .applicationGroup && properties.contains(OptionalClaim.cloudDisplayName)
  }

  /// The group as the claim states it. Nil for a group without the attributes of the form, which the claim leaves out.
  func text(_ group: Group) -> String? {
    if onPremisesForm == nil, !showsCloudNames { return "\(group.id)" }
    let properties = group.properties
    if let name = properties.text("onPremisesSamAccountName") {
      switch onPremisesForm {
      case .samAccountName: return name
      case .domainAndSamAccountName: return properties.text("onPremisesDomainName").map { $0 + "\\" + name }
      case .netbiosDomainAndSamAccountName, .netbiosNameAndSamAccountName:
        return properties.text("onPremisesNetBiosName").map { $0 + "\\" + name }
      case nil: return nil
      }
    }
    return showsCloudNames ? group.displayName : nil
  }
}
