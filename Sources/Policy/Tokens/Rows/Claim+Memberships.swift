import Directory
import JSON

extension Claim {
  /// The groups and directory roles of the user. Above the limit a token has the address where the app can read the groups, as a
  /// distributed claim (OpenID Connect Core §5.6.2). In a fragment it says only that there are groups.
  static let ofMemberships: [Claim] = [
    .value("_claim_names", by: .api, in: .users) { $0.overage == .address ? ["groups": "src1"] : nil },
    .value("_claim_sources", by: .api, in: .users) { source in
      guard source.overage == .address, let person = source.person else { return nil }
      return ["src1": ["endpoint": .string(person.membershipsEndpoint)]]
    },
    .list("groups", by: .api, in: .users) { $0.memberships.areRoles ? nil : $0.statedGroups }
      .optional(
        "changes the form of groups; see [below](#groups)",
        properties: OptionalClaim.GroupNameForm.allCases.map(\.rawValue)
          + [OptionalClaim.cloudDisplayName, OptionalClaim.emitAsRoles]
      ) { _, _ in nil },
    .value("hasgroups", by: .api, in: .users) { $0.overage == .word ? true : nil },
    .list("wids", by: .user, in: [.users, .appV1]) { source in
      // Every app has a role (observed of apps without a directory role).
      if let app = source.app { return app.directoryRoles + ["0997a1d0-0d1d-4acb-b408-d5ca73121e90"] }
      return source.form == .graph
        ? source.user.map { StatedMemberships.roleTemplates(of: $0) } : source.memberships.roles
    },
  ]
}

extension ClaimSource {
  /// What a token has that lists no groups, because they are too many.
  fileprivate enum Overage {
    case address
    case word
  }

  /// The memberships that the audience wants in the token.
  var memberships: StatedMemberships {
    (form.isForClient ? person?.clientMemberships : person?.resourceMemberships) ?? StatedMemberships()
  }

  /// The groups that the token lists.
  var statedGroups: [String] { overage == nil ? memberships.groups : [] }

  fileprivate var overage: Overage? {
    let count = memberships.groups.count
    if person?.travelsInFragment == true, count > TokenSubject.groupLimitInFragment { return .word }
    return count > TokenSubject.groupLimit ? .address : nil
  }
}
