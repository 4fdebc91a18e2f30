package import Directory
import JSON

/// Who may invite guests into a tenant: Graph's `allowInvitesFrom` (Microsoft: "Configure external collaboration settings").
package enum InvitationRule: String, Sendable, CaseIterable {
  case none
  case adminsAndGuestInviters
  case adminsGuestInvitersAndAllMembers
  case everyone

  /// The tenant's rule, `everyone` unless the tenant says another.
  package init(of tenant: Tenant) {
    self = tenant.properties.text("allowInvitesFrom").flatMap(Self.init) ?? .everyone
  }

  /// Why the user may not invite anybody, for the journal. Nil: the user may.
  package func objection(to user: User) -> String? {
    let rule = "allowInvitesFrom of the tenant is \(rawValue)"
    switch self {
    case .none: return "'\(user.alias)' may not invite guests: \(rule)"
    case .everyone: return nil
    case .adminsGuestInvitersAndAllMembers where !user.isOrdinaryGuest: return nil
    case .adminsAndGuestInviters, .adminsGuestInvitersAndAllMembers:
      guard !AdministrativeTask.inviteGuests.isOpen(to: user) else { return nil }
      return "'\(user.alias)' may not invite guests: \(rule); one of these directory roles would do: "
        + AdministrativeTask.list(AdministrativeTask.inviteGuests.roles)
    }
  }
}
