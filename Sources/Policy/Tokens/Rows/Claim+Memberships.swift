import Directory
import JSON

extension Claim {
  /// The groups and directory roles of the user. Above the limit a token has the address where the app can read the groups, as a
  /// distributed claim (OpenID Connect Core §5.6.2). In a fragment it says only that there are groups.
  static let ofMemberships: [Claim] = [
    .value("_claim_names", by: .api, in: ofGroups) { $0.overage == .address ? ["groups": "src1"] : nil }
      .when(overageCondition),
    .value("_claim_sources", by: .api, in: ofGroups) { source in
      guard source.overage == .address, let person = source.person else { return nil }
      return ["src1": ["endpoint": .string(person.membershipsEndpoint)]]
    }
    .when(overageCondition),
    .list("groups", by: .api, in: [ofGroups, .appResourceManager, .appV1, .appV2]) {
      $0.memberships.areRoles ? nil : $0.statedGroups
    }
    .when("a member of security groups; at one's own API, and in an id_token, as `groupMembershipClaims` says")
    .optional(
      "changes the form of groups; see [below](#groups)",
      properties: OptionalClaim.GroupNameForm.allCases.map(\.rawValue)
        + [OptionalClaim.cloudDisplayName, OptionalClaim.emitAsRoles]
    ) { _, _ in nil },
    .value("hasgroups", by: .api, in: ofGroups) { $0.overage == .word ? true : nil }
      .when("more than five groups in the fragment of a redirect URI"),
    // A token in a fragment has to be short (observed 2024-07).
    .text("haswids", by: .user, in: .graph) { $0.person?.travelsInFragment == true ? "true" : nil }
      .when("in the fragment of a redirect URI, in the place of `wids`"),
    .list("wids", by: .user, in: [.users, .appGraph]) { source in
      // Every app has a role (observed of apps without a directory role).
      if let app = source.app { return app.directoryRoles + ["0997a1d0-0d1d-4acb-b408-d5ca73121e90"] }
      guard TokenForm.userMicrosoft.contains(source.form) else { return source.memberships.roles }
      if source.form == .graph, source.person?.travelsInFragment == true { return nil }
      // Storage's tokens of users have none (observed 2025).
      if source.audience.id == WellKnown.storage { return nil }
      return source.user.map { StatedMemberships.roleTemplates(of: $0) }
    }
    .when("at one's own API, and in an id_token, as `groupMembershipClaims` says; not at Storage"),
  ]

  private static let ofGroups: TokenForm = [.resourceManager, .azure, .exchange, .v1, .v2, .idTokens]
  private static let overageCondition = "more than 200 groups"
}

extension ClaimSource {
  /// What a token has that lists no groups, because they are too many.
  fileprivate enum Overage {
    case address
    case word
  }

  /// The memberships that the audience wants in the token.
  var memberships: StatedMemberships {
    if let app { return app.memberships }
    return (form.isForClient ? person?.clientMemberships : person?.resourceMemberships) ?? StatedMemberships()
  }

  /// The groups that the token lists.
  var statedGroups: [String] { overage == nil ? memberships.groups : [] }

  fileprivate var overage: Overage? {
    let count = memberships.groups.count
    if person?.travelsInFragment == true, count > TokenSubject.groupLimitInFragment { return .word }
    return count > TokenSubject.groupLimit ? .address : nil
  }
}
